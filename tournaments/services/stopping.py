"""Who stops after a deal whose players play on for the places (AMB-74)."""

from collections.abc import Sequence

from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict
from tournaments.models import Knockout
from tournaments.queries.awards import plays_for_places
from tournaments.queries.order import playing
from tournaments.services.knockouts import NotPlaying, Out, latest_hand, note_out
from tournaments.services.prizes import finish
from tournaments.services.shared import ChipsOf, chips_by_entry, missing_chips, running_tournament


class NotPlayedOn(Conflict):
    """Before the money of a deal is paid, who leaves goes out or is disqualified."""

    code = "TOURNAMENT-137"
    message = msg("Only players who play on for the places after a deal can stop.")
    source = "AMB-74"
    next_step = msg("Note who went out as an elimination.")
    next_page = "knock-out"


@act("tournaments.stop_playing")
def stop_playing(stamp: Stamp, *, tournament_id: Id, stacks: Sequence[ChipsOf]) -> list[Knockout]:
    """
    Note who stops after a deal while the others play on for the places, or that all stop.

    stacks: of who stops; they leave play. Their places are those below who plays on, among
    themselves by these chips, equal ones share; where all stop, from the first place on. Nobody
    won their bounty chips: they keep them. Source: OLY-3.4.26, AMB-65, AMB-71, AMB-74.
    Raises NotFound, TournamentOver, NotPlayedOn, NotPlaying, TooManyChips, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    if not plays_for_places(tournament):
        raise NotPlayedOn
    counted = chips_by_entry(stacks, field="stacks")
    if not counted or 0 in counted.values():
        raise BadInput(msg("Enter the chips of everybody who stops."), field="stacks")
    left = {one.pk: one for one in playing(tournament)}
    if set(counted) - set(left):
        raise NotPlaying(field="entry_id")
    missing_chips(tournament, counted.values(), field="stacks")
    hand = latest_hand(tournament) + 1
    noted = [
        note_out(stamp, left[one], Out(entry_id=one, stack=chips), hand=hand, stopped=True)
        for one, chips in counted.items()
    ]
    finish(stamp, tournament)
    return noted
