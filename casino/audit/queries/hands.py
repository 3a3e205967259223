"""Who had a hand in an act: did it, asked for it, or held the API key by which somebody did."""

from collections.abc import Collection

from casino.approvals.models import Proposal
from casino.house.models import Club
from casino.ledger.queries.trail import TrailRow, trail


def done_by(club: Club, rows: Collection[TrailRow]) -> dict[int, set[int]]:
    """Return by act who did it or asked for it, and who held the API key by which they did."""
    hands = {row.id: _hands(row) for row in rows}
    decided = Proposal.objects.filter(decision_act_id__in=hands)
    asked = {each.act_id: each for each in decided}
    for row in trail(club, ids=asked, limit=len(asked)):
        of = asked[row.id]
        hands[of.decision_act_id or 0] |= _hands(row) | {of.proposed_by_id}
    return hands


def _hands(row: TrailRow) -> set[int]:
    return {each for each in (row.actor_id, row.holder_id) if each}
