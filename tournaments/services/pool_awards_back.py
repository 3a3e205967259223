"""A series' jackpot given to the wrong player, taken back by two until any of it is paid."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.cage.models import Payable
from casino.cage.queries.due import held_payable, payable, payment_of
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.owing_anew import take_back_renaming
from casino.cage.services.payables import take_back_due
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import act_entries
from casino.messages import msg
from casino.names import guest
from casino.refusals import Conflict
from tournaments.models import RoyalFlush, SeriesAward
from tournaments.queries.pool_awards import award_of, shares_of, standing_flushes
from tournaments.services.shared import held_tournament, hold_series
from tournaments.services.taking_back import PrizePaid

BACK = "tournaments.take_back_jackpot"


class TakenBackBefore(Conflict):
    """An award is taken back once."""

    code = "TOURNAMENT-134"
    message = msg("This award has already been taken back.")


class LaterFlush(Conflict):
    """What a later hand was paid is a part of what this one left (AMB-67)."""

    code = "TOURNAMENT-135"
    source = "AMB-67"
    next_step = msg("Take back that award first, then this one.")
    next_page = "payment"


def jackpot_back_preview(stamp: Stamp, *, payable_id: int, reason: str) -> Preview:
    """Say who loses which share, and what the pool gets back. Raises as take_back_jackpot."""
    award, owed = _awarded(stamp, payable_id)
    return Preview(
        content={
            "tournament": award.tournament.name,
            "total_cents": award.total_cents,
            "shares": [
                {"player": guest(each.player_id or 0), "cents": each.cents, "payable_id": each.pk}
                for each in owed
            ],
        },
        reason=reason,
    )


@signed(
    BACK,
    asked_as="tournaments.ask_to_take_back_jackpot",
    preview=jackpot_back_preview,
    kinds={BACK: msg("Take back a tournament jackpot")},
    latest_of="payable_id",
    one_open=True,
)
def take_back_jackpot(stamp: Stamp, *, payable_id: Id, reason: Reason) -> Payable:
    """
    Take back what a series' jackpot or Royal Flush Jackpot was awarded, while nothing is paid.

    payable_id: of one share; all of the award return to the pool, and the hand can be claimed anew.
    Source: OLY-3.2.i, IMG-T30, AMB-67, AMB-80.
    Raises NotFound, TakenBackBefore, PrizePaid, LaterFlush.
    """
    award, owed = _awarded(stamp, payable_id)
    seq = 1
    for each in owed:
        seq = take_back_renaming(stamp, each, reason=reason, seq=seq)
    (first,) = [
        each
        for each in act_entries(stamp.club_id, award.act_id)
        if each.kind in ("tournaments.jackpot_won", "tournaments.royal_flush_won")
    ]
    draft = reversal(first.draft, entry_id=first.id, memo=reason)
    entry_id = ledger.post_entry(stamp, draft, seq=seq).entry_id
    for place, each in enumerate(owed, start=seq + 1):
        if each.act_id == award.act_id:
            take_back_due(each, entry_id=entry_id)
        restore_lapsed(stamp, "payable", each.pk, seq=place)
    return payable(stamp.club_id, payable_id)


def _awarded(stamp: Stamp, payable_id: int) -> tuple[RoyalFlush | SeriesAward, list[Payable]]:
    """Hold an award of which nothing was paid; a mere look holds nothing."""
    award = award_of(stamp.club_id, payable_id)
    hold_series(stamp, held_tournament(stamp, award.tournament_id))
    seen = held_payable if stamp.act_id else payable
    owed = [seen(stamp.club_id, each.pk) for each in shares_of(award.act_id)]
    if any(each.reversal_id for each in owed):
        raise TakenBackBefore
    for each in owed:
        if found := payment_of(each):
            raise PrizePaid(found.sentence, about={"entry_id": found.entry_id})
    if isinstance(award, RoyalFlush):
        _check_latest(award)
    return award, owed


def _check_latest(flush: RoyalFlush) -> None:
    """Raise LaterFlush for the last hand that was paid from what this one left."""
    series = flush.tournament.series_id
    later = standing_flushes().filter(tournament__series=series, act_id__gt=flush.act_id)
    last = later.select_related("tournament").order_by("-act_id").first()
    if last:
        share = next(iter(shares_of(last.act_id)), None)
        raise LaterFlush(
            msg(
                "Hand {hand} of {tournament} was paid from what this award left.",
                hand=last.hand_name,
                tournament=last.tournament.name,
            ),
            about={"payable_id": share and share.pk},
        )
