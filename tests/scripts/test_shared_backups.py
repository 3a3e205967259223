"""Two offices that name one folder for their backups: neither gets the other one's database."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from script import backup
from script.children import Unable
from script.second import copy_out, fetch_in
from script.store import Foreign, Store, written


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "backups")


def lay(store: Store, system: str, name: str) -> None:
    """Let the folder hold a backup of a database, as it was before offices were told apart."""
    half = store.folder / f"{system}-1" / "base" / f"{name}.half"
    (half / "data").mkdir(parents=True)
    (half.parents[1] / "wal").mkdir()
    label = "START WAL LOCATION: 0/4000028 (file 000000010000000000000004)\n"
    (half / "data" / "backup_label").write_text(label)
    written(half, half.with_suffix(""), parent=None, began_at=datetime.now(UTC))


def test_a_second_database_gets_no_place_beside_the_backups_of_the_first(store: Store):
    lay(store, "77", "2026-11-28T060000Z")
    store.life("77-2")  # after a restore it is the same one
    with pytest.raises(
        Foreign, match=r"another database \(77\): give this one a folder of its own"
    ):
        store.life("78-1")
    assert not (store.folder / "78-1").exists()


def test_a_refused_backup_is_not_written_into_the_record_of_the_other_office(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    lay(store, "77", "2026-11-28T060000Z")
    monkeypatch.setattr(backup, "back_up", lambda store: store.life("78-1"))
    with pytest.raises(Foreign):
        backup.take_one(store)
    assert store.records("backups") == []


@pytest.mark.parametrize("second_place", [False, True])
def test_a_restore_asks_which_of_two_databases_is_meant(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, second_place: bool
):
    lay(store, "77", "2026-11-28T060000Z")
    lay(store, "78", "2026-11-28T070000Z")
    words = ["restore", "--to", str(tmp_path / "data")]
    if second_place:
        copy_out(store, tmp_path / "second", None, keep=backup.KEEP)
        words += ["--from", str(tmp_path / "second")]
    monkeypatch.setenv("BACKUP_DIR", str(store.folder))
    with pytest.raises(Unable, match=r"Backups of 2 databases .*: 77, 78 .*with --of"):
        backup.main(*words)


def test_the_database_that_is_named_comes_back(store: Store, tmp_path: Path):
    lay(store, "77", "2026-11-28T060000Z")
    lay(store, "78", "2026-11-28T070000Z")
    life, _ = Store(store.folder, system="77").newest()
    assert life.system == "77"
    copy_out(store, tmp_path / "second", None, keep=backup.KEEP)
    (tmp_path / "unpacked").mkdir()
    fetched = fetch_in(tmp_path / "second", tmp_path / "unpacked", None, system="77")
    assert [life.system for life in fetched.lives()] == ["77"]


def test_a_restore_ends_with_the_epoch_and_then_the_books(
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    lay(store, "77", "2026-11-28T060000Z")
    monkeypatch.setenv("BACKUP_DIR", str(store.folder))
    monkeypatch.setattr(backup, "restore", lambda *_, **__: ("one", None))
    monkeypatch.setattr(backup, "shown", lambda _: "")
    backup.main("restore", "--to", str(tmp_path / "data"))
    last = capsys.readouterr().out.partition("Restored")[2]
    assert 0 < last.find("script/manage begin_epoch") < last.find("script/manage verify")
