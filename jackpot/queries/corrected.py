"""Shares of an award that were owed to another guest before."""

from dataclasses import dataclass

from casino.approvals.models import Proposal
from casino.names import with_names
from jackpot.models import Award


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectedShare:
    """A share that was owed to another guest before: whose it was, and the request that says so."""

    seat: int
    was: str
    becomes: str
    request: Proposal


def corrected_shares(award: Award) -> list[CorrectedShare]:
    """Return the shares of an award whose guest two put right, the first correction first."""
    by = {one: each.seat for each in award.shares.all() for one in each.corrected_by}
    if not by:
        return []
    people = Proposal.objects.select_related("proposed_by", "decided_by")
    found = []
    for each in people.filter(id__in=by).order_by("id"):
        said = with_names(each.content)
        names = {"was": said["was"], "becomes": said["becomes"]}
        found.append(CorrectedShare(seat=by[each.pk], request=each, **names))
    return found
