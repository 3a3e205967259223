"""What lay beside the database comes back with it: the mirror, and the keys of what it holds."""

import os
from pathlib import Path

import pytest

from script import backup, base_backup, office, restore
from script.store import ABOUT, Store

NAME = "20261128T040000Z"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with backups, and with nothing of its own."""
    kept = tmp_path / "backups" / "77-1" / "base" / NAME / "office" / "keys"
    kept.mkdir(parents=True)
    for name in office.KEYS:
        (kept / name.lower()).write_text(f"{name} of the office\n")
    var = tmp_path / "var"
    var.mkdir()
    for module in (office, restore):
        monkeypatch.setattr(module, "VAR", var)
    for name in (*office.KEYS, "DATABASE_URL", "ANCHOR_DIR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def keys_of(machine: Path) -> dict[str, str]:
    return {name: (machine / "var" / name.lower()).read_text() for name in office.KEYS}


def test_a_restore_makes_no_key_before_the_keys_are_put_back(machine: Path):
    assert restore.runtime() == ("casino_app", "casino")
    assert list((machine / "var").iterdir()) == []
    put = restore.put_back(Store(machine / "backups"), NAME)
    assert len(put) == len(office.KEYS)
    assert keys_of(machine) == {name: f"{name} of the office\n" for name in office.KEYS}


def test_keys_that_are_here_write_and_those_of_the_backup_read_beside_them(machine: Path):
    """A refused start made them, or they were changed since: the log brings what they wrote."""
    made = office.surroundings()  # as script/server does before it says that backups are there
    put = restore.put_back(Store(machine / "backups"), NAME)
    lists = {name: f"{made[name]},{name} of the office" for name in office.KEYS[1:]}
    assert keys_of(machine) == {"SECRET_KEY": "SECRET_KEY of the office\n", **lists}
    aside = (machine / "var" / f"secret_key.before-{NAME}").read_text()
    assert aside == made["SECRET_KEY"]
    assert any("secret_key; what was there is" in each for each in put)
    assert any("pin_keys, after those that were there" in each for each in put)
    assert restore.put_back(Store(machine / "backups"), NAME) == []


def test_a_key_that_changed_since_the_last_backup_makes_one_due(
    machine: Path, monkeypatch: pytest.MonkeyPatch
):
    """The rows that a new key writes come back by the log; the key lies in no backup yet."""
    for module in (base_backup, backup):
        monkeypatch.setattr(module, "VAR", machine / "var")
    office.surroundings()
    store = Store(machine / "backups")
    store.record("backups", ok=True, backup=NAME, seconds=-60.0)  # begun after the keys were made
    assert not backup.Jobs(store).is_due("now")
    store.record("backups", ok=True, backup=NAME, seconds=60.0)  # they changed while it was taken
    assert backup.Jobs(store).is_due("now")


def test_a_key_written_by_a_clock_ahead_makes_one_backup_due(
    machine: Path, monkeypatch: pytest.MonkeyPatch
):
    """A key bears the instant of its writing for good, however long that is still to come."""
    for module in (base_backup, backup):
        monkeypatch.setattr(module, "VAR", machine / "var")
    office.surroundings()
    ahead = {name: at + 30 * 86_400 for name, at in base_backup.keys_written().items()}
    monkeypatch.setattr(backup, "keys_written", lambda: ahead)
    monkeypatch.setattr(backup, "back_up", lambda _store: NAME)
    store = Store(machine / "backups")
    store.record("backups", ok=True, backup=NAME, seconds=1.0)  # of the program before
    assert backup.Jobs(store).is_due("now")
    backup.take_one(store)
    assert not backup.Jobs(store).is_due("now")
    ahead["pin_keys"] -= 1
    assert backup.Jobs(store).is_due("now")


def test_a_key_changed_since_the_backup_stays_with_the_old_one_in_it(machine: Path):
    office.surroundings()
    (machine / "var" / "pin_keys").write_text("a newer one,PIN_KEYS of the office")
    restore.put_back(Store(machine / "backups"), NAME)
    assert keys_of(machine)["PIN_KEYS"] == "a newer one,PIN_KEYS of the office"


class BrokenOff(Exception):
    """The machine went, or somebody ended us."""


def test_anchors_that_came_back_by_half_come_back_whole(
    machine: Path, monkeypatch: pytest.MonkeyPatch
):
    kept = machine / "backups" / "77-1" / "base" / NAME / "office" / "anchors"
    (kept / "tallinn").mkdir(parents=True)
    (kept / "tallinn" / "seals.txt").write_text("sealed")

    def by_half(_source: Path, to: Path) -> None:
        to.mkdir()
        raise BrokenOff

    with monkeypatch.context() as patched:
        patched.setattr(restore.shutil, "copytree", by_half)
        with pytest.raises(BrokenOff):
            restore.put_back(Store(machine / "backups"), NAME)
    restore.put_back(Store(machine / "backups"), NAME)
    assert (machine / "var" / "anchors" / "tallinn" / "seals.txt").read_text() == "sealed"
    assert keys_of(machine) == {name: f"{name} of the office\n" for name in office.KEYS}


def test_a_key_that_came_back_by_half_costs_no_other_key(
    machine: Path, monkeypatch: pytest.MonkeyPatch
):
    made = office.surroundings()

    def by_half(_source: Path, to: Path) -> None:
        to.write_text("SEC")
        raise BrokenOff

    with monkeypatch.context() as patched:
        patched.setattr(restore.shutil, "copy", by_half)
        with pytest.raises(BrokenOff):
            restore.put_back(Store(machine / "backups"), NAME)
    restore.put_back(Store(machine / "backups"), NAME)
    aside = machine / "var" / f"secret_key.before-{NAME}"
    assert aside.read_text() == made["SECRET_KEY"]
    assert keys_of(machine)["PIN_KEYS"] == f"{made['PIN_KEYS']},PIN_KEYS of the office"


def test_a_restore_that_is_broken_off_before_the_keys_are_back_is_asked_again(
    machine: Path, monkeypatch: pytest.MonkeyPatch
):
    store = Store(machine / "backups")
    base = machine / "backups" / "77-1" / "base" / NAME
    (base / "data").mkdir()
    (base / "data" / "backup_label").write_text(f"START WAL LOCATION: 0/4 (file {4:024X})\n")
    (base / "data" / "pg_wal").mkdir()
    (base / "data" / "pg_wal" / f"{4:024X}").write_bytes(b"\0" * 1024)
    (base / ABOUT).write_text('{"parent": null, "began_at": "2026-11-28T04:00:00+00:00"}')
    for step in ("check", "check_version", "wait_for_nobody", "recover"):
        monkeypatch.setattr(restore, step, lambda *_, **__: None)

    def broken_off(_name: str) -> None:
        raise BrokenOff

    data, names = machine / "data", list[str]()
    with pytest.raises(BrokenOff):
        restore.restore(store, data, lay_beside=broken_off)
    assert not data.exists()
    restore.restore(store, data, lay_beside=names.append)
    assert names == [NAME]
    assert data.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_database_for_a_server_of_one_s_own_is_its_account_s(machine: Path):
    place, nobody = machine / "postgresql", 65534
    data = place / "15.half"
    (data / "base").mkdir(parents=True)
    (data / "base" / "1").touch()
    os.chown(place, nobody, nobody)
    store = Store(machine / "backups")
    backup.lay_surroundings(store, place / "15", place / "15", NAME)
    found = (data, data / "base", data / "base" / "1")
    assert {(path.stat().st_uid, path.stat().st_gid) for path in found} == {(nobody, nobody)}
