"""
Give this installation its number among the cells of a group, before its first club.

From then on its ids are its own: what is in two cells may lie in one database.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from casino.cells.numbers import LAST_CELL, cell_number, set_cell_number
from casino.house.models import Club


class Command(BaseCommand):
    """`set_cell 1`, as the owner of the tables; an installation without a number is cell 0."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The number."""
        parser.add_argument("number", type=int)

    def handle(self, *, number: int, **_: Any) -> None:
        """Move all sequences, or say why not; saying it again does no harm."""
        if not 0 <= number <= LAST_CELL:
            raise CommandError(f"A cell has a number from 0 to {LAST_CELL}.")
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE house_club IN SHARE MODE")
            known = cell_number(cursor)
            if known != number and Club.objects.exists():
                raise CommandError(
                    f"This is cell {known} and has clubs, whose ids stay as they are: give a new "
                    "installation the number, before its first club."
                )
            set_cell_number(cursor, number)
        self.stdout.write(f"This is cell {number}.")
