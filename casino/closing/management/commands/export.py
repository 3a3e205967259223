"""Write an accountant's file: the journal or the report of each day, as CSV."""

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.bookkeeping.models import Batch, Job
from casino.bookkeeping.queries.batches import content
from casino.bookkeeping.queries.registers import REGISTERS
from casino.bookkeeping.rules.profiles import BUILT_IN
from casino.bookkeeping.services.batches import ask_file, make_batch
from casino.bookkeeping.services.jobs import run
from casino.bookkeeping.services.registers import ask_register
from casino.closing.exports import day_csv
from casino.closing.reports import day_report
from casino.db import now
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.journal.queries.file import journal_csv
from casino.ledger.queries.gaming_days import days_between
from casino.refusals import Refusal
from casino.staff.models import User

Profile = Callable[[Club, date, date], Iterable[bytes]]


def _journal(club: Club, first: date, last: date) -> Iterable[bytes]:
    return journal_csv(club.id, first, last)


def _days(club: Club, first: date, last: date) -> Iterator[bytes]:
    """One heading, then the lines of every day."""
    for position, row in enumerate(days_between(club.id, first, last)):
        heading, _, lines = day_csv(day_report(club, row)).partition(b"\r\n")
        yield lines if position else heading + b"\r\n" + lines


def _kept(asked: Callable[[Stamp], Job], by: User, club: Club) -> Iterator[bytes]:
    """Ask for a file that is kept, make it here and now, and yield its bytes."""
    job = asked(club_stamp(club, at=now(), actor_id=by.pk))
    run(job.pk, clock=now)
    job.refresh_from_db()
    if job.file is None:
        raise CommandError(job.remark or "Another worker is making this file: try again.")
    yield from content(job.file)


def _batch(club: Club, first: date, last: date, by: User) -> Batch:
    """Return the batch of exactly these days, made now where no batch has them."""
    found = Batch.objects.filter(club=club, first_day=first, last_day=last).first()
    stamp = club_stamp(club, at=now(), actor_id=by.pk)
    return found or make_batch(stamp, first_day=first, last_day=last)


PROFILES: dict[str, Profile] = {"journal": _journal, "days": _days}
# The canonical journal under the name of its format: `journal` here is that of any days.
OF_BATCHES = {"journal-lines": "journal"} | {slug: slug for slug in BUILT_IN if slug != "journal"}


class Command(BaseCommand):
    """
    `export journal --club tallinn --from 2026-10-01 --to 2026-10-31 -o october.csv`.

    Files of a batch and registers are kept with the name of who asked for them: --by.
    """

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: Any) -> None:
        """The profile, the club, the gaming days (both included), the file."""
        parser.add_argument("profile", choices=sorted({*PROFILES, *OF_BATCHES, *REGISTERS}))
        parser.add_argument("--club", required=True)
        parser.add_argument("--from", dest="first", required=True, type=date.fromisoformat)
        parser.add_argument("--to", dest="last", required=True, type=date.fromisoformat)
        parser.add_argument("--by", default="")
        parser.add_argument("-o", dest="file", required=True, type=Path)

    def handle(
        self, *, profile: str, club: str, first: date, last: date, by: str, file: Path, **_: Any
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
                    out.writelines(_content(profile, found, (first, last), by))
                    out.flush()
                    os.fsync(out.fileno())
                except BaseException:
                    Path(out.name).unlink()
                    raise
            Path(out.name).replace(file)
        except Refusal as refusal:
            raise CommandError(refusal.message) from refusal
        except OSError as error:
            raise CommandError(f"-o: {file}: {error.strerror}.") from error
        self.stdout.write(f"{file}: {file.stat().st_size} bytes")


def _content(profile: str, club: Club, days: tuple[date, date], by: str) -> Iterable[bytes]:
    if profile in PROFILES:
        return PROFILES[profile](club, *days)
    person = User.objects.filter(username=by, memberships__club=club, is_active=True).first()
    if person is None:
        raise CommandError("--by: who asks for this file? Nobody of that name works here.")
    if profile in REGISTERS:
        asked: dict[str, Any] = {
            "register": profile,
            "first_day": days[0],
            "last_day": days[1],
            "form": "csv",
        }
        return _kept(partial(ask_register, **asked), person, club)
    of: dict[str, Any] = {
        "batch_id": _batch(club, *days, person).pk,
        "profile": OF_BATCHES[profile],
    }
    return _kept(partial(ask_file, **of), person, club)
