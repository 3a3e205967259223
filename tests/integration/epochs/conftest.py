"""A club, and a database that is put back to before what followed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connections
from django.utils import timezone

from casino.cage.models import Shift
from casino.cage.services.desk import sell_chips
from casino.epochs.services.beginning import begin_where_due
from casino.ledger import outbox
from casino.ledger.services import Posted
from tests.database import superuser
from tests.restoring import Rewind
from tests.world import World, a_club

ANEW = "CREATE DATABASE {} OWNER casino_owner TEMPLATE {} STRATEGY file_copy"


@pytest.fixture(autouse=True)
def mirror(tmp_path: Path, settings: object) -> Path:
    settings.ANCHOR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def world() -> World:
    return a_club()


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


@pytest.fixture
def keep(servers: Path, committed_db: None) -> Iterator[Callable[[], Rewind]]:
    """Keep the database as it is; what is returned puts it back, with all that followed gone."""

    def copy(new: str, old: str) -> None:
        connections.close_all()
        with superuser(servers) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {new} WITH (FORCE)")
            connection.execute(ANEW.format(new, old))

    def kept() -> Rewind:
        outbox.deliver_outbox()
        copy("kept", "casino")
        return lambda: copy("casino", "kept")

    yield kept
    connections.close_all()
    with superuser(servers) as connection:
        connection.execute("DROP DATABASE IF EXISTS kept WITH (FORCE)")


@pytest.fixture
def sales(world: World, shift: Shift, keep: Callable[[], Rewind]) -> list[Posted]:
    """One sale that the database kept, and two that its restore lost."""
    kept = sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=10_000)
    rewind = keep()
    lost = [
        sell_chips(world.stamp(clock), shift_id=shift.pk, cents=cents)
        for clock, cents in (("22:10", 20_000), ("22:20", 30_000))
    ]
    outbox.deliver_outbox()
    rewind()
    return [kept, *lost]


@pytest.fixture
def begun(sales: list[Posted]) -> list[Posted]:
    assert begin_where_due(at=timezone.now())
    return sales
