"""
Signed seals leave the house: by mail and by webhook, each once, so that others hold them, too.

How far the files were sent stands in a file of this machine; what could not be sent is sent later.
"""

from collections.abc import Callable

import structlog
from django.conf import settings

from casino.house.queries import clubs
from casino.ledger.outbox import SIGNED, SIGNED_LINE
from casino.operations.services.alarms import mail, post
from casino.operations.services.told import note_heard, told

log = structlog.get_logger()


def send_anchors() -> int:
    """Send what was signed since the last time; return how many lines."""
    ways = {"mail": _mail} if settings.ANCHOR_MAIL else {}
    ways |= {"webhook": _post} if settings.ANCHOR_WEBHOOK else {}
    return max((_send(name, send) for name, send in ways.items()), default=0)


def _send(name: str, send: Callable[[list[str]], str]) -> int:
    """Send what was not sent this way yet; return how many lines were heard."""
    with told(f"anchors-{name}", before="anchors-sent") as sent:
        there = {club.slug: _whole_lines(club.slug) for club in clubs()}
        lines = [line for slug, each in there.items() for line in each[sent.get(slug, 0) :]]
        lines = [line for line in lines if SIGNED_LINE.fullmatch(line)]
        if lines and not note_heard(f"anchors-{name}", send(lines)):
            return 0
        sent.update({slug: len(each) for slug, each in there.items()})
        return len(lines)


def _whole_lines(slug: str) -> list[str]:
    """Return the lines of a club that were ended; of a line that power cut, the rest follows."""
    file = settings.ANCHOR_DIR / slug / SIGNED
    text = file.read_text(errors="replace") if file.exists() else ""
    return text.split("\n")[:-1]


def _mail(lines: list[str]) -> str:
    days = ", ".join(sorted({line.split()[1] for line in lines}))
    return mail(f"seals {days}", lines, settings.ANCHOR_MAIL)


def _post(lines: list[str]) -> str:
    return post(settings.ANCHOR_WEBHOOK, {"text": "\n".join(lines), "anchors": lines})
