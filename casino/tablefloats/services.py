"""Fills and credits between the cage and a table's bank: asked, issued, confirmed by two people."""

from dataclasses import dataclass

from django.db.models import Max

from cashgames.models import Correction, Session
from cashgames.queries import corrections
from cashgames.services.correcting import CorrectedMeanwhile, Correcting, corrects
from cashgames.services.correction_cash import floor_signature
from cashgames.services.shared import TableClosed, held_session, running_session
from casino.acts.kinds import Denominations, Id, Note, Reason
from casino.acts.runner import act
from casino.approvals.services import done_alone
from casino.approvals.signed import Preview
from casino.cage.models import Shift
from casino.cage.queries.shifts import held_shift
from casino.cage.rules import counted_cents
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries import documents
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.rows import EntryRow
from casino.messages import Message, msg
from casino.refusals import BadInput, Refusal
from casino.tablefloats import postings, queries
from casino.tablefloats.models import BankClosing, Transfer, TransferLine, TransferStep

NOTHING: Denominations = {}
FILL, CREDIT = Transfer.Way
ASKED, ISSUED, CONFIRMED, VOID = Transfer.State
MISSING, MISSING_LATE = "countroom.take_back_missing", "countroom.take_back_missing_large"
# What comes before a bank ends, and where.
CONFIRMED_THERE = (msg("Count and confirm it at the table first."), "fill-confirm")
BEFORE_IT_ENDS: dict[tuple[str, str], tuple[Message, str]] = {
    (FILL, ASKED): (msg("Void the request, or let the cage issue it first."), "fill-void"),
    (CREDIT, ISSUED): (msg("The cage counts and confirms it first."), "credit-confirm"),
}


class NotNow(Refusal):
    """A transfer goes one way: asked, issued, confirmed; each step once."""

    status = 409
    code = "COUNT-008"
    next_step = msg("Open it in the list of fills and credits to see the next step.")
    next_page = "fills"


class SamePerson(Refusal):
    """What one person sends, another one counts when it arrives."""

    status = 409
    code = "COUNT-009"
    message = msg("You sent these chips. Another person must count them on arrival.")
    source = "AMB-117"
    next_step = msg("Another person must confirm.")


class BankShort(Refusal):
    """No bank gives back what it does not hold."""

    status = 409
    code = "COUNT-010"


class OnItsWay(Refusal):
    """A bank ends once nothing is on its way to it or from it."""

    status = 409
    code = "COUNT-011"
    next_step = CONFIRMED_THERE[0]
    next_page = CONFIRMED_THERE[1]


@dataclass(frozen=True, kw_only=True, slots=True)
class CountedTransfer:
    """Chips and notes that somebody counted, and what they come to."""

    chips: Denominations
    cash: Denominations
    chips_cents: int
    cash_cents: int

    def __bool__(self) -> bool:
        return bool(self.chips_cents or self.cash_cents)

    @classmethod
    def of(
        cls, stamp: Stamp, *, chips: Denominations = NOTHING, cash: Denominations = NOTHING
    ) -> "CountedTransfer":
        """Return what they come to. Raises BadInput for a denomination that the club lacks."""
        club = Club.objects.get(id=stamp.club_id)
        return cls(
            chips=chips,
            cash=cash,
            chips_cents=counted_cents(chips, allowed=club.chips_cents, field="chips"),
            cash_cents=counted_cents(cash, allowed=club.notes_cents, field="cash"),
        )


def _taken_further(stamp: Stamp, **_: object) -> Transfer:
    return Transfer.objects.get(steps__act_id=stamp.act_id)


@act("countroom.ask_fill", replay=_taken_further)
def ask_fill(stamp: Stamp, *, session_id: Id, chips: Denominations) -> Transfer:
    """
    Ask the cage for chips for a table's bank; nothing moves yet.

    chips: value of a chip in cents -> how many. Raises NotFound, TableClosed, BadInput.
    """
    session = running_session(stamp, session_id)
    counted = _something(stamp, chips=chips)
    return _begin(stamp, session, way=FILL, state=ASKED, counted=counted)


@act("countroom.send_credit", replay=_taken_further)
def send_credit(
    stamp: Stamp, *, session_id: Id, chips: Denominations, cash: Denominations = NOTHING
) -> Transfer:
    """
    Send counted chips and notes of a table's bank to the cage; the books move on arrival.

    Raises NotFound, TableClosed, BadInput, BankShort.
    """
    session = running_session(stamp, session_id)
    counted = _something(stamp, chips=chips, cash=cash)
    _check_bank(session, counted)
    return _begin(stamp, session, way=CREDIT, state=ISSUED, counted=counted)


