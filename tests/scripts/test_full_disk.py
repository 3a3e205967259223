"""A full disk: the step that failed says so and what to do, and the next start goes on."""

import errno
import shutil
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest

from script import catalogues, command, environment, office, serve
from script.children import telling
from script.environment import NO_SPACE

FREE = SimpleNamespace(free=90_000_000_000)
FULL = SimpleNamespace(free=3_000_000)
MAKE_SPACE = "has 3 MB free: make space there and start again."


@pytest.fixture
def full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary folder alone is on a full disk."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: FULL if path == tmp_path else FREE)
    return tmp_path


class TestSentence:
    def test_of_a_step_of_the_installation(self, full_disk: Path):
        with pytest.raises(SystemExit) as ended:
            environment.step("make it", sys.executable, "-c", "raise SystemExit('status 1.')")
        said = f"Could not make it: status 1; the disk of {full_disk} {MAKE_SPACE}"
        assert str(ended.value) == said

    def test_of_pip_asks_for_no_index(self, full_disk: Path):
        said = "Could not install packages due to an OSError: [Errno 28] No space left on device"
        pip, lock = full_disk / "pip", full_disk / "lock.txt"
        pip.write_text(f"#!/bin/sh\necho 'ERROR: {said}'\nexit 1\n")
        pip.chmod(0o755)
        lock.touch()
        with pytest.raises(SystemExit) as ended:
            environment.fetch(lock, pip)
        assert str(ended.value) == (
            f"Could not install the packages: ERROR: {said}; the disk of {full_disk} {MAKE_SPACE}"
        )

    def test_of_an_office_that_may_not_open(self, full_disk: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(serve, "VAR", full_disk)
        with pytest.raises(serve.Unable) as refused:
            serve.check_disk()
        said = f"The office needs 300 MB on the disk of {full_disk}, which {MAKE_SPACE}"
        assert str(refused.value) == said
        assert environment.told(refused.value) == said

    def test_of_a_backup_names_the_disk_of_the_backups(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        backups = tmp_path / "backups"
        backups.mkdir()
        cleared = SimpleNamespace(free=70_000_000)  # what did not fit is gone again
        on = {True: cleared, False: FREE}
        monkeypatch.setattr(shutil, "disk_usage", lambda path: on[backups in (path, *path.parents)])
        said = f'pg_basebackup failed: error: could not write to file "{backups}/a/b": {NO_SPACE}'
        way_on = f"; the disk of {backups} has 70 MB free: make space there and start again."
        assert environment.told(said) == said + way_on
        monkeypatch.setenv("BACKUP_DIR", str(backups))
        assert environment.told(NO_SPACE) == NO_SPACE + way_on
        monkeypatch.delenv("BACKUP_DIR")
        assert environment.told(NO_SPACE) == NO_SPACE  # of whatever disk: none is blamed

    def test_of_a_failure_on_a_disk_with_space_is_left_alone(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(shutil, "disk_usage", lambda _: FREE)
        monkeypatch.setenv("TMPDIR", "/no/such/folder")
        assert environment.told("The port is taken.") == "The port is taken."


@pytest.mark.parametrize(
    ("output", "line"),
    [
        (
            (
                "18:01 FATAL:  could not extend file: No space left on device\n18:01 HINT:  Look.\n"
                "child process exited with exit code 134\ninitdb: removing data directory\n"
            ),
            "18:01 FATAL:  could not extend file: No space left on device",
        ),
        (
            (
                "18:01 FATAL:  could not write to file\n"
                "18:02 FATAL:  the database system is starting up\n"
                "18:02 LOG:  database system is shut down\n"
            ),
            "18:01 FATAL:  could not write to file",
        ),
        ("Traceback:\nb.Refused: no\n\n  For more, see there.\n", "b.Refused: no"),
        ("Traceback:\na.DiskError: full\nCONTEXT:  SQL\nPL/pgSQL at 1\n", "a.DiskError: full"),
        ("\n", "it says nothing"),
    ],
)
def test_the_line_that_says_why_is_told(output: str, line: str):
    assert telling(output) == line


def test_half_a_catalogue_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "")

    source = tmp_path / "et" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.touch()
    monkeypatch.setattr(catalogues, "write_mo", full)
    with pytest.raises(OSError, match="28"):
        catalogues.compile_catalogue(source)
    assert list(source.parent.iterdir()) == [source]


class TestNextStart:
    @pytest.fixture(autouse=True)
    def surrounded(
        self,
        test_environment: dict[str, str],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(office, "VAR", tmp_path)
        for name, value in test_environment.items():
            monkeypatch.setenv(name, value)

    def test_makes_the_key_that_a_full_disk_left_empty(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        (tmp_path / "secret_key").touch()
        key = office.kept_key("secret_key")
        assert len(key) > 50
        assert office.kept_key("secret_key") == key

    @pytest.mark.usefixtures("committed_db")
    def test_goes_on_with_tables_that_the_program_was_not_yet_granted(
        self, owner_connection: psycopg.Connection
    ):
        owner_connection.execute("REVOKE ALL ON house_club FROM casino_app")
        assert not office.has_a_club()

    def test_of_a_command_migrates_until_a_migration_has_ended(
        self, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.delenv("DATABASE_URL")
        monkeypatch.setattr(command, "borrowed_servers", nullcontext)
        monkeypatch.setattr(command, "surroundings", dict)
        monkeypatch.setattr(command, "foreground", lambda *_: 0)
        tried = []

        def migrate() -> None:
            tried.append(len(tried))
            with office.stamped("database", lambda: "now"):
                if len(tried) == 1:
                    raise office.Unable

        monkeypatch.setattr(command, "migrate", migrate)
        with pytest.raises(office.Unable):
            command.main("verify")
        assert [command.main("verify"), command.main("verify")] == [0, 0]
        assert tried == [0, 1]
