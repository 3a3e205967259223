"""Flights and days: stacks go into bags, and come out of them; the pool is one all along."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated

from casino.acts.kinds import Flag, Id, Text
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.money import whole
from casino.refusals import BadInput, Conflict
from tournaments.models import Bag, ClockMark, DayEnd, Entry, Tournament
from tournaments.queries import chips as chips_queries
from tournaments.queries import days
from tournaments.queries.clock import position
from tournaments.queries.floor import seats_left
from tournaments.queries.presence import to_bag
from tournaments.queries.tournaments import left_count
from tournaments.rules.clock import Position
from tournaments.services.clock import ClockStands, mark
from tournaments.services.seating import all_leave, leave, put, sit_all
from tournaments.services.shared import ChipsOf, chips_by_entry, running_tournament
from tournaments.services.starting import BeforeAnnounced


class NotBagged(Conflict):
    """The bags of a day hold exactly the chips in play."""

    code = "TOURNAMENT-049"
    next_step = msg("Count the bags again, or record the chips over or short, with a reason.")
    next_page = "day-end"


class FlightNotAnnounced(Conflict):
    """A further flight sells entries and re-entries anew: that is announced, by two."""

    code = "TOURNAMENT-143"
    message = msg("No further flight has been announced.")
    source = "OLY-3.4.2"
    next_step = msg("Announce one more flight with a second person, then end this one.")
    next_page = "tournament-change"


class NoNight(Conflict):
    """A day begins after another has ended, and ends before the next."""

    code = "TOURNAMENT-050"
    message = msg("End the previous day first.")


@act("tournaments.end_day")
def end_day(
    stamp: Stamp,
    *,
    tournament_id: Id,
    bags: Sequence[ChipsOf],
    another_flight: bool = False,
    next_name: Annotated[str, Text(max_length=50, may_be_empty=True, free=True)] = "",
    next_starts_at: datetime | None = None,
) -> DayEnd:
    """
    End a flight or day: everybody's counted stack goes into a bag, tables close, the clock stands.

    After the last flight it stands where the one stood that came furthest, of those with bags.
    bags: of everybody who plays today but who never came; another_flight: the clock goes back to
    the first level, entries are sold as far as announced, and who is out may re-enter; next_name,
    next_starts_at: what the screens say of the next flight or day. Source: OLY-3.4.8, OLY-3.4.10.
    Raises NotFound, TournamentOver, ClockStands, NoNight, FlightNotAnnounced, BadInput, NotBagged.
    """
    tournament = running_tournament(stamp, tournament_id)
    stands = position(tournament, stamp.at)
    if stands is None:
        raise ClockStands(msg("The clock starts with the tournament."))
    if days.night(tournament):
        raise NoNight(msg("This day has already ended."))
    if tournament.registration_closed_at and left_count(tournament) <= 1:
        raise NoNight(
            msg("One player is left: no further day is played."),
            next_step=msg("Award the prizes."),
            next_page="prizes-award",
        )
    if another_flight and not days.flights_follow(tournament):
        raise FlightNotAnnounced(field="another_flight")
    if next_starts_at and next_starts_at <= stamp.at:
        raise BadInput(
            msg("The next flight or day must start later than now."), field="next_starts_at"
        )
    here, today = days.at_play(tournament), to_bag(tournament)
    stacks = chips_by_entry(bags, field="bags")
    _check_bags(tournament, today, stacks)
    made = DayEnd.objects.create(
        tournament=tournament,
        at=stamp.at,
        ended_by_id=stamp.person_id,
        act_id=stamp.act_id,
        another_flight=another_flight,
        next_name=next_name,
        next_starts_at=next_starts_at,
    )
    Bag.objects.bulk_create(Bag(day_end=made, entry=one, stack=stacks[one.pk]) for one in today)
    _clear(stamp, tournament, here)
    at = Position(step=0) if another_flight else _goes_on_at(tournament, stands[0])
    mark(stamp, tournament, ClockMark.What.PAUSED, at, running=False, reason="Day over")
    return made


def _goes_on_at(tournament: Tournament, here: Position) -> Position:
    """Return where the day of all bags begins: no stack goes back to a level that it has passed."""
    held = Bag.objects.filter(entry__tournament=tournament, taken_up_at=None).values("day_end")
    stood = [
        position(tournament, end.at, without=end.act_id)
        for end in days.ends(tournament).filter(id__in=held)
    ]
    known = (one[0] for one in stood if one)
    return max(known, key=lambda one: (one.step, one.passed), default=here)


def take_back_end(stamp: Stamp, tournament: Tournament, night: DayEnd, stood: Position) -> None:
    """
    Take a day's end back before the next has begun, as a step of a command.

    The bags are opened, the tables open again with everybody in the seat that was left, and the
    clock stands where it stood.
    """
    DayEnd.objects.filter(id=night.pk).update(begun_at=stamp.at)
    night.bags.filter(taken_up_at=None).update(taken_up_at=stamp.at)
    tournament.tables.filter(broken_at=night.at).update(broken_at=None)
    left, here = seats_left(tournament, night), days.at_play(tournament)
    back = [one for one in here if one.number in left]
    for one in back:
        one.table_no, one.seat_no = left[one.number]
    put(back)
    mark(stamp, tournament, ClockMark.What.PAUSED, stood, running=False)
    sit_all(stamp, tournament, back)


def take_back_begin(stamp: Stamp, tournament: Tournament, night: DayEnd) -> None:
    """
    Take the beginning of a day back before anything came of it, as a step of a command.

    The bags wait again, seats stay with those who had them, and nobody sits there yet.
    """
    if not night.another_flight:
        bags = Bag.objects.filter(entry__tournament=tournament, taken_up_at=night.begun_at)
        bags.update(taken_up_at=None)
    DayEnd.objects.filter(id=night.pk).update(begun_at=None)
    all_leave(stamp, tournament)


def _check_bags(tournament: Tournament, today: list[Entry], stacks: Mapping[int, int]) -> None:
    """Raise BadInput, NotBagged where a bag is missing or the chips do not sum."""
    if {one.pk for one in today} != set(stacks) or any(stack <= 0 for stack in stacks.values()):
        raise BadInput(msg("Count the bag of every remaining player."), field="bags")
    chips = chips_queries.chips(tournament)
    in_play = chips.in_play - days.bagged_chips(tournament)
    if sum(stacks.values()) != in_play:
        said = msg(
            "Chips in the bags: {stacks}. Chips in play: {in_play}.",
            stacks=whole(sum(stacks.values())),
            in_play=whole(in_play),
        )
        raise NotBagged(said, field="bags", source=chips.because[0].rule)


def _clear(stamp: Stamp, tournament: Tournament, here: list[Entry]) -> None:
    """Let everybody leave; seats are drawn anew when play goes on."""
    entries = Entry.objects.filter(id__in=[one.pk for one in here])
    entries.update(table_no=None, seat_no=None)
    tournament.tables.filter(broken_at=None).update(broken_at=stamp.at)
    for one in here:
        leave(stamp, one)


@act("tournaments.begin_day")
def begin_day(
    stamp: Stamp,
    *,
    tournament_id: Id,
    ahead_of_time: Annotated[bool, Flag(added=True)] = False,
) -> DayEnd:
    """
    Begin the next flight, or the day on which all bags are taken up; the clock runs.

    Who has a seat sits down, but for who still plays elsewhere. ahead_of_time: before the time
    that was announced for it is meant. Raises NotFound, TournamentOver, NoNight, BeforeAnnounced.
    """
    tournament = running_tournament(stamp, tournament_id)
    night = days.night(tournament)
    if night is None:
        raise NoNight
    if night.next_starts_at and stamp.at < night.next_starts_at and not ahead_of_time:
        raise BeforeAnnounced(field="ahead_of_time")
    DayEnd.objects.filter(id=night.pk).update(begun_at=stamp.at)
    if not night.another_flight:
        bags = Bag.objects.filter(entry__tournament=tournament, taken_up_at=None)
        bags.update(taken_up_at=stamp.at)
    stands = position(tournament, stamp.at)
    assert stands
    mark(stamp, tournament, ClockMark.What.RESUMED, stands[0], running=True)
    sit_all(stamp, tournament, days.at_play(tournament))
    return DayEnd.objects.get(id=night.pk)
