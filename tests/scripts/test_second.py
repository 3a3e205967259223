"""The second place of the backups: what is packed there is unpacked by any Python that we name."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyrage
import pytest

from script.children import Unable
from script.second import copy_out, fetch_in
from script.store import Store, written

KEEP = timedelta(days=14)
HOUR = 3_600


def backed_up(
    store: Store,
    life: str,
    name: str,
    *segments: int,
    days_ago: int = 0,
    parent: str | None = None,
) -> None:
    """Let a store hold a base backup of a life and segments of its log."""
    folder = store.life(life).folder
    half = folder / "base" / f"{name}.half"
    (half / "data").mkdir(parents=True)
    began_at = datetime.now(UTC) - timedelta(days=days_ago)
    first = min(segments, default=0)
    label = f"START WAL LOCATION: 0/{first:X}000028 (file {first:024X})\n"
    (half / "data" / "backup_label").write_text(label)
    written(half, folder / "base" / name, parent=parent, began_at=began_at)
    logged = [folder / "wal" / f"{number:024X}" for number in segments]
    for path in logged:
        path.write_text(path.name)
    for path in (folder / "base" / name, *logged):
        os.utime(path, (began_at.timestamp(),) * 2)


def copies(second: Path) -> set[str]:
    return {str(path.relative_to(second)) for path in second.glob("*/*/*")}


OF_ONE = {"77-1/base/monday.tar.gz", f"77-1/wal/{7:024X}.gz"}


def test_a_new_place_of_backups_erases_no_copies_of_a_life_before(tmp_path: Path):
    second, new = tmp_path / "second", Store(tmp_path / "new")
    old = Store(tmp_path / "old")
    backed_up(old, "77-1", "monday", 7, days_ago=40)
    assert copy_out(old, second, None, keep=KEEP) == 2

    copy_out(Store(tmp_path / "nothing"), second, None, keep=KEEP)
    assert copies(second) == OF_ONE
    backed_up(new, "77-2", "friday", 1)
    copy_out(new, second, None, keep=KEEP)
    assert copies(second) == OF_ONE | {"77-2/base/friday.tar.gz", f"77-2/wal/{1:024X}.gz"}


def test_a_new_place_of_the_same_life_leaves_the_copies_of_the_kept_days(tmp_path: Path):
    second, new = tmp_path / "second", Store(tmp_path / "new")
    old = Store(tmp_path / "old")
    backed_up(old, "77-1", "monday", 7, days_ago=4)
    backed_up(old, "77-1", "january", 3, days_ago=40)
    copy_out(old, second, None, keep=KEEP)

    new.life("77-1")  # the receiver is there, no backup yet
    copy_out(new, second, None, keep=KEEP)
    assert copies(second) > OF_ONE
    backed_up(new, "77-1", "friday", 9)
    copy_out(new, second, None, keep=KEEP)
    assert copies(second) == OF_ONE | {"77-1/base/friday.tar.gz", f"77-1/wal/{9:024X}.gz"}


def test_a_copy_goes_at_once_when_a_whole_or_an_encrypted_one_is_there(tmp_path: Path):
    second, store = tmp_path / "second", Store(tmp_path / "first")
    backed_up(store, "77-1", "monday", 7)
    whole = store.life("77-1").wal / f"{8:024X}"
    unfinished = whole.with_name(f"{whole.name}.partial")
    unfinished.write_text("")
    copy_out(store, second, None, keep=KEEP)
    assert f"77-1/wal/{unfinished.name}.gz" in copies(second)
    unfinished.rename(whole)
    (second / "77-1" / "wal" / f".{whole.name}.gz").write_text("half of a copy")
    copy_out(store, second, None, keep=KEEP)
    clear = OF_ONE | {f"77-1/wal/{whole.name}.gz"}
    assert copies(second) == clear

    recipient = str(pyrage.x25519.Identity.generate().to_public())
    copy_out(store, second, recipient, keep=KEEP)
    assert copies(second) == {f"{name}.age" for name in clear}


def test_what_was_copied_out_is_fetched_in_again(tmp_path: Path):
    store = Store(tmp_path / "first")
    backed_up(store, "77-1", "monday", 7)
    assert copy_out(store, tmp_path / "second", None, keep=KEEP) == 2

    into = fetch_in(tmp_path / "second", tmp_path / "back", None).folder
    files = {path.relative_to(into) for path in into.rglob("*") if path.is_file()}
    assert len(files) == 3
    for path in files:
        assert (into / path).read_text() == (store.folder / path).read_text()


@pytest.mark.parametrize("copy", ["base/monday.tar.gz", f"wal/{7:024X}.gz"])
def test_a_copy_that_was_cut_is_named_with_what_to_do(tmp_path: Path, copy: str):
    second, store = tmp_path / "second", Store(tmp_path / "first")
    backed_up(store, "77-1", "monday", 7)
    copy_out(store, second, None, keep=KEEP)
    cut = second / "77-1" / copy
    os.truncate(cut, cut.stat().st_size // 2)
    with pytest.raises(Unable, match=f"{copy} is damaged: move it away and restore again"):
        fetch_in(second, tmp_path / "into", None)


@pytest.mark.parametrize("copy", ["base/monday.tar.gz.age", f"wal/{7:024X}.gz.age"])
def test_an_encrypted_copy_that_was_cut_is_named_with_what_to_do(tmp_path: Path, copy: str):
    identity, second = pyrage.x25519.Identity.generate(), tmp_path / "second"
    (tmp_path / "key").write_text(str(identity))
    store = Store(tmp_path / "first")
    backed_up(store, "77-1", "monday", 7)
    copy_out(store, second, str(identity.to_public()), keep=KEEP)
    cut = second / "77-1" / copy
    os.truncate(cut, cut.stat().st_size - 20)
    with pytest.raises(Unable, match=f"{copy} is damaged: move it away and restore again"):
        fetch_in(second, tmp_path / "into", tmp_path / "key")


def spoil(copy: Path) -> None:
    written_at = copy.stat().st_mtime
    os.truncate(copy, copy.stat().st_size // 2)
    os.utime(copy, (written_at, written_at))


def test_what_the_newest_backup_does_not_need_may_be_damaged(tmp_path: Path):
    second, store = tmp_path / "second", Store(tmp_path / "first")
    backed_up(store, "77-1", "a-sunday", 3, 4, days_ago=3)
    backed_up(store, "77-1", "b-monday", 5, 6, days_ago=2)
    backed_up(store, "77-1", "c-tuesday", 7, 8, days_ago=1, parent="b-monday")
    copy_out(store, second, None, keep=KEEP)
    for needless in ("base/a-sunday.tar.gz", f"wal/{3:024X}.gz", f"wal/{6:024X}.gz"):
        spoil(second / "77-1" / needless)
    into = fetch_in(second, tmp_path / "into", None)
    life, base = into.newest()
    assert [each.name for each in life.chain(base)] == ["b-monday", "c-tuesday"]
    assert [path.name for path in life.segments("")] == [f"{7:024X}", f"{8:024X}"]

    spoil(second / "77-1" / f"wal/{8:024X}.gz")
    with pytest.raises(Unable, match=f"{8:024X}.gz is damaged"):
        fetch_in(second, tmp_path / "again", None)


def test_a_copy_that_adds_to_one_that_is_gone_gives_way_to_an_earlier_one(tmp_path: Path):
    second, store = tmp_path / "second", Store(tmp_path / "first")
    backed_up(store, "77-1", "a-sunday", 3, days_ago=3)
    backed_up(store, "77-1", "b-monday", 5, days_ago=2, parent="gone")
    copy_out(store, second, None, keep=KEEP)
    into = fetch_in(second, tmp_path / "into", None)
    assert into.newest()[1].name == "a-sunday"
    assert [path.name for path in into.lives()[0].segments("")] == [f"{3:024X}", f"{5:024X}"]


def test_the_log_of_a_way_that_nobody_went_on_with_may_be_damaged(tmp_path: Path):
    second, store = tmp_path / "second", Store(tmp_path / "first")
    backed_up(store, "77-1", "monday", 5, 6, days_ago=1)
    left = store.life("77-2")
    left.history.write_text("1\t0/6000000\tno recovery target\n")
    (left.wal / f"{2:08X}{6:016X}").write_text("left")
    os.utime(left.wal / f"{2:08X}{6:016X}", (HOUR, HOUR))
    copy_out(store, second, None, keep=timedelta(days=40_000))
    spoil(second / "77-2" / "wal" / f"{2:08X}{6:016X}.gz")
    into = fetch_in(second, tmp_path / "into", None)
    assert [path.name for path in into.lives()[0].segments("")] == [f"{5:024X}", f"{6:024X}"]
    assert into.lives()[1].history.exists()
