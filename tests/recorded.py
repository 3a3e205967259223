"""
Recorded hands for the tests: an excerpt in tests/real, and all of it where it lies beside us.

`folders()` names both; `expected(folder)` gives the figures of each hand by its id.
"""

import csv
from collections.abc import Iterator
from pathlib import Path

from cashgames.rules.handfile import HandRow, read_hands

EXCERPT = Path(__file__).parent / "real"
WHOLE = Path(__file__).parents[2] / "shared" / "real"


def folders() -> list[Path]:
    """Return the folders of recorded hands that there are."""
    return [folder for folder in (EXCERPT, WHOLE) if folder.is_dir()]


def recorded(folder: Path) -> Iterator[tuple[str, HandRow]]:
    """Yield each hand of a folder with the id under which it is expected."""
    for file in (folder / "hands.jsonl", *sorted(folder.glob("*/week-*.phhs"))):
        for row in read_hands(file):
            yield _expected_id(file, row.external_id), row


def expected(folder: Path) -> dict[str, dict[str, int]]:
    """Return what is expected of each hand: players, flop seen, cents."""
    with (folder / "expected_hands.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {row.pop("id"): {name: int(value) for name, value in row.items()} for row in rows}


def _expected_id(file: Path, name: str) -> str:
    if file.suffix != ".phhs":
        return name
    week, number = int(file.stem.removeprefix("week-")), name.rpartition(":")[2]
    return f"biggame:{week}:{number}"
