"""Flights and days: stacks go into bags, and come out of them; the pool is one all along."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.players.services import leave_place
from casino.refusals import BadInput, Refusal
from casino.words import say
from tournaments import queries
from tournaments.models import Bag, ClockMark, DayEnd, Entry, Tournament
from tournaments.rules.clock import Position
from tournaments.services.clock import ClockStands, mark
from tournaments.services.seating import TOURNAMENT
from tournaments.services.shared import running_tournament


class NotBagged(Refusal):
    """The bags of a day hold exactly the chips in play."""

    status = 409
    code = "TOURNAMENT-049"
    next_step = say("Count the bags again, or note chips given or taken off.")


class NoNight(Refusal):
    """A day begins after another has ended, and ends before the next."""

    status = 409
    code = "TOURNAMENT-050"
    message = say("The last day has not ended.")


@command
def end_day(
    stamp: Stamp,
    *,
    tournament_id: int,
    stacks: Mapping[str, int],
    another_flight: bool,
    next_name: str = "",
    next_starts_at: datetime | None = None,
) -> DayEnd:
    """
    End a flight or day: everybody's counted stack goes into a bag, tables close, the clock stands.

    stacks: entry id -> chips of everybody who plays today. another_flight: the clock goes back to
    the first level, entries are sold as far as announced, and who is out may re-enter. next_name,
    next_starts_at: what the screens say of the next flight or day. Source: OLY-3.4.8, OLY-3.4.10.
    Raises NotFound, TournamentOver, ClockStands, NoNight, BadInput, NotBagged.
    """
    follows: dict[str, Any] = {"another_flight": another_flight, "next_name": next_name}
    follows |= {"next_starts_at": next_starts_at}
    asked = {"tournament_id": tournament_id, "stacks": dict(stacks)}
    act = ledger.act(stamp, "tournaments.end_day", **asked, **follows)
    if act.replayed:
        return DayEnd.objects.get(act_id=act.id)
    tournament = running_tournament(stamp, tournament_id)
    stands = queries.position(tournament, stamp.at)
    if stands is None:
        raise ClockStands(say("The clock starts with the tournament."))
    if queries.night(tournament):
        raise NoNight(say("This day has ended already."))
    if next_starts_at and next_starts_at <= stamp.at:
        raise BadInput(say("The next flight or day starts later than now."), field="next_starts_at")
    today = queries.at_play(tournament)
    _check_bags(tournament, today, stacks)
    made = DayEnd.objects.create(
        tournament=tournament,
        at=stamp.at,
        ended_by_id=stamp.person_id,
        act_id=act.id,
        **follows,
    )
    Bag.objects.bulk_create(
        Bag(day_end=made, entry=one, stack=stacks[str(one.pk)]) for one in today
    )
    _clear(stamp, tournament, today)
    here = Position(step=0) if another_flight else stands[0]
    mark(stamp, act, tournament, ClockMark.What.PAUSED, here, running=False, reason="Day over")
    return made


def _check_bags(
    tournament: Tournament, today: list[Entry], stacks: Mapping[str, int]
) -> None:  # fmt: skip
    """Raise BadInput, NotBagged where a bag is missing or the chips do not sum."""
    if not today or {str(one.pk) for one in today} != set(stacks) or min(stacks.values()) <= 0:
        raise BadInput(say("Count the bag of everybody who plays."), field="stacks")
    chips = queries.chips(tournament)
    in_play = chips.in_play - queries.bagged_chips(tournament)
    if sum(stacks.values()) != in_play:
        said = say(
            "The bags hold {stacks} chips, {in_play} are in play.",
            stacks=sum(stacks.values()),
            in_play=in_play,
        )
        raise NotBagged(said, field="stacks", source=chips.because[0].rule)


def _clear(stamp: Stamp, tournament: Tournament, today: list[Entry]) -> None:
    """Let everybody leave; seats are drawn anew when play goes on."""
    entries = Entry.objects.filter(id__in=[one.pk for one in today])
    entries.update(table_no=None, seat_no=None)
    tournament.tables.filter(broken_at=None).update(broken_at=stamp.at)
    for one in today:
        leave_place(stamp, player_id=one.player_id, kind=TOURNAMENT)


@command
def begin_day(stamp: Stamp, *, tournament_id: int) -> DayEnd:
    """
    Begin the next flight, or the day on which all bags are taken up; the clock runs.

    Raises NotFound, TournamentOver, NoNight.
    """
    act = ledger.act(stamp, "tournaments.begin_day", tournament_id=tournament_id)
    tournament = running_tournament(stamp, tournament_id)
    night = queries.night(tournament)
    if act.replayed:
        return DayEnd.objects.filter(tournament=tournament, begun_at__isnull=False).latest("id")
    if night is None:
        raise NoNight
    DayEnd.objects.filter(id=night.pk).update(begun_at=stamp.at)
    if not night.another_flight:
        bags = Bag.objects.filter(entry__tournament=tournament, taken_up_at=None)
        bags.update(taken_up_at=stamp.at)
    stands = queries.position(tournament, stamp.at)
    assert stands
    mark(stamp, act, tournament, ClockMark.What.RESUMED, stands[0], running=True)
    return DayEnd.objects.get(id=night.pk)
