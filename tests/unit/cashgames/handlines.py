"""Lines of the two formats of recorded hands."""

from typing import Any

from cashgames.rules.handfile import (
    HandRow,
    json_hands,
    phh_hands,
)

PHH = """
variant = 'NT'
antes = [0, 0, 2.00]
blinds_or_straddles = [1.00, 2.00, 0]
starting_stacks = [100.00, 100.00, 100.00]
actions = ["d dh p1 AsKs", "d dh p2 QdQh", "d dh p3 2c3c", "p3 f", "p1 cc", "p2 cc", "d db 4h5h6h"]
hand = 1
"""


def a_row(**changes: Any) -> dict[str, Any]:
    """A row that is taken, with changes; None leaves a field out."""
    row = {
        "id": "a:1",
        "game": "texas_holdem",
        "family": "flop",
        "flop_seen": True,
        "main_pot_cents": 300,
        "side_pots_cents": [200],
        "total_pot_cents": 500,
        "players_dealt": 6,
    } | changes
    return {name: value for name, value in row.items() if value is not None}


def read(*lines: str) -> list[HandRow]:
    return list(json_hands(lines))


def phh_rows(*texts: str) -> list[HandRow]:
    lines = [f"[{number}]\n{text}\n" for number, text in enumerate(texts, 1)]
    return list(phh_hands("".join(lines).splitlines(keepends=True), "night"))
