"""The results of a tournament as a file."""

from casino.web.files import amount, csv_file, text
from tournaments.queries import Ending

COLUMNS = (
    "place", "shared_by", "ticket_number", "player", "prize", "ticket_value", "bounties",
    "by_deal", "paid",
)  # fmt: skip


def results_csv(ending: Ending) -> bytes:
    """Return the places of a tournament with prizes, in the club's currency."""
    return csv_file(
        COLUMNS,
        (
            (
                one.place,
                one.shared,
                one.entry.number,
                text(one.entry.player.name),
                amount(one.cents),
                amount(one.ticket_cents),
                amount(one.bounty_cents),
                "yes" if one.deal else "no",
                "yes" if one.paid else "no",
            )
            for one in ending.won
        ),
    )