@act("countroom.issue_fill")
def issue_fill(stamp: Stamp, *, transfer_id: Id, shift_id: Id, chips: Denominations) -> Transfer:
    """
    Hand out the chips of a fill from the cashier's own open shift, as counted there.

    They may be others than were asked for. Raises NotFound, NotNow, TableClosed, ShiftNotOpen,
    BadInput.
    """
    fill = _held(stamp, transfer_id, way=FILL, state=ASKED)
    running_session(stamp, fill.session_id)
    shift = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    counted = _something(stamp, chips=chips)
    currency = Club.objects.get(id=stamp.club_id).currency
    ledger.open_account(stamp.club_id, "chips:bank", ref=fill.session_id, currency=currency)
    draft = postings.fill_issued(fill.session_id, cents=counted.chips_cents, memo=_memo(fill))
    posted = ledger.post_entry(stamp, draft.numbered(shift.drawer.series_id))
    _step(stamp, fill, ISSUED, counted, shift=shift, entry_id=posted.entry_id)
    return fill


@act("countroom.confirm_fill")
def confirm_fill(
    stamp: Stamp, *, transfer_id: Id, chips: Denominations, reason: Note | None = None
) -> Transfer:
    """
    Count the chips of a fill at the table; the bank holds what is counted here.

    What differs from what was issued is posted and stays on the list of differences. reason: why a
    confirmed fill is counted again, at a table that is open; both counts stay.
    Raises NotFound, NotNow, TableClosed, SamePerson, BadInput, NotEnough (of it was used since).
    """
    before = CONFIRMED if reason else ISSUED
    fill = _held(stamp, transfer_id, way=FILL, state=before)
    if reason:
        running_session(stamp, fill.session_id)
    counted = CountedTransfer.of(stamp, chips=chips)
    over, entry_id = counted.chips_cents - queries.step(fill, before).cents, None
    if over:
        floor = -balance_cents(stamp.club_id, "chips:floor")
        draft = postings.fill_differed(
            fill.session_id, over_cents=over, floor_cents=floor, memo=_memo(fill)
        )
        entry_id = ledger.post_entry(stamp, draft).entry_id
    _step(stamp, fill, CONFIRMED, counted, entry_id=entry_id, reason=reason or "")
    return fill


@act("countroom.confirm_credit")
def confirm_credit(
    stamp: Stamp,
    *,
    transfer_id: Id,
    shift_id: Id,
    chips: Denominations,
    cash: Denominations = NOTHING,
) -> Transfer:
    """
    Count a credit into the cashier's own open shift; so much leaves the bank.

    What the table sent too much or too little stays on the list of differences, and in the bank.
    Raises NotFound, NotNow, SamePerson, ShiftNotOpen, BankShort, BadInput.
    """
    sent = _held(stamp, transfer_id, way=CREDIT, state=ISSUED)
    shift = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    counted, entry_id = CountedTransfer.of(stamp, chips=chips, cash=cash), None
    _check_bank(sent.session, counted)
    if counted:
        draft = postings.credit_confirmed(
            sent.session_id,
            drawer_id=shift.drawer_id,
            chips_cents=counted.chips_cents,
            cash_cents=counted.cash_cents,
            memo=_memo(sent),
        )
        entry_id = ledger.post_entry(stamp, draft.numbered(shift.drawer.series_id)).entry_id
    _step(stamp, sent, CONFIRMED, counted, shift=shift, entry_id=entry_id)
    return sent


@act("countroom.void_fill")
def void_fill(stamp: Stamp, *, transfer_id: Id, reason: Reason) -> Transfer:
    """Take back a request that was not issued; its number stays. Raises NotFound, NotNow."""
    fill = _held(stamp, transfer_id, way=FILL, state=ASKED)
    _step(stamp, fill, VOID, CountedTransfer.of(stamp), reason=reason)
    return fill


@act("countroom.name_missing")
def name_missing(stamp: Stamp, *, session_id: Id, reason: Reason) -> BankClosing:
    """
    Say why a table's bank is empty and its books are not, so that the table can close.

    Source: AMB-117. Raises NotFound, TableClosed, OnItsWay, BankShort (nothing is missing).
    """
    session = running_session(stamp, session_id)
    for each in queries.transfers_of(session_id, states=(ASKED, ISSUED)):
        step, where = BEFORE_IT_ENDS.get((each.way, each.state), CONFIRMED_THERE)
        raise OnItsWay(
            msg("{each} is {state}.", each=each, state=each.get_state_display()),
            next_step=step,
            next_page=where,
            about={"transfer_id": each.pk},
        )
    bank = queries.bank(session)
    if not bank.chips_cents and not bank.cash_cents:
        raise BankShort(msg("The books show no table float here. Nothing is missing."))
    missing = {"chips_cents": bank.chips_cents, "cash_cents": bank.cash_cents}
    draft = postings.bank_missing(session_id, **missing, reason=reason)
    return BankClosing.objects.create(
        **missing,
        session=session,
        reason=reason,
        closed_at=stamp.at,
        closed_by_id=stamp.person_id,
        entry_id=ledger.post_entry(stamp, draft).entry_id,
        act_id=stamp.act_id,
    )


def missing_preview(stamp: Stamp, *, session_id: int, reason: str) -> Preview:
    """Say which shortage is taken back, and who signs it."""
    missing, booked = _missing(stamp, session_id)
    day = booked.gaming_day
    return Preview(
        needs=floor_signature(
            stamp, late=corrections.is_over(stamp, day), kinds=(None, MISSING, MISSING_LATE)
        ),
        content={
            "table": str(missing.session.table),
            "kind": postings.BANK_MISSING,
            "concerns": day.isoformat(),
            "before": {"cents": missing.chips_cents + missing.cash_cents},
            "after": None,
        },
        ahead={"day_state": corrections.day_state(stamp.club_id, day)},
    )


