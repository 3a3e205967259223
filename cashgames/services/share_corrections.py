"""A share of time rake that was wrongly booked as paid, or wrongly waived: it is owed again."""

from datetime import date
from typing import Any

from cashgames.models import ChipMove, Correction, TimeShare
from cashgames.queries import corrections as queries
from cashgames.services.correcting import Correcting, check_stands, corrects, day_of
from cashgames.services.correction_cash import cash_of, reverse_entry, signature_of
from cashgames.services.shared import held_session
from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview
from casino.cage.queries.shifts import shift
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import act_entries
from casino.ledger.queries.rows import EntryRow
from casino.ledger.services import Posted
from casino.messages import msg
from casino.names import guest
from casino.refusals import Conflict

SHARE, SHARE_LATE = "cashgames.take_back_share", "cashgames.take_back_share_large"
ROUNDED = "cage.cash_rounded"


class NotPaidYet(Conflict):
    """Only what was paid or waived is taken back."""

    code = "TIME-004"
    message = msg("This share has not been paid.")
    next_step = msg("Waive it if nobody is to pay it.")


def share_preview(stamp: Stamp, *, share_id: int, reason: str, shift_id: int | None) -> Preview:
    """Say what is taken back and who signs it; the guest owes the share again."""
    if shift_id:
        shift(stamp.club_id, shift_id)
    share = _decided(stamp, share_id)
    day = _day(share)
    is_cash = share.paid_with == ChipMove.PaidWith.CASH
    in_chips = share.paid_with == ChipMove.PaidWith.CHIPS
    cents = share.cents if is_cash else 0
    return Preview(
        needs=signature_of(
            stamp,
            cents,
            entry_id=share.entry_id,
            act_id=share.act_id,
            late=queries.is_over(stamp, day),
            shift_id=shift_id,
            kinds=(None, SHARE, SHARE_LATE),
        ),
        content={
            "table": str(share.period.session.table),
            "player": guest(share.seat.player_id),
            "concerns": day.isoformat(),
            **_changes(share),
        },
        ahead={
            "day_state": queries.day_state(stamp.club_id, day),
            "owed_again_cents": share.cents,
            **(queries.chips_change(share.period.session, share.cents) if in_chips else {}),
        },
    )


@corrects(
    SHARE,
    asked_as="cashgames.ask_to_take_back_share",
    preview=share_preview,
    kinds={
        SHARE: msg("Reverse a time rake payment or waiver"),
        SHARE_LATE: msg("Reverse a large time rake payment, or one or a waiver of an earlier day"),
    },
)
def take_back_share(
    stamp: Stamp, *, share_id: Id, reason: Reason, shift_id: Id | None = None
) -> Correction:
    """
    Take back a payment of time rake, or its waiving; the share is owed again, as ever.

    Raises NotFound, CorrectedMeanwhile, NotPaidYet, CashElsewhere, NotEnough.
    """
    share = _decided(stamp, share_id)
    correcting = Correcting(
        stamp=stamp,
        session=share.period.session,
        concerns=_day(share),
        reason=reason,
    )
    in_chips = share.paid_with == ChipMove.PaidWith.CHIPS
    session_id = share.period.session_id
    with correcting.at_tables({session_id: share.cents} if in_chips else {}):
        posted = _pay_back(correcting, share, shift_id) if share.entry_id else None
        correcting.take_back(share, posted=posted, cents=-share.cents)
    TimeShare.objects.create(
        period=share.period, seat=share.seat, cents=share.cents, instead_of=share
    )
    return correcting.keep(Correction.What.SHARE)


def _pay_back(correcting: Correcting, share: TimeShare, shift_id: int | None) -> Posted:
    cash = cash_of(correcting.stamp, share.entry_id, shift_id)
    posted = reverse_entry(correcting, correcting.booked(share.entry_id or 0), cash)
    if rounding := _rounding(correcting.stamp, share):
        reverse_entry(correcting, rounding, cash)
    return posted


def _changes(share: TimeShare) -> dict[str, Any]:
    """Return what stands and what will: a payment that is none, or a waiving that is none."""
    if share.waived:
        said = {"cents": 0, "waived": share.waived}
        return {"before": said, "after": {"cents": share.cents, "waived": ""}}
    return {"before": {"cents": share.cents, "paid_with": share.paid_with}, "after": None}


def _day(share: TimeShare) -> date:
    """Return the gaming day that a share concerns: of what was waived, that of its period."""
    if share.entry_id:
        return day_of(share)
    club = Club.objects.get(id=share.period.session.club_id)
    return club_stamp(club, at=share.period.starts_at, actor_id=None).gaming_day


def _rounding(stamp: Stamp, share: TimeShare) -> EntryRow | None:
    """Return what the smallest coin made of a share in cash, which is booked right after it."""
    booked = act_entries(stamp.club_id, share.act_id or 0)
    after = next((each for each in booked if each.id > (share.entry_id or 0)), None)
    return after if after and after.kind == ROUNDED else None


def _decided(stamp: Stamp, share_id: int) -> TimeShare:
    """Hold a share that was paid or waived. Raises NotFound, CorrectedMeanwhile, NotPaidYet."""
    held_session(stamp, queries.share(stamp.club_id, share_id).period.session_id)
    share = queries.share(stamp.club_id, share_id)
    check_stands(share)
    if share.is_due:
        raise NotPaidYet
    return share
