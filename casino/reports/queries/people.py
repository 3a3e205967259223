"""What is owed by name, what stands out in what people did."""

from django.db.models import Q

from casino.audit.queries import exceptions as exceptions_queries
from casino.cage.queries.due import due_after
from casino.house.models import Club
from casino.ledger.queries.documents import entries
from casino.ledger.queries.trail import TrailRow
from casino.messages import msg
from casino.players import queries as players
from casino.reports.queries.as_of import rows_as_of
from casino.reports.sheet import Report, ReportParams, entry
from casino.sheets.columns import Column, cents, count, day, event, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow


def payments(asked: ReportParams) -> Sheet:
    """Return what was owed by name at the end of the last day, the oldest first."""
    due = due_after(asked.club_id, asked.last, known_at=asked.known_at)
    found = rows_as_of(due, asked.known_at)
    guests = {each.player_id for each in found if each.player_id}
    names = players.names(guests, known_at=asked.known_at)
    rows = [
        SheetRow(
            cells=(
                each.pk,
                each.kind,
                each.about,
                names.get(each.player_id or 0, msg("no name yet")),
                each.gaming_day,
                (asked.last - each.gaming_day).days,
                each.cents,
            ),
            why=Link(route="payment", ids=(each.pk,)),
        )
        for each in found
    ]
    columns = (
        count("number", msg("Number"), summed=False),
        event("kind", msg("Kind")),
        text("about", msg("About")),
        text("guest", msg("Guest")),
        day("since", msg("Since")),
        count("days", msg("Days"), summed=False),
        cents("amount", msg("Amount")),
    )
    return Sheet(columns=columns, rows=rows)


def exceptions(asked: ReportParams) -> Sheet:
    """Return what an auditor looks at first: taken back, set aside, refused, done alone."""
    club = Club.objects.get(pk=asked.club_id)
    found = exceptions_queries.exceptions(
        club, first=asked.first, last=asked.last, known_at=asked.known_at
    )
    posted = _entries(asked.club_id, [act.id for _, act, _ in found])
    rows = [
        SheetRow(
            cells=(
                kind,
                act.recorded_at,
                str(user) if user else msg("a job"),
                act.address,
                act.operation,
                act.arguments.get("reason") or act.arguments.get("remark") or "",
            ),
            why=entry(posted.get(act.id)) or _decided(act) or _acts(asked, act.operation),
        )
        for kind, act, user in found
    ]
    columns = (
        text("kind", msg("Kind")),
        instant(),
        text("who", msg("Who")),
        text("from", msg("Device address")),
        Column(name="operation", title=msg("What"), kind="operation"),
        text("reason", msg("Reason")),
    )
    return Sheet(columns=columns, rows=rows)


PAYMENTS = Report(
    name="payments",
    title=msg("Payments due"),
    question=msg("Payables approved and not yet paid at the end of the last day."),
    group=msg("Money"),
    make=payments,
)
EXCEPTIONS = Report(
    name="exceptions",
    title=msg("Exceptions"),
    question=msg("Reversals, overrides, refusals and views of guests' ID."),
    group=msg("Club"),
    make=exceptions,
)


def _entries(club_id: int, act_ids: list[int]) -> dict[int, int]:
    """Return the first entry of each act that posted any."""
    found = entries(club_id, Q(act_id__in=act_ids))
    return {each.act_id: each.id for each in reversed(found)}


def _decided(act: TrailRow) -> Link | None:
    """Return the link to what two people signed, where that is what the act did."""
    proposal_id = act.arguments.get("proposal_id")
    return Link(route="approval", ids=(proposal_id,)) if proposal_id else None


def _acts(asked: ReportParams, operation: str) -> Link:
    """Return the link to the trail of acts of a kind."""
    query = {"first": asked.first, "last": asked.last, "text": operation}
    return Link(route="acts", query=query)
