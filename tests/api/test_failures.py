"""What a program hears when the office itself is in trouble."""

import os
from collections.abc import Iterator

import psycopg
import pytest
from django.db import connection

from casino.staff.models import Role
from casino.web.api import PerUser
from tests.api.program import Program, program
from tests.world import a_club

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def desk(committed_db: None) -> Program:
    """A cashier's program."""
    return program(a_club(), Role.CASHIER)


@pytest.fixture
def database_away(desk: Program) -> Iterator[None]:
    """Nobody answers at the database's address."""
    address = connection.settings_dict["HOST"]
    connection.close()
    connection.settings_dict["HOST"] = "/nowhere"
    yield
    connection.settings_dict["HOST"] = address


@pytest.mark.usefixtures("database_away")
def test_a_database_that_is_away_means_come_back_later(desk: Program):
    answer = desk.post("players/", name="Mari Tamm")

    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert answer.json()["error"] == "database_away"


def test_a_row_that_somebody_holds_means_try_again(desk: Program):
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
    with psycopg.connect(os.environ["DATABASE_URL"]) as other:
        other.execute("SELECT 1 FROM house_club FOR NO KEY UPDATE")
        answer = desk.post("players/", name="Mari Tamm")

    assert (answer.status_code, answer["Retry-After"]) == (409, "1")
    assert desk.get("players/").json() == []


def test_who_asks_too_often_waits(desk: Program, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(PerUser, "rate", "3/hour", raising=False)
    PerUser.counts.clear()

    answers = [desk.get("me/") for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1]["Retry-After"]) > 0
