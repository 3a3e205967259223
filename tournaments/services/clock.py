"""The clock of a tournament: paused, resumed, set by the supervisor; else it only runs."""

from typing import Any

from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import Refusal
from casino.words import say
from tournaments import queries
from tournaments.models import ClockMark, Tournament
from tournaments.rules.clock import Position, position_at
from tournaments.services.shared import running_tournament


class ClockStands(Refusal):
    """A clock that stands is not paused, one that runs is not resumed."""

    status = 409
    code = "TOURNAMENT-040"


@command
def pause_clock(stamp: Stamp, *, tournament_id: int) -> ClockMark:
    """Let the clock stand. Raises NotFound, TournamentOver, ClockStands."""
    act = ledger.act(stamp, "tournaments.pause_clock", tournament_id=tournament_id)
    if act.replayed:
        return _mark_of(act)
    tournament = running_tournament(stamp, tournament_id)
    here, running = _stands(tournament, stamp)
    if not running:
        raise ClockStands(say("The clock stands already."))
    return mark(stamp, act, tournament, ClockMark.What.PAUSED, here, running=False)


@command
def resume_clock(stamp: Stamp, *, tournament_id: int) -> ClockMark:
    """Let the clock run on from where it stands. Raises NotFound, TournamentOver, ClockStands."""
    act = ledger.act(stamp, "tournaments.resume_clock", tournament_id=tournament_id)
    if act.replayed:
        return _mark_of(act)
    tournament = running_tournament(stamp, tournament_id)
    here, running = _stands(tournament, stamp)
    if running:
        raise ClockStands(say("The clock runs already."))
    return mark(stamp, act, tournament, ClockMark.What.RESUMED, here, running=True)


@command
def set_clock(
    stamp: Stamp, *, tournament_id: int, step: int, left_seconds: int, reason: str
) -> ClockMark:
    """
    Set the clock to a level or break that has so long left; it runs or stands as before.

    step: the place in the structure's list, from 0. Late registration and rebuys follow.
    Raises NotFound, TournamentOver, ClockStands before the start, BadInput.
    """
    act = ledger.act(
        stamp,
        "tournaments.set_clock",
        tournament_id=tournament_id,
        step=step,
        left_seconds=left_seconds,
        reason=reason,
    )
    if act.replayed:
        return _mark_of(act)
    tournament = running_tournament(stamp, tournament_id)
    _, running = _stands(tournament, stamp)
    to = position_at(queries.version(tournament).levels, step=step, left_seconds=left_seconds)
    why = clean_name(reason, field="reason", longest=200)
    return mark(stamp, act, tournament, ClockMark.What.SET, to, running=running, reason=why)


def keep_position(stamp: Stamp, act: ledger.Act, tournament: Tournament) -> None:
    """Note where the clock stands before the structure changes, which it then follows."""
    stands = queries.position(tournament, stamp.at)
    if stands:
        here, running = stands
        mark(stamp, act, tournament, ClockMark.What.STRUCTURE, here, running=running)


def mark(
    stamp: Stamp, act: ledger.Act, tournament: Tournament, what: ClockMark.What, here: Position,
    **more: Any,
) -> ClockMark:  # fmt: skip
    """Keep where the clock stands at this instant."""
    return ClockMark.objects.create(
        tournament=tournament,
        what=what,
        step=here.step,
        passed=here.passed,
        at=stamp.at,
        by_id=stamp.person_id,
        act_id=act.id,
        **more,
    )


def _stands(tournament: Tournament, stamp: Stamp) -> tuple[Position, bool]:
    stands = queries.position(tournament, stamp.at)
    if stands is None:
        raise ClockStands(say("The clock starts with the tournament."))
    return stands


def _mark_of(act: ledger.Act) -> ClockMark:
    return ClockMark.objects.select_related("by").get(act_id=act.id)
