"""Which log leads on from a backup: that of its own life, and of those after restores."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from script.store import Base, Life, Store

HOUR = 3_600


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def a_life(store: Store, timeline: int, *, hour: int, left: dict[int, str]) -> Life:
    """A life whose log was written in an hour of 1970, with where it left others' timelines."""
    life = store.life(f"77-{timeline}")
    (segment := life.wal / f"{timeline:08X}{'0' * 15}5.partial").touch()
    said = "".join(f"{number}\t{place}\tno recovery target\n" for number, place in left.items())
    if left:
        life.history.write_text(said)
        os.utime(life.history, (hour * HOUR, hour * HOUR))
    os.utime(segment, (hour * HOUR, hour * HOUR))
    return life


def a_base(life: Life, place: str) -> Base:
    folder = life.folder / "base" / "backup"
    (folder / "data").mkdir(parents=True)
    label = f"START WAL LOCATION: {place} (file 000000010000000000000004)\n"
    (folder / "data" / "backup_label").write_text(label)
    return Base(folder, None, datetime(1970, 1, 1, tzinfo=UTC))


def timelines(lives: list[Life]) -> list[int]:
    return [life.timeline for life in lives]


def test_a_life_without_a_backup_is_reached_from_the_one_before(store: Store):
    first = a_life(store, 1, hour=1, left={})
    base = a_base(first, "0/4000028")
    assert timelines(store.way_on(first, base)) == [1]
    a_life(store, 2, hour=2, left={1: "0/5000000"})
    assert timelines(store.way_on(first, base)) == [1, 2]
    a_life(store, 3, hour=3, left={1: "0/5000000", 2: "0/6000000"})
    assert timelines(store.way_on(first, base)) == [1, 2, 3]


def test_a_restore_that_nobody_went_on_with_leads_nowhere(store: Store):
    first = a_life(store, 1, hour=1, left={})
    base = a_base(first, "0/4000028")
    a_life(store, 2, hour=2, left={1: "0/5000000"})
    a_life(store, 3, hour=3, left={1: "0/5800000"})  # from the same backup, once more
    assert timelines(store.way_on(first, base)) == [1, 3]


def test_a_life_that_was_left_before_the_backup_began_is_another_way(store: Store):
    first = a_life(store, 1, hour=1, left={})
    a_life(store, 2, hour=2, left={1: "0/3000000"})
    assert timelines(store.way_on(first, a_base(first, "0/4000028"))) == [1]


def test_while_the_first_life_is_written_on_it_is_the_one(store: Store):
    first = a_life(store, 1, hour=5, left={})
    a_life(store, 2, hour=2, left={1: "0/5000000"})
    assert timelines(store.way_on(first, a_base(first, "0/4000028"))) == [1]


def test_a_moment_before_a_restore_is_of_the_life_before(store: Store):
    first = a_life(store, 1, hour=1, left={})
    base = a_base(first, "0/4000028")
    a_life(store, 2, hour=4, left={1: "0/5000000"})
    before, after = (datetime(1970, 1, 1, hour, tzinfo=UTC) for hour in (3, 4))
    assert timelines(store.way_on(first, base, at=before)) == [1]
    assert timelines(store.way_on(first, base, at=after)) == [1, 2]
