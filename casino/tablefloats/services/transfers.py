"""Fills and credits between the cage and a table's bank: asked, issued, confirmed by two people."""

from dataclasses import dataclass

from django.db.models import Max

from cashgames.models import Session
from cashgames.services.shared import held_session, running_session
from casino.acts.kinds import Denominations, Id, Note, Reason
from casino.acts.runner import act
from casino.approvals.queries import asked_before, hands_of, is_host
from casino.approvals.services import done_alone
from casino.approvals.signed import Preview, signed
from casino.cage.models import Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import held_shift
from casino.cage.rules import Signatures, counted_cents, recount_signatures
from casino.house.models import Club
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import BadInput, Conflict
from casino.tablefloats import postings, queries
from casino.tablefloats.models import Transfer, TransferLine, TransferStep

NOTHING: Denominations = {}
DIFFERS, DIFFERS_LARGE = "countroom.confirm_fill", "countroom.confirm_fill_large"
KINDS: dict[Signatures, str | None] = {"one": None, "second": DIFFERS, "manager": DIFFERS_LARGE}
FILL, CREDIT = Transfer.Way
ASKED, ISSUED, CONFIRMED, VOID = Transfer.State


class NotNow(Conflict):
    """A transfer goes one way: asked, issued, confirmed; each step once."""

    code = "COUNT-008"
    next_step = msg("Open it in the list of fills and credits to see the next step.")
    next_page = "fills"


class SamePerson(Conflict):
    """What one person sends, another one counts when it arrives."""

    code = "COUNT-009"
    message = msg("You sent these chips. Another person must count them on arrival.")
    source = "AMB-117"
    next_step = msg("Another person must confirm.")


class BankShort(Conflict):
    """No bank gives back what it does not hold."""

    code = "COUNT-010"


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
    issued = queries.transfers_of(session.pk, states=(ISSUED,))
    on_its_way = [each.last_step for each in issued if each.way == CREDIT]
    leaving: list[CountedTransfer | TransferStep] = [counted, *on_its_way]
    check_bank(
        session,
        chips_cents=sum(each.chips_cents for each in leaving),
        cash_cents=sum(each.cash_cents for each in leaving),
    )
    return _begin(stamp, session, way=CREDIT, state=ISSUED, counted=counted)


@act("countroom.issue_fill")
def issue_fill(stamp: Stamp, *, transfer_id: Id, shift_id: Id, chips: Denominations) -> Transfer:
    """
    Hand out the chips of a fill from the cashier's own open shift, as counted there.

    They may be others than were asked for. Raises NotFound, NotNow, TableClosed, ShiftNotOpen,
    BadInput.
    """
    fill = held(stamp, transfer_id, way=FILL, state=ASKED)
    running_session(stamp, fill.session_id)
    shift = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    counted = _something(stamp, chips=chips)
    currency = Club.objects.get(id=stamp.club_id).currency
    ledger.open_account(stamp.club_id, "chips:bank", ref=fill.session_id, currency=currency)
    draft = postings.fill_issued(fill.session_id, cents=counted.chips_cents, memo=memo_of(fill))
    posted = ledger.post_entry(stamp, draft.numbered(shift.drawer.series_id))
    keep_step(stamp, fill, ISSUED, counted, shift=shift, entry_id=posted.entry_id)
    return fill


def confirming_preview(
    stamp: Stamp, *, transfer_id: int, chips: Denominations, reason: str | None
) -> Preview:
    """
    Say what was issued and what arrived, and who signs what differs: the first figure decides.

    What nobody else signed of the table's fills is one sum with it (DESIGN 12.3).

    Raises as confirm_fill.
    """
    fill, before_cents = _arrived(stamp, transfer_id, reason=reason)
    issued = queries.step(fill, ISSUED)
    counted_cents = CountedTransfer.of(stamp, chips=chips).chips_cents
    figures = [*counted_before(stamp, fill), counted_cents]
    first, last = (
        max(abs(cents - issued.cents), abs(cents - before_cents))
        for cents in (figures[0], figures[-1])
    )
    held_session(stamp, fill.session_id)
    before = queries.differed_alone_cents(fill) if first or last else 0
    needs = recount_signatures(
        first and first + before, last and last + before, thresholds=thresholds(stamp.club_id)
    )
    return Preview(
        needs=DIFFERS if needs == "one" and len(figures) > 1 else KINDS[needs],
        not_by=() if one_person_suffices(stamp) else {issued.by_id},
        reason=reason or f"{fill.session.table}: {format_cents(counted_cents)}",
        content={
            "table": str(fill.session.table),
            "number": fill.number,
            "counts": [{"chips_cents": cents} for cents in figures],
            "chips_issued_cents": issued.cents,
            "chips_counted_cents": counted_cents,
            "over_cents": counted_cents - before_cents,
        },
    )


