"""What most integration tests begin with."""

import pytest

from casino.cage.models import Shift
from tests.world import World, a_club


@pytest.fixture
def world(db: None) -> World:
    return a_club()


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()
