"""A migration that dies at every statement; `script/upgrade_drill` does it under load."""

import os
import subprocess
import sys

import psycopg
import pytest

from script.servers import postgres_url
from tests.chaos.harness import TOP, Chaos
from tests.database import NO_LIMITS


def as_owner(chaos: Chaos, *command: str) -> subprocess.CompletedProcess[str]:
    url = postgres_url(chaos.home / "postgres", role="casino_owner", database="casino")
    more = {"DATABASE_URL": url, "DATABASE_LIMITS": NO_LIMITS}
    more |= {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=TOP,
        env=os.environ | more,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_a_migration_that_dies_at_each_statement_is_taken_up_again(chaos: Chaos):
    """Its tables and the row that says so come together: else the next one finds them there."""
    with chaos.server():
        with chaos.connect() as connection:
            connection.execute(
                "DROP TABLE operations_cached, operations_heartbeat, operations_clock CASCADE"
            )
            connection.execute("DELETE FROM django_migrations WHERE app = 'operations'")
        done = as_owner(chaos, "-m", "chaos.dying")
        assert done.returncode == 0, done.stderr
        told = done.stdout.splitlines()
        assert int(told[-1].removesuffix(" deaths")) > 5
        assert told[0].startswith("operations 0001_heartbeats_and_cache: longest lock ")
        assert as_owner(chaos, "manage.py", "migrate", "--check").returncode == 0
        chaos.run("verify")


# What web nodes of the program before read or leave out, while the others are of this one.
OF_BEFORE = [("staff_pin", "wrong", "0"), ("webhooks_webhook", "sealed", "''::text")]


def test_columns_that_nodes_of_the_program_before_know_stay_for_a_release(
    owner_connection: psycopg.Connection,
):
    found = owner_connection.execute(
        "SELECT table_name, column_name, column_default FROM information_schema.columns"
    ).fetchall()
    assert [each for each in OF_BEFORE if each not in found] == []
