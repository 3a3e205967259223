"""A structure changed in play: the clock stays at its level, announced add-ons stay sold."""

from typing import Any

import pytest

from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.shifted import Clock
from tests.tournament_floor import begun, out, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Tournament
from tournaments.queries.clock import clock_face, registration_open
from tournaments.queries.order import playing as playing_now
from tournaments.services.changing import change_structure, change_tournament
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration

BREAK = [0, 0, 0, 15]
LEVELS = [[25, 50, 0, 20], [50, 100, 0, 20], BREAK, [100, 200, 25, 20], [200, 400, 50, 20]]
LATER = [200, 400, 50, 20]
ADDONS: dict[str, Any] = {
    "variants": ["rebuy_when_broke"],
    "rebuy_cents": 10_000,
    "addon_cents": 5_000,
    "addons_after": 2,
    "rebuy_levels": 2,
    "late_levels": 2,
}


def playing(world: World, **terms: Any) -> Tournament:
    shift, friday = world.open_shift(), a_tournament(world, levels=LEVELS, **terms)
    enter(world, friday, "A", "B", "C", shift_id=shift.pk)
    begun(world, friday)
    return friday


def changed(world: World, friday: Tournament, levels: list[list[int]], clock: str) -> None:
    terms = {"stack": 10_000, "levels": levels, "notice": "Other levels from now on"}
    asked = change_structure.ask(td(world, clock), tournament_id=friday.pk, **terms)
    signed(world, asked, clock=clock)


@pytest.mark.parametrize(
    "levels",
    [
        [LEVELS[0], LEVELS[1], LEVELS[3], [150, 300, 25, 15], LATER],
        [LEVELS[0], BREAK, LEVELS[1], BREAK, LEVELS[3], LATER],
        [LEVELS[0], [100, 200, 25, 30], LATER],
    ],
    ids=["break left out", "break put in", "level left out"],
)
def test_the_clock_goes_on_at_the_bets_that_are_played(world: World, levels: list[list[int]]):
    friday = playing(world, late_levels=3)
    at = world.at("22:00")  # five minutes into 100/200
    before = clock_face(now(friday), at)
    assert before
    assert (before.now.small, before.now.number) == (100, 3)
    assert registration_open(now(friday), at)

    changed(world, friday, levels, "22:00")

    after = clock_face(now(friday), at)
    assert after
    assert (after.now.small, after.now.minutes - after.left.seconds // 60) == (100, 5)
    assert registration_open(now(friday), at)


@pytest.mark.parametrize(("stack", "beyond"), [(1_000, False), (100_000, True)])
def test_the_clock_says_where_play_goes_on_after_the_last_level(
    world: World, clock: Clock, stack: int, *, beyond: bool
):
    friday = playing(world, stack=stack)
    clock.stop(world.at("21:05"))
    page = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{friday.pk}/clock/")
    said = page.content.decode().split("Likely end")[1].split("</dd>")[0]
    assert ("after the last level" in said, " +</small>" in said) == (beyond, beyond)


def test_other_bets_hold_at_once_at_the_level_of_the_same_number(world: World):
    friday = playing(world)
    changed(world, friday, [LEVELS[0], LEVELS[1], [150, 300, 25, 20], LATER], "22:00")
    after = clock_face(now(friday), world.at("22:00"))
    assert after
    assert (after.now.small, after.now.number) == (150, 3)


@pytest.mark.parametrize(
    ("levels", "stands"),
    [
        ([LEVELS[0], LEVELS[1], LEVELS[3], LATER], (100, False)),
        ([LEVELS[0], BREAK, LEVELS[1], [0, 0, 0, 25], LATER], (0, True)),
    ],
)
def test_a_break_goes_on_or_the_next_level_begins(
    world: World, levels: list[list[int]], stands: tuple[int, bool]
):
    friday = playing(world)
    changed(world, friday, levels, "21:45")
    after = clock_face(now(friday), world.at("21:45"))
    assert after
    assert (after.now.small, after.now.is_break) == stands
    assert after.now.number == (2 if after.now.is_break else 3)


def test_a_change_keeps_the_break_in_which_add_ons_were_announced(world: World):
    friday = a_tournament(world, levels=LEVELS, **ADDONS)
    terms = {"stack": 10_000, "notice": "No break tonight", "tournament_id": friday.pk}
    without = [level for level in LEVELS if level != BREAK]
    said = refused(BadInput, change_structure.ask, td(world, "20:40"), levels=without, **terms)
    assert said.field == "addons_after"
    change_structure.ask(td(world, "20:40"), levels=[*LEVELS, [400, 800, 100, 20]], **terms)


def test_late_registration_is_not_cut_before_the_add_ons(world: World):
    terms = ADDONS | {"rebuy_levels": 0, "late_levels": 3}
    friday = a_tournament(world, levels=LEVELS, **terms)
    ask, manager = change_tournament.ask, world.stamp("20:40", role=Role.MANAGER)
    told = {"tournament_id": friday.pk, "notice": "Late registration is shorter"}
    said = refused(BadInput, ask, manager, late_levels=1, **told)
    assert said.field == "addons_after"


def test_the_page_leads_to_the_structure_until_a_prize_is_awarded(world: World):
    friday = playing(world, shares_bp=[5_000, 3_000, 2_000])
    client = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{friday.pk}/"

    def led() -> list[str]:
        page = client.get(where).content.decode()
        return [each for each in ("structure", "terms", "cancel") if f'"{where}{each}/"' in page]

    assert led() == ["structure", "terms", "cancel"]
    close_registration(td(world, "22:00"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=friday.pk), clock="22:02")
    assert led() == ["structure", "terms"]
    changed(world, friday, [[*level[:3], 10] for level in LEVELS if level != BREAK], "22:03")
    out(world, friday, playing_now(friday)[0], "22:10")
    asked = award_prizes.ask(td(world, "22:11"), tournament_id=friday.pk)
    signed(world, asked, clock="22:12")
    assert led() == ["terms"]


def test_a_level_put_in_before_the_one_that_is_played_ends_nothing_announced(world: World):
    friday = playing(world, late_levels=3)
    more = [LEVELS[0], [30, 60, 0, 20], LEVELS[1], BREAK, LEVELS[3], LATER]
    said = refused(BadInput, changed, world, friday, more, "22:00")
    assert said.field == "levels"
    assert "Level 3 would be level 4" in str(said.message)
    assert registration_open(now(friday), world.at("22:00"))

    changed(world, friday, more, "22:20")
    after = clock_face(now(friday), world.at("22:20"))
    assert after
    assert (after.now.small, after.now.number) == (200, 5)
