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


def test_who_moves_waits_until_the_server_has_let_go_of_a_move_that_ended(
    forger: psycopg.Connection,
):
    target = forger.info.dsn
    assert came(target)
    with ThreadPoolExecutor() as pool, psycopg.connect(target, autocommit=True) as ending:
        ending.execute(moving.OF_THIS_SESSION)
        second = pool.submit(came, target)
        with pytest.raises(TimeoutError):
            second.result(0.5)
        ending.close()
        assert second.result()
