"""Reading the time rake: what was paid, who owes, and what comes next."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from cashgames.models import Seat, Session, TimePeriod, TimeShare
from cashgames.queries.tables import seats
from cashgames.rules.time_rake import shares_cents
from casino.house.queries import book_on, club_stamp
from casino.house.rulebook import RuleBook
from casino.house.rules import TimeRake
from casino.messages import msg
from casino.refusals import NotFound


@dataclass(frozen=True, kw_only=True, slots=True)
class NextPeriod:
    """The period that comes next, and what each seat would pay if nobody came or left."""

    starts_at: datetime
    table_cents: int
    shares: list[tuple[Seat, int]]


@dataclass(frozen=True, kw_only=True, slots=True)
class ComingPeriod:
    """A period that has not begun, and the rules of its day."""

    number: int
    starts_at: datetime
    rules: TimeRake


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
    people = shares.select_related("period", "seat__player", "entry", "waived_by").prefetch_related(
        "reversals"
    )
    return list(people.order_by("-period__number", "seat__number", "id"))


def shares_due(club_id: int) -> list[TimeShare]:
    """Return the shares of all tables that nobody has paid, the oldest first."""
    due = TimeShare.objects.filter(
        period__session__club_id=club_id, paid_at=None, waived=""
    ).select_related("period__session__table", "seat__player")
    return list(due.order_by("period__starts_at", "seat__number"))


def waived_shares(share_ids: Collection[int]) -> dict[int, TimeShare]:
    """Return shares by id, with table and guest."""
    shares = TimeShare.objects.select_related("period__session__table", "seat__player")
    return shares.in_bulk(list(share_ids))


def time_share(club_id: int, share_id: int) -> TimeShare:
    """Return one seat's share of a period. Raises NotFound."""
    shares = TimeShare.objects.select_related("period__session__table", "seat__player")
    found = shares.filter(period__session__club_id=club_id, id=share_id).first()
    if found is None:
        raise NotFound(msg("This club has no such time rake share."), field="share_id")
    return found


def coming(session: Session) -> Iterator[ComingPeriod]:
    """
    Yield the periods of a table that have not begun, the earliest first, while its rules have any.

    They go on from the one before, each as long as the rules of the day on which it starts say;
    what was charged stays what it was. Between two plans a table paid on its pots.
    Source: OLY-2.37, AMB-15.
    """
    if session.time_rake_cents is None:
        return
    since = session.time_rake_since or session.opened_at
    latest = TimePeriod.objects.filter(session=session).order_by("-number").first()
    if latest and latest.starts_at >= since:
        number, starts_at = latest.number, latest.starts_at
        terms = _terms(session, starts_at)
    else:
        if (terms := _terms(session, since)) is None:
            return
        # The one before the first that starts then or later.
        number = -((session.opened_at - since) // terms.length) - 1
        starts_at = session.opened_at + number * terms.length
        number = max(number, latest.number) if latest else number
    while terms:
        number, starts_at = number + 1, starts_at + terms.length
        if terms := _terms(session, starts_at):
            yield ComingPeriod(number=number, starts_at=starts_at, rules=terms.rules)


def next_period(session: Session, *, at: datetime) -> NextPeriod | None:
    """Return the period after the one that runs now, None where no time rake is paid."""
    if session.closed_at or session.time_rake_cents is None:
        return None
    following = next((each for each in coming(session) if each.starts_at > at), None)
    if following is None:
        return None
    seated = {seat.number: seat for seat in seats(session.pk)}
    unit = following.rules.chip_unit_cents
    shares = shares_cents(session.time_rake_cents, seated, chip_unit_cents=unit)
    return NextPeriod(
        starts_at=following.starts_at,
        table_cents=session.time_rake_cents,
        shares=[(seated[number], cents) for number, cents in shares.items()],
    )


def book_of(period: TimePeriod) -> RuleBook:
    """Return the rules by which a period began: they say why it is owed, whatever came later."""
    return _book_at(period.session, period.starts_at)


@dataclass(frozen=True, slots=True)
class _Terms:
    rules: TimeRake

    @property
    def length(self) -> timedelta:
        return timedelta(minutes=self.rules.period_minutes)


def _terms(session: Session, at: datetime) -> _Terms | None:
    """Return what the rules of an instant's gaming day say of time, None where nothing."""
    rules = _book_at(session, at).time_rake
    return _Terms(rules) if rules else None


def _book_at(session: Session, at: datetime) -> RuleBook:
    return book_on(session.club_id, club_stamp(session.club, at=at, actor_id=None).gaming_day)
