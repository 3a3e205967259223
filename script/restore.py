"""A database brought back from a backup; and the drill that proves that it can be."""

import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

from script.base_backup import tool
from script.children import Command, Unable, last_line, running
from script.environment import account_name
from script.kept_log import TOO_EARLY, Way, last_commit, shown
from script.office import MANAGE, TOP, VAR, surroundings
from script.servers import (
    check_version,
    give,
    open_the_way,
    postgres_programs,
    private,
    server_account,
    socket_folder,
    switch,
)
from script.source import received
from script.store import DRILL, Base, Life, Store

INTACT, UNFINISHED = 0, 1
# Any program that fails ends as `verify` does where something is not finished; it says this, too.
NOT_FINISHED = "Something is not finished."
# What a restored server must not do: wait for a standby, archive, follow another one, listen.
ALONE = ["listen_addresses=", "archive_mode=off", "primary_conninfo=", "hot_standby=off"]
ALONE += ["synchronous_standby_names=", "restore_command=", "timezone=UTC", "lc_messages=C"]
ALONE += ["log_error_verbosity=terse", "cluster_name=restored", "ssl=off"]
# A line of the mirror: an act in JSON, or a day with its seal.
KNOWS = """
SELECT FROM ledger_act WHERE id = substring(%(line)s FROM '^\\{"id": ([0-9]+),')::bigint
UNION ALL
SELECT FROM ledger_seal WHERE day || ' ' || encode(seal, 'hex') = trim(E'\\n' FROM %(line)s)
"""
# Whoever compares the restored database knows that this mirror is no witness of what was lost.
PUT_BACK = "put-back.txt"
NEWEST = "SELECT coalesce(max(id), 0), max(recorded_at) FROM ledger_act"


def restore(
    store: Store,
    data: Path,
    *,
    at: datetime | None = None,
    despite_gap: bool = False,
    lay_beside: Callable[[str], None] | None = None,
) -> tuple[str, datetime | None]:
    """
    Bring a database back into the folder `data`, which must not exist.

    It ends with the last commit that the log holds, or the last one before `at`. Whoever kills
    it meanwhile finds no `data`: the folder gets its name when the server has recovered it.
    Returns the backup's name and when the last commit was, None where the log has none.
    despite_gap: up to where a segment of the log is missing; else that is refused. lay_beside: is
    given the backup's name before `data` gets its own: what fails then is asked for once more.
    """
    if data.exists():
        raise Unable(f"{data} exists: what lies there is overwritten by nobody. Move it away.")
    data.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with only_one(data):
        restored = _restore(store, data, at, despite_gap=despite_gap)
        if lay_beside:
            lay_beside(restored[0])
        data.with_name(f"{data.name}.half").rename(data)
        return restored


def _restore(
    store: Store, data: Path, at: datetime | None, *, despite_gap: bool
) -> tuple[str, datetime | None]:
    life, base = store.newest(at=at)
    chain = life.chain(base)
    half, wal = (data.with_name(f"{data.name}.{end}") for end in ("half", "wal"))
    for folder in (half, wal):
        shutil.rmtree(folder, ignore_errors=True)
    try:
        for each in chain:
            check(each)
        if len(chain) == 1:
            shutil.copytree(base.data, half, symlinks=True)
            half.chmod(0o700)
        else:
            tool("pg_combinebackup", "-o", half, *(each.data for each in chain))
        check_version(half)
        wait_for_nobody(half / "postgresql.auto.conf")
        way = store.way_on(life, base, at=at)
        lay_log(way, base.first_segment, wal)
        for path in (each.history for each in store.related(life) if each.history.exists()):
            shutil.copy(path, wal)  # so that no timeline gets the number of one that there was
        last = way[-1]
        passed = Way(last.went_on_from(), last.timeline)
        found = passed.gap(base.first_segment, half / "pg_wal", wal)
        gap = found.said() if found else ""
        if gap and not at and not despite_gap:
            raise Unable(gap)
        committed_at = recover(half, wal, at, timeline=last.timeline, gap=gap)
    except BaseException:
        shutil.rmtree(half, ignore_errors=True)
        raise
    finally:
        shutil.rmtree(wal, ignore_errors=True)
    return base.name, committed_at


@contextmanager
def only_one(data: Path) -> Iterator[None]:
    """Refuse where somebody restores into the same folder: each would remove the other's half."""
    path = data.with_name(f"{data.name}.lock")
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unable(f"A restore into {data} runs already: wait until it has ended.") from None
        yield


def check(base: Base) -> None:
    """Check a backup file by file; where it is damaged, name the way to the one before it."""
    try:
        tool("pg_verifybackup", base.data)
    except Unable as error:
        said = str(error).rstrip(".")
        raise Unable(
            f"{said}. Move {base.folder} away and restore again: the backup before it comes back"
            " then, with the log since."
        ) from None


