"""Royal Flush Jackpots of tournaments: no deal is paid twice."""

from collections.abc import Iterator
from itertools import combinations

from casino.cards import is_one_deal
from casino.ledger.verify import Finding
from tournaments.queries.pool_awards import standing_flushes


def verify_flushes(club_id: int) -> Iterator[Finding]:
    """Yield each flush that was paid before, in the same tournament under another name."""
    paid = standing_flushes().filter(tournament__club=club_id).select_related("tournament")
    for one, other in combinations(paid.order_by("id"), 2):
        if one.tournament_id == other.tournament_id and is_one_deal(one.deal, other.deal):
            says = f"{other.tournament}, hand {other.hand_name}: paid as hand {one.hand_name} too"
            yield Finding(
                day=other.gaming_day, entry_id=other.slip_id, what="royal flush", says=says
            )
