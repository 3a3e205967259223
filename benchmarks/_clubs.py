"""Clubs on a Friday night: their desks and tables, and what people and screens ask for."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from random import Random
from typing import Any

from django.conf import settings
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from benchmarks._nights import CORES
from casino.cage.services.opening import open_shift
from casino.clock import gaming_day
from casino.staff.models import ApiToken, Role, User
from tests.world import RACK, World, a_club, a_member, founding

DESKS, TABLES, PLAYERS, BOARDS = (2, 3), (7, 8), 4, 4
EVERY_SECONDS = 2
# Of the recorded material: a night's pace and its moves of chips (349 in 999 hands), the ninths of
# 1,417 pots in big blinds, how many of the hands with a flop saw it.
HANDS_AN_HOUR, MOVES_A_HAND = 25, 0.35
POTS_BB, FLOP_SEEN = (2, 2.5, 4, 6, 9, 11.5, 15.5, 22.5, 55), 0.81
BIG_BLIND_CENTS = 200
# Assumed: the manager of a club looks at one of these every five minutes.
LOOKS_AN_HOUR, REPORTS = 12, ("takings", "shifts", "ledger", "balance")
NOTES = {10_000: 200}


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What somebody asks: `body` of an act, none of a look; `panel`: what a poll draws on news."""

    method: str
    path: str
    headers: dict[str, str]
    kind: str
    body: dict[str, Any] | None = None
    panel: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tonight(World):
    """A club as the tests have it, whose evening is now."""

    requests: list[Request] = field(default_factory=list)

    def at(self, clock: str, **_more: Any) -> datetime:
        """Return now, whatever the clock of the tests' evening says."""
        return timezone.now()


def open_all(clubs: int) -> list[Tonight]:
    """Open so many clubs, on every core, ahead of any connection to the database."""
    with ProcessPoolExecutor(CORES, mp_context=get_context("fork")) as pool:
        return list(pool.map(open_tonight, range(clubs)))


def open_tonight(number: int) -> Tonight:
    """Open desks and tables with players, and a day of the past that is still to be closed."""
    random = Random(number)
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")  # nobody measures this
    founded = a_club(f"club-{number}")
    club = Tonight(club=founded.club, staff=founded.staff)
    founded.fund(100_000_000)  # on the tests' evening: this day is over and not closed
    club.jackpot()
    supervisor = key_of(club.staff[Role.SUPERVISOR])
    for desk in range(random.choice(DESKS)):
        cashier = a_member(club.club, Role.CASHIER, name=f"cashier-{desk}@{number}")
        stamp = replace(club.stamp(), actor_id=cashier.pk)
        shift = open_shift(stamp, drawer_id=club.drawer(f"Desk {desk}").pk, cash=NOTES, chips=RACK)
        club.requests.extend(desk_acts(club, shift.pk, key_of(cashier)))
        club.requests.extend(polls(club, cashier, "till/"))
    for table in range(random.choice(TABLES)):
        session = club.session(f"Table {table}")
        club.seat(session, *(f"Guest {number}-{table}-{seat}" for seat in range(PLAYERS)))
        club.requests.extend(table_acts(club, session.pk, supervisor))
        club.requests.extend(polls(club, club.staff[Role.SUPERVISOR], f"tables/{session.pk}/"))
    club.requests.extend(looks(club, random))
    club.requests.extend(boards(club))
    connections.close_all()  # the processes that open clubs end before the nodes begin
    return club


def key_of(user: User) -> dict[str, str]:
    """Make somebody a key for programs; return the headers that carry it."""
    key = f"key-{user.pk}-" + "x" * 30
    digest = sha256(key.encode()).hexdigest()
    with founding(user.memberships.get().club):
        ApiToken.objects.create(user=user, name="bench", digest=digest)
    return {"Authorization": f"Token {key}", "Content-Type": "application/json"}


def desk_acts(club: Tonight, shift_id: int, key: dict[str, str]) -> Iterator[Request]:
    """Yield a minute's sales at a desk: the tables' moves of chips, shared by its desks."""
    moves = MOVES_A_HAND * HANDS_AN_HOUR * sum(TABLES) / sum(DESKS) / 60
    for _ in range(whole(moves, Random(shift_id))):
        yield Request(
            method="POST",
            path=f"/api/v1/clubs/{club.club.slug}/chips/sell/",
            headers=key,
            kind="sale",
            body={"shift_id": shift_id, "cents": 10_000},
        )


def table_acts(club: Tonight, session_id: int, key: dict[str, str]) -> Iterator[Request]:
    """Yield a minute's hands at a table."""
    random = Random(session_id)
    for _ in range(whole(HANDS_AN_HOUR / 60, random)):
        yield Request(
            method="POST",
            path=f"/api/v1/clubs/{club.club.slug}/sessions/{session_id}/hands/",
            headers=key,
            kind="hand",
            body={
                "pots_cents": [int(random.choice(POTS_BB) * BIG_BLIND_CENTS)],
                "players_dealt": PLAYERS,
                "board_cards_dealt": 3 if random.random() < FLOP_SEEN else 0,
                "deviation": "Bench",
            },
        )


def polls(club: Tonight, user: User, page: str) -> Iterator[Request]:
    """Yield a minute of one screen of the staff, and what it draws when there is news."""
    where, headers = f"/{club.club.slug}/", {"Cookie": cookie_of(user), "HX-Request": "true"}
    for _ in range(60 // EVERY_SECONDS):
        yield Request(
            method="GET",
            path=f"{where}news/",
            headers=headers,
            kind="poll",
            panel=f"{where}{page}",
        )


@cache
def cookie_of(user: User) -> str:
    """Sign somebody in; all their screens are one browser's."""
    browser = Client(SERVER_NAME="localhost")
    browser.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={browser.cookies[name].value}"


def whole(number: float, random: Random) -> int:
    """Return a whole number whose mean is this."""
    return int(number) + (random.random() < number % 1)


def looks(club: Tonight, random: Random) -> Iterator[Request]:
    """Yield a minute of the manager's looks at reports of this night."""
    day = gaming_day(timezone.now(), timezone=club.club.timezone, closes_at=club.club.closes_at)
    headers = {"Cookie": cookie_of(club.staff[Role.MANAGER])}
    for _ in range(whole(LOOKS_AN_HOUR / 60, random)):
        where = f"/{club.club.slug}/reports/{random.choice(REPORTS)}/?first={day}&last={day}"
        yield Request(method="GET", path=where, headers=headers, kind="report")


def boards(club: Tonight) -> Iterator[Request]:
    """Yield a minute of the screens of the room."""
    for _ in range(BOARDS * 60 // EVERY_SECONDS):
        path = f"/board/{club.club.slug}/room/today/?part=room"
        yield Request(method="GET", path=path, headers={}, kind="board")
