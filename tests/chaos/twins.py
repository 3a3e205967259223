"""A server and its standby, killed and promoted in turn under the writers' load."""

import os
import random
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from script import fence, pair
from script.children import Child
from script.peers import STANDBY, Peer, let_commits_wait, look
from script.promotion import Promoted, promote, rejoin
from tests.chaos.harness import Chaos
from tests.waiting import until


@dataclass(frozen=True, kw_only=True)
class Failover:
    """What a kill of the primary came to: the seconds until a posting was acknowledged again."""

    lost: set[str]
    promoted: Promoted
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Twins(Chaos):
    """Two servers of one database; whoever is killed comes back as the other's standby."""

    running: dict[Path, AbstractContextManager[Child]] = field(default_factory=dict)
    children: dict[Path, Child] = field(default_factory=dict)

    @property
    def folders(self) -> list[Path]:
        return [self.home / "postgres", self.home / "postgres2"]

    @property
    def peers(self) -> list[Peer]:
        return pair.peers(self.folders)

    @property
    def leader(self) -> Path:
        """The folder of the server that leads."""
        return pair.in_order(self.folders)[0]

    @property
    def follower(self) -> Path:
        """The folder of the other one."""
        return next(each for each in self.folders if each != self.leader)

    @contextmanager
    def both(self, *, sync: bool) -> Iterator[None]:
        """Run both, the second one made where it is missing; with `sync` commits wait for it."""
        try:
            for each in pair.in_order(self.folders):
                self.begin(each)
            self.follow(sync=sync)
            yield
        finally:
            for each in [*self.running]:
                self.end(each)

    def begin(self, folder: Path) -> None:
        """Start one as what it is now."""
        other = next(each for each in self.folders if each != folder)
        self.running[folder] = pair.run(folder, other, waits=True)
        self.children[folder] = self.running[folder].__enter__()

    def end(self, folder: Path) -> None:
        """Stop one, or clear away what is left of it."""
        self.running.pop(folder).__exit__(None, None, None)

    def follow(self, *, sync: bool) -> None:
        """Wait until the standby follows; with `sync` let commits wait for it."""
        leader = pair.peers([self.leader])[0]
        until(lambda: getattr(look(leader), "follower", None) == "streaming")
        let_commits_wait(leader.url, STANDBY, wanted=sync)

    def kill(self, folder: Path, *, data_too: bool = False) -> None:
        """Let one die at once with all its processes, and with its disk where that is asked."""
        while alive := fence.running(folder / "data"):
            for each in alive:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            self.children[folder].poll()
        self.end(folder)
        if data_too:
            shutil.rmtree(folder / "data")

    @contextmanager
    def selling(self, *, seed: int) -> Iterator[None]:
        """Let the writers sell meanwhile, whichever of the two leads."""
        writers = self.writers(seed=seed, lives=1_000_000)
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(writers.pid, signal.SIGKILL)  # with all lives that they forked
            writers.wait()

    def fail_over(self, *, seed: int, disk_too: bool = False) -> Failover:
        """Kill the primary amid sales, promote, and count what was acknowledged and is lost."""
        former = self.leader
        self.wait_for_acks(20)
        time.sleep(random.Random(seed).uniform(0, 0.2))
        began = time.monotonic()
        self.kill(former, data_too=disk_too)
        promoted = promote(self.peers)
        self.run("begin_epoch")  # as the office's worker does
        self.wait_for_acks(1)
        seconds = time.monotonic() - began
        return Failover(lost=self.lost(), promoted=promoted, seconds=seconds)

    def come_back(self, *, sync: bool) -> str:
        """Let who was killed follow; return how that was done."""
        former, leader = self.follower, pair.peers([self.leader])[0]
        how = rejoin(former / "data", leader)
        self.begin(former)
        self.follow(sync=sync)
        return how

    def unfence(self, folder: Path) -> None:
        """Let it be as if nobody had been there to fence it."""
        fence.lift(folder / "data")
        (folder / "data" / "standby.signal").unlink()
        settings = folder / "data" / fence.SETTINGS
        settings.write_text(settings.read_text().replace(fence.READ_ONLY, ""))
