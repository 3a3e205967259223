"""What hinders a start is said in one sentence, with the next step."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from script import office, servers
from script.children import Unable
from tests.database import FOLDERS


@pytest.fixture
def folder() -> Iterator[Path]:
    """A server's folder where its account may pass."""
    folder = FOLDERS / str(os.getpid()) / f"hindered-{time.monotonic_ns()}" / "postgres"
    folder.mkdir(parents=True)
    yield folder
    shutil.rmtree(folder.parent)


def test_data_that_others_may_enter_are_closed_to_them_and_started(folder: Path):
    with servers.postgres(folder, durable=False):
        pass
    (folder / "data").chmod(0o755)
    with servers.postgres(folder, durable=False):
        assert (folder / "data").stat().st_mode & 0o777 == 0o700


def test_a_folder_without_a_database_asks_for_its_disk(folder: Path):
    (folder / "data").mkdir()
    with (
        pytest.raises(Unable, match=r"no database in .*/data: is its disk mounted\?"),
        servers.postgres(folder),
    ):
        pass


def test_a_server_that_is_about_to_end_is_waited_for(folder: Path):
    data = folder / "data"
    data.mkdir()
    with subprocess.Popen(["sleep", "1"], cwd=data) as former:
        (data / "postmaster.pid").write_text(f"{former.pid}\n{data}\n")
        assert servers.runs(data)
        servers.wait_for_former(data)
        assert not servers.runs(data)


def test_a_server_that_goes_on_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(servers, "ENDING_SECONDS", 0)
    (folder / "postmaster.pid").write_text(f"{os.getpid()}\n")
    monkeypatch.chdir(folder)
    with pytest.raises(Unable, match="already: end it, then start again"):
        servers.wait_for_former(folder)


@pytest.mark.parametrize("what", ["half of a letter", "a folder"])
def test_a_key_that_is_none_names_its_file_and_where_the_right_one_lies(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(office, "VAR", tmp_path)
    path = tmp_path / "pin_keys"
    if what == "a folder":
        path.mkdir()
    else:
        path.write_bytes(b"\xff\xfe")
    with pytest.raises(Unable, match=r"pin_keys is no file of a key: .*<time>/office/keys"):
        office.kept_key("pin_keys")
