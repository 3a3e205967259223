"""The prizes of a closed quarter: computed by the accountant, approved by the manager."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.services.payables import Due, owe
from casino.db import command
from casino.house.because import Because
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.refusals import NotFound, Refusal
from casino.words import say
from ranking import postings, queries
from ranking.models import ClosedQuarter, Payout, Place, Prize
from ranking.rules.spread import spread
from ranking.services.closing import elsewhere

PAY = "ranking.pay_quarter"


class PaidBefore(Refusal):
    """The prizes of a quarter are awarded once."""

    status = 409
    code = "RANKING-007"
    message = say("The prizes of this quarter are awarded already.")


class NothingToPay(Refusal):
    """Where nobody has points the pool goes on to the next quarter."""

    status = 409
    code = "RANKING-008"
    message = say("Nobody scored in this quarter: its pool went on to the next one.")
    source = "AMB-96"


class PoolDiffers(Refusal):
    """What is paid is what the books hold."""

    status = 409
    code = "RANKING-009"
    message = say("The pool in the books is not the one that was closed.")
    next_step = say("Let verify find the first difference.")


class PayoutChanged(Refusal):
    """What is signed is what was on the screen."""

    status = 409
    code = "RANKING-010"
    message = say("The prizes are no longer those that were proposed.")
    next_step = say("Let them be proposed again.")


@command
def propose_payout(stamp: Stamp, *, ranking_id: int, quarter: str) -> Proposal:
    """
    Compute the prizes of a closed quarter and ask the manager to approve them.

    Source: OLY-5.5, OLY-5.6, AMB-94 to AMB-97. Raises NotFound, PaidBefore, NothingToPay,
    PoolDiffers.
    """
    act = ledger.act(stamp, "ranking.propose_payout", ranking_id=ranking_id, quarter=quarter)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    closed = _closed(stamp, ranking_id, quarter)
    reason = f"Ranking prizes of {quarter}"
    return propose(stamp, act, operation=PAY, content=content_of(closed), reason=reason)


def _closed(stamp: Stamp, ranking_id: int, quarter: str) -> ClosedQuarter:
    """Return a closed quarter that the club keeps. Raises NotFound."""
    ranking = queries.ranking(stamp.club_id, ranking_id)
    closed = queries.closed_quarter(ranking, quarter)
    if closed is None or ranking.club_id != stamp.club_id:
        raise NotFound(say("There is no such closed quarter in this club."), field="quarter")
    return closed


def content_of(closed: ClosedQuarter) -> dict[str, Any]:
    """Return what is signed: every prize by place. Raises PaidBefore, NothingToPay, PoolDiffers."""
    if Payout.objects.filter(closed=closed).exists():
        raise PaidBefore
    paid = _paid(closed)
    if not paid:
        raise NothingToPay
    total = sum(each.cents for each in paid)
    pools = queries.pools_cents(closed.ranking, closed.quarter)
    if total != closed.pool_cents or total != sum(pools.values()):
        raise PoolDiffers
    return {
        "ranking_id": closed.ranking_id,
        "ranking": closed.ranking.name,
        "quarter": closed.quarter,
        "pool_cents": closed.pool_cents,
        "points_total_x100": closed.points_total_x100,
        "prizes": [
            {
                "place": each.rank,
                "player_id": each.player_id,
                "player": each.player.name,
                "points_x100": each.points_x100,
                "cents": each.cents,
            }
            for each in paid
        ],
    }


def _paid(closed: ClosedQuarter) -> list[Place]:
    return list(closed.places.filter(cents__gt=0).select_related("player"))


def payout_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raise what stands in the way of a payout; else nothing is to be said."""
    closed = _closed(stamp, content["ranking_id"], content["quarter"])
    if content_of(closed) != content:
        raise PayoutChanged
    return {}


@completes(
    PAY,
    title=say("Pay the ranking's quarter"),
    lives=timedelta(days=14),
    consequence=payout_ahead,
)
def pay_quarter(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Payout:
    """Owe every prize by name; the pool of the quarter is empty then. Raises PayoutChanged."""
    content = proposal.content
    closed = _closed(stamp, content["ranking_id"], content["quarter"])
    payout_ahead(stamp, content)
    payout = Payout.objects.create(
        closed=closed,
        proposal=proposal,
        approved_at=stamp.at,
        gaming_day=stamp.gaming_day,
        act_id=act.id,
    )
    paid = _paid(closed)
    pools = queries.pools_cents(closed.ranking, closed.quarter)
    parts = list(spread([each.cents for each in paid], pools))
    for club_id in pools:
        own = [(paid[index], cents) for index, at, cents in parts if at == club_id]
        if own:
            _owe(stamp, act, payout, club_id, own)
    return payout


def _owe(
    stamp: Stamp, act: ledger.Act, payout: Payout, club_id: int, own: list[tuple[Place, int]]
) -> None:
    """Owe what one club pays, and book it in its ledger."""
    closed = payout.closed
    at_club, done = elsewhere(stamp, act, club_id, "ranking.pay_share", closed_id=closed.pk)
    dues = [_due(stamp, payout, place, cents, club_id) for place, cents in own]
    owed = owe(at_club, done, dues)
    draft = postings.prizes_won(
        queries.ref(closed.ranking, closed.quarter),
        {each.pk: each.cents for each in owed},
        because=[Because(**each) for each in closed.because],
        memo=str(closed),
    )
    ledger.post(at_club, done, draft)
    Prize.objects.bulk_create(
        Prize(place=place, cents=cents, payable=each, act_id=done.id)
        for (place, cents), each in zip(own, owed, strict=True)
    )


def _due(stamp: Stamp, payout: Payout, place: Place, cents: int, club_id: int) -> Due:
    """Return a prize as the desk owes it; none of those who decided it pays it."""
    return Due(
        kind="ranking.prize",
        about=f"{payout.closed}, {place.rank}.",
        cents=cents,
        player_id=queries.card_at(payout.closed.ranking, place.player_id, club_id),
        not_by=tuple(sorted({payout.proposal.proposed_by_id, stamp.person_id})),
    )
