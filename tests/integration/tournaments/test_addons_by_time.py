"""Late registration that ends at an instant ends entries; add-ons are sold as announced."""

from datetime import datetime
from functools import partial
from typing import Any

import pytest

from casino.cage.models import Shift
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.integration.tournaments.test_changes import changed
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import LEVELS, a_template, a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Tournament
from tournaments.queries.clock import addons_open, rebuys_open, registration_open
from tournaments.queries.room import room
from tournaments.services.announcing import announce
from tournaments.services.changing import change_structure
from tournaments.services.starting import start

BREAK = 20


def levels(minutes: int = BREAK) -> list[list[int]]:
    return [*LEVELS[:2], [0, 0, 0, minutes], *LEVELS[2:]]


# Sold in the break after level 2, which begins at 21:40, as late registration ends then.
ADDONS: dict[str, Any] = {
    "variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "addon_cents": 10_000,
    "addons_after": 2, "late_levels": 2, "levels": levels(),
}  # fmt: skip


def announced(world: World, late: datetime) -> Tournament:
    return announce(
        world.stamp("10:05", role=Role.MANAGER),
        template_id=a_template(world, **ADDONS).pk,
        name="Rebuy",
        starts_at=world.at("21:00"),
        late_until=late,
    )


def begun(world: World, shift: Shift, made: Tournament) -> Tournament:
    enter(world, made, "Ann", "Bob", shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=made.pk)
    return now(made)


@pytest.mark.parametrize("said", ["announced", "changed"])
def test_add_ons_are_sold_in_their_break_though_entries_end_before_it(
    world: World, shift: Shift, said: str
):
    until = world.at("21:15")
    if said == "announced":
        made = announced(world, until)
    else:
        made = changed(world, a_tournament(world, "Rebuy", **ADDONS), late_until=until)
    assert (made.late_until, made.late_levels) == (until, 0)
    made = begun(world, shift, made)
    assert not registration_open(made, until)
    assert addons_open(made, world.at("21:45"))
    assert not rebuys_open(made, world.at("22:00"))


@pytest.mark.parametrize("late", ["21:15", "23:00"])
def test_a_longer_break_is_accepted_where_entries_end_at_an_instant(world: World, late: str):
    made = announced(world, world.at(late))
    change = partial(change_structure.ask, tournament_id=made.pk, stack=10_000, notice="Longer")
    signed(world, change(td(world, "20:00"), levels=levels(30)), clock="20:01")


def test_add_ons_are_sold_in_a_level_that_begins_before_entries_end_or_are_refused(world: World):
    made = announced(world, world.at("21:15"))
    change = partial(change_structure.ask, tournament_id=made.pk, stack=10_000, notice="No break")
    said = refused(BadInput, change, td(world, "20:00"), levels=LEVELS)
    assert said.field == "addons_after"
    made = changed(world, made, late_until=world.at("22:00"))
    change(td(world, "20:05"), levels=LEVELS)


def test_what_was_announced_with_both_ends_at_its_instant(world: World, shift: Shift):
    made = a_tournament(world, **ADDONS | {"late_levels": 2})
    late = world.at("22:30")
    # As an announcement kept them until November 2026.
    Tournament.objects.filter(id=made.pk).update(late_until=late)
    made = begun(world, shift, made)
    assert registration_open(made, world.at("22:29"))
    assert room(made, world.at("22:00"))["late_ends"] == late
    made = changed(world, made, late_until=late, clock="21:02")
    assert (made.late_until, made.late_levels, made.rebuy_levels) == (late, 0, 2)
