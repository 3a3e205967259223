"""The guards and what our role may do are lists that somebody reads; the database says no more."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from casino.start.faults import GUARDS, PRIVILEGES, role_faults
from casino.start.guards import guards, privileges
from script import office

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("path", "say"), [(GUARDS, guards), (PRIVILEGES, privileges)])
def test_the_list_is_what_a_running_database_says(path: Path, say: Callable[[Any], Iterator[str]]):
    with connection.cursor() as cursor:
        listed, found = path.read_text().splitlines(), list(say(cursor))
    assert {"listed": [x for x in listed if x not in found]} == {"listed": []}
    assert {"found": [x for x in found if x not in listed]} == {"found": []}


@pytest.mark.parametrize(
    ("grant", "code"),
    [
        ("GRANT casino_owner TO casino_app WITH INHERIT FALSE", "start.E007"),
        ("GRANT casino_owner TO casino_app WITH INHERIT FALSE, SET FALSE", "start.E007"),
        ("GRANT pg_write_all_data TO casino_app WITH INHERIT FALSE", "start.E008"),
        ("ALTER FUNCTION ledger_open_batch OWNER TO casino_app", "start.E006"),
    ],
)
def test_nothing_is_served_by_a_role_that_could_become_more(
    grant: str, code: str, forger: psycopg.Connection
):
    with forger.transaction(force_rollback=True):
        forger.execute(grant)
        forger.execute("SET LOCAL ROLE casino_app")
        said = [fault.code for fault in role_faults(forger.cursor())]
    assert said == [code]


@pytest.mark.parametrize("server", ["named", "embedded"])
def test_no_program_of_the_office_knows_the_owners_address(
    server: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    monkeypatch.setenv("DATABASE_OWNER_URL", "postgresql://casino_owner:secret@db/casino")
    monkeypatch.setenv("DATABASE_ADMIN_URL", "postgresql://postgres:casino_owner@db/postgres")
    if server == "embedded":
        monkeypatch.delenv("DATABASE_URL")
        monkeypatch.delenv("DATABASE_OWNER_URL")
    served = office.surroundings()
    assert "casino_app" in served["DATABASE_URL"]
    assert not [name for name, value in served.items() if "casino_owner" in value]
    assert "casino_owner" in office.as_owner(served)["DATABASE_URL"]
