"""Say what guards the database otherwise than this program's scripts do."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from casino.messages import counted
from casino.start import Fault, unreachable
from casino.start.faults import GUARDS, PRIVILEGES, differences
from casino.start.guards import guards, privileges

LISTS = ((GUARDS, guards), (PRIVILEGES, privileges))


class Command(BaseCommand):
    """`guards [--write]`: exit status 0 where the database says what the lists say, else 1."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """--write: for developers, after a migration."""
        parser.add_argument("--write", action="store_true", help="write the lists anew")

    def handle(self, *, write: bool, **_: Any) -> None:
        """Compare functions, triggers, constraints and privileges with their lists."""
        try:
            with unreachable(), connection.cursor() as cursor:
                found = {path: list(say(cursor)) for path, say in LISTS}
        except Fault as fault:
            raise CommandError(str(fault), returncode=fault.status) from None
        if write:
            for path, lines in found.items():
                path.write_text("".join(f"{line}\n" for line in lines))
        wrong = [each for path, lines in found.items() for each in differences(path, iter(lines))]
        for each in wrong:
            self.stdout.write(each)
        if wrong:
            raise CommandError(f"{counted(len(wrong), 'difference')}: run script/manage migrate.")
        self.stdout.write("The database is guarded as this program's scripts say.")
