"""What the desk is shown of a guest before money moves."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Q

from casino.ledger import queries as ledger
from casino.ledger.queries import EntryRow
from casino.players.models import Bar, Place, Player
from casino.players.queries import bars_on, cards, place_of, terms
from casino.players.rules import age_on

CASHED_OUT = "cashgames.cashed_out"
# Within it whoever comes back buys in with what they took away.
THE_HOUR = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class GuestCard:
    """
    A guest at the desk: age in years, bars, where they play, what they brought and got today.

    in_cents, out_cents: cash of the gaming day; cashed_out: the latest cash-out within the hour.
    """

    player: Player
    age: int | None
    too_young: bool
    bars: list[Bar]
    place: Place | None
    in_cents: int
    out_cents: int
    cashed_out: EntryRow | None


def guest_card(player: Player, *, gaming_day: date, at: datetime) -> GuestCard:
    """Return what the desk is shown of a guest, all cards of the person together."""
    found = list(cards(player.pk))
    ids = [card.pk for card in found]
    lately = Q(gaming_day=gaming_day) | Q(happened_at__gt=at - THE_HOUR)
    moved = [
        entry
        for entry in ledger.entries(player.club_id, Q(player_id__in=ids) & lately)
        if not entry.reverses_id and not entry.reversed_by_id
    ]
    cash = [each.cents_on("cash:drawer") for each in moved if each.gaming_day == gaming_day]
    left = [each for each in moved if each.kind == CASHED_OUT and each.happened_at > at - THE_HOUR]
    age = age_on(gaming_day, player.birth_date) if player.birth_date else None
    return GuestCard(
        player=player,
        age=age,
        too_young=age is not None and age < terms(player.club_id).minimum_age,
        bars=bars_on(player.pk, gaming_day),
        place=next(filter(None, map(place_of, ids)), None),
        in_cents=sum(cents for cents in cash if cents > 0),
        out_cents=-sum(cents for cents in cash if cents < 0),
        cashed_out=left[-1] if left else None,
    )
