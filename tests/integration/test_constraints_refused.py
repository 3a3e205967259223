"""A constraint that is mapped is a refusal; any other stays the database's error."""

import pytest
from django.db import IntegrityError

from casino.db import constraint_name, refusing, sqlstate
from jackpot.models import Jackpot
from tests.world import World

pytestmark = pytest.mark.django_db


class AlreadyThere(Exception):
    """What a test refuses with."""


def twice(world: World) -> None:
    for _ in range(2):
        Jackpot.objects.create(club=world.club, name="Bad beat")


def test_the_inner_one_leaves_a_constraint_of_others_to_the_outer_one(world: World) -> None:
    with (
        pytest.raises(AlreadyThere),
        refusing(jackpot_name_once=AlreadyThere),
        refusing(another_once=ValueError),
    ):
        twice(world)


def test_a_constraint_that_nobody_mapped_keeps_its_name_and_state(world: World) -> None:
    with pytest.raises(IntegrityError) as raised, refusing(another_once=ValueError):
        twice(world)
    assert constraint_name(raised.value) == "jackpot_name_once"
    assert sqlstate(raised.value) == "23505"
