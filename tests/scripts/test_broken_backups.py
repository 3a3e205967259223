"""A backup of which a part is gone: the next is a full one, and the others are restored."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from script import backup, restore
from script.base_backup import parent_of_the_next
from script.children import Unable
from script.store import ABOUT, Life, Store, written

NOW = datetime(2026, 11, 23, 6, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "backups")


def a_base(life: Life, name: str, parent: str | None, *, days_ago: int) -> Path:
    half = life.folder / "base" / f"{name}.half"
    (half / "data").mkdir(parents=True)
    (half / "data" / "PG_VERSION").write_text("17\n")
    (half / "data" / "backup_label").write_text(f"START WAL LOCATION: 0/4000028 (file {4:024X})\n")
    base = life.folder / "base" / name
    written(half, base, parent=parent, began_at=NOW - timedelta(days=days_ago))
    return base


def lose(base: Path) -> None:
    base.rename(base.parents[2] / "elsewhere")


def test_once_the_full_backup_is_gone_the_next_is_a_full_one(store: Store):
    life = store.life("77-1")
    full = a_base(life, "monday", None, days_ago=2)
    a_base(life, "tuesday", "monday", days_ago=1)
    added_to = parent_of_the_next(life, NOW)
    assert added_to is not None
    assert added_to.name == "tuesday"
    lose(full)
    assert parent_of_the_next(life, NOW) is None


def test_a_backup_without_what_it_adds_to_gives_way_to_an_earlier_one(store: Store):
    life = store.life("77-1")
    a_base(life, "sunday", None, days_ago=3)
    full = a_base(life, "monday", None, days_ago=2)
    a_base(life, "tuesday", "monday", days_ago=1)
    lose(full)
    assert store.newest()[1].name == "sunday"
    assert [path.name for path in life.broken()] == ["tuesday"]


def test_where_nothing_else_is_left_the_refusal_names_the_way(store: Store):
    life = store.life("77-1")
    full = a_base(life, "monday", None, days_ago=2)
    a_base(life, "tuesday", "monday", days_ago=1)
    lose(full)
    with pytest.raises(Unable, match=r"tuesday cannot be restored, .*--from restores from"):
        store.newest()


def test_an_empty_description_makes_a_backup_no_whole_one(
    store: Store, capsys: pytest.CaptureFixture[str]
):
    life = store.life("77-1")
    a_base(life, "sunday", None, days_ago=3)
    (a_base(life, "monday", None, days_ago=2) / ABOUT).write_text("")
    assert store.newest()[1].name == "sunday"
    backup.tell_list(store)
    assert "monday cannot be restored" in capsys.readouterr().out


def test_what_is_forgotten_leaves_the_last_whole_backup_from_before_the_kept_days(store: Store):
    life = store.life("77-1")
    kept = a_base(life, "sunday", None, days_ago=30)
    full = a_base(life, "monday", None, days_ago=29)
    a_base(life, "tuesday", "monday", days_ago=28)
    lose(full)
    store.forget(keep=timedelta(days=1))
    assert kept.exists()


def test_the_second_place_alone_is_asked_for_no_first_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("BACKUP_DIR", raising=False)
    monkeypatch.setattr(backup, "VAR", tmp_path / "var")
    with pytest.raises(Unable, match="There are no copies of backups in"):
        backup.main("restore", "--from", str(tmp_path), "--to", str(tmp_path / "data"))


def test_a_damaged_backup_is_named_with_the_way_to_the_one_before(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    def damaged(program: str, data: Path) -> None:
        raise Unable(f"{program} failed: {data / 'base'} has size 100")

    monkeypatch.setattr(restore, "tool", damaged)
    base = a_base(store.life("77-1"), "monday", None, days_ago=2)
    with pytest.raises(Unable, match=f"size 100. Move {base} away and restore again"):
        restore.restore(store, store.folder / "data")


def test_of_two_restores_into_one_folder_the_second_is_refused(store: Store):
    a_base(store.life("77-1"), "monday", None, days_ago=2)
    data = store.folder / "data"
    with restore.only_one(data), pytest.raises(Unable, match="runs already: wait"):
        restore.restore(store, data)
