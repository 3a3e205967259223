"""The club of a test; the mark of its file says in which database."""

import pytest

from tests.world import World, a_club


@pytest.fixture
def world() -> World:
    return a_club()
