"""Quarters by name, like 2026Q1, and the account that holds the pool of one."""

import re
from datetime import date, timedelta

from casino.messages import msg
from casino.refusals import BadInput

WRITTEN = re.compile(r"([0-9]{4})Q([1-4])", re.ASCII)
# The account of the club's own ranking is year and number, 20261; further rankings come before.
REFS = 100_000


def parts(quarter: str) -> tuple[int, int]:
    """Return year and number of a quarter. Raises BadInput."""
    found = WRITTEN.fullmatch(quarter)
    if found is None or int(found[1]) < 1:
        raise BadInput(msg("Enter a quarter, for example 2026Q1."), field="quarter")
    return int(found[1]), int(found[2])


def last_day(quarter: str) -> date:
    """Return the last gaming day of a quarter. Source: OLY-5.5, AMB-93. Raises BadInput."""
    year, number = parts(quarter)
    after = date(year + number // 4, number % 4 * 3 + 1, 1)
    return after - timedelta(days=1)


def first_day(quarter: str) -> date:
    """Return the first gaming day of a quarter. Raises BadInput."""
    year, number = parts(quarter)
    return date(year, number * 3 - 2, 1)


def following(quarter: str) -> str:
    """Return the quarter after. Raises BadInput."""
    year, number = parts(quarter)
    return f"{year + number // 4}Q{number % 4 + 1}"


def preceding(quarter: str) -> str:
    """Return the quarter before. Raises BadInput."""
    year, number = parts(quarter)
    return f"{year - (number == 1)}Q{(number + 2) % 4 + 1}"


def quarter_of(ref: int) -> str:
    """Return the quarter whose pool is kept under a ref. Source: our own choice."""
    year, number = divmod(ref % REFS, 10)
    return f"{year}Q{number}"


def account_ref(quarter: str, *, ranking: int = 0) -> int:
    """
    Return what the account of a quarter's pool is kept under; ranking: id of a further one.

    Raises BadInput.
    """
    year, number = parts(quarter)
    return ranking * REFS + year * 10 + number
