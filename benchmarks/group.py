"""
A group of clubs on a Friday night: what one machine carries, and what a club costs.

Every screen asks whether there is news every two seconds and draws its panel when there is; hands
are played at the pace and with the pots of the recorded ones, chips move as often as they did
there. Some minutes of all clubs, in any order, are asked of web nodes by eight clients as fast as
they are answered. What it costs is the processor's, in the web nodes and in PostgreSQL, which a
busy machine hardly changes; how many clubs a core carries follows. Then every club's day is closed.

The work of a minute is done in less or more than that: a panel that is kept for seconds is kept for
a larger or smaller part of the night than it would be.
"""

import json
import logging
import os
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import median
from typing import Any
from uuid import uuid4

from benchmarks._bench import FULL, connect_django, show

connect_django()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from casino.cage.services.opening import open_shift  # noqa: E402
from casino.closing.services.days import close_due_days  # noqa: E402
from casino.staff.models import ApiToken, Role, User  # noqa: E402
from script import serve  # noqa: E402
from script.children import running, wait_until  # noqa: E402
from tests.world import RACK, World, a_club, a_member, founding  # noqa: E402

# A group as large as the largest that was asked about: 200 clubs, 500 desks, 1,500 tables.
CLUBS, MINUTES = (200, 2) if FULL else (8, 2)
DESKS, TABLES, PLAYERS, BOARDS = (2, 3), (7, 8), 4, 4
CLIENTS, EVERY_SECONDS = 8, 2
# Of the recorded material: a night's pace and its moves of chips (349 in 999 hands), the ninths of
# 1,417 pots in big blinds, how many of the hands with a flop saw it.
HANDS_AN_HOUR, MOVES_A_HAND = 25, 0.35
POTS_BB, FLOP_SEEN = (2, 2.5, 4, 6, 9, 11.5, 15.5, 22.5, 55), 0.81
BIG_BLIND_CENTS = 200
NOTES = {10_000: 200}
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


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


def main() -> None:
    """Found the clubs, ask for their minutes of one node and of two, close their days."""
    logging.disable(logging.INFO)
    random, began = Random(1), time.perf_counter()
    clubs = [open_tonight(number, random) for number in range(CLUBS)]
    print(f"{CLUBS} clubs founded in {time.perf_counter() - began:.0f} s", flush=True)
    with ExitStack() as stack:
        ports = [start_node(stack, number) for number in range(2)]
        for nodes in (ports[:1], ports):
            ask_minutes(clubs, nodes, random)
    close_all(clubs)


# ---------------------------------------------------------------- a club


def open_tonight(number: int, random: Random) -> Tonight:
    """Open desks and tables with players, and a day of the past that is still to be closed."""
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


# ---------------------------------------------------------------- its minutes


