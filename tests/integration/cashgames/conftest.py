"""An open shift and a game of the world that a test's file furnishes."""

import pytest

from cashgames.models import Session
from casino.cage.models import Shift
from tests.world import World


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


@pytest.fixture
def session(world: World, shift: Shift) -> Session:
    return world.session()
