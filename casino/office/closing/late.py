"""What came too late for its day: booked today by two people, naming the day it concerns."""

from datetime import date, timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.office import postings
from casino.office.models import LateEntry
from casino.refusals import BadInput
from casino.words import say

LATE = "office.book_late_entry"


@command
def ask_late_entry(
    stamp: Stamp,
    *,
    concerns: date,
    debit_code: str,
    credit_code: str,
    cents: int,
    document: str,
    reason: str,
) -> Proposal:
    """
    Propose an amount from one account to another, about a gaming day that is over.

    document: the number of the paper behind it; the manager approves, and it is booked on the
    gaming day of the approval. Source: RELIABILITY 4. Raises BadInput.
    """
    asked: dict[str, Any] = {
        "concerns": str(concerns),
        "debit_code": debit_code,
        "credit_code": credit_code,
        "cents": cents,
        "document": clean_name(document, field="document", longest=50),
    }
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "office.ask_late_entry", **asked, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    _check(stamp, concerns, debit_code, credit_code, cents)
    return propose(stamp, act, operation=LATE, content=asked | {"reason": reason}, reason=reason)


@completes(LATE, title=say("A late entry"), lives=timedelta(days=7))
def book_late_entry(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> None:
    """Book what was proposed, today. Raises NotEnough where an account does not hold it."""
    content = proposal.content
    concerns = date.fromisoformat(content["concerns"])
    draft = postings.late_entry_booked(**content | {"concerns": concerns})
    posted = ledger.post(stamp, act, draft)
    LateEntry.objects.create(
        club_id=stamp.club_id,
        concerns=concerns,
        gaming_day=stamp.gaming_day,
        document=content["document"],
        reason=content["reason"],
        proposal=proposal,
        entry_id=posted.entry_id,
        act_id=act.id,
    )


def _check(stamp: Stamp, concerns: date, debit_code: str, credit_code: str, cents: int) -> None:
    for field, code in (("debit_code", debit_code), ("credit_code", credit_code)):
        if code not in postings.LATE_ACCOUNTS:
            raise BadInput(
                say("What this account holds is corrected where it was taken."), field=field
            )
    if debit_code == credit_code:
        raise BadInput(say("Debit one account and credit another."), field="credit_code")
    if cents <= 0:
        raise BadInput(say("Write an amount above zero."), field="cents")
    if concerns >= stamp.gaming_day or ledger_queries.day(stamp.club_id, concerns) is None:
        raise BadInput(say("Write a gaming day of the club that is over."), field="concerns")
