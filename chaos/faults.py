"""What goes wrong: each fault is named, lasts a while, and leaves nothing behind."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from chaos.client import Watch
from chaos.office import NODES, Office, Part

Fault = Callable[[Office, random.Random], None]
GRACE_SECONDS = 25


def kill_web(office: Office, dice: random.Random) -> None:
    """SIGKILL a whole web node amid its requests."""
    office.parts[dice.choice(NODES)].kill()


def kill_web_worker(office: Office, dice: random.Random) -> None:
    """SIGKILL one forked process of a web node."""
    _signal_one(office.parts[dice.choice(NODES)], dice, signal.SIGKILL)


def freeze_web_worker(office: Office, dice: random.Random) -> None:
    """Stop a web process amid what it does, locks held, and let it go on."""
    part = office.parts[dice.choice(NODES)]
    frozen = _signal_one(part, dice, signal.SIGSTOP)
    time.sleep(dice.uniform(1, 8))
    with suppress(ProcessLookupError):
        os.kill(frozen, signal.SIGCONT)


def kill_worker(office: Office, _dice: random.Random) -> None:
    """SIGKILL the worker of the background jobs."""
    office.parts["worker"].kill()


def kill_beat(office: Office, _dice: random.Random) -> None:
    """SIGKILL the beat."""
    office.parts["beat"].kill()


def kill_postgres(office: Office, dice: random.Random) -> None:
    """SIGKILL the database server with all that it was about to write."""
    time.sleep(dice.uniform(0, 0.5))
    office.parts["postgres"].kill()


def stop_postgres(office: Office, _dice: random.Random) -> None:
    """Stop the database server at once, as an operator in panic does."""
    office.parts["postgres"].kill(signal.SIGQUIT)


def kill_backend(office: Office, dice: random.Random) -> None:
    """SIGKILL one process of the database: all of it recovers."""
    with office.connect() as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE usename = 'casino_app' ORDER BY pid"
        ).fetchall()
    if found:
        with suppress(ProcessLookupError):
            os.kill(dice.choice(found)[0], signal.SIGKILL)


def terminate_connections(office: Office, dice: random.Random) -> None:
    """Let the database end some or all of the office's connections."""
    some = dice.choice(["true", "pid % 2 = 0"])
    with office.connect() as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE usename = 'casino_app' AND {some}"
        )


def cut_database(office: Office, _dice: random.Random) -> None:
    """Cut every line between web nodes and database."""
    office.database.tell("cut")


def cut_at_commit(office: Office, dice: random.Random) -> None:
    """Cut lines just before a COMMIT reaches the database, or before its answer comes back."""
    for _ in range(dice.randint(1, 5)):
        office.database.tell(f"{dice.choice(['before', 'after'])} COMMIT")
        time.sleep(0.3)


def cut_people(office: Office, dice: random.Random) -> None:
    """Cut the lines between people and office, all at once or right after a request."""
    office.door.tell("cut")
    for _ in range(dice.randint(1, 5)):
        office.door.tell("after POST")
        time.sleep(0.2)


def slow_database(office: Office, dice: random.Random) -> None:
    """Let everything that the database says arrive late."""
    office.database.tell(f"slow {dice.uniform(0.01, 0.1)}")
    time.sleep(dice.uniform(1, 4))
    office.database.tell("slow 0")


def shut_database(office: Office, dice: random.Random) -> None:
    """Let nobody in at the database for a while."""
    office.database.tell("shut")
    office.database.tell("cut")
    time.sleep(dice.uniform(0.5, 5))
    office.database.tell("open")


def kill_valkey(office: Office, _dice: random.Random) -> None:
    """SIGKILL the broker."""
    office.parts["valkey"].kill()


def no_valkey(office: Office, dice: random.Random) -> None:
    """Keep the broker away for a while; the desks go on."""
    part = office.parts["valkey"]
    part.held = True
    part.kill()
    time.sleep(dice.uniform(2, 10))
    part.held = False


def full_disk(office: Office, dice: random.Random) -> None:
    """Fill the database's disk, and make room after a while."""
    ballast = office.data / "ballast"
    state = os.statvfs(office.data)
    size = state.f_bavail * state.f_frsize
    with suppress(subprocess.CalledProcessError):
        while size > 100_000:
            done = subprocess.run(["fallocate", "--length", str(size), ballast], check=False)
            size = 0 if done.returncode == 0 else int(size * 0.99)
    time.sleep(dice.uniform(1, 6))
    ballast.unlink(missing_ok=True)


def wrong_clock(office: Office, dice: random.Random) -> None:
    """Let a web node's clock be ahead or behind for a while; its acts go by the database's."""
    _let_clocks_differ(office, dice, [dice.choice(NODES)])


def wrong_clock_of_jobs(office: Office, dice: random.Random) -> None:
    """Let the clock of the machine of worker and beat be minutes off, and then be set right."""
    _let_clocks_differ(office, dice, ["worker", "beat"])


def _let_clocks_differ(office: Office, dice: random.Random, names: Sequence[str]) -> None:
    ahead = dice.choice([-1, 1]) * dice.randint(130, 7_200)
    for seconds in (ahead, 0):
        for name in names:
            office.clocks[name] = seconds
            office.parts[name].kill(signal.SIGTERM)
        if seconds:
            office.wait_for_servers()
            time.sleep(dice.uniform(5, 10))


EVERYWHERE: tuple[Fault, ...] = (
    kill_web, kill_web_worker, freeze_web_worker, kill_worker, kill_beat, kill_postgres,
    stop_postgres, kill_backend, terminate_connections, cut_database, cut_at_commit, cut_people,
    slow_database, shut_database, kill_valkey, no_valkey, wrong_clock, wrong_clock_of_jobs,
)  # fmt: skip
# Besides, where the database lies on a disk of its own.
ALL = {fault.__name__: fault for fault in (*EVERYWHERE, full_disk)}


def let_happen(fault: Fault, office: Office, dice: random.Random, watch: Watch) -> None:
    """Let a fault happen; what it excuses ends a while after everything is there again."""
    watch.disturbed_until = float("inf")
    watch.faults[fault.__name__] += 1
    try:
        fault(office, dice)
        office.wait_for_servers()
    except psycopg.Error:
        office.wait_for_servers()  # it fell upon another fault's heels
    finally:
        watch.disturbed_until = time.monotonic() + GRACE_SECONDS


def _signal_one(part: Part, dice: random.Random, number: signal.Signals) -> int:
    workers = part.workers()
    if not workers:
        return 0
    chosen = dice.choice(workers)
    with suppress(ProcessLookupError):
        os.kill(chosen, number)
    return chosen


@contextmanager
def own_disk(folder: Path, megabytes: int) -> Iterator[bool]:
    """Mount a file as a disk of its own where we may (root on Linux); whether there is one."""
    image = folder.with_suffix(".img")
    folder.mkdir(parents=True, exist_ok=True)
    if os.geteuid() or not megabytes:
        yield False
        return
    try:
        if folder.is_mount():  # a run that was killed left it so
            _quietly("umount", "--lazy", str(folder))
        if not image.exists():
            _quietly("truncate", f"--size={megabytes}M", str(image))
            _quietly("mkfs.ext4", "-q", str(image))
        _quietly("mount", "-o", "loop", str(image), str(folder))
    except (OSError, subprocess.CalledProcessError):
        yield False
        return
    (folder / "lost+found").rmdir() if (folder / "lost+found").exists() else None
    try:
        yield True
    finally:
        _quietly("umount", "--lazy", str(folder))


def _quietly(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True)
