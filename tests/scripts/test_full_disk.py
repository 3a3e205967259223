"""A full disk: the step that failed says so and what to do, and the next start goes on."""

from pathlib import Path

import psycopg
import pytest

from script import office


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
        key = office.secret_key()
        assert len(key) > 50
        assert office.secret_key() == key

    @pytest.mark.usefixtures("committed_db")
    def test_goes_on_with_tables_that_the_program_was_not_yet_granted(
        self, owner_connection: psycopg.Connection
    ):
        owner_connection.execute("REVOKE ALL ON house_club FROM casino_app")
        assert not office.has_a_club()
