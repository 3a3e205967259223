"""
Run the office under faults: `script/chaos [--seed N] [--operations N] [--resume FOLDER] ...`.

Episodes of work with faults alternate with checkpoints, at which everybody waits and the books are
compared with the model. Status 0: nothing was wrong.
"""

import argparse
import fcntl
import json
import os
import platform
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from chaos import checks, faults
from chaos.acts import desk, event, floats, guests, nights, office, pool, table
from chaos.books import BESIDE, CLUB, Books
from chaos.client import Answer, Client, Person, Watch, address
from chaos.crew import Crew
from chaos.history import COMMAND, History
from chaos.office import Office
from script.children import Unable
from script.office import TOP, VAR
from tests.prepared import lay

TALLINN = ZoneInfo("Europe/Tallinn")  # where the clubs are
RUNS = VAR / "chaos-runs.txt"
Act = Callable[[Crew], bool]
ACTS: dict[Act, float] = {
    desk.open_shift: 30, desk.sell: 20, desk.sell_by_two: 4, desk.redeem: 14,
    desk.redeem_too_much: 1, desk.reverse: 2, desk.move_vault: 3, desk.pay: 6, desk.note: 1,
    desk.print_slip: 2, desk.fund_vault: 1, desk.close_shift: 1, desk.force_close: 1,
    table.add_guest: 3, table.open_table: 8, table.sit: 12, table.hand: 30, table.top_up: 5,
    table.spend: 5, table.leave: 3, table.close_table: 20, table.wait: 1,
    table.import_hands: 1, table.close_floor: 1,
    floats.fill: 3, floats.credit: 2, floats.lose_bank: 10, floats.correct_hand: 2,
    floats.correct_top_up: 2,
    nights.begin_boxes: 1, nights.begin_time: 1, nights.take_box: 5, nights.collect: 2,
    nights.end: 3,
    event.announce: 4, event.enter: 10, event.play: 14, event.sell_more: 4, event.refund: 1,
    event.cancel: 1, event.read: 5, event.end_day: 4,
    guests.change_age: 1, guests.admit: 2, guests.exclude: 1, guests.keep_apart: 1,
    office.book: 2, office.take_back: 1, office.deposit: 1, office.statement: 1,
    office.refuse: 1, office.change_guest: 1, office.seal: 1, office.count_vault: 1,
    pool.settle: 2,
}  # fmt: skip

# As on a full night: hands and chips above all; few look up things, and seldom a floor closes.
NIGHT: dict[Act, float] = {
    table.hand: 400, table.sit: 60, table.top_up: 60, table.leave: 8, table.import_hands: 1,
    desk.sell: 100, desk.redeem: 60, desk.close_shift: 6, table.close_floor: 0.1, event.read: 1,
}  # fmt: skip


@dataclass(kw_only=True)
class Options:
    """What the command line says."""

    seed: int = 1
    operations: int = 1_000
    minutes: float = float("inf")
    episode: int = 500
    crews: int = 6
    night: bool = False
    pause: float = 8.0
    day_ends_in: float = 5.0
    faults: list[str] = field(default_factory=list)
    disk: int = 0
    folder: Path = VAR / "chaos"
    code: Path = TOP
    resume: bool = False
    laid: bool = True  # the tables are a copy of those that the tests keep; else `code` makes them
    meddle: Callable[[Office], None] | None = None  # a negative control, see chaos.controls


