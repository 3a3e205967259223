"""What a month or quarter waits for before its close: a line a matter, a link a thing."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from casino.approvals import queries as approvals
from casino.approvals.services import COMPLETIONS
from casino.audit.queries.exceptions import exception_ids, exceptions, looked_at
from casino.bank.queries.books import Unreconciled, unreconciled
from casino.closing.queries.breakage import breakage_items
from casino.closing.queries.periods import closed_first, last_day_of
from casino.closing.services.checklist import (
    ChecklistLine,
    Thing,
    blockers,
    owed,
    uncounted,
    unrefunded,
)
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.journal.queries.documents import documents
from casino.journal.queries.templates import due
from casino.ledger.queries.gaming_days import days_between
from casino.messages import Message, dump, msg, msg_count
from casino.money import format_cents


def period_checklist(club: Club, period: str, first: date, *, at: datetime) -> list[ChecklistLine]:
    """Return what a period waits for, what blocks its close first. Raises BadInput."""
    last = last_day_of(period, first)
    unsealed = [each.day for each in days_between(club.pk, first, last) if each.state != "sealed"]
    return [
        ChecklistLine(what=what, blocks=blocks, things=tuple(found))
        for what, blocks, found in (
            (msg("Earlier periods to close"), True, _earlier(club.pk, period, first)),
            (msg("Days to seal"), True, _days(club.pk, unsealed)),
            (msg("Boxes to count"), True, _counts(club.pk, unsealed)),
            (msg("Not reconciled with the bank"), False, _unreconciled(club.pk, last)),
            (msg("Recurring documents to book"), False, _recurring(club.pk, last)),
            (msg("Late entries about these days"), False, _late(club.pk, first, last)),
            (msg("Cancelled tournaments to refund"), False, unrefunded(club.pk, last)),
            (msg("Payables outstanding"), False, owed(club.pk, last)),
            (msg("Lapsed and presented since"), False, _came_back(club.pk, last)),
            (msg("Waiting for approval"), False, _proposals(club.pk, at)),
            (msg("Exceptions"), False, _exceptions(club, first, last)),
        )
    ]


def stood(stamp: Stamp, period: str, first: date) -> dict[str, Any]:
    """Return what a period's document keeps: the list as it stood, each exception, who looked."""
    club = Club.objects.get(id=stamp.club_id)
    lines = period_checklist(club, period, first, at=stamp.at)
    found = exceptions(club, first=first, last=last_day_of(period, first))
    seen = looked_at(club.pk, [act.id for _, act, _ in found])
    return {
        "checklist": [dump(line.as_json()) for line in lines],
        "exceptions": [
            {
                "act": act.id,
                "kind": kind,
                "operation": act.operation,
                "who": str(user or ""),
                "at": act.recorded_at.isoformat(),
                "looked_by": str(look.seen_by) if look else "",
                "looked_at": look.seen_at.isoformat() if look else "",
                "note": look.note if look else "",
            }
            for kind, act, user in found
            for look in [seen.get(act.id)]
        ],
    }


def _earlier(club_id: int, period: str, first: date) -> Iterator[Thing]:
    for earlier in closed_first(club_id, period, first):
        yield Thing(says=msg("Close {earlier} first.", earlier=str(earlier)), page="closings")


def _days(club_id: int, unsealed: list[date]) -> Iterator[Thing]:
    for day in unsealed:
        waits = blockers(club_id, day)
        says = waits[0] if waits else msg("Ready to seal.")
        yield Thing(says=msg("{day:%d.%m.%Y}: {says}", day=day, says=says), page="day", ref=day)


def _counts(club_id: int, unsealed: list[date]) -> Iterator[Thing]:
    for day in unsealed:
        yield from uncounted(club_id, day)


def _unreconciled(club_id: int, last: date) -> Iterator[Thing]:
    for found in unreconciled(club_id, last):
        at: dict[str, Any] = {"page": "bank-account", "ref": found.account.pk}
        for item in found.items:
            says = msg(
                "{account}: {what}, {amount}.",
                account=found.account.name,
                what=item.what,
                amount=format_cents(abs(item.cents)),
            )
            yield Thing(says=says, **at)
        if found.until != last:
            yield Thing(says=_not_shown(found), many=max(len(found.later), 1), **at)


def _not_shown(found: Unreconciled) -> Message:
    """Say how far an account's statements go, and what the books have after that."""
    about: dict[str, Any] = {
        "account": found.account.name,
        "amount": format_cents(-sum(each.cents for each in found.later)),
    }
    if found.until is None:
        return msg_count(
            "{account}: no statement; {number} entry in the books, {amount}.",
            "{account}: no statement; {number} entries in the books, {amount}.",
            len(found.later),
            **about,
        )
    about["day"] = found.until
    if not found.later:
        return msg("{account}: statements end on {day:%d.%m.%Y}.", **about)
    return msg_count(
        "{account}: statements end on {day:%d.%m.%Y}; {number} entry after that, {amount}.",
        "{account}: statements end on {day:%d.%m.%Y}; {number} entries after that, {amount}.",
        len(found.later),
        **about,
    )


def _recurring(club_id: int, last: date) -> Iterator[Thing]:
    for each in due(club_id, last):
        says = msg("{template}: due on {day:%d.%m.%Y}.", template=each.name, day=each.due_on)
        yield Thing(says=says, page="journal-template", ref=each.pk)


def _late(club_id: int, first: date, last: date) -> Iterator[Thing]:
    for each in documents(club_id, first, last, by="concerns", late=True):
        says = msg("{document}: {reason}", document=str(each), reason=each.reason)
        yield Thing(says=says, page="journal-document", ref=each.pk)


def _came_back(club_id: int, last: date) -> Iterator[Thing]:
    for each in breakage_items(club_id, last):
        if each.back_cents:
            amount = format_cents(each.back_cents)
            says = msg("{account}: {amount} to owe again.", account=each.kind, amount=amount)
            yield Thing(says=says, page="breakage")


def _proposals(club_id: int, at: datetime) -> Iterator[Thing]:
    for each in approvals.open_proposals(club_id, at=at):
        says = msg(
            "{title}, requested by {proposed_by}.",
            title=COMPLETIONS[each.operation].title,
            proposed_by=each.proposed_by,
        )
        yield Thing(says=says, page="approval", ref=each.pk, since=each.proposed_at)


def _exceptions(club: Club, first: date, last: date) -> Iterator[Thing]:
    found = exception_ids(club, first=first, last=last)
    seen = looked_at(club.pk, found)
    if many := len([each for each in found if each not in seen]):
        says = msg_count("{number} exception to look at.", "{number} exceptions to look at.", many)
        yield Thing(says=says, page="exceptions", query=f"?first={first}&last={last}", many=many)
