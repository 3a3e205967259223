"""
Writers that are killed again and again, in processes started by the harness.

Each life is a forked child that posts through the services and dies of SIGKILL at a chosen step
of the posting, or at any moment from outside. Before each posting it writes its intent to a log
that lies on the disk; afterwards the acknowledgement.
"""

import json
import os
import random
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn
from uuid import UUID, uuid4

from django.core.management import call_command
from django.db import connection

from casino.db import command
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.outbox import deliver_outbox
from casino.ledger.queries.documents import act_entries
from tests.world import a_club

STEPS = ("before", "begun", "acted", "posted", "committed", "any moment")
Reached = Callable[[str], None]


def prepare() -> None:
    """Make a club; the role is the tables' owner."""
    a_club()


def writers(folder: str, count: str, seed: str, lives: str) -> bool:
    """Let so many write at once; return whether a life ended in another way than by a kill."""
    connection.close()
    children = []
    for n in range(int(count)):
        if (child := os.fork()) == 0:
            os._exit(write(Path(folder), f"{seed}-{n}", seed=int(seed) + n, lives=int(lives)))
        children.append(child)
    ends = [os.waitpid(child, 0)[1] for child in children]
    return any(ends)


def write(folder: Path, name: str, *, seed: int, lives: int) -> bool:
    """Live and die so many times; return whether a life ended in another way than by a kill."""
    chance, otherwise = random.Random(seed), False
    for _ in range(lives):
        step, after = chance.choice(STEPS), chance.randint(1, 4)
        wait, own_seed = chance.uniform(0.01, 0.05), chance.random()
        child = os.fork()
        if child == 0:
            try:
                live(Logs(folder, name), killer(step, after), own_seed)
            finally:
                os._exit(1)  # the server is gone: this life is over too
        if step == "any moment":
            time.sleep(wait)
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            otherwise = True
            time.sleep(0.05)  # the server is away, and is not asked by hundreds
    return otherwise


def killer(step: str, after: int) -> Reached:
    """Return what kills this process when it reaches a step for the n-th time."""
    times = 0

    def reached(where: str) -> None:
        nonlocal times
        times += where == step
        if times == after:
            os.kill(os.getpid(), signal.SIGKILL)

    return reached


class Logs:
    """Intents and acknowledgements of one writer; a line lies on the disk before it goes on."""

    def __init__(self, folder: Path, name: str) -> None:
        flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND
        self.intents = os.open(folder / f"intents-{name}.jsonl", flags)
        self.acks = os.open(folder / f"acks-{name}.jsonl", flags)

    @staticmethod
    def append(file: int, **row: object) -> None:
        os.write(file, f"{json.dumps(row)}\n".encode())
        os.fsync(file)


def live(logs: Logs, reached: Reached, seed: float) -> NoReturn:
    chance = random.Random(seed)
    while True:
        key, cents, at = uuid4(), chance.randint(1, 10_000), datetime.now(UTC)
        logs.append(logs.intents, key=str(key), cents=cents, at=at.isoformat())
        reached("before")
        entry_id = post(key, cents, at, reached)
        reached("committed")
        logs.append(logs.acks, key=str(key), entry=entry_id)


def post(key: UUID, cents: int, at: datetime, reached: Reached = lambda _: None) -> int:
    """Sell chips: odd sums as act and entry, even ones in a single round trip."""
    stamp = club_stamp(Club.objects.get(), at=at, actor_id=None, key=key)
    lines = (debit("cash:vault", cents), credit("chips:floor", cents))
    draft = Draft(kind="chaos.sold", lines=lines)
    if cents % 2:
        return post_in_steps(stamp, draft, cents, reached)
    reached("begun")
    return services.post_once(stamp, "chaos.sell", draft, cents=cents).entry_id


@command
def post_in_steps(stamp: Stamp, draft: Draft, cents: int, reached: Reached) -> int:
    reached("begun")
    act = services.act(stamp, "chaos.sell", cents=cents)
    reached("acted")
    if act.replayed:
        return act_entries(stamp.club_id, act.id)[0].id
    posted = services.post_entry(act.on(stamp), draft)
    reached("posted")
    return posted.entry_id


def repeat(folder: str) -> None:
    """Send every intent that was not acknowledged once more, under its own key."""
    acknowledged = {row["key"] for row in rows(Path(folder), "acks")}
    for row in rows(Path(folder), "intents"):
        if row["key"] not in acknowledged:
            post(UUID(row["key"]), row["cents"], datetime.fromisoformat(row["at"]))


def repeat_and_verify(folder: str) -> None:
    """Do both in one program."""
    repeat(folder)
    verify()


def verify() -> None:
    """Copy what waits to the mirror, as the worker does, then recompute the books."""
    deliver_outbox()
    call_command("verify")


def rows(folder: Path, what: str) -> list[dict[str, object]]:
    """Return the whole lines of all writers' logs; a torn one was never acted upon."""
    found = []
    for path in sorted(folder.glob(f"{what}-*.jsonl")):
        for line in path.read_text().splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
    return found
