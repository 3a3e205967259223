"""Write an accountant's file: the journal or the report of each day, as CSV."""

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.house.models import Club
from casino.ledger import queries as ledger
from casino.office.exports import day_csv
from casino.office.reports.day import day_report

Profile = Callable[[Club, date, date], Iterable[bytes]]


def _journal(club: Club, first: date, last: date) -> Iterable[bytes]:
    return ledger.journal_csv(club.id, first, last)


def _days(club: Club, first: date, last: date) -> Iterator[bytes]:
    """One heading, then the lines of every day."""
    for position, row in enumerate(ledger.days_between(club.id, first, last)):
        heading, _, lines = day_csv(day_report(club, row)).partition(b"\r\n")
        yield lines if position else heading + b"\r\n" + lines


PROFILES: dict[str, Profile] = {"journal": _journal, "days": _days}


class Command(BaseCommand):
    """`export journal --club tallinn --from 2026-10-01 --to 2026-10-31 -o october.csv`."""

    help = __doc__

    def add_arguments(self, parser: Any) -> None:
        """The profile, the club, the gaming days (both included), the file."""
        parser.add_argument("profile", choices=sorted(PROFILES))
        parser.add_argument("--club", required=True)
        parser.add_argument("--from", dest="first", required=True, type=date.fromisoformat)
        parser.add_argument("--to", dest="last", required=True, type=date.fromisoformat)
        parser.add_argument("-o", dest="file", required=True, type=Path)

    def handle(
        self, *, profile: str, club: str, first: date, last: date, file: Path, **_: Any
    ) -> None:
        """Write the whole file or none: it gets its name when it is finished."""
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"--club: there is no club {club!r}.")
        if last < first:
            raise CommandError("--to: lies before --from.")
        try:
            with NamedTemporaryFile(dir=file.parent, delete=False) as out:
                try:
                    out.writelines(PROFILES[profile](found, first, last))
                    out.flush()
                    os.fsync(out.fileno())
                except BaseException:
                    Path(out.name).unlink()
                    raise
            Path(out.name).replace(file)
        except OSError as error:
            raise CommandError(f"-o: {file}: {error.strerror}.") from error
        self.stdout.write(f"{file}: {file.stat().st_size} bytes")
