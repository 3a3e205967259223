"""The clock of a tournament: paused, resumed, set by the supervisor; else it only runs."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any

from casino.acts.kinds import Id, Reason, Whole
from casino.acts.runner import act
from casino.approvals.signed import LookAgain
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict
from tournaments.models import ClockMark, Tournament
from tournaments.queries import days
from tournaments.queries.clock import position
from tournaments.queries.tournaments import version
from tournaments.rules.clock import Position, Step, carried, is_break, level_number, position_at
from tournaments.services.shared import running_tournament

# No act waits longer for another one.
WAITS = timedelta(minutes=1)


class ClockStands(Conflict):
    """A clock that stands is not paused, one that runs is not resumed."""

    code = "TOURNAMENT-057"


@act("tournaments.pause_clock")
def pause_clock(stamp: Stamp, *, tournament_id: Id) -> ClockMark:
    """Let the clock stand. Raises NotFound, TournamentOver, ClockStands."""
    tournament = running_tournament(stamp, tournament_id)
    here, running = _stands(tournament, stamp)
    if not running:
        raise ClockStands(msg("The clock is already paused."))
    return mark(stamp, tournament, ClockMark.What.PAUSED, here, running=False)


@act("tournaments.resume_clock")
def resume_clock(stamp: Stamp, *, tournament_id: Id) -> ClockMark:
    """Let the clock run on from where it stands. Raises NotFound, TournamentOver, ClockStands."""
    tournament = running_tournament(stamp, tournament_id)
    here, running = _stands(tournament, stamp)
    if running:
        raise ClockStands(msg("The clock is already running."))
    if days.night(tournament):
        raise ClockStands(msg("The day is over: begin the next flight or day."))
    return mark(stamp, tournament, ClockMark.What.RESUMED, here, running=True)


@act("tournaments.set_clock")
def set_clock(
    stamp: Stamp,
    *,
    tournament_id: Id,
    step: Annotated[int, Whole(high=100)],
    left_seconds: Annotated[int, Whole(high=24 * 3600)],
    reason: Reason,
    structure: Id | None = None,
) -> ClockMark:
    """
    Set the clock to a level or break that has so long left; it runs or stands as before.

    step: the place in the structure's list, from 0; structure: the number of the structure in
    which the place was read, where another may have come since. Late registration and rebuys
    follow. Raises NotFound, TournamentOver, LookAgain, ClockStands before the start, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    if structure is not None and structure != version(tournament).number:
        raise LookAgain(
            msg("The structure has changed since this page was opened."),
            next_step=msg("Choose the level again."),
            field="step",
        )
    _, running = _stands(tournament, stamp)
    to = position_at(version(tournament).levels, step=step, left_seconds=left_seconds)
    return mark(stamp, tournament, ClockMark.What.SET, to, running=running, reason=reason)


def keep_position(stamp: Stamp, tournament: Tournament, levels: Sequence[Step]) -> None:
    """Note where the clock stands in the structure that comes, which it then follows."""
    stands = position(tournament, _touched_at(tournament, stamp))
    if stands:
        here = carried(version(tournament).levels, stands[0], levels)
        mark(stamp, tournament, ClockMark.What.STRUCTURE, here, running=stands[1])


def check_numbers(stamp: Stamp, tournament: Tournament, levels: Sequence[Step]) -> None:
    """
    Refuse levels put in before the one that is played, where something announced would end by it.

    Source: OLY-3.3.6, OLY-3.4.2. Raises BadInput.
    """
    stands = position(tournament, _touched_at(tournament, stamp))
    if stands is None or tournament.registration_closed_at:
        return
    played = version(tournament).levels
    begun = [step for step, each in enumerate(played) if not is_break(*each[:3])]
    # Of a break the level before it.
    step = max((each for each in begun if each <= stands[0].step), default=begun[0])
    before = level_number(played, step)
    after = level_number(levels, carried(played, Position(step=step), levels).step)
    for announced in (tournament.late_levels, tournament.rebuy_levels):
        if before <= announced < after:
            said = msg(
                "Level {before} would be level {after}, and what was announced through level "
                "{announced} would end. Put new levels in after the one that is played.",
                before=before,
                after=after,
                announced=announced,
            )
            raise BadInput(said, field="levels")


def mark(
    stamp: Stamp, tournament: Tournament, what: ClockMark.What, here: Position,
    **more: Any,
) -> ClockMark:  # fmt: skip
    """Keep where the clock stands at this instant."""
    return ClockMark.objects.create(
        tournament=tournament,
        what=what,
        step=here.step,
        passed=here.passed,
        at=_touched_at(tournament, stamp),
        by_id=stamp.person_id,
        act_id=stamp.act_id,
        **more,
    )


def _touched_at(tournament: Tournament, stamp: Stamp) -> datetime:
    """
    Return when an act touches the clock: not before who touched it last.

    Of two at once the second waits for the first and then goes on from what that one did. What a
    clock that was ahead noted is no reason to wait for its instant.
    """
    ahead = tournament.marks.filter(at__gt=stamp.at, at__lt=stamp.at + WAITS)
    return max([stamp.at, *ahead.values_list("at", flat=True)])


def _stands(tournament: Tournament, stamp: Stamp) -> tuple[Position, bool]:
    stands = position(tournament, _touched_at(tournament, stamp))
    if stands is None:
        raise ClockStands(msg("The clock starts with the tournament."))
    return stands
