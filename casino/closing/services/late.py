"""What came too late for its day: booked today by two people, naming the day it concerns."""

from datetime import date, timedelta
from typing import Annotated

from casino.acts.kinds import Amount, OneOf, Reason, ShortName
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.journal.models import JournalDocument
from casino.journal.postings import OPEN_CODES
from casino.journal.services.documents import DocumentLine, write_document
from casino.ledger.queries.gaming_days import day
from casino.messages import msg
from casino.refusals import BadInput

LATE = "office.book_late_entry"
# What other accounts hold is corrected where it was taken.
Account = Annotated[str, OneOf(words=OPEN_CODES)]


def late_preview(
    stamp: Stamp, *, concerns: date, debit_code: str, credit_code: str, **_: object
) -> Preview:
    """Raise BadInput for one account twice, or a day that is no gaming day gone by."""
    if debit_code == credit_code:
        raise BadInput(msg("Debit one account and credit another."), field="credit_code")
    if concerns >= stamp.gaming_day or day(stamp.club_id, concerns) is None:
        raise BadInput(msg("Enter a past gaming day of the club."), field="concerns")
    return Preview()


@signed(
    LATE,
    asked_as="office.ask_late_entry",
    preview=late_preview,
    kinds={LATE: msg("A late entry")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
)
def book_late_entry(
    stamp: Stamp,
    *,
    concerns: date,
    debit_code: Account,
    credit_code: Account,
    cents: Amount,
    document: ShortName,
    reason: Reason,
) -> JournalDocument:
    """
    Book an amount from one account to another, about a gaming day that is over, today.

    A document of the general journal, dated today.

    document: the number of the paper behind it. Source: RELIABILITY 4. Raises NotEnough where an
    account does not hold it.
    """
    return write_document(
        stamp,
        kind=JournalDocument.Kind.LATE,
        dated=stamp.gaming_day,
        concerns=concerns,
        reference=document,
        reason=reason,
        lines=[
            DocumentLine(account=debit_code, debit_cents=cents),
            DocumentLine(account=credit_code, credit_cents=cents),
        ],
    )
