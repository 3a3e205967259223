"""What was noted wrongly on the floor, taken back by itself, whatever was noted since."""

from casino.acts.kinds import Id, Reason
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import NotFound
from tournaments.models import ChipRace, FloorUndo, Penalty, Tournament
from tournaments.queries import chips as chips_queries
from tournaments.queries import days
from tournaments.queries.undo import undone_acts
from tournaments.services.knockouts import CannotUndo
from tournaments.services.shared import running_tournament
from tournaments.services.undo import check_decides, end_race, note_undone


@act("tournaments.take_back_race")
def take_back_race(stamp: Stamp, *, tournament_id: Id, race_id: Id, reason: Reason) -> FloorUndo:
    """
    Take back a color-up that was entered wrongly; the table may color up these chips again.

    Where who decides on departures from the rules may, until the day ends on which it was.
    Source: OLY-0.1, VOO-G37, IMG-G59, HOME-44.
    Raises NotFound, TournamentOver, NotYoursToDecide, CannotUndo.
    """
    tournament = running_tournament(stamp, tournament_id)
    race = tournament.races.filter(id=race_id).first()
    if race is None:
        raise NotFound(msg("This tournament has no such color-up."), field="race_id")
    check_decides(stamp, tournament)
    _check_stands(tournament, race)
    end_race(stamp, race)
    return note_undone(stamp, tournament, act_id=race.act_id, reason=reason)


@act("tournaments.take_back_penalty")
def take_back_penalty(
    stamp: Stamp, *, tournament_id: Id, penalty_id: Id, reason: Reason
) -> FloorUndo:
    """
    Take back a penalty that was noted by mistake, for the wrong player say: it counts no more.

    Where who decides on departures from the rules may. One that put the player out goes with its
    elimination. Source: OLY-0.1, OLY-1.53, VOO-G37, IMG-G59, HOME-44.
    Raises NotFound, TournamentOver, NotYoursToDecide, CannotUndo.
    """
    tournament = running_tournament(stamp, tournament_id)
    penalty = chips_queries.penalty(tournament, penalty_id)
    check_decides(stamp, tournament)
    _check_counts(tournament, penalty)
    return note_undone(stamp, tournament, act_id=penalty.act_id, reason=reason)


def _check_counts(tournament: Tournament, penalty: Penalty) -> None:
    """Raise CannotUndo for a penalty that counts no more, or that put the player out."""
    out = penalty.knockout
    if (out and out.undone_at) or penalty.act_id in undone_acts(tournament):
        raise CannotUndo(msg("This penalty was already taken back."))
    if out:
        raise CannotUndo(
            msg("This penalty put the player out."),
            next_step=msg("Undo the elimination: the penalty then no longer counts."),
            next_page="knock-out-undo",
            about={"knockout_id": out.pk},
        )


def _check_stands(tournament: Tournament, race: ChipRace) -> None:
    """Raise CannotUndo for a race that was taken back, or whose chips lie counted in bags."""
    if race.taken_back_at:
        raise CannotUndo(msg("This color-up was already taken back."))
    if days.ends(tournament).filter(act_id__gt=race.act_id).exists():
        raise CannotUndo(msg("The day of this color-up is over, and its chips were bagged."))
