"""What a screen in the room shows to everybody: no name, no stack, nobody's money."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from cashgames.models import Session, WaitlistEntry
from cashgames.queries import waiting
from cashgames.queries.tables import open_sessions
from casino import clock
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.names import public_name
from jackpot.queries import levels
from ranking.models import Ranking
from ranking.queries import standing
from tournaments.models import Tournament
from tournaments.queries.pictures import screen_pictures
from tournaments.queries.pools import waterfall
from tournaments.queries.room import agenda, current, paid_places, seats_by_name
from tournaments.queries.tournaments import entered_count, left_count
from tournaments.queries.waitlist import lists

Shows = Literal["names", "initials", "numbers"]
MAX_SHOWN = 8
# So many lines fit on a screen, in columns.
SEATS_A_PAGE, PRIZES_A_PAGE, WAITING_SHOWN, RANKED_SHOWN = 96, 60, 40, 20


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
    """
    A jackpot's level as fixed at a close (OLY-4.4).

    next_cents: what the next hit is paid from, where that is no longer the level; else None.
    """

    name: str
    level_cents: int
    fixed_at: datetime | None
    next_cents: int | None
    was_hit: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """The room at an instant, as a screen shows it to everybody."""

    at: datetime
    tables: list[BoardTable]
    lists: list[BoardList]
    jackpots: list[BoardJackpot]


def room_board(club: Club, *, at: datetime, shows: Shows) -> Board:
    """Return what everybody may see of a club's room."""
    lines = waiting.waiting_lines(club.pk, most_moves=0)
    return Board(
        at=at,
        tables=_tables(club, at),
        lists=[_list(each, shows) for each in lines if each.entries],
        jackpots=[_jackpot(levels.level(each)) for each in levels.in_use(club.pk)],
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
        who=public_name(player.name, player.code, shows),
        table=entry.session.table.name if entry.session else "",
        answer_by=entry.answer_by,
    )


def _jackpot(level: levels.Level) -> BoardJackpot:
    return BoardJackpot(
        name=level.jackpot.name,
        level_cents=level.fixed_cents,
        fixed_at=level.fixed_at,
        next_cents=level.base_cents if level.base_cents != level.fixed_cents else None,
        was_hit=bool(level.paid_since_cents),
    )


def followed(club: Club, at: datetime) -> Tournament | None:
    """Return the tournament that the room's screens follow, None without one."""
    return current(club.pk, club_stamp(club, at=at, actor_id=None).gaming_day)


def screen_body(
    club: Club, found: Tournament | None, view: str, *, at: datetime, shows: str, turn: int
) -> dict[str, Any]:
    """Return what a view of the screen lists; turn: which of its pages; nothing: no lines."""
    lines: dict[str, Any] = {}
    if view == "payouts" and found:
        water = waterfall(found, at=at)
        lines = _paged("prizes", paid_places(water), PRIZES_A_PAGE, turn)
        lines |= {"by_chips": water.by_chips}
    elif view == "seats" and found:
        lines = _paged("seats", seats_by_name(found, shows), SEATS_A_PAGE, turn)
    elif view == "waiting" and found:
        waiting_ones = lists(found, at).waiting[:WAITING_SHOWN]
        lines = {"waiting": [_waits(one, shows) for one in waiting_ones]}
    elif view == "pool" and found:
        water = waterfall(found, at=at)
        lines = {"water": water, "entered": entered_count(found), "left": left_count(found)}
        lines |= {"tournament": found}
    elif view == "ranking":
        lines = {"table": _ranked(club, at, shows)}
    elif view == "sponsors":
        lines = _paged("pictures", screen_pictures(club.pk), 1, turn)
    else:
        day = club_stamp(club, at=at, actor_id=None).gaming_day
        shown = agenda(club.pk, day)
        coming = [one for one in shown if not one.started_at and one != found]
        lines = {"events": shown, "coming": coming[:1]}
    return lines


def _paged(name: str, lines: Sequence[Any], length: int, turn: int) -> dict[str, Any]:
    """Return the page of a long list whose turn it is, and how many there are."""
    pages = max(1, -(-len(lines) // length))
    here = turn % pages
    return {name: lines[here * length : (here + 1) * length], "page": here + 1, "pages": pages}


def _waits(entry: Any, shows: str) -> tuple[str, bool]:
    player = entry.player
    return public_name(player.name, player.code, shows), bool(entry.admitted_at)


def _ranked(club: Club, at: datetime, shows: str) -> dict[str, Any] | None:
    """Return the standing of the club's own ranking, None without one."""
    found = Ranking.objects.filter(club=club, own=True).select_related("club").first()
    if found is None:
        return None
    day = club_stamp(club, at=at, actor_id=None).gaming_day
    table = standing.table(found, clock.quarter(day))
    rows = [
        (row, public_name(row.player.name, row.player.code, shows))
        for row in table.rows[:RANKED_SHOWN]
    ]
    return {"of": table, "rows": rows}