class Run:
    """A run, new or resumed."""

    def __init__(self, options: Options) -> None:
        self.options, self.watch, self.books = options, Watch(), Books()
        self.folder = options.folder.resolve()
        self.acts = ACTS | (NIGHT if options.night else {})
        self.quiet, self.over = threading.Event(), threading.Event()
        self.working, self.ends_at = 0, time.monotonic() + 60 * options.minutes
        self.count = threading.Condition()

    def main(self) -> Watch:
        """Do it all; return what was seen."""
        o = self.options
        commit = _said("git", "-C", str(TOP), "rev-parse", "--short=12", "HEAD")
        print(
            f"seed {o.seed}, commit {commit}, {platform.node()}, {os.cpu_count()} cores,", end=" "
        )
        print(f"{o.operations} operations by {o.crews} crews in {self.folder}", flush=True)
        ports = (_free_port(), _free_port())
        with ExitStack() as stack:
            disk = stack.enter_context(faults.own_disk(self.folder / "postgres", o.disk))
            if o.laid and not o.resume:
                lay(self.folder / "postgres")
            office = stack.enter_context(Office(self.folder, code=o.code, ports=ports))
            if o.disk and not disk:
                print("  No disk of its own could be mounted: a full disk is not tried.")
            self.begin(office)
            names = o.faults or [each.__name__ for each in faults.EVERYWHERE]
            names += ["full_disk"] if disk and not o.faults else []
            self.work(office, [faults.ALL[name] for name in names if name != "none"])
        self.history.close()
        self.report(commit)
        return self.watch

    def begin(self, office: Office) -> None:
        """Make the clubs, or go on where a run ended."""
        if not self.options.resume:
            self.found(office)
        kept = json.loads((self.folder / "people.json").read_text())
        self.people = {
            role: [Person(name=name, key=key, id=number) for name, key, number in all_]
            for role, all_ in kept["people"].items()
        }
        self.history = History(self.folder / "history.jsonl")
        for moves in self.history.moves():
            self.books.move(moves)
        office.open()
        self.client = Client(
            office.door.port,
            books=self.books,
            history=self.history,
            watch=self.watch,
            run=office.run,
        )
        self.watch.disturbed_until = time.monotonic() + faults.GRACE_SECONDS
        seed = f"{self.options.seed} {self.history.operations}"
        self.dice = random.Random(seed)
        self.crews = [self.hired(n, seed, kept) for n in range(self.options.crews)]
        if self.options.resume:
            self.take_up()
        else:
            pool.share(self.crews[0], kept["pool"])
        for club in (CLUB, BESIDE):
            said = self.client.get(self.people["manager"][0], address(club, "players/terms/"))
            self.client.ages[club] = said["minimum_age"]
        if self.options.meddle:
            self.options.meddle(office)

    def found(self, office: Office) -> None:
        """Make the clubs."""
        if not self.options.laid:
            office.run("manage.py", "migrate", "--verbosity=0", role="casino_owner")
        if not (self.folder / "static").exists():
            office.run("manage.py", "collectstatic", "--noinput", "--verbosity=0")
        ends = datetime.now(TALLINN) + timedelta(minutes=self.options.day_ends_in)
        words = (str(self.folder), str(self.options.crews), f"{ends:%H:%M}")
        office.run("-m", "chaos.prepare", *words)

    def hired(self, number: int, seed: str, kept: dict[str, Any]) -> Crew:
        """Return a crew: half of them work at each club."""
        club, other = (CLUB, BESIDE) if number % 2 == 0 else (BESIDE, CLUB)
        crew = Crew(
            number,
            seed=seed,
            client=self.client,
            people=self.people,
            club=club,
            drawer=kept["drawers"][club][number],
        )
        crew.tables = sorted(one["id"] for one in crew.get(crew.supervisor, "tables/"))
        crew.folder, crew.other_id = self.folder, kept["clubs"][other]
        return crew

    def take_up(self) -> None:
        """Settle what was under way when the last run ended, and clear the desks."""
        everybody = {one.name: one for all_ in self.people.values() for one in all_}
        for key, row in list(self.history.open.items()):
            if row["path"] == COMMAND:
                answer = Answer(status=200 if self.client.carry_out(row["body"]) else 599)
            else:
                who, method = everybody[row["who"]], row["method"]
                answer = self.client.settle(who, method, row["path"], row["body"], key)
            if answer.ok:
                self.books.move(row["moves"])
            self.history.write(key=key, status=answer.status, code=answer.code)
        for crew in self.crews:
            for acts in (office, desk, table, floats, nights):
                acts.clear(crew)

    def work(self, office: Office, chosen: list[faults.Fault]) -> None:
        """Let episodes and checkpoints alternate until all operations are done."""
        threads = [threading.Thread(target=self.crew, args=[crew]) for crew in self.crews]
        for thread in threads:
            thread.start()
        try:
            while self.goes_on(self.options.operations):
                self.episode(office, chosen)
                self.checkpoint(office)
        finally:
            self.over.set()
            for thread in threads:
                thread.join()

    def goes_on(self, until: int) -> bool:
        """Return whether there is more to do than so many operations, and nothing was wrong."""
        more = self.history.operations < until and time.monotonic() < self.ends_at
        return more and not self.watch.wrong

    def crew(self, crew: Crew) -> None:
        """Work until the run is over, but not during a checkpoint."""
        while not self.over.is_set():
            with self.count:
                self.count.wait_for(lambda: not self.quiet.is_set() or self.over.is_set())
                self.working += 1
            try:
                crew.work(list(self.acts), list(self.acts.values()))
            except Exception as error:
                self.watch.say(f"Crew {crew.number}: {error!r}")
            with self.count:
                self.working -= 1
                self.count.notify_all()

    def episode(self, office: Office, chosen: list[faults.Fault]) -> None:
        """Let one fault follow another while the crews work."""
        until = min(self.history.operations + self.options.episode, self.options.operations)
        while self.goes_on(until):
            time.sleep(self.dice.uniform(0.2, 1) * self.options.pause)
            if chosen:
                faults.let_happen(self.dice.choice(chosen), office, self.dice, self.watch)

    def checkpoint(self, office: Office) -> None:
        """Wait until nothing is under way, compare, and hit a jackpot."""
        self.quiet.set()
        with self.count:
            self.count.wait_for(lambda: self.working == 0)
        office.wait_for_servers()
        checks.everything(office, self.client, self.people)
        crews = self.dice.sample(self.crews, len(self.crews))
        if not self.watch.wrong and any(pool.hit(crew) for crew in crews):
            checks.compare(self.client, self.people["accountant"][0])
        print(
            f"  {self.history.operations} operations and {self.history.hands} hands of files,"
            f" {self.watch.faults.total()} faults,"
            f" slowest {self.watch.slowest_seconds:.1f} s, {len(self.watch.wrong)} wrong",
            flush=True,
        )
        with self.count:
            self.quiet.clear()
            self.count.notify_all()

    def report(self, commit: str) -> None:
        """Say how it went, and how to begin it again."""
        watch, done = self.watch, self.history
        print(f"{done.operations} operations and {done.hands} hands of files:", end=" ")
        print(f"{len(done.acknowledged)} acknowledged,", end=" ")
        print(f"{len(done.refused)} refused as they should, {watch.requests} requests;", end=" ")
        print(f"answers {dict(sorted(watch.answers.items()))}")
        print(f"faults {dict(sorted(watch.faults.items()))}")
        print(f"slowest answer {watch.slowest_seconds:.1f} s; wrong: {len(watch.wrong)}")
        for sentence in watch.wrong:
            print(f"  WRONG: {sentence}")
        keep(
            f"{datetime.now(TALLINN):%Y-%m-%d %H:%M} seed {self.options.seed}, commit {commit},"
            f" {done.operations} operations and {done.hands} hands of files,"
            f" {watch.faults.total()} faults,"
            f" slowest {watch.slowest_seconds:.1f} s, {len(watch.wrong)} wrong"
        )
        if watch.wrong:
            print(f"Again: script/chaos --seed {self.options.seed}   (commit {commit})", flush=True)


