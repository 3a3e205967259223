"""
A group of clubs on a Friday night: what one machine carries, and what a club costs.

Every screen asks whether there is news every two seconds and draws its panel when there is; hands
are played at the pace and with the pots of the recorded ones, chips move as often as they did
there, managers look at reports now and then. Some minutes of all clubs, in any order, are asked of
web nodes by eight clients as fast as they are answered: of one node, of two, and of two whose
public screens and reports read a standby. What it costs is the processor's, in the web nodes and in
PostgreSQL (which a busy machine changes less than any time, but does); how many clubs a core
carries follows. Then a day of every club is closed, by one worker and by two at once.

The work of a minute is done in less or more than that: a panel that is kept for seconds is kept for
a larger or smaller part of the night than it would be. `--full` founds as large a group as was
asked about, asks of a few of its clubs alone first, and of all of them for seconds.
"""

import json
import logging
import os
import socket
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from http import HTTPStatus
from http.client import HTTPConnection
from multiprocessing import get_context
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any
from uuid import uuid4

import psycopg

from benchmarks._bench import FULL, connect_django, show

connect_django()

from django.db import connection, connections  # noqa: E402

from benchmarks._clubs import Request, Tonight, open_all  # noqa: E402
from casino.closing.tasks import close_due_days  # noqa: E402
from casino.ledger.models import Act, Close  # noqa: E402
from script import pair, serve  # noqa: E402
from script.children import running, wait_until  # noqa: E402
from script.office import TOP, VAR  # noqa: E402
from script.peers import look  # noqa: E402
from script.servers import postgres_url  # noqa: E402
from tests.world import EVENING, World  # noqa: E402

FOLDER = Path(os.environ["BENCH_FOLDER"])
# A group as large as the largest that was asked about: 200 clubs, 500 desks, 1,500 tables.
CLUBS, SECONDS = (200, 10) if FULL else (8, 120)
FEW, FEW_SECONDS = 8, 120
CLIENTS = 8
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")
COMMITS = "SELECT xact_commit FROM pg_stat_database WHERE datname = 'casino'"


@dataclass(frozen=True, kw_only=True)
class Leg:
    """Some clubs and who they ask; `replica`: public screens and reports read a standby."""

    nodes: int
    replica: bool = False
    clubs: int = CLUBS
    seconds: int = SECONDS

    def __str__(self) -> str:
        few = f"{self.clubs} of {CLUBS} clubs, " if self.clubs < CLUBS else ""
        return f"{few}{self.nodes} node(s){' and a replica' if self.replica else ''}"


LEGS = [Leg(nodes=1), Leg(nodes=2), Leg(nodes=2, replica=True)]
ALONE = [Leg(nodes=1, clubs=FEW, seconds=FEW_SECONDS)] if FULL else []


def main() -> None:
    """Found the clubs, ask for their night in each way, close their days."""
    logging.disable(logging.INFO)
    began = time.perf_counter()
    clubs = open_all(CLUBS)
    print(f"{CLUBS} clubs founded in {time.perf_counter() - began:.0f} s", flush=True)
    night = Night()
    for leg in (*ALONE, *LEGS):
        night.ask(leg, clubs[: leg.clubs])
    close_due_days.run()  # the first day, here: what a worker has imported since long
    for nth, workers in enumerate((1, 2, 1, 2), start=1):
        close_all(clubs, nth, workers)


# ---------------------------------------------------------------- nodes and a standby


