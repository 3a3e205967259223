"""Two clubs of a group."""

import pytest

from tests.world import World, a_club


@pytest.fixture
def tallinn(db: None) -> World:
    return a_club()


@pytest.fixture
def tartu(db: None) -> World:
    return a_club("tartu")