def start_node(stack: ExitStack, number: int) -> int:
    """Start a web node as script/server does, on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    log, own = serve.VAR / f"log/bench-web-{number}.log", {"PORT": str(port)}
    more = {"API_RATE": "1000000000/minute", "ROOM_RATE": "1000000000/minute"}
    environment = {**os.environ, **more, **own}
    child = stack.enter_context(running(serve.WEB, log=log, cwd=serve.TOP, env=environment))
    wait_until(lambda: serves(port), child, name="The web server", log=log)
    return port


def serves(port: int) -> bool:
    """Return whether a node answers."""
    link = HTTPConnection("127.0.0.1", port, timeout=10)
    with suppress(OSError), closing(link):
        link.request("GET", "/healthz")
        return link.getresponse().status == HTTPStatus.OK
    return False


def ask_minutes(clubs: list[Tonight], ports: list[int], random: Random) -> None:
    """Ask for some minutes of all clubs; print what they took."""
    waiting: SimpleQueue[Request | None] = SimpleQueue()
    for _ in range(MINUTES):
        minute = [request for club in clubs for request in (*club.requests, *boards(club))]
        random.shuffle(minute)
        for request in minute:
            waiting.put(request)
    for _ in range(CLIENTS):
        waiting.put(None)
    versions: dict[str, str] = {}  # a screen's, whichever client asks for it
    asking = [Asking(ports[number % len(ports)], waiting, versions) for number in range(CLIENTS)]
    before, began = processors(), time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        for done in [pool.submit(one.work) for one in asking]:
            done.result()
    took = time.perf_counter() - began
    report(asking, Counter(processors()) - Counter(before), took, nodes=len(ports))


def boards(club: Tonight) -> Iterator[Request]:
    """Yield a minute of the screens of the room."""
    for _ in range(BOARDS * 60 // EVERY_SECONDS):
        path = f"/board/{club.club.slug}/room/today/?part=room"
        yield Request(method="GET", path=path, headers={}, kind="board")


class Asking:
    """A client: asks for one thing after the other, and keeps what each took."""

    def __init__(
        self, port: int, waiting: "SimpleQueue[Request | None]", versions: dict[str, str]
    ) -> None:
        self.versions = versions
        self.link, self.waiting = HTTPConnection("127.0.0.1", port, timeout=300), waiting
        self.milliseconds: list[float] = []
        self.kinds: Counter[str] = Counter()

    def work(self) -> None:
        """Ask until the end."""
        while request := self.waiting.get():
            if request.kind == "poll":
                self.poll(request)
            else:
                self.ask(request, request.path)

    def poll(self, request: Request) -> None:
        """Ask for news since this screen's last, and draw its panel where there are some."""
        screen = request.panel
        known = self.versions.get(screen, "")
        said = self.ask(request, f"{request.path}?v={known}")
        self.versions[screen] = said or known
        if said and said != known:
            self.ask(replace(request, kind="panel"), request.panel)

    def ask(self, request: Request, path: str) -> str:
        """Send it, and return the version of the answer."""
        headers, body = request.headers, None
        if request.body is not None:
            named = {"name": uuid4().hex} if request.kind == "hand" else {}
            body = json.dumps(request.body | named)
            headers = headers | {"Idempotency-Key": str(uuid4())}
        began = time.perf_counter()
        self.link.request(request.method, path, body, headers)
        answer = self.link.getresponse()
        said = answer.read()
        self.milliseconds.append((time.perf_counter() - began) * 1_000)
        self.kinds[request.kind] += 1
        assert answer.status < 300, (request.kind, answer.status, path, said[:500])
        return answer.headers.get("X-Version", "")


def report(asking: list[Asking], cpu: Counter[str], took: float, *, nodes: int) -> None:
    """Print what a club costs, how many a core carries, and how long who asked waited."""
    waited = sorted(ms for one in asking for ms in one.milliseconds)
    kinds = sum((one.kinds for one in asking), Counter[str]())
    minutes = CLUBS * MINUTES
    costs = {what: seconds / minutes / 60 * 100 for what, seconds in cpu.items()}
    percent = sum(costs.values())
    print(f"{nodes} web node(s): {dict(kinds)} in {took:.0f} s")
    parts = ", ".join(f"{what} {cost:.2f}" for what, cost in sorted(costs.items()))
    show(f"{nodes} node(s): a club, % of a core", percent, raw=parts)
    show(f"{nodes} node(s): clubs that a core carries", 100 / percent)
    half, nearly_all = waited[len(waited) // 2], waited[len(waited) * 99 // 100]
    show(f"{nodes} node(s): requests a second, eight clients", len(waited) / took,
         raw=f"p50 {half:.0f} ms, p99 {nearly_all:.0f} ms")  # fmt: skip


def processors() -> dict[str, float]:
    """Return the seconds of CPU that the web nodes and PostgreSQL have used, by who."""
    own, parents, used = os.getpid(), {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        number = int(stat.parent.name)
        parents[number] = int(words[1])
        used[number] = sum(map(int, words[11:15])) / TICKS_A_SECOND
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        server = parents[cursor.fetchone()[0]]
    below = {number: set(ancestors(number, parents)) for number in used}
    return {
        "postgres": sum(cost for number, cost in used.items() if server in below[number]),
        "web": sum(cost for number, cost in used.items()
                   if own in below[number] and number != own and server not in below[number]),
    }  # fmt: skip


def ancestors(number: int, parents: dict[int, int]) -> Iterator[int]:
    """Yield a process, its parent and so on."""
    while number:
        yield number
        number = parents.get(number, 0)


# ---------------------------------------------------------------- seven o'clock


def close_all(clubs: list[Tonight]) -> None:
    """Close the day of every club that is over, as the job does that runs each minute."""
    took, closed = [], 0
    for club in clubs:
        began = time.perf_counter()
        closed += len(close_due_days(timezone.now(), club_id=club.club.pk))
        took.append(time.perf_counter() - began)
    assert closed == CLUBS, closed
    show("closing a club's day, ms", median(took) * 1_000)
    show("closing the days of all clubs, s", sum(took))


if __name__ == "__main__":
    main()
