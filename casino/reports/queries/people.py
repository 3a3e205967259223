"""What is owed by name, what a guest did, what stands out in what people did."""

from django.db.models import Q

from casino.audit import queries as audit
from casino.cage import queries as cage
from casino.house.models import Club
from casino.ledger import queries as ledger
from casino.ledger.queries.trail import TrailRow
from casino.players import queries as players
from casino.reports.queries.then import as_they_were
from casino.reports.sheet import Asked, Report, entry
from casino.sheets.columns import Column, cents, count, day, event, instant, text
from casino.sheets.sheet import Link, Row, Sheet
from casino.words import say


def payments(asked: Asked) -> Sheet:
    """Return what was owed by name at the end of the last day, the oldest first."""
    due = cage.due_after(asked.club_id, asked.last, known_at=asked.known_at)
    found = as_they_were(due, asked.known_at)
    guests = {each.player_id for each in found if each.player_id}
    names = players.names(guests, known_at=asked.known_at)
    rows = [
        Row(
            cells=(
                each.pk,
                each.kind,
                each.about,
                names.get(each.player_id or 0, say("no name yet")),
                each.gaming_day,
                (asked.last - each.gaming_day).days,
                each.cents,
            ),
            why=Link(route="payment", ids=(each.pk,)),
        )
        for each in found
    ]
    columns = (
        count("number", say("Number"), summed=False),
        event("kind", say("Kind")),
        text("about", say("About")),
        text("guest", say("Guest")),
        day("since", say("Since")),
        count("days", say("Days"), summed=False),
        cents("amount", say("Amount")),
    )
    return Sheet(columns=columns, rows=rows)


def guest(asked: Asked) -> Sheet:
    """Return what one guest bought, redeemed, brought to tables, won and was paid."""
    within = Q(player_id=asked.player_id, gaming_day__range=(asked.first, asked.last))
    known = {"known_at": asked.known_at}
    found = ledger.entries(asked.club_id, within, **known) if asked.player_id else []
    rows = [
        Row(
            cells=(
                each.happened_at,
                each.gaming_day,
                each.kind,
                each.number,
                sum(line.debit_cents for line in each.lines),
                each.memo,
            ),
            why=entry(each.id),
        )
        for each in found
    ]
    columns = (
        instant(),
        day(),
        event(),
        count("slip", say("Slip"), summed=False),
        cents("amount", say("Amount"), summed=False),
        text("note", say("Note")),
    )
    return Sheet(columns=columns, rows=rows)


def exceptions(asked: Asked) -> Sheet:
    """Return what an auditor looks at first: taken back, set aside, refused, done alone."""
    club = Club.objects.get(pk=asked.club_id)
    found = audit.exceptions(club, first=asked.first, last=asked.last, known_at=asked.known_at)
    posted = _entries(asked.club_id, [act.id for _, act, _ in found])
    rows = [
        Row(
            cells=(
                kind,
                act.recorded_at,
                str(user) if user else say("a job"),
                act.address,
                act.operation,
                act.arguments.get("reason") or act.arguments.get("remark") or "",
            ),
            why=entry(posted.get(act.id)) or _decided(act) or _acts(asked, act.operation),
        )
        for kind, act, user in found
    ]
    columns = (
        text("kind", say("Kind")),
        instant(),
        text("who", say("Who")),
        text("from", say("From")),
        Column(name="operation", title=say("What"), kind="operation"),
        text("reason", say("Reason")),
    )
    return Sheet(columns=columns, rows=rows)


PAYMENTS = Report(
    name="payments",
    title=say("Payments due"),
    question=say("Payables approved and not yet paid at the end of the last day."),
    group=say("Money"),
    make=payments,
)
GUEST = Report(
    name="guest",
    title=say("Statement of a guest"),
    question=say("Purchases, chips, wins and payments of a guest."),
    group=say("Money"),
    make=guest,
    span="guest",
)
EXCEPTIONS = Report(
    name="exceptions",
    title=say("Exceptions"),
    question=say("Reversals, overrides, refusals and views of guests' ID."),
    group=say("Club"),
    make=exceptions,
)


def _entries(club_id: int, act_ids: list[int]) -> dict[int, int]:
    """Return the first entry of each act that posted any."""
    found = ledger.entries(club_id, Q(act_id__in=act_ids))
    return {each.act_id: each.id for each in reversed(found)}


def _decided(act: TrailRow) -> Link | None:
    """Return the link to what two people signed, where that is what the act did."""
    proposal_id = act.arguments.get("proposal_id")
    return Link(route="approval", ids=(proposal_id,)) if proposal_id else None


def _acts(asked: Asked, operation: str) -> Link:
    """Return the link to the trail of acts of a kind."""
    query = {"first": asked.first, "last": asked.last, "text": operation}
    return Link(route="acts", query=query)
