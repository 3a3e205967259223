"""How this machine is: disks, reserve, backups and drills, the certificate, keys, alarms."""

import json
import shutil
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from casino.db import fetch_one
from casino.messages import Message, msg, msg_count
from casino.operations.finding import Finding, Level, graded

SHARE, SHORT_SHARE = 0.10, 0.03
FREE_BYTES, SHORT_BYTES = 2_000_000_000, 500_000_000
BACKUP_HOURS, DRILL_DAYS, COPY_HOURS = 26, 8, 1
CERTIFICATE_DAYS, LAST_DAYS = 21, 3
KEYS = """
SELECT count(*) FROM staff_apitoken
WHERE expires_at BETWEEN clock_timestamp() AND clock_timestamp() + interval '7 days'
"""
DAY, HOUR = 86_400, 3600
# Under which name it is kept by which ways nobody hears anything (casino.operations.services.told).
UNHEARD = "unheard"
OURS = {"localhost", "127.0.0.1", "::1"}
CLOCKS_APART = 300  # seconds by which another machine's clock may go before ours
NONE = {
    "backup": msg("There is no good backup."),
    "drill": msg("No restore that was tried went well yet."),
    "second": msg("Nothing was copied to the second place yet: run script/backup copy."),
}
AHEAD = {
    "backup": msg("The latest backup is dated ahead of now: a clock was wrong. Take one now."),
    "drill": msg("The latest trial restore is dated ahead of now: a clock was wrong. Try one now."),
    "second": msg("The latest copy in the second place is dated ahead of now: a clock was wrong."),
}
SAID: dict[str, Callable[[int], tuple[Message, Message, Message]]] = {
    "backup": lambda hours: (
        msg("The latest backup is good, {hours} h old.", hours=hours),
        msg("The latest good backup is {hours} h old.", hours=hours),
        msg("The latest backup failed; the latest good one is {hours} h old.", hours=hours),
    ),
    "drill": lambda hours: (
        msg("The latest trial restore went well, {hours} h ago.", hours=hours),
        msg("No trial restore went well for {hours} h.", hours=hours),
        msg("The latest trial restore failed; one went well {hours} h ago.", hours=hours),
    ),
    "second": lambda hours: (
        msg("The second place is up to date."),
        msg("The second place was last brought up to date {hours} h ago.", hours=hours),
        msg("The second place was not reached; it was up to date {hours} h ago.", hours=hours),
    ),
}


def disks() -> Iterator[Finding]:
    """Yield how much room is left where the program writes, each disk once."""
    folders = [settings.STATE_DIR, settings.ANCHOR_DIR, settings.STATE_DIR / "postgres"]
    folders += [Path(settings.BACKUP_DIR)] if settings.BACKUP_DIR else []
    seen: set[int] = set()
    for folder in folders:
        if not folder.exists() or (device := folder.stat().st_dev) in seen:
            continue
        seen.add(device)
        disk = shutil.disk_usage(folder)
        level = Level.OK
        if disk.free < FREE_BYTES or disk.free < SHARE * disk.total:
            level = Level.WARNING
        if disk.free < SHORT_BYTES or disk.free < SHORT_SHARE * disk.total:
            level = Level.CRITICAL
        said = msg(
            "{free} of {total} GB free.",
            free=f"{disk.free / 1e9:.1f}",
            total=f"{disk.total / 1e9:.1f}",
        )
        yield Finding(part="disk", about=str(folder), level=level, said=said, value=disk.free)


def reserve() -> Iterator[Finding]:
    """Yield whether the room for an emergency is kept."""
    path, size = settings.STATE_DIR / "reserve", settings.RESERVE_MB * 1_000_000
    if not size or (path.exists() and path.stat().st_size == size):
        said = msg("The reserve on the disk is kept.")
        yield Finding(part="reserve", level=Level.OK, said=said)
    else:
        said = msg("No reserve is kept on the disk: run script/manage reserve.")
        yield Finding(part="reserve", level=Level.WARNING, said=said)


def backups() -> Iterator[Finding]:
    """Yield how old the latest good backup, drill and copy in the second place are."""
    if not settings.BACKUP_DIR:
        said = msg("No backup is set up: set BACKUP_DIR, as docs/backup.md says.")
        yield Finding(part="backup", level=Level.WARNING, said=said)
        return
    folder = Path(settings.BACKUP_DIR)
    if of_another_database(folder):
        said = msg("BACKUP_DIR holds another database's backups: give this office its own folder.")
        yield Finding(part="backup", level=Level.CRITICAL, said=said)
        return
    if not folder.is_dir() or not any(folder.iterdir()):
        said = msg("{folder} is empty: is its disk mounted? No backup was taken.", folder=folder)
        yield Finding(part="backup", level=Level.CRITICAL, said=said)
        return
    yield _latest("backup", kept(folder / "backups.jsonl"), BACKUP_HOURS * HOUR, Level.CRITICAL)
    yield _latest("drill", kept(folder / "drills.jsonl"), DRILL_DAYS * DAY, Level.WARNING)
    if copies := kept(folder / "copies.jsonl"):
        yield _latest("second", copies, COPY_HOURS * HOUR, Level.WARNING)


