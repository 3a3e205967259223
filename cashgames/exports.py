"""A player's night as a file."""

from cashgames.queries.nights import Night
from casino.house.models import Club
from casino.sheets.columns import of_file
from casino.sheets.files import csv_file

NIGHT_COLUMNS = of_file(
    "venue gaming_day player_code player section item table seat from to minutes amount:cents"
)


def night_csv(club: Club, night: Night) -> bytes:
    """Return a player's seats, chips and sums of a gaming day."""
    who = (club.name, night.day, night.player.code, night.player.name)
    seats = [
        (
            *who,
            "seat",
            stay.seat.session.game,
            str(stay.seat.session.table),
            stay.seat.number,
            stay.since,
            stay.until,
            stay.minutes,
            "",
        )
        for stay in night.stays
    ]
    moves = [
        (
            *who,
            "chips",
            move.kind,
            str(move.seat.session.table),
            move.seat.number,
            move.at,
            "",
            "",
            move.cents,
        )
        for move in night.moves
    ]
    sums = [
        (*who, "sum", item, "", "", "", "", minutes, cents)
        for item, minutes, cents in (
            ("played", night.minutes, None),
            ("brought", "", night.came_cents),
            ("taken along", "", night.went_cents),
            ("result", "", night.result_cents),
            ("rake, an equal share", "", night.rake_cents),
            ("time rake", "", night.time_rake_cents),
            ("tips", "", night.tips_cents),
            ("food and drink", "", night.bar_cents),
        )
    ]
    return csv_file(NIGHT_COLUMNS, [*seats, *moves, *sums])
