"""What the desk is shown of a guest before money moves."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Q

from casino.house.queries import book_on
from casino.ledger.queries.documents import entries
from casino.ledger.queries.guests import of_guests
from casino.ledger.queries.rows import EntryRow
from casino.players.models import Exclusion, Player, PlayingPlace
from casino.players.queries import cards, exclusions_on, linked_cards, place_of, terms
from casino.players.rules import age_on

CASHED_OUT = "cashgames.cashed_out"


@dataclass(frozen=True, kw_only=True, slots=True)
class GuestCard:
    """
    A guest at the desk: age in years, exclusions, where they play, what they brought and got today.

    same_document: cards of others with that document, whose cash is one sum with this one's and
    whose exclusions hold; in_cents, out_cents: cash of the gaming day, of those too; cashed_out:
    the latest cash-out, as long as the club's book wants whoever comes back to bring the same.
    """

    player: Player
    age: int | None
    too_young: bool
    exclusions: list[Exclusion]
    place: PlayingPlace | None
    same_document: list[Player]
    in_cents: int
    out_cents: int
    cashed_out: EntryRow | None


def guest_card(player: Player, *, gaming_day: date, at: datetime) -> GuestCard:
    """
    Return what the desk is shown of a guest, all cards of the person together.

    Source: OLY-2.26, AMB-110.
    """
    ids = [card.pk for card in cards(player.pk)]
    linked = linked_cards(player.pk)
    book = book_on(player.club_id, gaming_day)
    since = at - timedelta(seconds=book.buy_in.return_seconds if book.buy_in else 0)
    lately = Q(gaming_day=gaming_day) | Q(happened_at__gt=since)
    theirs = of_guests(player.club_id, [card.pk for card in linked])
    moved = [
        entry
        for entry in entries(player.club_id, theirs & lately)
        if not entry.reverses_id and not entry.reversed_by_id
    ]
    cash = [each.cents_on("cash:drawer") for each in moved if each.gaming_day == gaming_day]
    left = [
        each
        for each in moved
        if each.kind == CASHED_OUT and each.happened_at > since and each.player_id in ids
    ]
    age = age_on(gaming_day, player.birth_date) if player.birth_date else None
    return GuestCard(
        player=player,
        age=age,
        too_young=age is not None and age < terms(player.club_id).minimum_age,
        exclusions=[
            each
            for card in linked
            if not card.merged_into_id
            for each in exclusions_on(card.pk, gaming_day)
        ],
        place=place_of(player.pk),
        same_document=[card for card in linked if card.pk not in ids],
        in_cents=sum(cents for cents in cash if cents > 0),
        out_cents=-sum(cents for cents in cash if cents < 0),
        cashed_out=left[-1] if left else None,
    )
