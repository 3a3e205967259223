"""Two moves into the same cell at the same time."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from casino.cells.services import moving
from tests.waiting import until

pytestmark = pytest.mark.usefixtures("committed_db")
WAITS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted"


def came(target: str) -> bool:
    """Come to a cell as who moves a club there."""
    with moving._there(target):
        return True


def test_who_moves_into_a_cell_waits_for_who_moves_there_already(forger: psycopg.Connection):
    target = forger.info.dsn
    with ThreadPoolExecutor() as pool:
        with moving._there(target):
            second = pool.submit(came, target)
            until(lambda: forger.execute(WAITS, [moving.LOCK]).fetchone() == (1,))
            assert not second.done()
        assert second.result()
