"""
What makes a numbered document the one that was written, and when what is owed may lapse.

No Django here.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import date
from typing import Any

from casino.clock import months_later


def document_digest(number: int, content: Mapping[str, Any], previous: str) -> str:
    """
    Return the SHA-256 of a document and its place in the chain, in hexadecimal digits.

    previous: the digest of the document before, "" for the first. Source: RELIABILITY 7.3.
    """
    whole = {"closing": 1, "number": number, "content": content, "previous": previous}
    text = json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def lapsing_cents(owed: int, lapsed: int, *, moved: date, today: date, months: int | None) -> int:
    """
    Return what of an item may be taken to income: all of it, once nothing moved it for so long.

    moved: the last sign of life; months: None for never. Source: IFRS 15 B46 (breakage).
    """
    waits = months is None or moved > months_later(today, -months)
    return 0 if waits else max(owed - lapsed, 0)
