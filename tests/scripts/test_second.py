"""The second place of the backups: what is packed there is unpacked by any Python that we name."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyrage
import pytest

from script.children import Unable
from script.second import copy_out, fetch_in
from script.store import ABOUT, Store, written

KEEP = timedelta(days=14)


def backed_up(store: Store, life: str, name: str, *segments: int, days_ago: int = 0) -> None:
    """Let a store hold a base backup of a life and segments of its log."""
    folder = store.life(life).folder
    half = folder / "base" / f"{name}.half"
    (half / "data").mkdir(parents=True)
    began_at = datetime.now(UTC) - timedelta(days=days_ago)
    written(half, folder / "base" / name, parent=None, began_at=began_at)
    logged = [folder / "wal" / f"{number:024X}" for number in segments]
    for path in logged:
        path.write_text(path.name)
    for path in (folder / "base" / name, *logged):
        os.utime(path, (began_at.timestamp(),) * 2)


def copies(second: Path) -> set[str]:
    return {str(path.relative_to(second)) for path in second.glob("*/*/*")}


OF_ONE = {"1/base/monday.tar.gz", f"1/wal/{7:024X}.gz"}


def test_a_new_place_of_backups_erases_no_copies_of_a_life_before(tmp_path: Path):
    second, new = tmp_path / "second", Store(tmp_path / "new")
    old = Store(tmp_path / "old")
    backed_up(old, "1", "monday", 7, days_ago=40)
    assert copy_out(old, second, None, keep=KEEP) == 2

    copy_out(Store(tmp_path / "nothing"), second, None, keep=KEEP)
    assert copies(second) == OF_ONE
    backed_up(new, "2", "friday", 1)
    copy_out(new, second, None, keep=KEEP)
    assert copies(second) == OF_ONE | {"2/base/friday.tar.gz", f"2/wal/{1:024X}.gz"}


def test_a_new_place_of_the_same_life_leaves_the_copies_of_the_kept_days(tmp_path: Path):
    second, new = tmp_path / "second", Store(tmp_path / "new")
    old = Store(tmp_path / "old")
    backed_up(old, "1", "monday", 7, days_ago=4)
    backed_up(old, "1", "january", 3, days_ago=40)
    copy_out(old, second, None, keep=KEEP)

    new.life("1")  # the receiver is there, no backup yet
    copy_out(new, second, None, keep=KEEP)
    assert copies(second) > OF_ONE
    backed_up(new, "1", "friday", 9)
    copy_out(new, second, None, keep=KEEP)
    assert copies(second) == OF_ONE | {"1/base/friday.tar.gz", f"1/wal/{9:024X}.gz"}


def test_a_copy_goes_at_once_when_a_whole_or_an_encrypted_one_is_there(tmp_path: Path):
    second, store = tmp_path / "second", Store(tmp_path / "first")
    backed_up(store, "1", "monday", 7)
    whole = store.life("1").wal / f"{8:024X}"
    unfinished = whole.with_name(f"{whole.name}.partial")
    unfinished.write_text("")
    copy_out(store, second, None, keep=KEEP)
    assert f"1/wal/{unfinished.name}.gz" in copies(second)
    unfinished.rename(whole)
    (second / "1" / "wal" / f".{whole.name}.gz").write_text("half of a copy")
    copy_out(store, second, None, keep=KEEP)
    clear = OF_ONE | {f"1/wal/{whole.name}.gz"}
    assert copies(second) == clear

    recipient = str(pyrage.x25519.Identity.generate().to_public())
    copy_out(store, second, recipient, keep=KEEP)
    assert copies(second) == {f"{name}.age" for name in clear}


def test_what_was_copied_out_is_fetched_in_again(tmp_path: Path):
    store = Store(tmp_path / "first")
    life = store.life("1")
    base, segment = life.folder / "base" / "20261126", life.wal / f"{7:024X}"
    (base / "pgdata").mkdir(parents=True)
    for path in (base / ABOUT, base / "pgdata" / "PG_VERSION", segment):
        path.write_text(path.name)
    assert copy_out(store, tmp_path / "second", None, keep=KEEP) == 2

    into = fetch_in(tmp_path / "second", tmp_path / "back", None).folder
    files = {path.relative_to(into): path.read_text() for path in into.rglob("*") if path.is_file()}
    assert sorted(files.values()) == [f"{7:024X}", "PG_VERSION", ABOUT]
    assert (store.folder / next(iter(files))).exists()


@pytest.mark.parametrize("copy", ["base/monday.tar.gz", f"wal/{7:024X}.gz"])
def test_a_copy_that_was_cut_is_named_with_what_to_do(tmp_path: Path, copy: str):
    second, store = tmp_path / "second", Store(tmp_path / "first")
    backed_up(store, "1", "monday", 7)
    copy_out(store, second, None, keep=KEEP)
    cut = second / "1" / copy
    os.truncate(cut, cut.stat().st_size // 2)
    with pytest.raises(Unable, match=f"{copy} is damaged: move it away and restore again"):
        fetch_in(second, tmp_path / "into", None)
