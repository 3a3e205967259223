"""
What a gaming day waits for before its seal: a line a matter, a link a thing.

Some lines block the seal. The others deserve a look: a prize may wait for weeks.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from cashgames.queries.tables import open_on
from casino.approvals import queries as approvals
from casino.approvals.services import COMPLETIONS
from casino.cage.queries.count_corrections import why_over_short
from casino.cage.queries.due import due_after
from casino.cage.queries.reportable import cash_law, missed
from casino.cage.queries.shifts import open_shifts, shifts_on
from casino.cage.queries.tallies import over_short_cents
from casino.countroom import queries as countroom
from casino.db import asked_once
from casino.ledger.entries import TITLES
from casino.ledger.queries import gaming_days
from casino.ledger.queries.balances import balance_before
from casino.messages import Message, msg, msg_count
from casino.money import format_cents
from casino.tablefloats import queries as floats
from jackpot.models import Jackpot
from jackpot.queries.levels import jackpots, levels_on
from tournaments.queries.tournaments import stranded_tickets, to_refund, unfinished


@dataclass(frozen=True, kw_only=True, slots=True)
class Thing:
    """
    One thing on the list; page, ref: the name of its page and what that page asks for.

    since: the instant from which on it has waited; query: what its address asks for besides;
    many: how many it tells of at once.
    """

    says: Message
    page: str
    ref: int | date | str | None = None
    query: str = ""
    since: datetime | None = None
    many: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class ChecklistLine:
    """Things of one kind; nothing open when there are none. blocks: they keep the seal waiting."""

    what: Message
    blocks: bool
    things: tuple[Thing, ...]

    @property
    def since(self) -> datetime | None:
        """Since when the first of them has waited."""
        return min((each.since for each in self.things if each.since), default=None)

    @property
    def many(self) -> int:
        """How many are open."""
        return sum(each.many for each in self.things)

    def as_json(self) -> dict[str, Any]:
        """Return the line as a document keeps it."""
        says = [each.says for each in self.things]
        more = {"many": self.many} if self.many != len(says) else {}
        return {"what": self.what, "blocks": self.blocks, "things": says} | more


def checklist(club_id: int, day: date, *, at: datetime) -> list[ChecklistLine]:
    """
    Return what a gaming day still waits for, what blocks its seal first.

    at: now, for proposals expire.
    """
    return [*_blocking(club_id, day), *_noted(club_id, day, at)]


def blockers(club_id: int, day: date) -> list[Message]:
    """Return what keeps a day from being sealed, one sentence each."""
    return [thing.says for line in _blocking(club_id, day) for thing in line.things]


@asked_once
def _blocking(club_id: int, day: date) -> list[ChecklistLine]:
    lines = (
        (msg("Close of the gaming day"), _not_closed(club_id, day)),
        (msg("Open shifts"), _shifts(club_id, day)),
        (msg("Boxes to take off"), _boxes_left_on(club_id, day)),
        (msg("Boxes to count"), uncounted(club_id, day)),
        (msg("Tables to settle"), _unsettled(club_id, day)),
        (msg("Fills and credits to confirm"), _transfers(club_id, day)),
        (msg("Jackpot levels not fixed"), _levels(club_id, day)),
        (msg("Earlier days to seal"), _earlier(club_id, day)),
    )
    return [ChecklistLine(what=what, blocks=True, things=tuple(found)) for what, found in lines]


def _noted(club_id: int, day: date, at: datetime) -> Iterator[ChecklistLine]:
    for what, found in (
        (msg("Tables still open"), _tables(club_id, day)),
        (msg("Tournaments without a result"), _tournaments(club_id, day)),
        (msg("Cancelled tournaments to refund"), unrefunded(club_id, day)),
        (msg("Variances without a reason"), _unexplained(club_id, day)),
        (msg("Fills and credits with a variance"), _differed(club_id, day)),
        (msg("Levels that wait for another club"), _shared_levels(club_id, day)),
        (msg("Payables outstanding"), owed(club_id, day)),
        (msg("Unusable tickets"), _tickets(club_id, day)),
        (msg("Waiting for approval"), _proposals(club_id, at)),
    ):
        yield ChecklistLine(what=what, blocks=False, things=tuple(found))
    if cash_law(club_id, at=at):
        what, found = msg("Payments to report to the authority"), _unreported(club_id, day, at)
        yield ChecklistLine(what=what, blocks=False, things=tuple(found))


def _not_closed(club_id: int, day: date) -> Iterator[Thing]:
    row = gaming_days.day(club_id, day)
    if row is None or row.state == "open":
        yield Thing(says=msg("The gaming day is not closed yet."), page="days")
    elif gaming_days.is_under_way(club_id, day):
        # A wrong clock closed it; until its hour that can be taken back.
        says = msg("The gaming day {day:%d.%m.%Y} is not over yet.", day=day)
        yield Thing(says=says, page="days")


def _shifts(club_id: int, day: date) -> Iterator[Thing]:
    for each in open_shifts(club_id, day=day):
        says = msg(
            "The shift of {cashier} on {drawer} is not closed.",
            cashier=each.cashier,
            drawer=each.drawer,
        )
        yield Thing(says=says, page="shift", ref=each.pk, since=each.opened_at)


def _boxes_left_on(club_id: int, day: date) -> Iterator[Thing]:
    for each in countroom.boxes_left_on(club_id, day):
        says = msg("The boxes of table {table} were not taken off at the close.", table=each.table)
        yield Thing(says=says, page="session", ref=each.pk, since=each.opened_at)


def uncounted(club_id: int, day: date) -> Iterator[Thing]:
    """Yield the boxes of a gaming day that wait for their count."""
    for each in countroom.waiting_boxes(club_id, day):
        says = msg(
            "Box {number} of table {table} is not counted.",
            number=each.number,
            table=each.session.table,
        )
        yield Thing(says=says, page="box", ref=each.pk, since=each.taken_at)


def _unsettled(club_id: int, day: date) -> Iterator[Thing]:
    for each in countroom.unsettled(club_id, day=day):
        says = msg("{table} is not settled.", table=each.table)
        yield Thing(says=says, page="session", ref=each.pk, since=each.closed_at)


def _transfers(club_id: int, day: date) -> Iterator[Thing]:
    for each in floats.transfers_under_way(club_id, day=day):
        says = msg(
            "{each} of table {table} is {state}.",
            each=each,
            table=each.session.table,
            state=each.get_state_display(),
        )
        yield Thing(says=says, page="transfer", ref=each.pk, since=each.last_step.at)


def _levels(club_id: int, day: date) -> Iterator[Thing]:
    for each, at in _unfixed(club_id, day):
        if not each.feeders.all():
            says = msg("{each} has no level at the end of the day.", each=each)
            yield Thing(says=says, page="jackpot", since=at)


def _shared_levels(club_id: int, day: date) -> Iterator[Thing]:
    for each, at in _unfixed(club_id, day):
        if each.feeders.all():
            says = msg("{each}: a club that feeds it has not closed its day.", each=each)
            yield Thing(says=says, page="jackpot", since=at)


def _unfixed(club_id: int, day: date) -> Iterator[tuple[Jackpot, datetime]]:
    """Yield the pools of a club that held money at the day's close and got no level there."""
    fixed = {(each.jackpot_id, each.at) for each in levels_on(club_id, day)}
    ends = [each.at for each in gaming_days.closes(club_id, day) if each.kind == "daily"]
    for at in ends:
        for each in jackpots(club_id):
            ours = each.club_id == club_id and (each.pk, at) not in fixed
            if ours and balance_before(club_id, "jackpot:pool", each.pk, at=at):
                yield each, at


