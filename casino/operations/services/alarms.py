"""
Who is to be told hears of a finding when it appears and when it ends, not each minute.

Each way to tell is on its own: what one of them could not tell is told there the next time.
"""

import json
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import send_mail

from casino.operations.finding import Finding, Level
from casino.operations.queries.doctor import examine, worst
from casino.operations.services.told import note_heard, told

TIMEOUT_SECONDS = 10
log = structlog.get_logger()
LOG = "log"
# Tells what appeared and what ended; returns why nobody heard it, nothing where somebody did.
Tell = Callable[[list[Finding], list[str]], str]


def watch() -> int:
    """
    Look at everything, tell what appeared and what ended; return how many findings that were.

    Where all is well, and what was told could be kept, the dead man's address hears it. What
    could not be kept is raised once everybody was told.
    """
    found = examine()
    bad = {each.name: each for each in found if each.level}
    heard, failed = dict[str, int](), list[Exception]()
    for name, tell in ways().items():
        try:
            heard[name] = _tell(name, tell, bad)
        except (OSError, ValueError) as error:
            failed.append(error)
    if worst(found) < Level.CRITICAL and settings.ALIVE_URL and not failed:
        _send(settings.ALIVE_URL)
    if failed:
        raise failed[0]
    return max((count for name, count in heard.items() if name != LOG), default=0)


def ways() -> dict[str, Tell]:
    """Return by which ways findings are told."""
    found: dict[str, Tell] = {LOG: _write}
    if settings.ALARM_MAIL:
        found["mail"] = _mail
    if settings.ALARM_WEBHOOK:
        found["webhook"] = _webhook
    return found


def _tell(name: str, tell: Tell, bad: dict[str, Finding]) -> int:
    """Tell what was not told this way yet; return how many findings were heard of."""
    with told(f"alarms-{name}", before="alarms") as known:
        new = [each for key, each in bad.items() if known.get(key, {}).get("level") != each.level]
        ended = [row["said"] for key, row in known.items() if key not in bad]
        if not (new or ended):
            return 0
        if not note_heard(f"alarms-{name}", tell(sorted(new, key=lambda x: -x.level), ended)):
            return 0
        known.clear()
        known.update(
            {
                key: {"level": each.level, "said": f"{each.where}: {each.said}"}
                for key, each in bad.items()
            }
        )
        return len(new) + len(ended)


def _lines(new: list[Finding], ended: list[str]) -> list[str]:
    lines = [f"{each.level.name}: {each.where}: {each.said}" for each in new]
    return lines + [f"ENDED: {said}" for said in ended]


def _write(new: list[Finding], ended: list[str]) -> str:
    for line in _lines(new, ended):
        log.warning("alarm", said=line)
    return ""


def _mail(new: list[Finding], ended: list[str]) -> str:
    lines = _lines(new, ended)
    return mail(lines[0], lines, settings.ALARM_MAIL)


def mail(subject: str, lines: list[str], to: list[str]) -> str:
    """
    Send lines to the addresses that the operator gave; return why not, nothing where it went well.

    Of the subject the first line is written: a database says what is wrong in several.
    """
    first = f"[office] {subject}".splitlines()[0]
    try:
        send_mail(first[:200], "\n".join(lines), None, to)
    except (OSError, ValueError) as error:
        log.error("not mailed", subject=subject, reason=str(error))
        return str(error) or type(error).__name__
    return ""


def _webhook(new: list[Finding], ended: list[str]) -> str:
    body: dict[str, Any] = {
        "text": "\n".join(_lines(new, ended)),
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


def post(address: str, body: dict[str, Any]) -> str:
    """Send an object to an address that the operator gave; return why it did not answer well."""
    return _send(address, json.dumps(body, ensure_ascii=False).encode())


def _send(address: str, body: bytes | None = None) -> str:
    """Call an address that the operator gave; return why it did not answer well."""
    headers = {"Content-Type": "application/json"} if body else {}
    try:
        request = urllib.request.Request(address, body, headers)  # noqa: S310
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS):  # noqa: S310
            return ""
    except (OSError, ValueError, HTTPException) as error:
        log.error("address not reached", reason=str(error))
        return str(error) or type(error).__name__
