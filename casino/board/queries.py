"""What a screen in the room shows to everybody: no name, no stack, nobody's money."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from cashgames.models import Session, WaitlistEntry
from cashgames.queries import waiting
from cashgames.queries.tables import open_sessions
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.names import initials
from jackpot.queries import levels

Shows = Literal["initials", "numbers"]
MAX_SHOWN = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardTable:
    """An open table, and how many seats nobody has and nobody was called to."""

    name: str
    game: str
    small_blind_cents: int
    big_blind_cents: int
    free_seats: int


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardPlace:
    """Somebody on a list; table: the one that the guest is called to, empty while waiting."""

    who: str
    table: str
    answer_by: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardList:
    """Who waits for a game and its blinds, in order; more: how many are not shown."""

    game: str
    small_blind_cents: int
    big_blind_cents: int
    places: list[BoardPlace]
    more: int


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardJackpot:
    """A jackpot's level as fixed at a close (OLY-4.4)."""

    name: str
    level_cents: int
    fixed_at: datetime | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """The room at an instant, as a screen shows it to everybody."""

    at: datetime
    tables: list[BoardTable]
    lists: list[BoardList]
    jackpots: list[BoardJackpot]


def room_board(club: Club, *, at: datetime, shows: Shows) -> Board:
    """Return what everybody may see of a club's room."""
    return Board(
        at=at,
        tables=_tables(club, at),
        lists=[_list(each, shows) for each in waiting.waiting_lines(club.pk, most_moves=0)],
        jackpots=[_jackpot(levels.level(each)) for each in levels.jackpots(club.pk)],
    )


def _tables(club: Club, at: datetime) -> list[BoardTable]:
    sessions: list[Session] = open_sessions(club.pk)
    book = book_on(club.pk, club_stamp(club, at=at, actor_id=None).gaming_day)
    free = Counter(session_id for session_id, _ in waiting.free_seats(sessions, book))
    return [
        BoardTable(
            name=session.table.name,
            game=session.game,
            small_blind_cents=session.small_blind_cents,
            big_blind_cents=session.big_blind_cents,
            free_seats=free[session.pk],
        )
        for session in sessions
    ]


def _list(line: waiting.WaitingLine, shows: Shows) -> BoardList:
    return BoardList(
        game=line.game.game,
        small_blind_cents=line.game.small_blind_cents,
        big_blind_cents=line.game.big_blind_cents,
        places=[_place(each, shows) for each in line.entries[:MAX_SHOWN]],
        more=max(0, len(line.entries) - MAX_SHOWN),
    )


def _place(entry: WaitlistEntry, shows: Shows) -> BoardPlace:
    player = entry.player
    return BoardPlace(
        who=initials(player.name) if shows == "initials" else f"No. {player.code}",
        table=entry.session.table.name if entry.session else "",
        answer_by=entry.answer_by,
    )


def _jackpot(level: levels.Level) -> BoardJackpot:
    return BoardJackpot(
        name=level.jackpot.name, level_cents=level.fixed_cents, fixed_at=level.fixed_at
    )
