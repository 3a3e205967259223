"""Publish this cell's books to the group's warehouse; again after an update."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection, transaction

from casino.cells.warehouse import publish


class Command(BaseCommand):
    """`publish_cell`, as the owner of the tables, once the role is there (deploy/warehouse.sql)."""

    help = __doc__
    requires_system_checks = []

    def handle(self, **_: Any) -> None:
        """Say how many tables that are."""
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                count = publish(cursor)
        except DatabaseError as error:
            raise CommandError(str(error).strip()) from error
        self.stdout.write(f"{count} tables are published.")
