"""Take recorded tournaments over; repeat it as often as you like."""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.cage.models import Payable
from casino.house.models import Club
from casino.ledger import services as ledger
from casino.money import format_cents
from casino.refusals import Refusal
from casino.staff.models import Membership
from tournaments.models import Prize
from tournaments.rules.resultfile import Recorded, Refused, read_results
from tournaments.services.importing import Importer


class Command(BaseCommand):
    """`import_tournaments results.jsonl --club tallinn --by manager --second director`."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: Any) -> None:
        """Files of JSON lines, the club, and the two people who sign pools and prizes."""
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--club", required=True)
        parser.add_argument("--by", required=True, help="who takes the results over")
        parser.add_argument("--second", required=True, help="who signs pools and prizes")
        parser.add_argument(
            "--again", action="store_true", help="take over what was taken back, too"
        )

    def handle(
        self, *, files: list[Path], club: str, by: str, second: str, again: bool, **_: Any
    ) -> None:
        """Report each tournament; exit 1: records were refused, 2: nothing was done."""
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"--club: there is no club {club!r}.", returncode=2)
        if by == second:
            said = "--second: two people sign, and nobody signs what is theirs."
            raise CommandError(said, returncode=2)
        importer = Importer(
            club=found,
            by_id=_person(found, by, "--by"),
            second_id=_person(found, second, "--second"),
            again=again,
        )
        self.here = set[int]()
        with ledger.backfill(found.pk):
            counts = Counter(self._row(importer, row) for file in files for row in _rows(file))
        self.stdout.write(
            f"{counts['taken']} tournaments taken, {counts['known']} known already,"
            f" {counts['refused']} refused"
        )
        self._say_due()
        if counts["refused"]:
            sys.exit(1)

    def _say_due(self) -> None:
        """Say what the books still owe of these tournaments, so that nobody pays it twice."""
        due = Payable.objects.due().filter(
            id__in=Prize.objects.filter(entry__tournament__in=self.here).values("payable")
        )
        cents = [each.cents for each in due]
        if cents:
            self.stdout.write(
                f"{len(cents)} prizes of {format_cents(sum(cents))} are payments due: pay by wire"
                " those that were paid on the night, so that no desk pays them again"
            )

    def _row(self, importer: Importer, row: Recorded | Refused) -> str:
        """Take one record over, or say why not; return what became of it."""
        if isinstance(row, Refused):
            self.stdout.write(f"refused: line {row.line_no}, {row.id or 'no id'}: {row.reason}")
            return "refused"
        try:
            tournament, new = importer.take(row)
        except Refusal as refusal:
            self.stdout.write(f"refused: {row.id}: {refusal.message}")
            return "refused"
        self.here.add(tournament.pk)
        pool = tournament.fixed
        self.stdout.write(
            f"{'taken' if new else 'known'}: {row.id}: {pool.participants} players, pool"
            f" {format_cents(pool.gross_cents)}, ranking {format_cents(pool.ranking_cents)}"
        )
        return "taken" if new else "known"


def _rows(file: Path) -> Iterator[Recorded | Refused]:
    try:
        with file.open(encoding="utf-8-sig") as lines:
            yield from read_results(lines)
    except OSError as error:
        raise CommandError(f"{file}: cannot be read: {error.strerror}.", returncode=2) from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{file}: is not written in UTF-8.", returncode=2) from error


def _person(club: Club, username: str, option: str) -> int:
    member = Membership.objects.filter(club=club, user__username=username).first()
    if member is None:
        raise CommandError(f"{option}: nobody of that name works at {club}.", returncode=2)
    return member.user_id
