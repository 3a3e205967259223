"""
Signed seals leave the house: by mail and by webhook, each once, so that others hold them, too.

How far the files were sent stands in a file of this machine; what could not be sent is sent later.
"""

import json
from typing import Any

from django.conf import settings

from casino.house.queries import clubs
from casino.ledger.outbox import SIGNED
from casino.operations.services.alarms import mail, post


def send_anchors() -> int:
    """Send what was signed since the last time; return how many lines."""
    if not settings.ANCHOR_MAIL and not settings.ANCHOR_WEBHOOK:
        return 0
    path = settings.STATE_DIR / "anchors-sent.json"
    before: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    sent, lines = dict(before), []
    for club in clubs():
        file = settings.ANCHOR_DIR / club.slug / SIGNED
        there = file.read_text().splitlines() if file.exists() else []
        lines += there[before.get(club.slug, 0) :]
        sent[club.slug] = len(there)
    if lines and not _send(lines):
        return 0
    path.write_text(json.dumps(sent))
    return len(lines)


def _send(lines: list[str]) -> bool:
    """Return whether everybody who is to hold them has them."""
    days = ", ".join(sorted({line.split()[1] for line in lines if line}))
    heard = []
    if settings.ANCHOR_MAIL:
        heard.append(mail(f"seals {days}", lines, settings.ANCHOR_MAIL))
    if settings.ANCHOR_WEBHOOK:
        heard.append(post(settings.ANCHOR_WEBHOOK, {"text": "\n".join(lines), "anchors": lines}))
    return all(heard)