@corrects(
    MISSING,
    asked_as="countroom.ask_to_take_back_missing",
    preview=missing_preview,
    kinds={
        MISSING: msg("Take back a table float shortage"),
        MISSING_LATE: msg("Take back a table float shortage of an earlier day"),
    },
)
def take_back_missing(stamp: Stamp, *, session_id: Id, reason: Reason) -> Correction:
    """
    Take back the last shortage of a table's bank: by the books it holds chips and notes again.

    They go to the cage as ever. Of a closed table, what turns up is a variance of the drawer.
    Source: AMB-117. Raises NotFound, TableClosed, CorrectedMeanwhile, NotEnough.
    """
    missing, booked = _missing(stamp, session_id)
    where, concerns = missing.session, booked.gaming_day
    correcting = Correcting(stamp=stamp, session=where, concerns=concerns, reason=reason)
    with correcting.at_tables({}):
        correcting.reverse(booked)
    missing.void_at = stamp.at
    missing.save(update_fields=["void_at"])
    return correcting.keep(Correction.What.FLOAT)


def _missing(stamp: Stamp, session_id: int) -> tuple[BankClosing, EntryRow]:
    """Hold an open table whose bank lacked something. Raises as take_back_missing."""
    session = held_session(stamp, session_id)
    if session.closed_at:
        raise TableClosed(
            msg("This table is closed: its float is settled with the cage."),
            next_step=msg(
                "What turned up is counted in a drawer: it is its variance when the shift closes."
            ),
        )
    missing = session.bank_closings.filter(void_at=None).order_by("id").last()
    booked = documents.entry(stamp.club_id, missing.entry_id) if missing else None
    if missing is None or booked is None:
        raise CorrectedMeanwhile(msg("No shortage of this table float is booked."))
    return missing, booked


def _begin(
    stamp: Stamp, session: Session, *, way: str, state: str, counted: CountedTransfer
) -> Transfer:
    """Write the first step of a transfer, under the club's next number."""
    hold(Club, stamp.club_id)  # who takes a number waits for whoever takes the one before it
    last = Transfer.objects.filter(club_id=stamp.club_id).aggregate(last=Max("number"))["last"]
    begun = Transfer.objects.create(
        club_id=stamp.club_id,
        session=session,
        way=way,
        state=state,
        number=(last or 0) + 1,
        gaming_day=stamp.gaming_day,
    )
    _step(stamp, begun, state, counted)
    return begun


def _held(stamp: Stamp, transfer_id: int, *, way: str, state: str) -> Transfer:
    """Hold a transfer that waits for its next step. Raises NotFound, NotNow."""
    found = queries.held_transfer(stamp.club_id, transfer_id)
    if found.way != way:
        raise NotNow(msg("{found} goes the other way.", found=found))
    if found.state != state:
        state, by = found.last_step.get_state_display(), found.last_step.by
        raise NotNow(msg("{found} is {state} already, by {by}.", found=found, state=state, by=by))
    return found


def _step(
    stamp: Stamp,
    transfer: Transfer,
    state: str,
    counted: CountedTransfer,
    *,
    shift: Shift | None = None,
    entry_id: int | None = None,
    reason: str = "",
) -> None:
    """Keep what somebody did and counted. Raises SamePerson, save of the host of a home."""
    own = state == CONFIRMED and queries.step(transfer, ISSUED).by_id == stamp.person_id
    if own and not done_alone(stamp, f"countroom.confirm_{transfer.way}"):
        raise SamePerson
    step = TransferStep.objects.create(
        transfer=transfer,
        state=state,
        by_id=stamp.person_id,
        at=stamp.at,
        shift=shift,
        entry_id=entry_id,
        reason=reason,
        act_id=stamp.act_id,
    )
    TransferLine.objects.bulk_create(
        TransferLine(step=step, tender=tender, cents=cents, quantity=quantity)
        for tender, denominations in (("cash", counted.cash), ("chips", counted.chips))
        for cents, quantity in denominations.items()
        if quantity
    )
    transfer.state = state
    transfer.save(update_fields=["state"])


def _something(
    stamp: Stamp, *, chips: Denominations, cash: Denominations = NOTHING
) -> CountedTransfer:
    counted = CountedTransfer.of(stamp, chips=chips, cash=cash)
    if not counted:
        raise BadInput(msg("Enter how many."), field="chips")
    return counted


def _check_bank(session: Session, counted: CountedTransfer) -> None:
    bank = queries.bank(session)
    if counted.chips_cents > bank.chips_cents or counted.cash_cents > bank.cash_cents:
        # Not how much: whoever counts may count again.
        raise BankShort(
            msg("By the books the table float holds less than that."),
            next_step=msg("Count again."),
        )


def _memo(transfer: Transfer) -> str:
    return f"{transfer.number}, {transfer.session.table}"
