"""An answer as a file: a line for each table, each game, each size of the pot, and all together."""

from collections.abc import Iterator, Mapping
from typing import Any

from casino.money import format_cents
from casino.sheets.columns import of_file
from casino.sheets.files import csv_file

COLUMNS = of_file(
    "section item hands raked raked_other rake:cents rake_other:cents jackpot:cents "
    "jackpot_other:cents least:cents least_other:cents average:cents average_other:cents "
    "most:cents most_other:cents player_minutes per_player_hour:cents "
    "per_player_hour_other:cents"
)


def answer_csv(result: Mapping[str, Any]) -> bytes:
    """Return an answer as a file; its tables sum to the total, as do its games and its pots."""
    return csv_file(COLUMNS, _rows(result))


def band_name(band: dict[str, Any]) -> str:
    """Return the size of a pot in words."""
    if band["below_cents"] is None:
        return f"from {format_cents(band['from_cents'])}"
    return f"{format_cents(band['from_cents'])} to below {format_cents(band['below_cents'])}"


AMOUNTS = (
    "rake_cents", "other_rake_cents", "drop_cents", "other_drop_cents", "least_cents",
    "other_least_cents", "mean_cents", "other_mean_cents", "most_cents", "other_most_cents",
)  # fmt: skip


def _rows(result: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    yield _row("total", "", result["total"])
    for table in result["tables"]:
        yield _row("table", table["table"], table)
    for game in result["games"]:
        yield _row("game", game["game"], game)
    for band in result["pots"]:
        yield _row("pot", band_name(band), band)


def _row(section: str, item: str, sums: dict[str, Any]) -> tuple[object, ...]:
    return (
        section,
        item,
        sums["hands"],
        sums["raked"],
        sums["other_raked"],
        *(sums[name] for name in AMOUNTS),
        sums.get("player_minutes", ""),
        sums.get("hour_cents"),
        sums.get("other_hour_cents"),
    )
