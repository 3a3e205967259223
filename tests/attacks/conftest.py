"""The club that most attacks are made on."""

import pytest

from tests.world import World, a_club


@pytest.fixture
def world(db: None) -> World:
    return a_club()
