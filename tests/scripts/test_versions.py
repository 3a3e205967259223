"""Another PostgreSQL than the wheel's: what it can't do is said in one sentence."""

from pathlib import Path

import pytest

from script import servers
from tests.prepared import state_of_the_program


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a PostgreSQL 15, which only says so."""
    programs = tmp_path / "old"
    programs.mkdir()
    (programs / "postgres").write_text("#!/bin/sh\necho 'postgres (PostgreSQL) 15.18 (Debian 1)'\n")
    (programs / "postgres").chmod(0o755)
    monkeypatch.setenv("POSTGRES_BIN", str(programs))
    return programs


def test_data_of_another_version_are_not_started(old: Path, tmp_path: Path):
    data = tmp_path / "postgres" / "data"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("18\n")
    with pytest.raises(servers.Unable) as refused, servers.postgres(tmp_path / "postgres"):
        pass
    assert str(refused.value) == (
        f"The database in {data} was made by PostgreSQL 18, the programs in {old} are 15: "
        "let POSTGRES_BIN name those of 18."
    )


def test_a_folder_without_its_programs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("POSTGRES_BIN", str(tmp_path))
    with pytest.raises(servers.Unable, match=f"POSTGRES_BIN is {tmp_path}, but .* name their"):
        servers.postgres_programs()


def test_the_tests_make_their_cluster_anew_with_another_version(
    old: Path, monkeypatch: pytest.MonkeyPatch
):
    with_old = state_of_the_program()
    monkeypatch.delenv("POSTGRES_BIN")
    assert state_of_the_program() != with_old
