"""
The end of a gaming day: its close fixes the levels, the accountant's seal ends it for good.

Every step can run late, twice or on two workers at once: the database knows one close a day.
"""

from dataclasses import replace
from datetime import date, datetime
from secrets import SystemRandom
from uuid import uuid5

import structlog
from django.db import DatabaseError

from cashgames.queries.tables import open_sessions
from casino.acts.runner import act
from casino.closing.services.checklist import checklist
from casino.closing.services.documents import hold_documents, sealed_days, write_document
from casino.house.keys import namespace
from casino.house.models import Club
from casino.house.queries import day_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries import gaming_days
from casino.ledger.queries.rows import CloseRow
from casino.messages import msg
from casino.refusals import Conflict, Refusal
from casino.webhooks.models import Event
from casino.webhooks.services.telling import announce
from jackpot.services.pools import take_snapshots

log = structlog.get_logger()
# Keys of the jobs: the same day of the same club makes the same key, until its close is taken back.
DAILY = namespace("6f2b4a52-7d0c-4b7e-9a38-0f8a9d0f4c01")


class DayNotReady(Conflict):
    """Something of that day is still open."""

    code = "OFFICE-001"


def _hold_unless_backfilled(stamp: Stamp, **_: date) -> None:
    ledger.hold_club(stamp.club_id)
    if gaming_days.is_being_backfilled(stamp.club_id):
        raise DayNotReady(msg("Past nights are being entered. The day can close after them."))


class GamesOpen(Conflict):
    """The levels are fixed when the last game has closed, unless somebody means it."""

    code = "OFFICE-010"
    source = "OLY-4.4"
    next_step = msg("Close the tables first, or confirm that the games go on.")


@act(
    "office.close_floor",
    first=lambda stamp, **_: ledger.hold_club(stamp.club_id),
    replay=lambda stamp, **_: gaming_days.close_of(stamp.club_id, stamp.act_id),
)
def close_floor(stamp: Stamp, *, games_go_on: bool = False) -> CloseRow:
    """
    Fix the levels now, before the end of the day: the supervisor closes the last game.

    games_go_on: although games are open, whose next hands count towards the next level. The
    gaming day itself goes on until its hour. Source: OLY-4.4, AMB-28. Raises GamesOpen.
    """
    running = open_sessions(stamp.club_id)
    if running and not games_go_on:
        tables = ", ".join(str(each.table) for each in running)
        raise GamesOpen(msg("Games are still open: {tables}.", tables=tables), field="games_go_on")
    return _close(stamp, kind="early")


def close_day(club: Club, day: date, *, now: datetime) -> CloseRow:
    """
    Close a gaming day at its hour; running it again returns the first close.

    Levels are computed from the entries before the hour, however late this runs.
    Source: OLY-4.4, AMB-37, AMB-38. Raises DayNotReady before that hour and while somebody else
    enters past nights, DayNotOpen.
    """
    again = " again" * gaming_days.times_reopened(club.id, day)
    stamp = day_stamp(club, day, key=uuid5(DAILY, f"{club.id} {day}{again}"))
    row = gaming_days.day(club.id, day)
    if row:  # the hour that held when the day began; the club may have another one by now
        stamp = replace(stamp, at=row.closes_at, opens_at=row.opens_at, closes_at=row.closes_at)
    if stamp.at > now:
        raise DayNotReady(msg("The gaming day {day:%d.%m.%Y} is not over yet.", day=day))
    return close_at_its_hour(stamp, day=day)


@act(
    "office.close_day",
    first=_hold_unless_backfilled,
    replay=lambda stamp, **_: _close(stamp, kind="daily"),
)
def close_at_its_hour(stamp: Stamp, *, day: date) -> CloseRow:
    """Close a gaming day, of which the stamp is: a job's act."""
    return _close(stamp, kind="daily")


def close_due_days(at: datetime, *, club_id: int | None = None) -> list[tuple[str, date]]:
    """
    Close every gaming day whose end has passed, a club's in order; return (club, day) of each.

    With a club's id that club's days alone. A club whose day cannot be closed stops nobody else;
    one that another worker closes just now comes last; one into which past nights are entered waits
    until they are in.
    """
    due = gaming_days.clubs_due(at) if club_id is None else [club_id]
    SystemRandom().shuffle(due)  # two workers that begin at once seldom meet
    done, held = [], []
    for club in due:
        if gaming_days.is_held(club):
            held.append(club)
        else:
            done += _close_days_of(club, at)
    return done + [closed for club in held for closed in _close_days_of(club, at)]


def _close_days_of(club_id: int, at: datetime) -> list[tuple[str, date]]:
    """Close a club's days that are due still, whoever closed some meanwhile."""
    done = []
    due = gaming_days.days_due(at, club_id)
    if not due or gaming_days.is_being_backfilled(club_id):
        return []
    club = Club.objects.get(id=club_id)
    for day in due:
        try:
            close_day(club, day, now=at)
        except (Refusal, DatabaseError):
            log.exception("a gaming day could not be closed", club=club.slug, day=str(day))
        else:
            done.append((club.slug, day))
    return done


@act("office.seal_day", replay=lambda stamp, day: gaming_days.seal_of(stamp.club_id, day))
def seal_day(stamp: Stamp, *, day: date) -> bytes:
    """
    Seal a closed gaming day: nothing can be posted to it any more. Returns the seal.

    What is sealed is kept as the next numbered document of the club.

    Raises DayNotReady while a shift of that day is open, SealRefused when an earlier day is not
    sealed or this one not closed.
    """
    hold_documents(stamp.club_id)
    stood = checklist(stamp.club_id, day, at=stamp.at)
    for blocker in (thing for line in stood if line.blocks for thing in line.things):
        see = msg("See the checklist of the day.")
        raise DayNotReady(blocker.says, next_step=see, next_page="day", about={"day": day})
    seal = ledger.seal_day(stamp, day=day)
    content = {
        "days": sealed_days(stamp.club_id, [day]),
        "checklist": [line.as_json() for line in stood],
    }
    write_document(stamp, period="day", first_day=day, last_day=day, content=content)
    return seal


def _close(stamp: Stamp, *, kind: str) -> CloseRow:
    close_id, created = ledger.close_day(stamp, kind=kind)
    if created:
        fixed = take_snapshots(stamp, close_id=close_id)
        if kind == "daily":
            levels = [{"jackpot": str(each.jackpot), "cents": each.level_cents} for each in fixed]
            announce(stamp, Event.DAY_CLOSED, day=str(stamp.gaming_day), levels=levels)
    return gaming_days.close(stamp.club_id, close_id)
