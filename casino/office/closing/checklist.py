"""
What a gaming day waits for before its seal: a line a matter, a link a thing.

Some lines block the seal. The others deserve a look: a prize may wait for weeks.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from cashgames import queries as cashgames
from casino.approvals import queries as approvals
from casino.approvals.services import COMPLETIONS
from casino.cage import queries as cage
from casino.countroom import queries as countroom
from casino.ledger import queries as ledger
from casino.money import format_cents
from jackpot import queries as jackpot
from jackpot.models import Jackpot
from tournaments.queries.reading import unfinished


@dataclass(frozen=True, kw_only=True, slots=True)
class Thing:
    """
    One thing on the list; page, ref: the name of its page and what that page asks for.

    since: the instant from which on it has waited.
    """

    says: str
    page: str
    ref: int | date | None = None
    since: datetime | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """Things of one kind; nothing open when there are none. blocks: they keep the seal waiting."""

    what: str
    blocks: bool
    things: tuple[Thing, ...]

    @property
    def since(self) -> datetime | None:
        """Since when the first of them has waited."""
        return min((each.since for each in self.things if each.since), default=None)

    def as_json(self) -> dict[str, Any]:
        """Return the line as a document keeps it."""
        says = [each.says for each in self.things]
        return {"what": self.what, "blocks": self.blocks, "things": says}


def checklist(club_id: int, day: date, *, at: datetime) -> list[Line]:
    """
    Return what a gaming day still waits for, what blocks its seal first.

    at: now, for proposals expire.
    """
    return [*_blocking(club_id, day), *_noted(club_id, day, at)]


def blockers(club_id: int, day: date) -> list[str]:
    """Return what keeps a day from being sealed, one sentence each."""
    return [thing.says for line in _blocking(club_id, day) for thing in line.things]


def _blocking(club_id: int, day: date) -> Iterator[Line]:
    for what, found in (
        ("Close at the end of the day", _not_closed(club_id, day)),
        ("Open shifts", _shifts(club_id, day)),
        ("Boxes to count", _boxes(club_id, day)),
        ("Tables to settle", _unsettled(club_id, day)),
        ("Fills and credits to confirm", _transfers(club_id, day)),
        ("Jackpot levels not fixed", _levels(club_id, day)),
        ("Earlier days to seal", _earlier(club_id, day)),
    ):
        yield Line(what=what, blocks=True, things=tuple(found))


def _noted(club_id: int, day: date, at: datetime) -> Iterator[Line]:
    for what, found in (
        ("Tables still open", _tables(club_id, day)),
        ("Tournaments without a result", _tournaments(club_id, day)),
        ("Differences without a reason", _unexplained(club_id, day)),
        ("Fills and credits counted otherwise", _differed(club_id, day)),
        ("Levels that wait for another club", _shared_levels(club_id, day)),
        ("Won and not yet paid", _due(club_id, day)),
        ("Waiting for a second person", _proposals(club_id, at)),
    ):
        yield Line(what=what, blocks=False, things=tuple(found))


def _not_closed(club_id: int, day: date) -> Iterator[Thing]:
    row = ledger.day(club_id, day)
    if row is None or row.state == "open":
        yield Thing(says="The gaming day is not closed yet.", page="days")


def _shifts(club_id: int, day: date) -> Iterator[Thing]:
    for each in cage.open_shifts(club_id, day=day):
        says = f"The shift of {each.cashier} on {each.drawer} is not closed."
        yield Thing(says=says, page="shift", ref=each.pk, since=each.opened_at)


def _boxes(club_id: int, day: date) -> Iterator[Thing]:
    for each in countroom.waiting_boxes(club_id, day):
        says = f"Box {each.number} of table {each.session.table} is not counted."
        yield Thing(says=says, page="box", ref=each.pk, since=each.taken_at)


def _unsettled(club_id: int, day: date) -> Iterator[Thing]:
    for each in countroom.unsettled(club_id, day=day):
        says = f"Table {each.table} is not settled."
        yield Thing(says=says, page="session", ref=each.pk, since=each.closed_at)


def _transfers(club_id: int, day: date) -> Iterator[Thing]:
    for each in countroom.transfers_under_way(club_id, day=day):
        says = f"{each} of table {each.session.table} is {each.get_state_display()}."
        yield Thing(says=says, page="transfer", ref=each.pk, since=each.last_step.at)


def _levels(club_id: int, day: date) -> Iterator[Thing]:
    for each, at in _unfixed(club_id, day):
        if not each.feeders.all():
            says = f"{each} has no level at the end of the day."
            yield Thing(says=says, page="jackpot", since=at)


def _shared_levels(club_id: int, day: date) -> Iterator[Thing]:
    for each, at in _unfixed(club_id, day):
        if each.feeders.all():
            says = f"{each}: a club that feeds it has not closed its day."
            yield Thing(says=says, page="jackpot", since=at)


def _unfixed(club_id: int, day: date) -> Iterator[tuple[Jackpot, datetime]]:
    """Yield the pools of a club that held money at the day's close and got no level there."""
    fixed = {(each.jackpot_id, each.at) for each in jackpot.levels_on(club_id, day)}
    ends = [each.at for each in ledger.closes(club_id, day) if each.kind == "daily"]
    for at in ends:
        for each in jackpot.jackpots(club_id):
            ours = each.club_id == club_id and (each.pk, at) not in fixed
            if ours and ledger.balance_before(club_id, "jackpot:pool", each.pk, at=at):
                yield each, at


def _unexplained(club_id: int, day: date) -> Iterator[Thing]:
    for each in cage.shifts_on(club_id, day):
        if each.state == "closed" and not each.reason and cage.over_short_cents(each):
            cents = format_cents(cage.over_short_cents(each))
            says = f"{each.drawer}, {each.cashier}: {cents} over or short, nobody said why."
            yield Thing(says=says, page="shift", ref=each.pk, since=each.closed_at)


def _earlier(club_id: int, day: date) -> Iterator[Thing]:
    earlier = ledger.unsealed_before(club_id, day)
    if earlier:
        says = f"{earlier:%d.%m.%Y} has to be sealed first."
        yield Thing(says=says, page="day", ref=earlier)


def _tables(club_id: int, day: date) -> Iterator[Thing]:
    for each in cashgames.open_on(club_id, day):
        says = f"Table {each.table} is still open."
        yield Thing(says=says, page="session", ref=each.pk, since=each.opened_at)


def _tournaments(club_id: int, day: date) -> Iterator[Thing]:
    for each in unfinished(club_id, day):
        how_far = "runs" if each.started_at else "has not begun"
        says = f"{each.name} {how_far}."
        yield Thing(says=says, page="tournament", ref=each.pk, since=each.starts_at)


def _differed(club_id: int, day: date) -> Iterator[Thing]:
    for each in countroom.transfer_differences(club_id, day=day):
        off = format_cents(each.difference_cents)
        says = f"{each.transfer} of table {each.transfer.session.table}: {off} counted otherwise."
        yield Thing(says=says, page="transfer", ref=each.transfer.pk, since=each.counted.at)


def _due(club_id: int, day: date) -> Iterator[Thing]:
    for each in cage.due_after(club_id, day):
        says = f"{each.about}: {format_cents(each.cents)}."
        yield Thing(says=says, page="payment", ref=each.pk, since=each.owed_at)


def _proposals(club_id: int, at: datetime) -> Iterator[Thing]:
    for each in approvals.open_proposals(club_id, at=at):
        says = f"{COMPLETIONS[each.operation].title}, asked by {each.proposed_by}."
        yield Thing(says=says, page="approvals", since=each.proposed_at)
