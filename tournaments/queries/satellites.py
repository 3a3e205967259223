"""What a satellite pays: tickets, the rest in cash, and what the house adds to a whole ticket."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import BigIntegerField, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from casino.house.queries import book_on
from casino.kept_sql import kept_sql
from tournaments.models import Prize, Tournament
from tournaments.queries.awards import standing
from tournaments.queries.tournaments import entered_count
from tournaments.rules.satellite import Finisher, satellite_split


@dataclass(frozen=True, kw_only=True, slots=True)
class Tickets:
    """
    What a satellite pays: so many tickets, and the rest in cash by place (AMB-58 to AMB-61).

    house_adds_cents: to the last ticket, where the house tops it up.
    """

    number: int
    cents: int
    rest: tuple[tuple[int, int], ...]
    house_adds_cents: int

    @property
    def paid_places(self) -> int:
        """How many places win a ticket or cash."""
        return max([self.number, *(place for place, _ in self.rest)])


def satellite_tickets(tournament: Tournament, *, net_cents: int) -> Tickets | None:
    """Return what a satellite pays whoever finishes; none while it has nobody or no target."""
    target, finishers = tournament.target, entered_count(tournament)
    if target is None or not finishers or net_cents <= 0:
        return None
    split = satellite_split(
        book_on(tournament.club_id, tournament.gaming_day),
        prize_pool_cents=net_cents,
        ticket_cents=target.ticket_cents,
        finishers=[
            Finisher(player=str(place), already_entered=False) for place in range(finishers)
        ],
    )
    return Tickets(
        number=split.tickets_won,
        cents=target.ticket_cents,
        rest=tuple((won.place, won.cash_cents) for won in split.awards if won.cash_cents),
        house_adds_cents=split.house_adds_cents,
    )


def topped_up_cents(tournament: Tournament, known_at: datetime | None) -> int:
    """Return what the house added to a satellite as its tickets were awarded (AMB-58)."""
    if not tournament.target_id:
        return 0
    return sum(cents for _, cents in _topped_up(tournament, known_at))


@kept_sql
def _topped_up(tournament: Tournament, known_at: datetime | None) -> QuerySet[Prize, Any]:
    return _added_with(standing(Prize.objects.filter(entry__tournament=tournament), known_at))


def _added_with(prizes: QuerySet[Prize]) -> QuerySet[Prize, Any]:
    """Return what the house added with each award, as its two people signed it."""
    added = Cast(KeyTextTransform("house_adds_cents", "proposal__content"), BigIntegerField())
    won = prizes.annotate(added=added).filter(added__gt=0)
    return won.order_by().values_list("proposal", "added").distinct()


def topped_up_on(club_id: int, day: date) -> int:
    """Return what the house added to satellites awarded on a day, less what it took back then."""
    added = sum(cents for _, cents in _topped_up_on(club_id, day))
    back = sum(cents for _, cents in _taken_back_on(club_id, day))
    return int(added - back)


@kept_sql
def _topped_up_on(club_id: int, day: date) -> QuerySet[Prize, Any]:
    found = Prize.objects.filter(entry__tournament__club_id=club_id, gaming_day=day)
    return _added_with(found)


@kept_sql
def _taken_back_on(club_id: int, day: date) -> QuerySet[Prize, Any]:
    found = Prize.objects.filter(entry__tournament__club_id=club_id, reversal__gaming_day=day)
    return _added_with(found)
