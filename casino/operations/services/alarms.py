"""
Who is to be told hears of a finding when it appears and when it ends, not each minute.

What was told stands in a file of this machine: an alarm that the database is away can't be kept
in the database. Two programs that watch on one machine take turns.
"""

import fcntl
import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from typing import Any, TextIO

import structlog
from django.conf import settings
from django.core.mail import send_mail

from casino.operations.finding import Finding, Level
from casino.operations.queries.doctor import examine, worst

TIMEOUT_SECONDS = 10
log = structlog.get_logger()


def watch() -> int:
    """
    Look at everything, tell what appeared and what ended; return how many findings that were.

    What could not be told is told the next time. Where all is well the dead man's address hears it.
    """
    found = examine()
    with _told() as told:
        bad = {each.name: each for each in found if each.level}
        new = [each for name, each in bad.items() if told.get(name, {}).get("level") != each.level]
        ended = {name: row["said"] for name, row in told.items() if name not in bad}
        if (new or ended) and tell(new, list(ended.values())):
            told.clear()
            told.update(
                {
                    name: {"level": each.level, "said": f"{each.where}: {each.said}"}
                    for name, each in bad.items()
                }
            )
    if worst(found) < Level.CRITICAL and settings.ALIVE_URL:
        _send(settings.ALIVE_URL)
    return len(new) + len(ended) if settings.ALARM_MAIL or settings.ALARM_WEBHOOK else 0


def tell(new: list[Finding], ended: list[str]) -> bool:
    """Send one mail and one message; return whether everybody heard who is to."""
    lines = [
        f"{each.level.name}: {each.where}: {each.said}"
        for each in sorted(new, key=lambda x: -x.level)
    ]
    lines += [f"ENDED: {said}" for said in ended]
    heard = [mail(lines[0], lines, settings.ALARM_MAIL)] if settings.ALARM_MAIL else []
    heard += [_webhook(lines, new, ended)] if settings.ALARM_WEBHOOK else []
    for line in lines:
        log.warning("alarm", said=line)
    return all(heard)


def mail(subject: str, lines: list[str], to: list[str]) -> bool:
    """Send lines to the addresses that the operator gave; return whether that went well."""
    try:
        send_mail(f"[office] {subject}"[:200], "\n".join(lines), None, to)
    except OSError as error:
        log.error("not mailed", subject=subject, reason=str(error))
        return False
    return True


def _webhook(lines: list[str], new: list[Finding], ended: list[str]) -> bool:
    body: dict[str, Any] = {
        "text": "\n".join(lines),
        "appeared": [
            {
                "part": each.part,
                "about": each.about,
                "level": each.level.name.lower(),
                "said": str(each.said),
            }
            for each in new
        ],
        "ended": ended,
    }
    return post(settings.ALARM_WEBHOOK, body)


def post(address: str, body: dict[str, Any]) -> bool:
    """Send an object to an address that the operator gave; return whether it answered well."""
    return _send(address, json.dumps(body, ensure_ascii=False).encode())


def _send(address: str, body: bytes | None = None) -> bool:
    """Call an address that the operator gave; return whether it answered well."""
    headers = {"Content-Type": "application/json"} if body else {}
    try:
        request = urllib.request.Request(address, body, headers)  # noqa: S310
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS):  # noqa: S310
            return True
    except (OSError, ValueError, HTTPException) as error:
        log.error("address not reached", reason=str(error))
        return False


@contextmanager
def _told() -> Iterator[dict[str, Any]]:
    """Hold what was told of this machine, to be changed."""
    path = settings.STATE_DIR / "alarms.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        told = _read(file)
        before = dict(told)
        yield told
        if told != before:
            file.seek(0)
            file.truncate()
            json.dump(told, file, ensure_ascii=False)


def _read(file: TextIO) -> dict[str, Any]:
    file.seek(0)
    try:
        found = json.load(file)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
