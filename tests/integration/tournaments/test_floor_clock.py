"""The clock: levels and breaks by the server's time, paused, set, and what it opens and closes."""

from datetime import timedelta

import pytest

from casino.cage.models import Shift
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import ClockMark, Tournament
from tournaments.queries import tournaments
from tournaments.queries.clock import clock_face, rebuys_open, registration_open
from tournaments.services.changing import change_structure
from tournaments.services.clock import ClockStands, pause_clock, resume_clock, set_clock
from tournaments.services.starting import start

LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20], [0, 0, 0, 15], [100, 200, 25, 20]]


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    tournament = a_tournament(world, levels=LEVELS, late_levels=2, rebuy_levels=2)
    enter(world, tournament, "A", "B", "C", shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=tournament.pk)
    return now(tournament)


def face(world: World, friday: Tournament, clock: str) -> tuple[int, bool, int, bool]:
    """Return level, break, seconds left and whether it runs."""
    shown = clock_face(now(friday), world.at(clock))
    assert shown
    return (shown.now.number, shown.now.is_break, shown.left_seconds, shown.running)


def test_levels_and_breaks_follow_the_clock_on_the_wall(world: World, friday: Tournament):
    assert clock_face(friday, world.at("20:59")) is None
    assert face(world, friday, "21:00") == (1, False, 1_200, True)
    assert face(world, friday, "21:19:59") == (1, False, 1, True)
    assert face(world, friday, "21:20") == (2, False, 1_200, True)
    assert face(world, friday, "21:40") == (2, True, 900, True)
    assert face(world, friday, "21:55") == (3, False, 1_200, True)
    assert face(world, friday, "23:00") == (3, False, 0, True)


def test_the_next_level_and_the_next_break_are_announced(world: World, friday: Tournament):
    shown = clock_face(friday, world.at("21:05"))
    assert shown
    assert shown.next
    assert (shown.next.small, shown.next.big) == (50, 100)
    assert shown.until_break == timedelta(minutes=35)
    assert shown.ends_at == world.at("21:20")
    late = clock_face(friday, world.at("21:56"))
    assert late
    assert (late.next, late.until_break) == (None, None)


def test_a_pause_stops_time_and_nothing_is_lost(world: World, friday: Tournament):
    where = {"tournament_id": friday.pk}
    pause_clock(td(world, "21:10:00.250"), **where)
    assert face(world, friday, "21:30") == (1, False, 600, False)
    resume_clock(td(world, "21:40:00.250"), **where)
    assert face(world, friday, "21:49:59") == (1, False, 1, True)
    assert face(world, friday, "21:50") == (2, False, 1_200, True)


def test_a_pause_pressed_twice_is_one_and_another_is_refused(world: World, friday: Tournament):
    stamp, where = td(world, "21:10"), {"tournament_id": friday.pk}
    first = pause_clock(stamp, **where)
    assert pause_clock(stamp, **where).pk == first.pk
    refused(ClockStands, pause_clock, td(world, "21:11"), **where)
    resume_clock(td(world, "21:12"), **where)
    refused(ClockStands, resume_clock, td(world, "21:13"), **where)
    assert ClockMark.objects.count() == 2


def test_the_clock_is_set_with_a_reason(world: World, friday: Tournament):
    where = {"tournament_id": friday.pk}
    refused(BadInput, set_clock, td(world, "21:10"), **where, step=3, left_seconds=60, reason=" ")
    refused(BadInput, set_clock, td(world, "21:10"), **where, step=4, left_seconds=60, reason="x")
    refused(BadInput, set_clock, td(world, "21:10"), **where, step=0, left_seconds=1201, reason="x")
    set_clock(td(world, "21:10"), **where, step=1, left_seconds=90, reason="Fire alarm")
    assert face(world, friday, "21:10") == (2, False, 90, True)
    assert face(world, friday, "21:11:30") == (2, True, 900, True)


def test_there_is_no_clock_before_the_start(world: World):
    tournament = a_tournament(world, "Later")
    refused(ClockStands, pause_clock, td(world, "20:00"), tournament_id=tournament.pk)


def test_late_registration_and_rebuys_end_with_the_clock_s_level(world: World, friday: Tournament):
    def is_open(clock: str) -> tuple[bool, bool]:
        found, at = now(friday), world.at(clock)
        return registration_open(found, at), rebuys_open(found, at)

    assert is_open("21:39") == (True, True)
    assert is_open("21:54") == (True, True), "the break belongs to the level before it"
    assert is_open("21:55") == (False, False)
    pause_clock(td(world, "21:30"), tournament_id=friday.pk)
    assert is_open("23:00") == (True, True)
    set_clock(
        td(world, "23:01"), tournament_id=friday.pk, step=3, left_seconds=60, reason="Too slow"
    )
    assert is_open("23:02") == (False, False)


def test_a_new_structure_leaves_the_clock_where_it_stands(world: World, friday: Tournament):
    longer = [[25, 50, 0, 30], *LEVELS[1:]]
    asked = change_structure.ask(
        world.stamp("21:05", role=Role.MANAGER),
        tournament_id=friday.pk,
        stack=10_000,
        levels=longer,
        notice="Slower",
    )
    signed(world, asked, role=Role.SUPERVISOR, clock="21:10")
    assert face(world, friday, "21:10") == (1, False, 1_200, True)
    version = tournaments.version(friday)
    assert (version.number, version.notice) == (2, "Slower")
    assert version.author != version.approved_by


@pytest.mark.parametrize(
    "levels",
    [[[0, 0, 0, 10], [25, 50, 0, 20]], [[50, 100, 0, 20], [0, 0, 0, 10], [25, 50, 0, 20]]],
)
def test_play_begins_with_a_level_and_blinds_never_fall_over_a_break(
    world: World, friday: Tournament, levels: list[list[int]]
):
    more = {"tournament_id": friday.pk, "stack": 10_000, "levels": levels, "notice": "Other"}
    refused(BadInput, change_structure.ask, world.stamp("21:05", role=Role.MANAGER), **more)