def keep(line: str) -> None:
    """Keep how the last hundred runs went."""
    before = RUNS.read_text().splitlines() if RUNS.exists() else []
    RUNS.parent.mkdir(exist_ok=True)
    RUNS.write_text("\n".join([*before[-99:], line]) + "\n")


def _said(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def parser() -> argparse.ArgumentParser:
    """Return what may be said."""
    p = argparse.ArgumentParser(prog="script/chaos", description=__doc__)
    p.add_argument("--seed", type=int, default=int(time.time()))
    p.add_argument("--operations", type=int, default=5_000)
    p.add_argument("--minutes", type=float, default=float("inf"), help="end after so many")
    p.add_argument("--episode", type=int, default=500, help="operations between two checkpoints")
    p.add_argument("--crews", type=int, default=6)
    p.add_argument("--night", action="store_true", help="mostly hands and chips, many by file")
    p.add_argument("--pause", type=float, default=8.0, help="seconds between two faults, at most")
    p.add_argument("--day-ends-in", type=float, default=5.0, help="minutes to the day's close")
    p.add_argument("--faults", nargs="*", default=[], choices=[*faults.ALL, "none"])
    p.add_argument("--disk", type=int, default=4_000, help="MB of the database's own disk; 0: none")
    p.add_argument("--folder", type=Path, default=VAR / "chaos")
    p.add_argument("--resume", type=Path, help="the folder of a run that ended")
    p.add_argument("--controls", nargs="*", help="build each fault into a copy: it must be found")
    return p


def main(*words: str) -> int:
    """Return the exit status."""
    said = vars(parser().parse_args(words))
    controls, resume = said.pop("controls"), said.pop("resume")
    if controls is not None:
        controlled = import_module("chaos.controls")  # it runs this module in its turn
        return int(controlled.all_red(controls, seed=said["seed"], folder=said["folder"]))
    options = Options(**said)
    if resume:
        options.folder, options.resume = resume, True
    with alone(options.folder):
        if not resume:
            shutil.rmtree(options.folder, ignore_errors=True)
        return 1 if Run(options).main().wrong else 0


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Be the only run in a folder. Raises Unable where another one is at work there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unable(f"A run is at work in {folder}: name another --folder.") from None
        yield


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except (Unable, OSError) as error:
        sys.exit(str(error))