def recover(
    data: Path, wal: Path, at: datetime | None, *, timeline: int, gap: str
) -> datetime | None:
    """
    Let a server play the log; it answers once it has opened a timeline of its own.

    Returns when the last commit was; raises Unable where the log ends before `at`.
    """
    (data / "recovery.signal").touch()
    give(data, wal)
    fetch = f"cp {wal}/%f %p || cp {wal}/%f.partial %p"
    until = [f"recovery_target_time={at.isoformat()}"] if at else []
    recovery = [f"restore_command={fetch}", "recovery_target_action=promote", *until]
    recovery += [f"recovery_target_timeline={timeline}"]
    log = data.with_name(f"{data.name}.log")
    try:
        with server(data, log, *recovery):
            return last_commit(log)
    except Unable:
        if TOO_EARLY not in log.read_text(errors="replace"):
            raise
        ends = shown(last_commit(log))
        if gap:
            raise Unable(f"{gap} {ends}") from None
        raise Unable(
            f"Nothing was written up to the moment of --at. {ends} Leave --at out: that restores"
            " all there is."
        ) from None


def wait_for_nobody(settings: Path) -> None:
    """Forget that commits waited for a receiver: the restored office has none yet."""
    lines = settings.read_text().splitlines(keepends=True)
    settings.write_text("".join(x for x in lines if not x.startswith("synchronous_standby_names")))


def lay_log(lives: list[Life], first: str, wal: Path) -> None:
    """Copy the log to where the server's account reads it; the last segment may be unfinished."""
    wal.mkdir(mode=0o700)
    for path in (path for life in lives for path in life.segments(first)):
        try:
            shutil.copy(path, wal)
        except FileNotFoundError:  # the receiver finished it meanwhile
            shutil.copy(path.with_suffix(""), wal)


@contextmanager
def server(data: Path, log: Path, *settings: str) -> Iterator[str]:
    """
    Run a server on `data` that nobody else reaches; yield the runtime role's address of it.

    Its settings and who may enter are ours, not those of the server that was backed up, whose
    files may lie elsewhere (Debian's do).
    """
    account = server_account()
    beside = data.with_name(f"{data.name}.server")
    sockets = socket_folder(beside)
    private(account, beside, sockets)
    open_the_way(account, beside, sockets, postgres_programs())
    try:
        role, database = runtime()
        (beside / "postgresql.conf").touch()
        (beside / "hba").write_text("local all all peer map=us\n")
        (beside / "ident").write_text(
            "".join(f"us {us} {role}\n" for us in {account_name(), "root"})
        )
        own = [f"config_file={beside / 'postgresql.conf'}", f"hba_file={beside / 'hba'}"]
        own += [f"ident_file={beside / 'ident'}", f"unix_socket_directories={sockets}"]
        own += [f"data_directory={data}", *ALONE, *settings]
        command: Command = [postgres_programs() / "postgres", "-D", data]
        command += [word for setting in own for word in ("-c", setting)]
        url = f"postgresql://{role}@/{database}?host={sockets}"
        with running(command, log=log, end=signal.SIGINT, cwd=beside, **switch(account)) as child:
            while not is_open(url):  # a long log takes its time
                if child.poll() is not None:
                    raise Unable(f"The restored server ended: {last_line(log)}")
                time.sleep(0.1)
            yield url
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        shutil.rmtree(sockets, ignore_errors=True)


def runtime() -> tuple[str, str]:
    """Return the runtime role and the database of the office that is restored; no key is made."""
    parts = urlsplit(os.environ.get("DATABASE_URL", ""))
    return parts.username or "casino_app", parts.path.lstrip("/") or "casino"


def is_open(url: str) -> bool:
    """Return whether the server answers and has recovered all that it will."""
    try:
        with psycopg.connect(url, connect_timeout=30) as connection:
            row = connection.execute("SELECT pg_is_in_recovery()").fetchone()
    except psycopg.OperationalError:
        return False
    return row is not None and not row[0]


def newest_act(url: str) -> tuple[int, datetime | None] | None:
    """Return the number and time of the last act in a database; None where it does not answer."""
    try:
        with psycopg.connect(url, connect_timeout=30) as connection:
            row = connection.execute(NEWEST).fetchone()
    except psycopg.Error:
        return None
    return (row[0], row[1]) if row else None


def beside(store: Store, name: str) -> Path:
    """Return the folder of what lay beside the database of a backup: mirror, keys, versions."""
    return next(store.folder.glob(f"*/base/{name}/office"))


