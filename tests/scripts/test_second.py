"""The second place of the backups: what is packed there is unpacked by any Python that we name."""

from pathlib import Path

from script.second import copy_out, fetch_in
from script.store import ABOUT, Store


def test_what_was_copied_out_is_fetched_in_again(tmp_path: Path):
    store = Store(tmp_path / "first")
    life = store.life("1")
    base, segment = life.folder / "base" / "20261126", life.wal / f"{7:024X}"
    (base / "pgdata").mkdir(parents=True)
    for path in (base / ABOUT, base / "pgdata" / "PG_VERSION", segment):
        path.write_text(path.name)
    assert copy_out(store, tmp_path / "second", None) == 2

    into = fetch_in(tmp_path / "second", tmp_path / "back", None).folder
    files = {path.relative_to(into): path.read_text() for path in into.rglob("*") if path.is_file()}
    assert sorted(files.values()) == [f"{7:024X}", "PG_VERSION", ABOUT]
    assert (store.folder / next(iter(files))).exists()
