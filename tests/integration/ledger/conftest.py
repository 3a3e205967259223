"""Somebody at a psql prompt, and the journal that must stay what it was."""

from collections.abc import Iterator

import pytest
from django.db import connection

from tests.attacking import Attacker
from tests.world import World, a_club


@pytest.fixture
def world(db: None) -> World:
    """A club with 1,100 euro in the vault, 100 of them for chips."""
    world = a_club()
    world.fund(100_000)
    world.sell(10_000)
    return world


@pytest.fixture
def attacker(world: World) -> Iterator[Attacker]:
    """The running program's own connection; whatever is tried, the journal stays what it was."""
    attacker = Attacker(connection.connection, world)
    before = attacker.counts()
    yield attacker
    assert attacker.counts() == before