def _unexplained(club_id: int, day: date) -> Iterator[Thing]:
    for each in shifts_on(club_id, day):
        if each.state == "closed" and not why_over_short(each) and over_short_cents(each):
            cents = format_cents(over_short_cents(each))
            says = msg(
                "{drawer}, {cashier}: over/short {cents}, no reason given.",
                drawer=each.drawer,
                cashier=each.cashier,
                cents=cents,
            )
            yield Thing(says=says, page="shift", ref=each.pk, since=each.closed_at)


def _earlier(club_id: int, day: date) -> Iterator[Thing]:
    earlier = gaming_days.unsealed_before(club_id, day)
    if earlier:
        says = msg("Seal {earlier:%d.%m.%Y} first.", earlier=earlier)
        yield Thing(says=says, page="day", ref=earlier)


def _tables(club_id: int, day: date) -> Iterator[Thing]:
    for each in open_on(club_id, day):
        says = msg("{table} is still open.", table=each.table)
        yield Thing(says=says, page="session", ref=each.pk, since=each.opened_at)


def _tournaments(club_id: int, day: date) -> Iterator[Thing]:
    for each in unfinished(club_id, day):
        how_far = msg("runs") if each.started_at else msg("has not begun")
        says = msg("{name} {how_far}.", name=each.name, how_far=how_far)
        yield Thing(says=says, page="tournament", ref=each.pk, since=each.starts_at)


def unrefunded(club_id: int, day: date) -> Iterator[Thing]:
    """Yield the cancelled tournaments of which entries sold up to a day are not given back."""
    for each in to_refund(club_id, day):
        many: int = each.unrefunded  # type: ignore[attr-defined]
        says = msg_count(
            "{name}: {number} entry not refunded.",
            "{name}: {number} entries not refunded.",
            many,
            name=each.name,
        )
        since = each.cancelled_at
        yield Thing(says=says, page="tournament", ref=each.pk, since=since, many=many)


def _differed(club_id: int, day: date) -> Iterator[Thing]:
    for each in floats.transfer_differences(club_id, day=day):
        off = format_cents(each.difference_cents)
        says = msg(
            "{table}, {transfer}: variance {off}.",
            transfer=each.transfer,
            table=each.transfer.session.table,
            off=off,
        )
        yield Thing(says=says, page="transfer", ref=each.transfer.pk, since=each.counted.at)


def owed(club_id: int, day: date) -> Iterator[Thing]:
    """Yield what was due at the end of a gaming day and is not paid."""
    for each in due_after(club_id, day):
        says = msg(
            "{kind}: {about}, {amount}.",
            kind=TITLES.get(each.kind, each.kind),
            about=each.about,
            amount=format_cents(each.cents),
        )
        yield Thing(says=says, page="payment", ref=each.pk, since=each.owed_at)


def _tickets(club_id: int, day: date) -> Iterator[Thing]:
    for each in stranded_tickets(club_id, day):
        says = msg(
            "{player}, ticket to {name}: {amount}.",
            player=each.player,
            name=each.target,
            amount=format_cents(each.cents),
        )
        yield Thing(says=says, page="tournament", ref=each.target_id, since=each.won_at)


def _unreported(club_id: int, day: date, at: datetime) -> Iterator[Thing]:
    if says := missed(club_id, day, at=at):
        yield Thing(says=says, page="cash-reported")


def _proposals(club_id: int, at: datetime) -> Iterator[Thing]:
    for each in approvals.open_proposals(club_id, at=at):
        says = msg(
            "{title}, requested by {proposed_by}.",
            title=COMPLETIONS[each.operation].title,
            proposed_by=each.proposed_by,
        )
        yield Thing(says=says, page="approvals", since=each.proposed_at)
