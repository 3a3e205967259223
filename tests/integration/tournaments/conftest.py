"""What tests of tournaments begin with: the desk opens ahead of the first entry."""

import pytest

from casino.cage.models import Shift
from tests.world import World


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift(clock="18:00")
