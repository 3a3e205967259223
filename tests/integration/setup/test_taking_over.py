"""
A database of before the migrations were folded is taken over as it is.

`tests/former/279f6bd.sql.gz` is pg_dump's of a database that the commit of that name made and
replayed a recorded night into (pg_dump --inserts --no-owner).
"""

import gzip
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.state import ProjectState

from casino.migration import LAST_UNFOLDED, script_operation
from casino.setup.management.commands import migrate
from script.servers import postgres_programs, postgres_url
from tests.database import connect_as, superuser

FORMER = Path(__file__).parents[2] / "former" / f"{LAST_UNFOLDED}.sql.gz"


@pytest.fixture
def former(servers: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The former database, which Django is connected to as its owner."""
    dump = gzip.decompress(FORMER.read_bytes()).decode()
    with database(servers, "former", dump) as url, django_db_blocker.unblock():
        connect_as(url)
        yield url
        connect_as(os.environ["DATABASE_URL"])


@contextmanager
def database(servers: Path, name: str, dump: str) -> Iterator[str]:
    """Make a database of a dump, as its owner; its address."""
    url = postgres_url(servers / "postgres", role="casino_owner", database=name)
    with superuser(servers) as connection:
        connection.execute(f"CREATE DATABASE {name} OWNER casino_owner")
        with psycopg.connect(url) as owner:
            owner.execute(re.sub(r"^\\.*", "", dump, flags=re.MULTILINE))
        yield url
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def schema(servers: Path, url: str) -> list[str]:
    """Return a schema as pg_dump writes it of a copy, which words conditions otherwise."""
    with database(servers, "copy", dumped(url)) as copy:
        dump = dumped(copy)
    tables = re.sub(r"(?<= \()\n(.*?)\n(?=\);)", sorted_columns, dump, flags=re.DOTALL)
    return sorted(re.split(r"\n--\n-- (?=Name:)", re.sub(r"\\(un)?restrict \S+", "", tables)))


def dumped(url: str) -> str:
    command = [postgres_programs() / "pg_dump", "--schema-only", "--no-owner", url]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def sorted_columns(columns: re.Match[str]) -> str:
    return "\n".join(sorted(line.strip(" ,") for line in columns[1].splitlines()))


def said(command: str, *arguments: str) -> str:
    output = StringIO()
    call_command(command, *arguments, stdout=output)
    return output.getvalue()


def test_its_books_stay_intact_and_its_tables_are_a_new_databases(
    former: str, servers: Path, tmp_path: Path, settings: Any
):
    settings.ANCHOR_DIR = tmp_path
    with pytest.raises(CommandError, match="run script/manage migrate first") as refused:
        said("verify", "--club", "biggame")
    assert refused.value.returncode == 3
    said("migrate")
    assert schema(servers, former) == schema(
        servers, postgres_url(servers / "postgres", database="casino")
    )
    said("mend_mirror")  # its own stayed where the dump was made
    assert said("verify", "--club", "biggame").startswith("biggame: intact, 37 entries")
    assert "No migrations to apply" in said("migrate")


@pytest.mark.long  # every model is rendered with every step: half a minute
def test_its_tables_are_those_that_are_made_when_all_models_are_rendered_anew(
    servers: Path, django_db_setup: None, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(migrate, "find_few", migrate.find_related)
    monkeypatch.setattr(ProjectState, "_find_reload_model", migrate.find_related)
    with database(servers, "slow", "") as url, django_db_blocker.unblock():
        connect_as(url)
        said("migrate")
        connect_as(os.environ["DATABASE_URL"])
        assert schema(servers, url) == schema(
            servers, postgres_url(servers / "postgres", database="casino")
        )


def test_one_that_ends_earlier_is_refused_with_the_way_and_left_alone(former: str, servers: Path):
    with psycopg.connect(former) as connection:
        connection.execute(
            "DELETE FROM django_migrations WHERE app = 'cage' AND name >= '0012'"
            " OR app = 'countroom'"
        )
    before = schema(servers, former)
    with pytest.raises(CommandError) as refused:
        said("migrate")
    assert str(refused.value) == (
        "This database is too old for this version, cage.0012_settings_of_the_club is missing: "
        "check out the commit 279f6bd and run script/manage migrate there first."
    )
    assert schema(servers, former) == before


def test_a_script_that_changed_since_makes_no_database(tmp_path: Path):
    script = tmp_path / "guards.sql"
    script.write_text("SELECT 1")
    operation = script_operation(script, "0" * 64)
    with pytest.raises(CommandError, match=r"guards\.sql has changed: .* a new migration"):
        operation.code(None, None)
