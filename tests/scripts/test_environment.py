"""A new version's packages come beside the former ones, from which the office may still run."""

import errno
import os
import pwd
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from script import command, environment

LOCK = "requirements.txt"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with the environment of the version before, and a lock that needs no index."""
    monkeypatch.setattr(environment, "TOP", tmp_path)
    monkeypatch.setattr(environment, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(environment, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(environment, "STAMP", tmp_path / ".venv" / "installed")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "gunicorn").write_text("the office of the version before")
    (tmp_path / LOCK).write_text("")
    return tmp_path


def test_without_its_index_the_former_environment_stays(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/")
    monkeypatch.setenv("PIP_RETRIES", "0")
    (checkout / LOCK).write_text(f"nothing==1.0 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(SystemExit, match="Could not install the packages"):
        environment.install(LOCK)
    assert (checkout / ".venv" / "bin" / "gunicorn").exists()
    assert {path.name for path in checkout.glob(".venv*")} == {".venv"}


def test_a_new_environment_takes_the_place_and_its_scripts_run_there(checkout: Path):
    environment.install(LOCK)
    assert environment.digest(LOCK) in environment.installed()
    assert {path.name for path in checkout.glob(".venv*")} == {".venv"}
    assert not (checkout / ".venv" / "bin" / "gunicorn").exists()
    said = subprocess.run(
        [checkout / ".venv" / "bin" / "pip", "--version"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert str(checkout / ".venv" / "lib") in said


def test_a_folder_that_is_closed_is_said_with_whom_it_is_closed_to():
    whom = pwd.getpwuid(os.geteuid()).pw_name
    said = environment.told(PermissionError(errno.EACCES, "Permission denied", "/srv/backup"))
    assert said == (
        f"/srv/backup is closed to the account {whom}: "
        "let it write there, name another folder, or run this as root."
    )


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_the_version_is_the_office_s_not_of_what_it_is_made_of(
    asked: str, capsys: pytest.CaptureFixture[str]
):
    assert command.main(asked) == 0
    assert capsys.readouterr().out == f"{settings.SPECTACULAR_SETTINGS['VERSION']}\n"
