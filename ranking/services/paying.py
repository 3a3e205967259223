"""The prizes of a closed quarter: computed by the accountant, approved by the manager."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef
from django.dispatch import receiver

from casino.acts.kinds import Id
from casino.approvals.signed import Preview, signed
from casino.cage.services.payables import Due, owe
from casino.house.because import Because
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.names import guest
from casino.players.services.erasing import StillHeld, guest_leaves
from casino.refusals import Conflict, NotFound
from ranking import postings
from ranking.models import ClosedQuarter, Payout, Prize, Ranking, RankingPlace
from ranking.queries import rankings
from ranking.queries.standing import closed_quarter
from ranking.rules.spread import spread
from ranking.services.closing import Quarter, elsewhere

PAY = "ranking.pay_quarter"


@receiver(guest_leaves)
def keep_winner(sender: Any, *, player_ids: Collection[int], **_: Any) -> None:
    """Let nobody be erased whose prize of a closed quarter is not awarded. Raises StillHeld."""
    awarded = Payout.objects.filter(closed=OuterRef("closed"), taken_back=None)
    places = RankingPlace.objects.filter(~Exists(awarded), player__in=player_ids, cents__gt=0)
    if found := places.select_related("closed__ranking").first():
        raise StillHeld.of(str(found.closed), page="ranking")


class PaidBefore(Conflict):
    """The prizes of a quarter are awarded once."""

    code = "RANKING-007"
    message = msg("The prizes of this quarter are already awarded.")


class NothingToPay(Conflict):
    """Where nobody has points the pool goes on to the next quarter."""

    code = "RANKING-008"
    message = msg("No player scored in this quarter, so its pool was carried over.")
    source = "AMB-96"


class PoolDiffers(Conflict):
    """What is paid is what the books hold."""

    code = "RANKING-009"
    message = msg("The pool in the books does not match the closed quarter.")
    next_step = msg("Run verify to find the first difference.")


def payout_preview(stamp: Stamp, *, ranking_id: int, quarter: str) -> Preview:
    """
    Say every prize by place.

    Source: OLY-5.5, OLY-5.6, AMB-94 to AMB-97. Raises NotFound, PaidBefore, NothingToPay,
    PoolDiffers.
    """
    hold_ranking(stamp, ranking_id)
    closed = own_closed(stamp, ranking_id, quarter)
    if closed.payout:
        raise PaidBefore
    paid = _paid(closed)
    if not paid:
        raise NothingToPay
    total = sum(each.cents for each in paid)
    pools = rankings.pools_cents(closed.ranking, closed.quarter)
    if total != closed.pool_cents or total != sum(pools.values()):
        raise PoolDiffers
    prizes = [
        {
            "place": each.rank,
            "player_id": each.player_id,
            "player": guest(each.player_id),
            "points_x100": each.points_x100,
            "cents": each.cents,
        }
        for each in paid
    ]
    return Preview(
        content={
            "ranking": closed.ranking.name,
            "pool_cents": closed.pool_cents,
            "points_total_x100": closed.points_total_x100,
            "prizes": prizes,
        },
        reason=f"{closed.ranking.name}, {quarter}",
    )


@signed(
    PAY,
    asked_as="ranking.propose_payout",
    preview=payout_preview,
    kinds={PAY: msg("Pay ranking prizes")},
    lives=timedelta(days=14),
    waits="The list hangs out for objections before it is paid.",
)
def pay_quarter(stamp: Stamp, *, ranking_id: Id, quarter: Quarter) -> Payout:
    """Owe every prize of a closed quarter by name; the quarter's pool is empty then."""
    closed = own_closed(stamp, ranking_id, quarter)
    payout = Payout.objects.create(
        closed=closed,
        proposal_id=stamp.proposal_id,
        approved_at=stamp.at,
        gaming_day=stamp.gaming_day,
        act_id=stamp.act_id,
    )
    paid = _paid(closed)
    pools = rankings.pools_cents(closed.ranking, closed.quarter)
    parts = list(spread([each.cents for each in paid], pools))
    for club_id in pools:
        own = [(paid[index], cents) for index, at, cents in parts if at == club_id]
        if own:
            _owe(stamp, closed, club_id, own)
    return payout


def hold_ranking(stamp: Stamp, ranking_id: int) -> None:
    """Let others who award its prizes, or take them back, wait; a mere look holds nothing."""
    if stamp.act_id:
        list(Ranking.objects.select_for_update(no_key=True).filter(id=ranking_id))


def own_closed(stamp: Stamp, ranking_id: int, quarter: str) -> ClosedQuarter:
    """Return a closed quarter that the club keeps. Raises NotFound."""
    ranking = rankings.ranking(stamp.club_id, ranking_id)
    closed = closed_quarter(ranking, quarter)
    if closed is None or ranking.club_id != stamp.club_id:
        raise NotFound(msg("This club has no such closed quarter."), field="quarter")
    return closed


def _paid(closed: ClosedQuarter) -> list[RankingPlace]:
    return list(closed.places.filter(cents__gt=0).select_related("player"))


def _owe(
    stamp: Stamp, closed: ClosedQuarter, club_id: int, own: list[tuple[RankingPlace, int]]
) -> None:
    """Owe what one club pays, and book it in its ledger."""
    at_club = elsewhere(stamp, club_id, "ranking.pay_share", closed_id=closed.pk)
    owed = owe(at_club, [_due(stamp, closed, place, cents, club_id) for place, cents in own])
    draft = postings.prizes_won(
        rankings.ref(closed.ranking, closed.quarter),
        {each.pk: each.cents for each in owed},
        because=[Because(**each) for each in closed.because],
        memo=str(closed),
    )
    ledger.post_entry(at_club, draft)
    Prize.objects.bulk_create(
        Prize(place=place, cents=cents, payable=each, act_id=at_club.act_id)
        for (place, cents), each in zip(own, owed, strict=True)
    )


def _due(stamp: Stamp, closed: ClosedQuarter, place: RankingPlace, cents: int, club_id: int) -> Due:
    """Return a prize as the desk owes it; none of those who decided it pays it."""
    return Due(
        kind=postings.PRIZE,
        about=f"{closed}, {place.rank}.",
        cents=cents,
        player_id=rankings.card_at(closed.ranking, place.player_id, club_id),
        not_by=tuple(sorted({stamp.person_id, stamp.signer_id})),
    )
