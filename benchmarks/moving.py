"""
A club moved from one cell to another: how long each step takes, and how much memory.

First a club of some sealed days, then one of ten times as many: what grows faster than the club
shows. Both cells are databases of one server. `--full`: a hundred thousand lines, then a million.
"""

import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg

from benchmarks._bench import FULL, connect_django, peak_mb, raws, seconds, show

connect_django()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from benchmarks._nights import ENTRIES_A_DAY, Nights  # noqa: E402
from casino.cells.services import moving  # noqa: E402
from casino.closing.services.days import close_due_days, seal_day  # noqa: E402
from casino.ledger.outbox import deliver_outbox  # noqa: E402
from script.office import MANAGE, TOP  # noqa: E402
from script.servers import postgres_url  # noqa: E402
from tests.database import connect_as  # noqa: E402

FOLDER = Path(os.environ["BENCH_FOLDER"])
SIZES = {"small": 6, "large": 60} if FULL else {"small": 1, "large": 10}
STEPS = {
    "_check_books": "verify before it goes",
    "_copy_rows": "rows copied",
    "_compare": "rows compared",
    "_check_keys": "keys looked for",
    "_digest": "digests",
}
MAX_MB = 64
A_DAY = timedelta(1)
# What has been laid since the evening before waits to be copied, as what a program posts does.
OUTSIDE = """
INSERT INTO ledger_outbox (act_id)
SELECT id FROM ledger_act WHERE operation = 'bench' AND club_id = %s AND happened_at > %s
"""


def main() -> None:
    """Lay both clubs in the first cell; move one after the other."""
    second_cell()
    be_at("casino")
    for number, (slug, days) in enumerate(SIZES.items()):
        lay(slug, days, after=number * max(SIZES.values()))
    settings.NEW_CELL_ADMIN_URL = postgres_url(FOLDER / "postgres", database="two")
    took = [measure(slug, days) for slug, days in SIZES.items()]
    small, large = SIZES.values()
    show(f"time of {large // small} times as many lines", took[1] / took[0])


def second_cell() -> None:
    """Make another cell of the same version beside the first one."""
    with psycopg.connect(postgres_url(FOLDER / "postgres"), autocommit=True) as server:
        server.execute("CREATE DATABASE two OWNER casino_owner TEMPLATE casino")
    owner = postgres_url(FOLDER / "postgres", role="casino_owner", database="two")
    environment = os.environ | {"DATABASE_URL": owner}
    subprocess.run([*MANAGE, "set_cell", "1"], env=environment, cwd=TOP, check=True)


def be_at(cell: str) -> None:
    """Be the office of a cell."""
    connect_as(postgres_url(FOLDER / "postgres", role="casino_app", database=cell))
    settings.ANCHOR_DIR = FOLDER / "anchors" / cell


def lay(slug: str, days: int, *, after: int) -> None:
    """Lay a club day by day, each closed, sealed and copied outside: verify finds it intact."""
    history = Nights(slug=slug, floors=True)
    history.next_day += timedelta(after)
    for _ in range(days):
        day = history.lay(1, state="open")
        history.connection.execute(OUTSIDE, [history.club.pk, history.stamp(day - A_DAY).at])
        close_due_days(history.stamp(day + A_DAY).at, club_id=history.club.pk)
        seal_day(history.stamp(day + A_DAY), day=day)
        deliver_outbox(limit=1_000)
    history.settle()


def measure(slug: str, days: int) -> float:
    """Move a club, verify it where it arrived, and print what both took; return the first."""
    lines = days * ENTRIES_A_DAY * 2
    be_at("casino")
    took: list[float] = []
    with timed() as steps:
        memory = peak_mb(lambda: took.append(seconds(lambda: move(slug))))
    parts = ", ".join(f"{what} {steps[name]:.1f}" for name, what in STEPS.items())
    show(f"{lines:,} lines: moved, s", took[0], raw=parts)
    show(f"{lines:,} lines: memory over idle, MB", memory, most=MAX_MB)
    be_at("two")
    outside = seconds(lambda: deliver_outbox(limit=1_000))
    whole = seconds(lambda: say("verify", club=slug))
    copies = seconds(lambda: say("verify", club=slug, copies=True))
    raw = raws([outside, copies], "s: copied outside, verify --copies", 1)
    show(f"{lines:,} lines: verify where it arrived, s", whole, raw=raw)
    return took[0]


def move(slug: str) -> None:
    say("move_club", slug, address="https://two.example")


def say(*command: str, **options: Any) -> None:
    """Run a command; what it says is not of interest."""
    call_command(*command, stdout=StringIO(), **options)


@contextmanager
def timed() -> Iterator[Counter[str]]:
    """Yield what each step takes while clubs move inside."""
    took: Counter[str] = Counter()

    def clocked(name: str, step: Callable[..., Any]) -> Callable[..., Any]:
        def run(*given: Any) -> None:
            took[name] += seconds(lambda: step(*given))

        return run

    own = {name: clocked(name, getattr(moving, name)) for name in STEPS}
    with patch.multiple(moving, **own):
        yield took


if __name__ == "__main__":
    main()
