"""The results of a tournament as a file."""

from casino.sheets.columns import of_file
from casino.sheets.files import csv_file
from tournaments.queries.ending import Ending

COLUMNS = of_file(
    "place shared_by ticket_number player prize:cents ticket_value:cents bounties:cents "
    "by_deal paid"
)


def results_csv(ending: Ending) -> bytes:
    """Return the places of a tournament with prizes, in the club's currency."""
    return csv_file(
        COLUMNS,
        (
            (
                one.place,
                one.shared,
                one.entry.number,
                one.entry.player.name,
                one.cents,
                one.ticket_cents,
                one.bounty_cents,
                bool(one.deal),
                one.paid,
            )
            for one in ending.won
        ),
    )
