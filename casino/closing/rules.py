"""
What makes a numbered document the one that was written, and when what is owed may lapse.

No Django here.
"""

import hashlib
import json
from calendar import monthrange
from collections.abc import Mapping
from datetime import date
from typing import Any


def document_digest(number: int, content: Mapping[str, Any], previous: str) -> str:
    """
    Return the SHA-256 of a document and its place in the chain, in hexadecimal digits.

    previous: the digest of the document before, "" for the first. Source: RELIABILITY 7.3.
    """
    whole = {"closing": 1, "number": number, "content": content, "previous": previous}
    text = json.dumps(whole, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def months_before(day: date, months: int) -> date:
    """
    Return the day so many months earlier; where that month is shorter, its last day.

    Source: Regulation (EEC, Euratom) 1182/71, article 3(2)(c).
    """
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def lapsing_cents(owed: int, lapsed: int, *, moved: date, today: date, months: int | None) -> int:
    """
    Return what of an item may be taken to income: all of it, once nothing moved it for so long.

    moved: the last sign of life; months: None for never. Source: IFRS 15 B46 (breakage).
    """
    waits = months is None or moved > months_before(today, months)
    return 0 if waits else max(owed - lapsed, 0)
