"""Who won the bounty chip of an elimination, put right: the elimination and its place stay."""

from collections.abc import Sequence
from typing import Annotated

from django.db.models import Q

from casino.acts.kinds import Id, Identity, Reason, Several
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict
from casino.staff.models import Role
from casino.staff.rules import NotYoursToDecide
from tournaments.models import Bag, Entry, Knockout, Tournament
from tournaments.queries.order import knockout
from tournaments.queries.tournaments import unrefunded
from tournaments.services.knockouts import check_chips
from tournaments.services.shared import roles_of, running_tournament


class NoChipWon(Conflict):
    """Of who was disqualified, and where no bounties are sold, nobody won a chip."""

    code = "TOURNAMENT-136"
    message = msg("Nobody won a bounty chip by this elimination.")


@act("tournaments.correct_chip_winner")
def correct_chip_winner(
    stamp: Stamp,
    *,
    tournament_id: Id,
    knockout_id: Id,
    by: Annotated[Sequence[int], Several(of=Identity(), maximum=23)],
    reason: Reason,
) -> Knockout:
    """
    Put right who won the bounty chip of an elimination, until that chip has been paid.

    by: ids of the entries that won the last pot, in order from the button. After the gaming day of
    the elimination a manager does it. Source: OLY-3.2.g, AMB-63, OLY-0.1.
    Raises NotFound, TournamentOver, NoChipWon, NotYoursToDecide, BadInput, NothingChanges,
    CannotUndo.
    """
    tournament = running_tournament(stamp, tournament_id)
    found = knockout(tournament, knockout_id)
    if not won_a_chip(tournament, found):
        raise NoChipWon
    _check_winners(tournament, found, by)
    if found.at < stamp.opens_at and Role.MANAGER not in roles_of(stamp):
        raise NotYoursToDecide(msg("After its gaming day a manager corrects this."))
    found.by = list(by)
    found.save(update_fields=["by"])
    check_chips(tournament)
    return found


def won_a_chip(tournament: Tournament, found: Knockout) -> bool:
    """Return whether somebody won a bounty chip by an elimination that stands."""
    return bool(tournament.bounty_cents and found.by and not found.undone_at)


def may_have_won(tournament: Tournament, found: Knockout) -> list[Entry]:
    """Return who played in the hand of an elimination: neither out by it nor in a bag then."""
    outs = Knockout.objects.filter(entry__tournament=tournament, undone_at=None)
    gone = outs.filter(hand__lt=found.hand).filter(
        Q(came_back_at=None) | Q(came_back_at__gt=found.at)
    )
    out = {*gone.values_list("entry", flat=True)}
    out |= {*outs.filter(hand=found.hand).values_list("entry", flat=True)}
    waited = Bag.objects.filter(entry__tournament=tournament, day_end__act_id__lt=found.act_id)
    waited = waited.filter(Q(taken_up_at=None) | Q(taken_up_at__gt=found.at))
    out |= {*waited.values_list("entry", flat=True)}
    return [
        one for one in unrefunded(tournament) if one.pk not in out and one.registered_at <= found.at
    ]


def _check_winners(tournament: Tournament, found: Knockout, by: Sequence[int]) -> None:
    """Raise BadInput for who cannot have won the pot, NothingChanges for who is noted."""
    if not by:
        raise BadInput(msg("Enter who won the bounty chip."), field="by", source="OLY-3.2.g")
    able = {one.pk for one in may_have_won(tournament, found)}
    if set(by) - able or len(set(by)) < len(by):
        said = msg("Only a player who is still in after the hand can eliminate another.")
        raise BadInput(said, field="by", source="AMB-63")
    if list(by) == found.by:
        raise NothingChanges(field="by")
