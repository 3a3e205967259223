"""The disk of the backups is not mounted: nothing is written where it should be."""

import json
import shutil
from pathlib import Path

import pytest

from script import backup
from script.children import Unable
from script.places import as_left, noted
from script.store import Store

AWAY = r"held backups and does not now: is its disk mounted\?"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIR", str(tmp_path / "state"))


def unmounted(folder: Path) -> None:
    """Leave of a folder what is under its disk: an empty one."""
    shutil.rmtree(folder)
    folder.mkdir()


def test_a_folder_is_made_once_and_found_again(tmp_path: Path):
    folder = tmp_path / "disk" / "office"
    for _ in range(2):
        assert as_left(folder) == folder
    assert noted().read_text() == f"{folder}\n"
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_whose_disk_is_away_is_not_written_to(tmp_path: Path):
    folder = as_left(tmp_path / "office")
    unmounted(folder)
    with pytest.raises(Unable, match=AWAY):
        as_left(folder)
    shutil.rmtree(folder)
    with pytest.raises(Unable, match=AWAY):
        as_left(folder)
    assert not folder.exists()


def test_an_emptied_folder_is_begun_anew_as_the_sentence_says(tmp_path: Path):
    folder = as_left(tmp_path / "office")
    unmounted(folder)
    noted().write_text("")
    assert as_left(folder) == folder


def test_a_disk_that_came_from_another_machine_is_taken(tmp_path: Path):
    folder = as_left(tmp_path / "office")
    noted().unlink()
    assert as_left(folder) == folder
    unmounted(folder)
    with pytest.raises(Unable, match=AWAY):
        as_left(folder)


@pytest.mark.parametrize("command", ["now", "drill", "copy", "serve"])
def test_no_command_that_writes_goes_on_beside_a_disk_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
):
    folder = as_left(tmp_path / "office")
    unmounted(folder)
    monkeypatch.setenv("BACKUP_DIR", str(folder))
    with pytest.raises(Unable, match=AWAY):
        backup.main(command)
    assert list(folder.iterdir()) == []


def test_a_receiver_that_starts_again_asks_for_the_disk_first(tmp_path: Path):
    store = Store(as_left(tmp_path / "office"))
    unmounted(store.folder)
    with pytest.raises(Unable, match=AWAY):
        backup.receive(store)


def test_a_second_place_that_is_away_is_recorded_and_not_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    store, second = Store(tmp_path / "first"), tmp_path / "second"
    monkeypatch.setenv("BACKUP_DIR", str(store.folder))
    monkeypatch.setenv("BACKUP_SECOND", str(second))
    assert backup.main("copy") == 0
    unmounted(second)
    for _ in range(3):
        with pytest.raises(Unable, match=AWAY):
            backup.main("copy")
    assert list(second.iterdir()) == []
    good, failed = map(json.loads, (store.folder / "copies.jsonl").read_text().splitlines())
    assert (good["ok"], failed["ok"]) == (True, False)
    assert "is its disk mounted?" in failed["said"]
