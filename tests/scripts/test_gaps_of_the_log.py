"""A restore is told where a segment of the log is missing, on whichever timeline."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from script.kept_log import Gap, Way, last_commit, shown

BYTES = 1 << 20
FIRST = f"{1:08X}{0:08X}{3:08X}"


def name(number: int, *, timeline: int = 1) -> str:
    return f"{timeline:08X}{0:08X}{number:08X}"


@pytest.fixture
def wal(tmp_path: Path) -> Path:
    (folder := tmp_path / "wal").mkdir()
    return folder


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """What a base backup brings of the log: its own minutes."""
    (folder := tmp_path / "pg_wal").mkdir()
    lay(folder, name(3))
    return folder


def lay(folder: Path, *names: str, length: int = BYTES) -> None:
    for each in names:
        (folder / each).touch()
        os.truncate(folder / each, length)


ALONE = Way({}, 1)


def test_a_log_of_which_nothing_is_missing_has_no_gap(base: Path, wal: Path):
    lay(wal, name(4), name(5), f"{name(6)}.partial")
    assert ALONE.gap(FIRST, base, wal) is None


def test_a_segment_missing_in_the_middle_is_named(base: Path, wal: Path):
    lay(wal, name(4), name(6))
    assert ALONE.gap(FIRST, base, wal) == Gap(name(5), name(5))


def test_what_is_missing_right_after_the_backup_is_a_gap(base: Path, wal: Path):
    lay(wal, name(6), name(7))
    found = ALONE.gap(FIRST, base, wal)
    assert found == Gap(name(4), name(5))
    assert found is not None
    assert f"{name(4)} to {name(5)} is missing or cut" in found.said()


def test_without_any_log_the_first_segment_is_missing(wal: Path):
    assert ALONE.gap(FIRST, wal) == Gap(FIRST, FIRST)


def test_numbers_go_on_over_the_end_of_their_last_part(base: Path, wal: Path):
    of_a_high = (1 << 32) // BYTES
    lay(wal, *(name(number) for number in range(4, of_a_high)))
    following = f"{1:08X}{1:08X}{0:08X}"
    lay(wal, following)
    assert ALONE.gap(FIRST, base, wal) is None
    (wal / following).rename(wal / f"{1:08X}{1:08X}{1:08X}")
    assert ALONE.gap(FIRST, base, wal) == Gap(following, following)


def test_a_segment_that_was_cut_is_missing_and_played_by_nobody(base: Path, wal: Path):
    lay(wal, name(4), name(6))
    lay(wal, name(5), length=BYTES // 3)
    assert ALONE.gap(FIRST, base, wal) == Gap(name(5), name(5))
    assert not (wal / name(5)).exists()


def test_an_unfinished_segment_in_the_middle_is_a_gap(base: Path, wal: Path):
    lay(wal, f"{name(4)}.partial", name(5))
    assert ALONE.gap(FIRST, base, wal) == Gap(name(4), name(4))


def test_the_last_segment_may_just_have_been_begun(base: Path, wal: Path):
    lay(wal, f"{name(4)}.partial", length=100)
    assert ALONE.gap(FIRST, base, wal) is None
    assert (wal / f"{name(4)}.partial").stat().st_size == BYTES


def test_each_timeline_counts_up_to_where_the_next_one_went_on(base: Path, wal: Path):
    way = Way({1: 5 * BYTES + 40}, 2)
    lay(wal, name(4), f"{name(5)}.partial", name(8))  # 8: of the way that was left
    lay(wal, name(5, timeline=2), f"{name(6, timeline=2)}.partial")
    assert way.gap(FIRST, base, wal) is None
    (wal / name(4)).unlink()
    assert way.gap(FIRST, base, wal) == Gap(name(4), name(4))


def test_the_next_timeline_has_to_begin_where_it_went_on(base: Path, wal: Path):
    lay(wal, name(4), name(7, timeline=2))
    missing = Gap(name(5, timeline=1), name(6, timeline=2))
    assert Way({1: 5 * BYTES + 40}, 2).gap(FIRST, base, wal) == missing


def test_the_last_commit_is_read_off_the_log_of_the_server(tmp_path: Path):
    log = tmp_path / "log"
    log.write_text("LOG:  redo done at 0/5\n")
    assert last_commit(log) is None
    said = "2026-11-27 06:12:05.5+00"
    log.write_text(f"LOG:  last completed transaction was at log time {said}\n")
    assert last_commit(log) == datetime.fromisoformat(said).astimezone(UTC)
    assert "27.11.2026 06:12:05 UTC" in shown(last_commit(log))
