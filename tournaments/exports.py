"""The results of a tournament as a file."""

from casino.sheets.columns import of_file
from casino.sheets.files import csv_file
from tournaments.models import Tournament
from tournaments.queries.careers import Facts
from tournaments.queries.ending import Ending

COLUMNS = of_file(
    "place shared_by ticket_number player prize:cents ticket_value:cents bounties:cents "
    "by_deal paid"
)


SITE_COLUMNS = of_file(
    "date event venue currency game buy_in:cents fee:cents entries unique_players re_entries "
    "rebuys add_ons prize_pool:cents guarantee:cents places_paid place shared_by player "
    "nationality prize:cents prize_by_structure:cents ticket_value:cents bounties:cents by_deal"
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


def results_for_sites_csv(tournament: Tournament, facts: Facts, ending: Ending) -> bytes:
    """
    Return the results as sites that collect them ask for them: the event with every line.

    prize_by_structure: what the place would have paid without the deal. Who does not agree to be
    named is "Anonymous", of no country.
    """
    event = (
        tournament.gaming_day,
        tournament.name,
        tournament.club.name,
        tournament.club.currency,
        " / ".join(tournament.variants),
        tournament.price_cents,
        tournament.fee_cents,
        facts.entries,
        facts.unique,
        facts.reentries,
        facts.rebuys,
        facts.addons,
        facts.pool_cents,
        tournament.guarantee_cents,
        facts.places_paid,
    )
    rows = (
        (
            *event,
            one.place,
            one.shared,
            one.entry.player.name if one.entry.player.named_in_results else "Anonymous",
            one.entry.player.nationality if one.entry.player.named_in_results else "",
            one.cents,
            facts.structure_cents(one.place, one.shared, paid_cents=one.cents),
            one.ticket_cents,
            one.bounty_cents,
            bool(one.deal),
        )
        for one in ending.won
    )
    return csv_file(SITE_COLUMNS, rows)
