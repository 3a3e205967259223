"""What was kept of a database before a restore goes, too, once no kept day needs it."""

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from script.store import Life, Store, written

KEEP = timedelta(days=14)
DAY = 86_400


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def a_life(store: Store, name: str, *, begun_days_ago: int, ended_days_ago: float) -> Life:
    life = store.life(name)
    half = life.folder / "base" / "backup.half"
    (half / "data").mkdir(parents=True)
    first = f"{life.timeline:08X}{4:016X}"
    (half / "data" / "backup_label").write_text(f"START WAL LOCATION: 0/4000028 (file {first})\n")
    began_at = datetime.now(UTC) - timedelta(days=begun_days_ago)
    written(half, half.with_suffix(""), parent=None, began_at=began_at)
    (life.wal / first).touch()
    life.history.write_text("1\t0/4000000\tno recovery target\n")
    os.utime(life.wal / first, (time.time() - ended_days_ago * DAY,) * 2)
    return life


def is_kept(life: Life) -> bool:
    assert life.history.exists()  # so that no timeline gets its number
    return bool(life.bases() and life.segments("")[:-1])


def test_a_life_that_ended_before_the_kept_days_is_forgotten_with_its_log(store: Store):
    ended = a_life(store, "77-1", begun_days_ago=60, ended_days_ago=20)
    now = a_life(store, "77-2", begun_days_ago=20, ended_days_ago=0)
    assert store.forget(keep=KEEP) == ["backup"]
    assert (is_kept(ended), is_kept(now)) == (False, True)
    assert [path.suffix for path in ended.wal.iterdir()] == [".history"]


@pytest.mark.parametrize(
    ("ended_days_ago", "begun_days_ago"),
    [
        (13, 20),  # one of its days is kept
        (20, 13),  # the first of the kept days is restored from it
    ],
)
def test_a_life_that_a_kept_day_needs_stays(store: Store, ended_days_ago: int, begun_days_ago: int):
    ended = a_life(store, "77-1", begun_days_ago=60, ended_days_ago=ended_days_ago)
    now = a_life(store, "77-2", begun_days_ago=begun_days_ago, ended_days_ago=0)
    assert store.forget(keep=KEEP) == []
    assert (is_kept(ended), is_kept(now)) == (True, True)


def test_where_nothing_goes_on_the_last_life_stays(store: Store):
    last = a_life(store, "77-1", begun_days_ago=60, ended_days_ago=20)
    assert store.forget(keep=KEEP) == []
    assert is_kept(last)


def test_the_last_backup_of_another_office_in_the_folder_stays(store: Store):
    """It is closed for the summer, or its machine burnt down."""
    away = a_life(store, "77-1", begun_days_ago=22, ended_days_ago=21)
    (store.folder / "78-1" / "base").mkdir(parents=True)  # as before offices were told apart
    ours = a_life(store, "78-1", begun_days_ago=20, ended_days_ago=0)
    assert store.forget(keep=KEEP) == []
    assert (is_kept(away), is_kept(ours)) == (True, True)
