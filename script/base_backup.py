"""One base backup by PostgreSQL's own tools, checked, with what lies beside the database."""

import os
import shutil
import signal
import subprocess
from datetime import UTC, datetime, timedelta
from functools import partial
from importlib.metadata import distributions
from pathlib import Path

from script.children import Command, Unable, die_with_parent, first_error
from script.office import TOP, VAR
from script.servers import FIRST_INCREMENTAL, postgres_programs
from script.source import address, life_name
from script.store import HALF, LABEL_TIME, Base, Life, Store, written

FULL_EVERY = timedelta(days=7)
# What a restored office needs to read its database, and who else may read it besides.
KEYS = ("secret_key", "*_keys")


def tool(*command: str | Path) -> None:
    """
    Run one of PostgreSQL's programs; raise Unable with what it said where it fails.

    It and its own children end before we do, and where we are killed.
    """
    line: Command = [postgres_programs() / command[0], *command[1:]]
    try:
        child = subprocess.Popen(
            line,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=partial(die_with_parent, signal.SIGTERM, os.getpid()),  # noqa: PLW1509
        )
    except FileNotFoundError:
        raise Unable(f"{line[0]} is missing: let POSTGRES_BIN name its folder.") from None
    try:
        _, said = child.communicate()
    except BaseException:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        raise
    if child.returncode:
        raise Unable(f"{command[0]} failed: {first_error(said)}")


def back_up(store: Store) -> str:
    """
    Take one base backup and check it file by file; return its name.

    It is incremental where the last full one is younger than a week and the server has kept what
    changed since (PostgreSQL 17 on), else full. It holds the log of its own minutes, so it can be
    restored alone; with what the receiver wrote it reaches to the last commit.
    """
    life = store.life(life_name())
    began_at = datetime.now(UTC)
    base = life.folder / "base" / began_at.strftime(LABEL_TIME)
    half = base.with_name(base.name + HALF)
    parent = parent_of_the_next(life, began_at)
    try:
        if parent is not None:
            try:
                copy_cluster(half, parent)
            except Unable:  # the summaries of the log were gone: a full one is always right
                shutil.rmtree(half, ignore_errors=True)
                parent = None
        if parent is None:
            copy_cluster(half, None)
        tool("pg_verifybackup", half / "data")
        copy_surroundings(half / "office")
        written(half, base, parent=parent.name if parent else None, began_at=began_at)
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        raise
    return base.name


def parent_of_the_next(life: Life, now: datetime) -> Base | None:
    """Return what the next may add to; None where a full one is due, as where one is gone."""
    bases = life.bases()
    if not bases or not life.is_whole(bases[-1]):
        return None
    chain = life.chain(bases[-1])
    major = int((bases[-1].data / "PG_VERSION").read_text())
    age = now - chain[0].began_at  # below zero: a clock was wrong
    if major < FIRST_INCREMENTAL or not timedelta(0) <= age < FULL_EVERY:
        return None
    return bases[-1]


def copy_cluster(half: Path, parent: Base | None) -> None:
    """Copy the cluster into `half`, or what changed since `parent`."""
    half.mkdir(mode=0o700)
    incremental = [f"--incremental={parent.data / 'backup_manifest'}"] if parent else []
    tool(
        "pg_basebackup",
        f"--dbname={address()}",
        f"--pgdata={half / 'data'}",
        "--checkpoint=fast",
        "--wal-method=stream",
        "--no-password",
        *incremental,
    )


def copy_surroundings(office: Path) -> None:
    """Keep the anchors, the keys and the versions of what the office is made of."""
    office.mkdir(mode=0o700)
    anchors = Path(os.environ.get("ANCHOR_DIR") or VAR / "anchors")
    if anchors.is_dir():
        shutil.copytree(anchors, office / "anchors")
    keys = office / "keys"
    keys.mkdir(mode=0o700)
    for pattern in KEYS:
        for path in VAR.glob(pattern):
            shutil.copy(path, keys)  # with their mode: 0600
    packages = sorted(f"{each.name}=={each.version}" for each in distributions())
    (office / "packages.txt").write_text("\n".join([*packages, ""]))
    (office / "program.txt").write_text(program())


def keys_written() -> dict[str, float]:
    """Return by its name when each key was last written here, seconds since 1970."""
    return {path.name: path.stat().st_ctime for each in KEYS for path in VAR.glob(each)}


def program() -> str:
    """Return which version of the program made the backup, as Git calls it, where there is Git."""
    git = ["git", "-C", str(TOP), "describe", "--always", "--dirty"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return "unknown\n"
