"""Open an empty club: accounts, rule book, drawers, tables, a jackpot where the book has one."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from cashgames.services import add_table
from casino.cage.services import add_drawer
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.rulebook import NAMES, load_book
from casino.office import services as office
from casino.refusals import Refusal
from jackpot.services import open_jackpot


class Command(BaseCommand):
    """`open_club riga "Voodoo Riga" --book voodoo --drawers 2 --tables 8`."""

    help = __doc__

    def add_arguments(self, parser: Any) -> None:
        """Address and name of the club, its book, how many drawers and tables."""
        parser.add_argument("slug")
        parser.add_argument("name")
        parser.add_argument("--book", required=True, choices=NAMES)
        parser.add_argument("--from", dest="first_day", type=date.fromisoformat)
        parser.add_argument("--drawers", type=int, default=1)
        parser.add_argument("--tables", type=int, default=1)

    def handle(
        self,
        *,
        slug: str,
        name: str,
        book: str,
        first_day: date | None,
        drawers: int,
        tables: int,
        **_: Any,
    ) -> None:
        """Open it, or say why not."""
        now = timezone.now()
        if Club.objects.filter(slug=slug).exists():
            raise CommandError(f"There is a club {slug!r} already.")
        try:
            club = office.open_club(
                at=now, slug=slug, name=name, book=book, first_day=first_day or now.date()
            )
            for number in range(1, drawers + 1):
                add_drawer(club_stamp(club, at=now, actor_id=None), name=f"Desk {number}")
            for number in range(1, tables + 1):
                add_table(club_stamp(club, at=now, actor_id=None), name=f"Table {number}")
            if load_book(book).jackpot:
                open_jackpot(club_stamp(club, at=now, actor_id=None), name="Jackpot")
        except Refusal as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{club} is open. Next: add_user.")
