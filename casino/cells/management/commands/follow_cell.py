"""
Let the group's warehouse follow a cell, said where the warehouse is; again after an update.

WAREHOUSE_ADMIN_URL names its database and an administrator; CELL_URL the cell's and casino_group.
"""

from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.cells.warehouse import follow


class Command(BaseCommand):
    """`follow_cell one`: a name of its own for each cell."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The name of the cell."""
        parser.add_argument("name")

    def handle(self, *, name: str, **_: Any) -> None:
        """Begin, or take up what is new."""
        if not name.isascii() or not name.isidentifier() or not name.islower():
            raise CommandError("Name the cell in small letters, digits and _.")
        if not settings.WAREHOUSE_ADMIN_URL or not settings.CELL_URL:
            raise CommandError("Set WAREHOUSE_ADMIN_URL and CELL_URL: see docs/cells.md.")
        try:
            follow(settings.WAREHOUSE_ADMIN_URL, settings.CELL_URL, name)
        except psycopg.Error as error:
            raise CommandError(str(error).strip()) from error
        self.stdout.write(f"The warehouse follows {name}.")
