"""A payment of time rake that was wrongly booked."""

from cashgames.models import ChipMove, Correction, TimeShare
from cashgames.queries import corrections as queries
from cashgames.services.correcting import Correcting, check_stands, corrects, day_of
from cashgames.services.correction_cash import cash_of, reverse_entry, signature_of
from cashgames.services.shared import held_session
from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview
from casino.cage.queries.shifts import shift
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import act_entries
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.refusals import Refusal

SHARE, SHARE_LATE = "cashgames.take_back_share", "cashgames.take_back_share_large"
ROUNDED = "cage.cash_rounded"


class NotPaidYet(Refusal):
    """Only what was paid is taken back."""

    status = 409
    code = "TIME-004"
    message = msg("This share has not been paid.")
    next_step = msg("Waive it if nobody is to pay it.")


def share_preview(stamp: Stamp, *, share_id: int, reason: str, shift_id: int | None) -> Preview:
    """Say which payment is taken back and who signs it; the guest owes the share again."""
    if shift_id:
        shift(stamp.club_id, shift_id)
    share = _paid(stamp, share_id)
    late = queries.is_over(stamp, day_of(share))
    is_cash = share.paid_with == ChipMove.PaidWith.CASH
    cents = share.cents if is_cash else 0
    return Preview(
        needs=signature_of(
            stamp,
            cents,
            entry_id=share.entry_id,
            act_id=share.act_id,
            late=late,
            shift_id=shift_id,
            kinds=(None, SHARE, SHARE_LATE),
        ),
        content={
            "table": str(share.period.session.table),
            "player": str(share.seat.player),
            "concerns": day_of(share).isoformat(),
            "before": {"cents": share.cents, "paid_with": share.paid_with},
            "after": None,
        },
        ahead={
            "day_state": queries.day_state(stamp.club_id, day_of(share)),
            **({} if is_cash else queries.chips_change(share.period.session, share.cents)),
        },
    )


@corrects(
    SHARE,
    asked_as="cashgames.ask_to_take_back_share",
    preview=share_preview,
    kinds={
        SHARE: msg("Reverse a time rake payment"),
        SHARE_LATE: msg("Reverse a large time rake payment or one of an earlier day"),
    },
)
def take_back_share(
    stamp: Stamp, *, share_id: Id, reason: Reason, shift_id: Id | None = None
) -> Correction:
    """
    Take back a payment of time rake; the share is owed again, and paid or waived as ever.

    Raises NotFound, CorrectedMeanwhile, NotPaidYet, CashElsewhere, NotEnough.
    """
    share = _paid(stamp, share_id)
    correcting = Correcting(
        stamp=stamp,
        session=share.period.session,
        concerns=day_of(share),
        reason=reason,
    )
    in_chips = share.paid_with == ChipMove.PaidWith.CHIPS
    session_id = share.period.session_id
    with correcting.at_tables({session_id: share.cents} if in_chips else {}):
        cash = cash_of(stamp, share.entry_id, shift_id)
        posted = reverse_entry(correcting, correcting.booked(share.entry_id or 0), cash)
        if rounding := _rounding(stamp, share):
            reverse_entry(correcting, rounding, cash)
        back = correcting.take_back(share, posted=posted, cents=-share.cents)
    TimeShare.objects.create(
        period=share.period, seat=share.seat, cents=share.cents, instead_of_id=back.reverses_id
    )
    return correcting.keep(Correction.What.SHARE)


def _rounding(stamp: Stamp, share: TimeShare) -> EntryRow | None:
    """Return what the smallest coin made of a share in cash, which is booked right after it."""
    booked = act_entries(stamp.club_id, share.act_id or 0)
    after = next((each for each in booked if each.id > (share.entry_id or 0)), None)
    return after if after and after.kind == ROUNDED else None


def _paid(stamp: Stamp, share_id: int) -> TimeShare:
    """Hold a share that was paid. Raises NotFound, CorrectedMeanwhile, NotPaidYet."""
    held_session(stamp, queries.share(stamp.club_id, share_id).period.session_id)
    share = queries.share(stamp.club_id, share_id)
    check_stands(share)
    if share.entry_id is None:
        raise NotPaidYet
    return share
