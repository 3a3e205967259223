"""
The fence around a former primary: it never leads again unnoticed.

`standby.signal` in its data folder keeps PostgreSQL itself from letting anybody write, however
it is started. The mark beside it says to us why, and since when.
"""

import json
import os
import signal
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from script.children import Unable
from script.servers import FOLLOWS

SETTINGS = "postgresql.auto.conf"
READ_ONLY = "default_transaction_read_only = 'on'\n"
# Asked, a primary sends its standby what is left of the log before it ends.
ENDS = ((signal.SIGINT, 30.0), (signal.SIGQUIT, 10.0), (signal.SIGKILL, 10.0))


def mark_of(data: Path) -> Path:
    """Return the mark of a fenced data folder; it lies beside, so that no copy takes it along."""
    return data.with_name(f"{data.name}.fenced")


def is_fenced(data: Path) -> bool:
    """Return whether the server of this folder was a primary and must not lead again."""
    return mark_of(data).exists()


def fence(data: Path, *, leader: str, timeline: int) -> None:
    """Let the server of `data` never lead again; `leader` does from `timeline` on."""
    said = {"at": f"{datetime.now(UTC):%d.%m.%Y %H:%M:%S} UTC", "leader": leader}
    write(mark_of(data), json.dumps({**said, "timeline": timeline}))
    write(data / FOLLOWS, "")
    settings = data / SETTINGS
    lines = settings.read_text() if settings.exists() else ""
    if READ_ONLY not in lines:
        write(settings, lines + READ_ONLY)


def lift(data: Path) -> None:
    """Take the mark away: the server follows now."""
    mark_of(data).unlink(missing_ok=True)


def why(data: Path) -> str:
    """Return one sentence on a fenced folder, with the next step."""
    said: dict[str, Any] = {"at": "some time", "leader": "the other server"}
    with suppress(ValueError, OSError):
        said |= json.loads(mark_of(data).read_text())
    return (
        f"The server in {data} is fenced: since {said['at']} {said['leader']} leads in its place. "
        "Make it the standby with script/standby rejoin."
    )


def refuse_fenced(data: Path) -> None:
    """Raise Unable where the server of this folder must not start."""
    if is_fenced(data):
        raise Unable(why(data))


def leads(data: Path) -> bool:
    """Return whether a start of this folder would be a primary."""
    return data.exists() and not (data / FOLLOWS).exists() and not is_fenced(data)


def timeline(data: Path) -> int:
    """Return the newest timeline that a stopped server knows; each promotion begins a new one."""
    names = [path.name[:8] for path in data.glob("pg_wal/*.history")]
    return max((int(name, 16) for name in names), default=1)


def running(data: Path) -> list[int]:
    """Return the processes of a server: some outlive its first one for a while."""
    here, found = data.resolve(), []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (place / "cwd").readlink() == here:
                found.append(int(place.name))
    return found


def stop(data: Path) -> None:
    """End the server of this folder, whether it wants or not, and all of it."""
    for number, patience in ENDS:
        give_up = time.monotonic() + patience
        alive = running(data)
        first = _first(data)
        for each in [first] if first in alive and number != signal.SIGKILL else alive:
            with suppress(ProcessLookupError):
                os.kill(each, number if each == first else signal.SIGKILL)
        while running(data):
            if time.monotonic() > give_up:
                break
            time.sleep(0.02)
        else:
            return
    raise Unable(f"The server in {data} cannot be stopped: power its machine off first.")


def _first(data: Path) -> int | None:
    """Return the number of the server's first process, as it wrote it down."""
    with suppress(OSError, ValueError):
        return int((data / "postmaster.pid").read_text().split("\n")[0])
    return None


def write(path: Path, text: str) -> None:
    """Write a file of the server's account; it lies on the disk at the return."""
    owner = path.parent.stat()
    with path.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    path.chmod(0o600)
    if os.geteuid() == 0:
        os.chown(path, owner.st_uid, owner.st_gid)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
