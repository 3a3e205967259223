"""Keep room on the disk for an emergency, or give it free when the disk is full."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.operations.services import reserve


class Command(BaseCommand):
    """`reserve [--release]`: needs no database, as that one may have no room to run."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """--release: give it free."""
        parser.add_argument("--release", action="store_true", help="give the room free")

    def handle(self, *, release: bool, **_: Any) -> None:
        """Keep it or give it free, and say which."""
        if release:
            size = reserve.release()
            if not size:
                folder = reserve.path().parent
                raise CommandError(f"No reserve lies in {folder}: is that the office's STATE_DIR?")
            self.stdout.write(f"{size // 1_000_000} MB are free again. Make space, then: reserve.")
            return
        try:
            kept = reserve.keep()
        except OSError as error:
            raise CommandError(f"No reserve could be kept: {error.strerror}.") from None
        self.stdout.write("The reserve is kept." if kept else "RESERVE_MB is 0: none is kept.")
