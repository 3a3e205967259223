"""A log with a gap is restored up to there by nobody unawares; nor is one that ends too early."""

from datetime import UTC, datetime

import pytest

from tests.chaos.backups import Backups

pytestmark = pytest.mark.long


def sold_and_switched(backups: Backups, times: int) -> None:
    for _ in range(times):
        backups.sell(3)
        with backups.chaos.connect() as connection:
            connection.execute("SELECT pg_switch_wal()")


def test_a_restore_refuses_a_gap_and_says_how_far_the_log_reaches(backups: Backups):
    with backups.chaos.server(), backups.served():
        sold_and_switched(backups, 4)
        backups.well("drill")  # waits until the receiver has it all
    (life,) = backups.store.lives()
    whole = [path for path in sorted(life.wal.glob("*")) if len(path.name) == 24]
    now = datetime.now(UTC).isoformat()

    done = backups.run("restore", "--to", str(backups.folder / "late" / "data"), "--at", now)
    assert "Nothing was written up to the moment of --at. The last commit in it" in done.stderr
    assert "Leave --at out" in done.stderr

    whole[-2].unlink()
    to = str(backups.folder / "gap" / "data")
    done = backups.run("restore", "--to", to)
    assert f"{whole[-2].name} is missing or cut" in done.stderr
    done = backups.run("restore", "--to", to, "--at", now)
    assert f"{whole[-2].name} is missing or cut" in done.stderr
    assert "UTC." in done.stderr
    said = backups.well("restore", "--to", to, "--despite-gap")
    assert "The last commit in it is of " in said
