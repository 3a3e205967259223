"""What a desk got wrong with a table's float, put right by two while its shift is open."""

from casino.acts.kinds import Denominations, Id, Reason
from casino.approvals.queries import is_host
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import working_shift
from casino.cage.rules import recount_signatures
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import entry
from casino.messages import msg
from casino.refusals import Conflict
from casino.tablefloats import postings, queries
from casino.tablefloats.models import Transfer, TransferStep
from casino.tablefloats.services.transfers import (
    CONFIRMED,
    CREDIT,
    FILL,
    ISSUED,
    NOTHING,
    VOID,
    CountedTransfer,
    NotNow,
    SamePerson,
    check_bank,
    counted_before,
    held,
    keep_step,
    memo_of,
    sent_by,
)

RECOUNT, RECOUNT_LARGE = "countroom.recount_credit", "countroom.recount_credit_large"
TAKE_BACK = "countroom.take_back_fill"


class ShiftCounted(Conflict):
    """The drawer that took it in or handed it out is counted: what differs stands there."""

    code = "COUNT-013"
    message = msg("The shift of that desk is no longer open.")
    next_step = msg("Its count shows the difference, which is explained there.")
    next_page = "shifts"


def recount_preview(
    stamp: Stamp, *, transfer_id: int, chips: Denominations, cash: Denominations, reason: str
) -> Preview:
    """
    Say what was counted at first and what now, and who signs what the table did not send.

    Raises as recount_credit.
    """
    credit, taken, counted = _recounted(stamp, transfer_id, chips, cash)
    sent = queries.step(credit, ISSUED)
    first, last = (
        abs(each.chips_cents - sent.chips_cents) + abs(each.cash_cents - sent.cash_cents)
        for each in (queries.first_step(credit, CONFIRMED), counted)
    )
    needs = recount_signatures(first, last, thresholds=thresholds(stamp.club_id))
    return Preview(
        reason=reason,
        needs=RECOUNT_LARGE if needs == "manager" else RECOUNT,
        not_by=() if one_person_suffices(stamp) else sent_by(credit),
        content={
            "number": credit.number,
            "table": str(credit.session.table),
            "drawer": str(taken.shift.drawer) if taken.shift else "",
            "chips_before_cents": taken.chips_cents,
            "chips_cents": counted.chips_cents,
            "cash_before_cents": taken.cash_cents,
            "cash_cents": counted.cash_cents,
        },
    )


@signed(
    RECOUNT,
    asked_as="countroom.ask_recount_credit",
    preview=recount_preview,
    kinds={
        RECOUNT: msg("Credit counted again"),
        RECOUNT_LARGE: msg("Credit counted again: variance above limit"),
    },
    latest_of="transfer_id",
)
def recount_credit(
    stamp: Stamp,
    *,
    transfer_id: Id,
    chips: Denominations,
    cash: Denominations = NOTHING,
    reason: Reason,
) -> Transfer:
    """
    Count a credit again that was taken in wrongly; drawer and table float follow, both counts stay.

    Raises NotFound, NotNow, ShiftCounted, SamePerson, NothingChanges, BankShort, BadInput.
    """
    credit, taken, counted = _recounted(stamp, transfer_id, chips, cash)
    shift = _open_shift(stamp, taken)
    draft = postings.credit_recounted(
        credit.session_id,
        drawer_id=shift.drawer_id,
        chips_cents=counted.chips_cents - taken.chips_cents,
        cash_cents=counted.cash_cents - taken.cash_cents,
        memo=memo_of(credit),
    )
    entry_id = None
    if draft.lines:
        entry_id = ledger.post_entry(stamp, draft.numbered(shift.drawer.series_id)).entry_id
    keep_step(stamp, credit, CONFIRMED, counted, shift=shift, entry_id=entry_id, reason=reason)
    return credit


def take_back_preview(stamp: Stamp, *, transfer_id: int, reason: str) -> Preview:
    """Say what comes back into which drawer. Raises as take_back_fill."""
    fill, issued = _on_its_way(stamp, transfer_id)
    return Preview(
        reason=reason,
        content={
            "number": fill.number,
            "table": str(fill.session.table),
            "drawer": str(issued.shift.drawer) if issued.shift else "",
            "chips_cents": issued.chips_cents,
        },
    )


@signed(
    TAKE_BACK,
    asked_as="countroom.ask_take_back_fill",
    preview=take_back_preview,
    kinds={TAKE_BACK: msg("Take back an issued fill")},
    latest_of="transfer_id",
)
def take_back_fill(stamp: Stamp, *, transfer_id: Id, reason: Reason) -> Transfer:
    """
    Take the chips of a fill back into the drawer that issued them; nobody counted them at a table.

    Raises NotFound, NotNow, ShiftCounted, BadInput.
    """
    fill, issued = _on_its_way(stamp, transfer_id)
    shift = _open_shift(stamp, issued)
    booked = entry(stamp.club_id, issued.entry_id or 0)
    assert booked is not None
    assert issued.entry_id is not None  # the step refers to it
    draft = reversal(booked.draft, entry_id=issued.entry_id, memo=memo_of(fill))
    posted = ledger.post_entry(stamp, draft.numbered(shift.drawer.series_id))
    nothing = CountedTransfer.of(stamp)
    keep_step(stamp, fill, VOID, nothing, shift=shift, entry_id=posted.entry_id, reason=reason)
    return fill


def _recounted(
    stamp: Stamp, transfer_id: int, chips: Denominations, cash: Denominations
) -> tuple[Transfer, TransferStep, CountedTransfer]:
    credit = held(stamp, transfer_id, way=CREDIT, state=CONFIRMED)
    taken = queries.step(credit, CONFIRMED)
    _open_shift(stamp, taken)
    if sent_by(credit) & stamp.hands and not is_host(stamp):
        raise SamePerson
    counted = CountedTransfer.of(stamp, chips=chips, cash=cash)
    now = {("chips", each): many for each, many in chips.items() if many}
    now |= {("cash", each): many for each, many in cash.items() if many}
    if now == queries.denominations(taken):
        raise NothingChanges
    check_bank(
        credit.session,
        chips_cents=counted.chips_cents - taken.chips_cents,
        cash_cents=counted.cash_cents - taken.cash_cents,
    )
    return credit, taken, counted


def _on_its_way(stamp: Stamp, transfer_id: int) -> tuple[Transfer, TransferStep]:
    fill = held(stamp, transfer_id, way=FILL, state=ISSUED)
    issued = queries.step(fill, ISSUED)
    _open_shift(stamp, issued)
    if counted_before(stamp, fill):
        raise NotNow(
            msg("{found} was counted at the table.", found=fill),
            next_step=msg("That count is approved or withdrawn and entered anew."),
        )
    return fill, issued


def _open_shift(stamp: Stamp, at_desk: TransferStep) -> Shift:
    """Return who asks's own open shift of a desk's step, held by an act. Raises ShiftCounted."""
    assert at_desk.shift_id is not None  # a desk's step stands in a shift
    if stamp.act_id:
        hold(Shift, at_desk.shift_id)
    shift = Shift.objects.select_related("drawer").get(id=at_desk.shift_id)
    if shift.state != Shift.State.OPEN:
        raise ShiftCounted
    if not stamp.proposal_id:  # who signs does not work there
        working_shift(stamp.club_id, shift.pk, cashier_id=stamp.actor_id)
    return shift