def start_node(stack: ExitStack, number: int, more: dict[str, str]) -> int:
    """Start a web node as script/server does, on a port of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    log, own = VAR / f"log/bench-web-{number}.log", {"PORT": str(port)}
    more = {"API_RATE": "1000000000/minute", "ROOM_RATE": "1000000000/minute"} | more
    environment = {**os.environ, **more, **own}
    child = stack.enter_context(running(serve.WEB, log=log, cwd=TOP, env=environment))
    wait_until(lambda: serves(port), child, name="The web server", log=log)
    return port


def serves(port: int) -> bool:
    """Return whether a node answers."""
    link = HTTPConnection("127.0.0.1", port, timeout=10)
    with suppress(OSError), closing(link):
        link.request("GET", "/healthz")
        return link.getresponse().status == HTTPStatus.OK
    return False


@contextmanager
def standby() -> Iterator[int]:
    """Run a second PostgreSQL that follows the first one; the id of its process."""
    leads, follows = FOLDER / "postgres", FOLDER / "postgres2"
    leader = pair.peers([leads])[0]
    with pair.run(follows, leads, waits=False) as child:
        log = FOLDER / "log/postgres2.log"
        wait_until(lambda: is_followed(look(leader)), child, name="The standby", log=log)
        yield child.pid


def is_followed(state: Any) -> bool:
    return getattr(state, "follower", None) == "streaming"


def commits(server: str) -> int:
    """Return how many transactions a server has committed, reading ones too."""
    with psycopg.connect(postgres_url(FOLDER / server, database="casino")) as asked:
        row = asked.execute(COMMITS).fetchone()
    return int(row[0]) if row else 0


# ---------------------------------------------------------------- their night


class Night:
    """The night of the clubs, which goes on from one leg to the next: what each screen knows."""

    def __init__(self) -> None:
        self.random = Random(1)
        self.versions: dict[str, str] = {}  # a screen's, whichever client asks for it

    def ask(self, leg: Leg, clubs: list[Tonight]) -> None:
        """Ask for some of the night of clubs; print what it took."""
        with ExitStack() as stack:
            servers, more = {"postgres": postmaster()}, {}
            if leg.replica:
                servers["postgres2"] = stack.enter_context(standby())
                url = postgres_url(FOLDER / "postgres2", role="casino_app", database="casino")
                more["REPLICA_URL"] = url
            ports = [start_node(stack, number, more) for number in range(leg.nodes)]
            self.work(ports, self.first_looks(clubs))
            ended = [commits(server) for server in servers]
            before, began = processors(servers), time.perf_counter()
            asking = self.work(ports, self.requests(clubs, leg.seconds))
            took = time.perf_counter() - began
            report(leg, asking, Counter(processors(servers)) - Counter(before), took)
            for server, already in zip(servers, ended, strict=True):
                print(f"{leg}: {commits(server) - already} transactions of {server}", flush=True)

    def first_looks(self, clubs: list[Tonight]) -> list[Request]:
        """Return a sign of life of everybody, a poll of each new screen, some to wake the nodes."""
        polls = {each.panel: each for club in clubs for each in club.requests if each.panel}
        new = [each for screen, each in polls.items() if screen not in self.versions]
        people = {each.headers["Cookie"]: each for each in polls.values()}
        alive = [replace(each, kind="alive", headers={"Cookie": c}) for c, each in people.items()]
        return alive + new + [each for club in clubs[:FEW] for each in club.requests[::5]]

    def requests(self, clubs: list[Tonight], seconds: float) -> Iterator[Request]:
        """Yield what is asked in some minutes of clubs, of less than a minute a share of it."""
        while seconds > 0:
            minute = [each for club in clubs for each in club.requests]
            part = [each for each in minute if self.random.random() * 60 < seconds]
            self.random.shuffle(part)
            yield from part
            seconds -= 60

    def work(self, ports: list[int], requests: Iterable[Request]) -> "list[Asking]":
        """Ask with all clients."""
        waiting: SimpleQueue[Request | None] = SimpleQueue()
        for request in (*requests, *[None] * CLIENTS):
            waiting.put(request)
        asking = [
            Asking(ports[number % len(ports)], waiting, self.versions) for number in range(CLIENTS)
        ]
        with ThreadPoolExecutor(CLIENTS) as pool:
            for done in [pool.submit(one.work) for one in asking]:
                done.result()
        return asking


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
        self.kinds["report as of"] += request.kind == "report" and b"As of " in said
        assert answer.status < 300, (request.kind, answer.status, path, said[:500])
        return answer.headers.get("X-Version", "")


def report(leg: Leg, asking: list[Asking], cpu: Counter[str], took: float) -> None:
    """Print what a club costs, how many a core carries, and how long who asked waited."""
    waited = sorted(ms for one in asking for ms in one.milliseconds)
    kinds = sum((one.kinds for one in asking), Counter[str]())
    asked_seconds = leg.clubs * leg.seconds
    costs = {what: seconds / asked_seconds * 100 for what, seconds in cpu.items()}
    percent = sum(costs.values())
    assert leg.replica == bool(kinds["report as of"]), kinds
    print(f"{leg}: {dict(kinds)} in {took:.0f} s")
    parts = ", ".join(f"{what} {cost:.2f}" for what, cost in sorted(costs.items()))
    show(f"{leg}: a club, % of a core", percent, raw=parts)
    show(f"{leg}: clubs that a core carries", 100 / percent)
    half, nearly_all = waited[len(waited) // 2], waited[len(waited) * 99 // 100]
    show(f"{leg}: requests a second, eight clients", len(waited) / took,
         raw=f"p50 {half:.0f} ms, p99 {nearly_all:.0f} ms")  # fmt: skip


def processors(servers: dict[str, int]) -> dict[str, float]:
    """Return the seconds of CPU that the servers, by name, and the web nodes have used."""
    parents, used = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        number = int(stat.parent.name)
        parents[number] = int(words[1])
        used[number] = sum(map(int, words[11:15])) / TICKS_A_SECOND
    of_whom = {process: name for name, process in servers.items()} | {os.getpid(): "web"}
    spent: Counter[str] = Counter()
    for number, seconds in used.items():
        above = [each for each in ancestors(number, parents) if each in of_whom]
        if above and number != os.getpid():
            spent[of_whom[above[0]]] += seconds
    return dict(spent)


def postmaster() -> int:
    """Return the process above those of the server that this one works with."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        stat = Path(f"/proc/{cursor.fetchone()[0]}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])


def ancestors(number: int, parents: dict[int, int]) -> Iterator[int]:
    """Yield a process, its parent and so on."""
    while number:
        yield number
        number = parents.get(number, 0)


# ---------------------------------------------------------------- seven o'clock


def close_all(clubs: list[Tonight], nth: int, workers: int) -> None:
    """Let so many workers close a day of every club at once, each running the job itself."""
    day = EVENING + timedelta(nth)
    for club in clubs:
        World(club=club.club, staff=club.staff).sell(100, day=day)
    connections.close_all()  # no process takes another's
    context = get_context("fork")
    ready, found = context.Barrier(workers + 1), context.SimpleQueue()
    working = [context.Process(target=close_due, args=(ready, found)) for _ in range(workers)]
    for each in working:
        each.start()
    ready.wait()
    began = time.perf_counter()
    for each in working:
        each.join()
    took = time.perf_counter() - began
    counts = " + ".join(str(found.get()) for _ in working)
    acts = Act.objects.filter(operation="office.close_day", arguments__day=str(day))
    closes = Close.objects.filter(day=day, kind="daily")
    assert acts.count() == closes.count() == CLUBS, (acts.count(), closes.count())
    show(f"closing a day of all clubs, {workers} worker(s), s", took, raw=f"closed {counts}")


def close_due(ready: Any, found: Any) -> None:
    """Run the job once everybody is ready; tell how many days it closed."""
    connection.ensure_connection()
    ready.wait()
    found.put(len(close_due_days.run()))


if __name__ == "__main__":
    main()
