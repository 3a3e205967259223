"""What was missing from a table's float: named, so that the table can close, and taken back."""

from cashgames.models import Correction
from cashgames.queries import corrections
from cashgames.services.correcting import CorrectedMeanwhile, Correcting, corrects
from cashgames.services.correction_cash import floor_signature
from cashgames.services.shared import TableClosed, held_session, running_session
from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.approvals.queries import waiting_about
from casino.approvals.signed import Preview
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries import documents
from casino.ledger.queries.rows import EntryRow
from casino.messages import Message, msg
from casino.refusals import Conflict
from casino.tablefloats import postings, queries
from casino.tablefloats.models import BankClosing, Transfer
from casino.tablefloats.services.transfers import (
    ASKED,
    CREDIT,
    DIFFERS,
    DIFFERS_LARGE,
    FILL,
    ISSUED,
    BankShort,
)

MISSING, MISSING_LATE = "countroom.take_back_missing", "countroom.take_back_missing_large"
# What comes before a bank ends, and where.
CONFIRMED_THERE = (msg("Count and confirm it at the table first."), "fill-confirm")
COUNT_WAITS = (msg("Approve or reject its count first."), "approval")
BEFORE_IT_ENDS: dict[tuple[str, str], tuple[Message, str]] = {
    (FILL, ASKED): (msg("Void the request, or let the cage issue it first."), "fill-void"),
    (CREDIT, ISSUED): (msg("The cage counts and confirms it first."), "credit-confirm"),
}


class OnItsWay(Conflict):
    """A bank ends once nothing is on its way to it or from it."""

    code = "COUNT-011"
    next_step = CONFIRMED_THERE[0]
    next_page = CONFIRMED_THERE[1]


@act("countroom.name_missing")
def name_missing(stamp: Stamp, *, session_id: Id, reason: Reason) -> BankClosing:
    """
    Say why a table's bank is empty and its books are not, so that the table can close.

    Source: AMB-117. Raises NotFound, TableClosed, OnItsWay, BankShort (nothing is missing).
    """
    session = running_session(stamp, session_id)
    for each in queries.transfers_of(session_id, states=(ASKED, ISSUED)):
        raise _on_its_way(stamp, each)
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


def _on_its_way(stamp: Stamp, transfer: Transfer) -> OnItsWay:
    """Return what comes before the bank ends: of a count that waits for a signature, this."""
    about = {"transfer_id": transfer.pk}
    step, where = BEFORE_IT_ENDS.get((transfer.way, transfer.state), CONFIRMED_THERE)
    if waiting := waiting_about(stamp, (DIFFERS, DIFFERS_LARGE), about=about).first():
        step, where = COUNT_WAITS
        about = {"proposal_id": waiting.pk}
    return OnItsWay(
        msg("{each} is {state}.", each=transfer, state=transfer.get_state_display()),
        next_step=step,
        next_page=where,
        about=about,
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
