"""The end of a tournament: who won what, what is paid, and the summary of its money."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from casino.approvals.models import Proposal
from casino.cage.models import Payable
from casino.players.queries import family
from tournaments import postings
from tournaments.models import Bounty, Entry, Prize, Purchase, Tournament
from tournaments.queries.awards import OtherWinner, bounties_of, other_winners, prizes_of
from tournaments.queries.order import TournamentStanding, left_places, playing, standings
from tournaments.queries.pools import MoneyCheck, Waterfall, money_check, waterfall


@dataclass(frozen=True, kw_only=True, slots=True)
class Won:
    """
    A line of the results; shared: how many have the place together; deal: by agreement.

    paid: whether the desk has paid the cash; payable_id: None where nothing is owed in cash;
    bounties: what is owed for bounty chips, paid or not; owed_to: who gets of it what two said that
    another guest won, in the order in which they did.
    """

    place: int
    shared: int
    entry: Entry
    out_at: datetime | None
    cents: int
    ticket_cents: int
    bounty_cents: int
    bounties: tuple[Payable, ...]
    payable_id: int | None
    paid: bool
    deal: bool
    owed_to: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """The results from first place on, the money, and what the desk still owes of it."""

    won: list[Won]
    water: Waterfall
    check: MoneyCheck
    prizes_cents: int
    tickets_cents: int
    bounties_cents: int
    owed_cents: int


def ending(tournament: Tournament, *, at: datetime) -> Ending:
    """Return the results of a tournament as far as they are decided. Source: AMB-55, AMB-71."""
    prizes = {
        one.entry_id: one
        for one in prizes_of(tournament)
        .select_related("ticket", "payable", "proposal", "entry__player")
        .prefetch_related("payable__payments")
    }
    bounties = list(
        bounties_of(tournament).select_related("payable").prefetch_related("payable__payments")
    )
    others = other_winners(tournament)
    won = [
        _won(
            one.entry,
            prizes.get(one.entry.pk),
            bounties,
            others.get(one.entry.pk, ()),
            place=one.place,
            shared=one.shared,
        )
        for one in (*standings(tournament), *places_of_left(tournament, prizes))
    ]
    dues = [one.payable for one in prizes.values() if one.payable]
    dues += [one.payable for one in bounties]
    return Ending(
        won=sorted(won, key=lambda one: (one.place, one.entry.number)),
        water=waterfall(tournament, at=at),
        check=money_check(tournament),
        prizes_cents=sum(one.cents for one in prizes.values()),
        tickets_cents=sum(one.ticket.cents for one in prizes.values() if one.ticket),
        bounties_cents=sum(one.cents for one in bounties),
        owed_cents=sum(due.cents for due in dues if not due.is_paid),
    )


def places_of_left(tournament: Tournament, prizes: Mapping[int, Prize]) -> list[TournamentStanding]:
    """Return the places of who is left and has a prize, as if play stopped; prizes: by entry."""
    decided = {one.entry.pk for one in standings(tournament)}
    left = {one.pk: one for one in playing(tournament) if one.pk not in decided}
    places = left_places({pk: prizes[pk].place for pk in left if pk in prizes})
    together = Counter(places.values())
    return [
        TournamentStanding(
            place=place, shared=together[place], entry=left[pk], knockout=None, because=()
        )
        for pk, place in sorted(places.items(), key=lambda one: one[1])
    ]


def _won(
    entry: Entry,
    prize: Prize | None,
    bounties: list[Bounty],
    others: Iterable[OtherWinner],
    *,
    place: int,
    shared: int,
) -> Won:
    due = prize.payable if prize else None
    mine = [one for one in bounties if one.entry_id == entry.pk]
    return Won(
        place=place,
        shared=shared,
        entry=entry,
        out_at=entry.out_at,
        cents=prize.cents if prize else 0,
        ticket_cents=prize.ticket.cents if prize and prize.ticket else 0,
        bounty_cents=sum(one.cents for one in mine),
        bounties=tuple(one.payable for one in mine),
        payable_id=due.pk if due else None,
        paid=bool(due and due.is_paid),
        deal=bool(prize and prize.proposal.content.get("deal_id")),
        owed_to=tuple(each.becomes for each in others),
    )


def dues_of(entry: Entry) -> list[Payable]:
    """
    Return what the desk still owes to the holder of a ticket: prize and bounty chips.

    What is owed to another guest since is that one's, on a ticket of the same tournament.
    """
    won = Q(entry=entry) | Q(entry__tournament=entry.tournament_id) & ~Q(corrected_by=[])
    mine = Q(id__in=Prize.objects.filter(won).values("payable"))
    mine |= Q(id__in=Bounty.objects.filter(won).values("payable"))
    due = Payable.objects.due().filter(mine, player__in=family(entry.player_id))
    return list(due.order_by("id"))


def refunded(entries: Iterable[Entry]) -> set[int]:
    """Return which entries stand no more by a refund, not by the reversal of their sale."""
    gone = [each.pk for each in entries if each.refunded_at]
    back = Purchase.objects.filter(entry__in=gone, what=Purchase.What.REFUND, restored=None)
    return set(back.filter(slip__kind=postings.REFUNDED).values_list("entry", flat=True))


def refund_due(entry: Entry) -> Payable | None:
    """Return what is owed for a refunded entry, paid or not, None where it came back otherwise."""
    acts = [*entry.purchases.filter(what=Purchase.What.REFUND).values_list("act_id", flat=True)]
    signed = Proposal.objects.filter(id__in=entry.corrected_by)
    acts += [each for each in signed.values_list("decision_act_id", flat=True) if each]
    owed = Payable.objects.filter(club_id=entry.tournament.club_id, act_id__in=acts)
    return owed.filter(kind=postings.REFUND, reversal=None).first()
