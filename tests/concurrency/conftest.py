"""The club in which several act at once: what they do is committed."""

import pytest

from tests.world import World, a_club


@pytest.fixture
def world(committed_db: None) -> World:
    return a_club()
