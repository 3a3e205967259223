"""The club that is verified: its rows are committed."""

import pytest

from tests.world import World, a_club


@pytest.fixture
def world(committed_db: None) -> World:
    return a_club()
