"""Recompute the books from nothing and say what is wrong with them."""

import time
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.db import now, snapshot
from casino.epochs.verify import skipped_slips
from casino.house.models import Club
from casino.house.queries import clubs
from casino.ledger.verify import Books
from casino.start import Fault, faults
from casino.start.faults import schema_faults
from casino.verify.findings import broken, unfinished

UNFINISHED, BROKEN, NOT_MIGRATED = 1, 2, 3


class Command(BaseCommand):
    """`verify [--club SLUG]`: exit status 0 intact, 1 unfinished, 2 broken, 3 not migrated."""

    help = (
        "Recompute balances, slips, hands, levels and seals; "
        "0 intact, 1 unfinished, 2 broken, 3 not migrated."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take one club, or all of them."""
        parser.add_argument("--club", help="the club's short name; without it all clubs")
        parser.add_argument(
            "--copies", action="store_true", help="compare every act with its copy outside"
        )
        parser.add_argument(
            "--anchors", type=Path, help="a file of signed lines, as they were mailed"
        )
        parser.add_argument("--first", type=int, default=20, help="say so many wrong things")

    def handle(
        self, *, club: str | None, copies: bool, first: int, anchors: Path | None, **_: Any
    ) -> None:
        """Check club by club; the worst decides the exit status."""
        try:
            for fault in faults((schema_faults,)):
                raise CommandError(str(fault), returncode=NOT_MIGRATED)
        except Fault as fault:
            raise CommandError(str(fault), returncode=fault.status) from None
        chosen = [found for found in clubs() if club in (None, found.slug)]
        if not chosen:
            raise CommandError(f"There is no club {club}." if club else "There is no club yet.")
        self.every_copy = copies
        self.anchors = anchors.read_text().splitlines() if anchors else []
        status = max(self._verify(each, first, now()) for each in chosen)
        if status:
            said = "The books are broken." if status == BROKEN else "Something is not finished."
            raise CommandError(said, returncode=status)

    def _verify(self, club: Club, first: int, now: datetime) -> int:
        """Say what is wrong with a club and how fast it was read; return its exit status."""
        began = time.perf_counter()
        books = Books(club_id=club.pk, skipped=skipped_slips())
        with snapshot():
            found = broken(club, books, every_copy=self.every_copy, anchors=self.anchors)
            wrong = 0
            for finding in islice(found, first):  # said as it is found
                wrong += 1
                self.stdout.write(f"{club.slug}: BROKEN {finding}")
                self.stdout.flush()
            waiting = list(islice(unfinished(club, now), first))
        for finding in waiting:
            self.stdout.write(f"{club.slug}: unfinished {finding}")
        word = "broken" if wrong else "unfinished" if waiting else "intact"
        took = time.perf_counter() - began
        rate = f"{books.entries / took:,.0f} entries/s"
        self.stdout.write(f"{club.slug}: {word}, {books.entries} entries, {took:.1f} s, {rate}")
        return BROKEN if wrong else UNFINISHED if waiting else 0
