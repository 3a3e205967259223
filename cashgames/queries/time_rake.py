"""Reading the time rake: what was paid, who owes, and what comes next."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from cashgames.models import Seat, Session, TimePeriod, TimeShare
from cashgames.queries.tables import seats
from cashgames.rules.time_rake import shares_cents
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.refusals import NotFound


@dataclass(frozen=True, kw_only=True, slots=True)
class NextPeriod:
    """The period that comes next, and what each seat would pay if nobody came or left."""

    starts_at: datetime
    table_cents: int
    shares: list[tuple[Seat, int]]


def periods(session_id: int) -> list[TimePeriod]:
    """Return the periods of a table that have begun, the latest first."""
    return list(TimePeriod.objects.filter(session_id=session_id).order_by("-number"))


def period(club_id: int, period_id: int) -> TimePeriod:
    """Return a period of a table of the club. Raises NotFound."""
    found = TimePeriod.objects.filter(session__club_id=club_id, id=period_id).first()
    if found is None:
        raise NotFound(msg("This club has no such time rake period."), field="period_id")
    return found


def time_shares(session_id: int) -> list[TimeShare]:
    """Return what each seat owed for each period, the latest first; corrected shares too."""
    shares = TimeShare.objects.filter(period__session_id=session_id, reverses=None)
    people = shares.select_related("period", "seat__player", "entry").prefetch_related("reversals")
    return list(people.order_by("-period__number", "seat__number", "id"))


def shares_due(club_id: int) -> list[TimeShare]:
    """Return the shares of all tables that nobody has paid, the oldest first."""
    due = TimeShare.objects.filter(
        period__session__club_id=club_id, paid_at=None, waived=""
    ).select_related("period__session__table", "seat__player")
    return list(due.order_by("period__starts_at", "seat__number"))


def time_share(club_id: int, share_id: int) -> TimeShare:
    """Return one seat's share of a period. Raises NotFound."""
    shares = TimeShare.objects.select_related("period__session__table", "seat__player")
    found = shares.filter(period__session__club_id=club_id, id=share_id).first()
    if found is None:
        raise NotFound(msg("This club has no such time rake share."), field="share_id")
    return found


def next_period(session: Session, book: RuleBook, *, at: datetime) -> NextPeriod | None:
    """Return the period after the one that runs now, None where no time rake is paid."""
    if session.time_rake_cents is None or book.time_rake is None or session.closed_at:
        return None
    length = timedelta(minutes=book.time_rake.period_minutes)
    starts_at = session.opened_at + ((at - session.opened_at) // length + 1) * length
    seated = {seat.number: seat for seat in seats(session.pk)}
    unit = book.time_rake.chip_unit_cents
    shares = shares_cents(session.time_rake_cents, seated, chip_unit_cents=unit)
    return NextPeriod(
        starts_at=starts_at,
        table_cents=session.time_rake_cents,
        shares=[(seated[number], cents) for number, cents in shares.items()],
    )
