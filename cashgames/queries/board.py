"""Reading the board: what a supervisor sees of every open table, and what changed at one."""

from copy import copy
from dataclasses import dataclass
from datetime import datetime

from cashgames.models import Session, TableChange, TimeShare
from cashgames.queries.absence import AbsentSeat, absent_seats
from cashgames.queries.tables import TableCheck, seats, table_check
from cashgames.queries.time_rake import NextPeriod, next_period
from cashgames.queries.waiting import list_of, waiting_line
from casino.house.rulebook import RuleBook
from casino.paging import Page


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """
    One open table on the board.

    places: the most for its game; owing: shares of time rake not paid; waiting: for its game;
    breaks: its players would go to other tables of that game, it started last.
    """

    session: Session
    seated: int
    places: int
    minutes_open: int
    check: TableCheck
    next_period: NextPeriod | None
    owing: int
    away: list[AbsentSeat]
    waiting: int
    breaks: bool


def tile(
    session: Session, book: RuleBook, *, others: list[Session], places: int, at: datetime
) -> Tile:
    """Return an open table as the board shows it; others: all open tables."""
    alike = [other for other in others if other.same_game(session)]
    due = TimeShare.objects.filter(period__session=session, paid_at=None, waived="")
    waits_for = list_of(session)
    return Tile(
        session=session,
        seated=len(seats(session.pk)),
        places=places,
        minutes_open=int((at - session.opened_at).total_seconds()) // 60,
        check=table_check(session),
        next_period=next_period(session, at=at),
        owing=due.count() if session.time_rake_cents else 0,
        away=absent_seats(session, book, at=at),
        waiting=len(waiting_line(waits_for.pk)) if waits_for else 0,
        breaks=len(alike) > 1
        and session == max(alike, key=lambda other: (other.opened_at, other.pk)),
    )


def changes(session_id: int, *, page: Page | None = None) -> list[TableChange]:
    """Return what was changed at a table, the latest first."""
    found = TableChange.objects.filter(session_id=session_id)
    people = found.select_related("asked_by", "approved_by").order_by("-at", "-id")
    return page.of(people) if page else list(people)


def terms_played(session: Session) -> set[tuple[str, bool]]:
    """Return every (game, special cap) under which hands of a session may have been played."""
    game, special_cap = session.game, session.special_cap
    played = {(game, special_cap)}
    for change in changes(session.pk):
        game = change.before.get("game", game)
        special_cap = change.before.get("special_cap", special_cap)
        played.add((game, special_cap))
    return played


def on_terms_of(session: Session, at: datetime) -> Session:
    """Return a session as it was at an instant, by the changes since; it is not to be saved."""
    then = copy(session)
    for change in changes(session.pk):
        if change.at > at:
            then.game = change.before.get("game", then.game)
            then.special_cap = change.before.get("special_cap", then.special_cap)
            least = change.before.get("min_buy_in_cents", then.min_buy_in_cents)
            then.min_buy_in_cents = least
            by_time = change.before.get("time_rake_cents", then.time_rake_cents)
            then.time_rake_cents = by_time
    return then
