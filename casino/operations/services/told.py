"""
What somebody was told stands in a file of this machine, one for each way to tell.

An alarm that the database is away can't be kept in the database. Two programs of one machine that
tell the same take turns.
"""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.conf import settings

from casino.operations.queries.machine import UNHEARD

REASON = 200  # characters


@contextmanager
def told(name: str, *, before: str) -> Iterator[dict[str, Any]]:
    """
    Hold what was told, to be changed; a file that nobody can read says nothing.

    before: the one for all ways to tell that former versions kept; it counts until there is this.
    """
    path, former = (settings.STATE_DIR / f"{each}.json" for each in (name, before))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", errors="replace") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        text = file.read()
        if not text and former.exists():
            text = former.read_text(errors="replace")
        kept = _kept(text)
        was = dict(kept)
        yield kept
        if kept != was:
            file.seek(0)
            file.truncate()
            json.dump(kept, file, ensure_ascii=False)


def note_heard(way: str, why_not: str) -> bool:
    """Keep since when and why nobody hears anything by a way; return whether somebody did now."""
    with told(UNHEARD, before=UNHEARD) as unheard:
        if why_not:
            since = unheard.get(way, {}).get("since") or f"{datetime.now(UTC):%d.%m.%Y %H:%M} UTC"
            unheard[way] = {"since": since, "reason": why_not[:REASON]}
        else:
            unheard.pop(way, None)
    return not why_not


def _kept(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