def of_another_database(folder: Path) -> bool:
    """Return whether there are backups in a folder, and none of this database."""
    (system,) = fetch_one("SELECT system_identifier::text FROM pg_control_system()")
    systems = {
        path.parents[2].name.partition("-")[0] for path in folder.glob("*/base/*/about.json")
    }
    return bool(systems) and system not in systems


def kept(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a record; half a line is none."""
    found: list[dict[str, Any]] = []
    if not path.exists():
        return found
    for line in path.read_text(errors="replace").splitlines():
        try:
            said = json.loads(line)
        except ValueError:
            continue
        if isinstance(said, dict) and "at" in said:
            found.append(said)
    return found


def _latest(part: str, lines: list[dict[str, Any]], longest: float, level: Level) -> Finding:
    good = [line for line in lines if line.get("ok")]
    if not good:
        return Finding(part=part, level=level, said=NONE[part])
    age = (datetime.now(UTC) - _instant(good[-1]["at"])).total_seconds()
    fresh, old, failed = SAID[part](round(age / HOUR))
    if age < -CLOCKS_APART or age > longest:
        said = old if age > longest else AHEAD[part]
        return Finding(part=part, level=level, said=said, value=age)
    if not lines[-1].get("ok"):
        return Finding(part=part, level=Level.WARNING, said=failed, value=age)
    return Finding(part=part, level=Level.OK, said=fresh, value=age)


def _instant(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def certificate() -> Iterator[Finding]:
    """Yield how long the certificate of the office's address is good."""
    address = urlsplit(settings.PUBLIC_URL)
    if address.scheme != "https" or not address.hostname:
        return
    try:
        left = _days_left(address.hostname, address.port or 443)
    except (OSError, ValueError) as error:
        said = msg(
            "The certificate of {host} cannot be used: {error}", host=address.hostname, error=error
        )
        yield Finding(part="certificate", level=Level.CRITICAL, said=said)
        return
    said = msg_count(
        "The certificate of {host} is good for {number} day.",
        "The certificate of {host} is good for {number} days.",
        max(round(left), 0),
        host=address.hostname,
    )
    level = graded(-left, -CERTIFICATE_DAYS, -LAST_DAYS)
    yield Finding(part="certificate", level=level, said=said, value=left)


def _days_left(host: str, port: int) -> float:
    context = ssl.create_default_context()
    with (
        socket.create_connection((host, port), timeout=5) as plain,
        context.wrap_socket(plain, server_hostname=host) as secure,
    ):
        ends = ssl.cert_time_to_seconds(str((secure.getpeercert() or {})["notAfter"]))
    return (ends - datetime.now(UTC).timestamp()) / DAY


def keys() -> Iterator[Finding]:
    """Yield which keys of programs end soon."""
    count = fetch_one(KEYS)[0]
    said = msg("No key of a program ends within a week.")
    if count:
        said = msg_count(
            "{number} key of a program ends within a week.",
            "{number} keys of programs end within a week.",
            count,
        )
    level = Level.WARNING if count else Level.OK
    yield Finding(part="keys", level=level, said=said, value=count)


def alarms() -> Iterator[Finding]:
    """Yield whether anybody would be told, and who did not hear what was told last."""
    ways = _ways(mail=settings.ALARM_MAIL, webhook=settings.ALARM_WEBHOOK)
    if not ways:
        said = msg("Nobody is told of alarms: set ALARM_MAIL or ALARM_WEBHOOK.")
        yield Finding(part="alarms", level=Level.WARNING, said=said)
        return
    wrong = list(_unheard("alarms", ways))
    if _in_clear():
        said = msg("The password of the mailbox goes unencrypted: let EMAIL_URL begin smtp+tls://.")
        wrong.append(Finding(part="alarms", about="password", level=Level.WARNING, said=said))
    yield from wrong or [Finding(part="alarms", level=Level.OK, said=msg("Alarms are sent."))]


def anchors() -> Iterator[Finding]:
    """Yield whether signed seals that are to leave the house do."""
    if ways := _ways(mail=settings.ANCHOR_MAIL, webhook=settings.ANCHOR_WEBHOOK):
        said = msg("Signed seals are sent out.")
        fine = Finding(part="anchors", level=Level.OK, said=said)
        yield from list(_unheard("anchors", ways)) or [fine]


def _ways(**named: object) -> list[str]:
    return [way for way, is_named in named.items() if is_named]


def _unheard(part: str, ways: list[str]) -> Iterator[Finding]:
    """Yield the ways by which nobody heard what was told last, or ever would."""
    kept: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        kept = json.loads((settings.STATE_DIR / f"{UNHEARD}.json").read_text())
    for way in ways:
        if way == "mail" and settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
            said = msg("Mail is printed into the log, where nobody hears it: set EMAIL_URL.")
        elif last := kept.get(f"{part}-{way}"):
            since, reason = last["since"], last["reason"]
            said = msg("Not heard since {since}: {reason}", since=since, reason=reason)
        else:
            continue
        yield Finding(part=part, about=way, level=Level.WARNING, said=said)


def _in_clear() -> bool:
    """Return whether a mailbox's password leaves this machine unencrypted."""
    encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    return bool(settings.EMAIL_HOST_PASSWORD) and not encrypted and settings.EMAIL_HOST not in OURS
