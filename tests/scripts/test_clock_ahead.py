"""A clock that was years ahead once: backups and drills go on when it is right again."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from script import base_backup
from script.backup import Jobs
from script.base_backup import parent_of_the_next
from script.store import Base, Life, Store, written

NOW = datetime.now(UTC)
YEARS = timedelta(days=3000)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    # The checkout's own keys are first written by another test, and then a backup is due.
    monkeypatch.setattr(base_backup, "VAR", tmp_path)
    return Store(tmp_path)


def a_base(life: Life, segment: int, began_at: datetime) -> Base:
    folder = life.folder / "base" / f"{segment}.half"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "PG_VERSION").write_text("17\n")
    label = f"START WAL LOCATION: 0/{segment}000028 (file {segment:024X})\n"
    (folder / "data" / "backup_label").write_text(label)
    written(folder, folder.with_suffix(""), parent=None, began_at=began_at)
    (life.wal / f"{segment:024X}").touch()
    return next(each for each in life.bases() if each.name == str(segment))


def recorded(store: Store, what: str, at: datetime) -> None:
    with (store.folder / f"{what}.jsonl").open("a") as file:
        file.write(json.dumps({"at": at.isoformat(), "ok": True}) + "\n")


@pytest.mark.parametrize(("what", "job"), [("backups", "now"), ("drills", "drill")])
def test_what_was_recorded_ahead_of_now_is_due(store: Store, what: str, job: str):
    recorded(store, "backups", NOW)
    recorded(store, "drills", NOW)
    assert not Jobs(store).is_due(job)
    recorded(store, what, NOW + YEARS)
    assert Jobs(store).is_due(job)


def test_a_full_backup_follows_one_that_was_dated_ahead_of_now(store: Store):
    life = store.life("77-1")
    a_base(life, 4, NOW + YEARS)
    assert parent_of_the_next(life, NOW) is None


def test_what_was_begun_later_is_the_newest_and_the_other_is_forgotten_in_time(store: Store):
    life = store.life("77-1")
    ahead = a_base(life, 4, NOW + YEARS)
    assert store.newest()[1].name == ahead.name
    a_base(life, 5, NOW - timedelta(days=20))
    a_base(life, 6, NOW - timedelta(days=16))
    assert store.newest()[1].name == "6"
    assert sorted(store.forget(keep=timedelta(days=14))) == ["4", "5"]
    assert [path.name for path in life.segments("")] == [f"{6:024X}"]