@signed(
    "countroom.confirm_fill",
    asked_as="countroom.ask_confirm_fill",
    preview=confirming_preview,
    kinds={
        DIFFERS: msg("Fill with a variance"),
        DIFFERS_LARGE: msg("Fill: variance above limit"),
    },
    blind={"chips_issued_cents", "over_cents"},
    kept=True,
    latest_of="transfer_id",
    counted=True,
)
def confirm_fill(
    stamp: Stamp, *, transfer_id: Id, chips: Denominations, reason: Note | None = None
) -> Transfer:
    """
    Count the chips of a fill at the table; the bank holds what is counted here.

    What differs from what was issued is posted and stays on the list of differences; the club's
    limits for counts say who signs it. reason: why a confirmed fill is counted again, at a table
    that is open; both counts stay.
    Raises NotFound, NotNow, TableClosed, SamePerson, BadInput, NotEnough (of it was used since).
    """
    fill, before_cents = _arrived(stamp, transfer_id, reason=reason)
    counted = CountedTransfer.of(stamp, chips=chips)
    over, entry_id = counted.chips_cents - before_cents, None
    if over:
        floor = -balance_cents(stamp.club_id, "chips:floor")
        draft = postings.fill_differed(
            fill.session_id, over_cents=over, floor_cents=floor, memo=memo_of(fill)
        )
        entry_id = ledger.post_entry(stamp, draft).entry_id
    keep_step(stamp, fill, CONFIRMED, counted, entry_id=entry_id, reason=reason or "")
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
    sent = held(stamp, transfer_id, way=CREDIT, state=ISSUED)
    shift = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    counted, entry_id = CountedTransfer.of(stamp, chips=chips, cash=cash), None
    check_bank(sent.session, chips_cents=counted.chips_cents, cash_cents=counted.cash_cents)
    if counted:
        draft = postings.credit_confirmed(
            sent.session_id,
            drawer_id=shift.drawer_id,
            chips_cents=counted.chips_cents,
            cash_cents=counted.cash_cents,
            memo=memo_of(sent),
        )
        entry_id = ledger.post_entry(stamp, draft.numbered(shift.drawer.series_id)).entry_id
    keep_step(stamp, sent, CONFIRMED, counted, shift=shift, entry_id=entry_id)
    return sent


@act("countroom.void_fill")
def void_fill(stamp: Stamp, *, transfer_id: Id, reason: Reason) -> Transfer:
    """
    Take back a request that was not issued, or a credit that is not counted; its number stays.

    Raises NotFound, NotNow.
    """
    way = queries.transfer(stamp.club_id, transfer_id).way
    waits = held(stamp, transfer_id, way=way, state=ASKED if way == FILL else ISSUED)
    keep_step(stamp, waits, VOID, CountedTransfer.of(stamp), reason=reason)
    return waits


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
    keep_step(stamp, begun, state, counted)
    return begun


def _arrived(stamp: Stamp, transfer_id: int, *, reason: str | None) -> tuple[Transfer, int]:
    """
    Return a fill that is counted at its table, or again with a reason, and what it came to before.

    Raises NotFound, NotNow, TableClosed, SamePerson.
    """
    before = CONFIRMED if reason else ISSUED
    fill = held(stamp, transfer_id, way=FILL, state=before)
    if reason:
        running_session(stamp, fill.session_id)
    if sent_by(fill) & stamp.hands and not is_host(stamp):
        raise SamePerson
    return fill, queries.step(fill, before).cents


def sent_by(transfer: Transfer) -> set[int]:
    """Return whose hands sent what is on its way."""
    issued = queries.step(transfer, ISSUED)
    return hands_of(issued.act_id, issued.by_id)


def counted_before(stamp: Stamp, fill: Transfer) -> list[int]:
    """Return what was counted of a fill before this count, since it got where it is."""
    asked = asked_before(
        stamp.club_id,
        [DIFFERS, DIFFERS_LARGE],
        since=fill.last_step.at,
        before_id=stamp.proposal_id or None,
    )
    own = (each.content for each in asked if each.content["transfer_id"] == fill.pk)
    return [content["chips_counted_cents"] for content in own]


def held(stamp: Stamp, transfer_id: int, *, way: str, state: str) -> Transfer:
    """Hold a transfer that waits for its next step. Raises NotFound, NotNow."""
    look = queries.held_transfer if stamp.act_id else queries.transfer
    found = look(stamp.club_id, transfer_id)
    if found.way != way:
        raise NotNow(msg("{found} goes the other way.", found=found))
    if found.state != state:
        state, by = found.last_step.get_state_display(), found.last_step.by
        raise NotNow(msg("{found} is {state} already, by {by}.", found=found, state=state, by=by))
    return found


def keep_step(
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
    own = state == CONFIRMED and sent_by(transfer) & stamp.hands
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


def check_bank(session: Session, *, chips_cents: int, cash_cents: int) -> None:
    """Raise BankShort where a table's float holds less by the books than is to leave it."""
    bank = queries.bank(session)
    if chips_cents > bank.chips_cents or cash_cents > bank.cash_cents:
        # Not how much: whoever counts may count again.
        raise BankShort(
            msg("By the books the table float holds less than that."),
            next_step=msg("Count again."),
        )


def memo_of(transfer: Transfer) -> str:
    return f"{transfer.number}, {transfer.session.table}"