def put_back(store: Store, name: str) -> list[str]:
    """
    Put back what lay beside the database where it is missing; return what was put where.

    Of a list of keys those that are here go on writing, as they may be newer than the backup and
    the log brings what they wrote; those of the backup read beside them. SECRET_KEY is one alone:
    that of a program that was started here before is moved aside. Whoever is broken off half-way
    does the rest when asked again.
    """
    office = beside(store, name)
    put = []
    anchors = Path(os.environ.get("ANCHOR_DIR") or VAR / "anchors")
    for key in sorted((office / "keys").glob("*")):
        ours, half = VAR / key.name, VAR / f".{key.name}.half"
        here = _keys(ours) if ours.exists() else []
        lacking = [each for each in _keys(key) if each not in here]
        if not lacking:
            continue
        shutil.copy(key, half)  # with its mode: 0600
        said = str(ours)
        if here and key.name.endswith("_keys"):
            half.write_text(",".join([*here, *lacking]))
            said = f"{ours}, after those that were there"
        elif here:
            aside = ours.rename(ours.with_name(f"{key.name}.before-{name}"))
            said = f"{ours}; what was there is {aside} now"
        half.rename(ours)
        put.append(said)
    if (office / "anchors").is_dir() and not anchors.exists():
        half = anchors.with_name(f"{anchors.name}.half")
        shutil.rmtree(half, ignore_errors=True)
        shutil.copytree(office / "anchors", half)
        (half / PUT_BACK).write_text(f"As old as the backup {name}.\n")
        half.rename(anchors)
        put.append(str(anchors))
    return put


def _keys(path: Path) -> list[str]:
    return [each for each in path.read_text().strip().split(",") if each]


def drill(store: Store) -> dict[str, Any]:
    """
    Restore the newest backup beside, verify its books, and record what was found.

    Returns the record: `ok`, `said` (what `verify` said), `rto_seconds` (from the beginning until
    the restored books were verified), `lost_acts` and `rpo_seconds` (what the running office had
    at the beginning and the restored one has not; None where no office answered).
    """
    live_url = surroundings()["DATABASE_URL"]
    facts: dict[str, Any] = {"ok": False}
    with tempfile.TemporaryDirectory(prefix=DRILL, dir=store.folder) as name:
        folder = Path(name)
        anchors = copy_anchors(folder / "anchors")
        live = newest_act(live_url)
        facts["streamed"] = live is not None and received()
        began = time.monotonic()
        try:
            facts["backup"], _ = restore(store, folder / "data")
            with server(folder / "data", folder / "server.log") as url:
                catch_up(anchors, url)
                facts |= verified(url, anchors)
                facts["rto_seconds"] = round(time.monotonic() - began, 1)
                facts |= missing(live, newest_act(url))
        except Unable as error:
            facts["said"] = str(error)
        return store.record("drills", **facts)


def copy_anchors(to: Path) -> Path:
    """Keep the mirror as it is now: what the desks write meanwhile the backup need not have."""
    anchors = Path(os.environ.get("ANCHOR_DIR") or VAR / "anchors")
    if anchors.is_dir():
        shutil.copytree(anchors, to)
    return to


def catch_up(copy: Path, url: str) -> None:
    """
    Add to the copy of the mirror what came since of acts and seals that the restored database has.

    The files only ever grow. What it has not is for `missing` to say.
    """
    anchors = Path(os.environ.get("ANCHOR_DIR") or VAR / "anchors")
    with psycopg.connect(url) as connection:
        for path in anchors.glob("*/*"):
            kept = copy / path.relative_to(anchors)
            with path.open("rb") as file:
                file.seek(kept.stat().st_size if kept.exists() else 0)
                for line in file:
                    if connection.execute(KNOWS, {"line": line.decode()}).fetchone() is not None:
                        kept.parent.mkdir(exist_ok=True)
                        with kept.open("ab") as grown:
                            grown.write(line)


def verified(url: str, anchors: Path) -> dict[str, Any]:
    """Verify a restored database against the mirror; `ok`: all was read and nothing is broken."""
    environment = {**surroundings(), "DATABASE_URL": url, "ANCHOR_DIR": str(anchors)}
    done = subprocess.run(
        [*MANAGE, "verify", "--copies"],
        env=environment,
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    said = (done.stdout + done.stderr).strip()
    waits = done.returncode == UNFINISHED and NOT_FINISHED in done.stderr
    return {"ok": done.returncode == INTACT or waits, "said": said}


def missing(
    live: tuple[int, datetime | None] | None, restored: tuple[int, datetime | None] | None
) -> dict[str, Any]:
    """Return how many acts, and how many seconds of them, the restored database lacks."""
    if live is None or restored is None:
        return {"lost_acts": None, "rpo_seconds": None}
    lost = max(0, live[0] - restored[0])
    seconds = 0.0
    if lost and live[1] is not None:
        seconds = (live[1] - (restored[1] or datetime.min.replace(tzinfo=UTC))).total_seconds()
    return {"lost_acts": lost, "rpo_seconds": round(seconds, 1)}
