"""What a program hears when the office itself is in trouble."""

import os
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connection
from django.test import Client

from casino.staff.models import Role
from casino.web.api import PerUser
from tests.api.program import Program, program
from tests.world import a_club

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def desk(committed_db: None) -> Program:
    """A cashier's program."""
    return program(a_club(), Role.CASHIER)


def test_a_database_that_is_away_means_come_back_later(desk: Program, database_away: None):
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


def test_a_connection_that_was_lost_between_two_requests_is_made_anew(desk: Program):
    assert desk.get("me/").status_code == 200
    lost = connection.connection
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [lost.info.backend_pid])
    connection.close_if_unusable_or_obsolete()  # as a request begins, but for the test's client

    assert desk.get("me/").status_code == 200
    assert connection.connection is not lost


def test_who_asks_too_often_waits(desk: Program, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(PerUser, "rate", "3/hour", raising=False)
    PerUser.counts.clear()

    answers = [desk.get("me/") for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert int(answers[-1]["Retry-After"]) > 0


def problem(answer: Any) -> dict[str, Any]:
    """Return what every problem says, whatever it is."""
    body: dict[str, Any] = answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    assert body["status"] == answer.status_code
    assert body["detail"] == body["message"]
    assert body["instance"] == UUID(answer["X-Request-Id"]).urn
    return body


def test_every_error_is_a_problem_of_one_shape(desk: Program):
    unread = problem(desk.post("players/", colour="red"))
    assert unread["errors"] == {"colour": unread["colour"]}
    assert (unread["error"], unread["title"]) == ("bad_input", "The input cannot be read.")

    refused = problem(desk.post("chips/sell/", shift_id=10**9, cents=1))
    assert (refused["status"], refused["error"]) == (404, "not_found")
    assert desk.client.get(refused["type"]).json()["title"] == refused["title"]

    elsewhere = problem(desk.get("nothing/"))
    assert elsewhere["type"] == "/api/v1/problems/not_found/"

    stranger = problem(Client().get(desk.address("me/")))
    assert (stranger["status"], stranger["error"]) == (401, "not_authenticated")
    assert (stranger["type"], stranger["title"]) == ("about:blank", "Unauthorized")


def test_no_field_that_is_sent_hides_what_a_problem_says(desk: Program):
    sent = {"status": "x", "type": "x", "errors": "x", "source": "x", "field": "x"}
    unread = problem(desk.post("players/", name="Mari", **sent))

    assert unread["errors"].keys() == sent.keys()
    assert unread["type"] == "/api/v1/problems/bad_input/"
    assert not {"source", "field"} & unread.keys(), "of a refusal, and texts there"


def test_who_asks_for_what_everybody_may_read_is_counted_without_redis(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(PerUser, "rate", "1/hour", raising=False)
    PerUser.counts.clear()

    answers = [Client().get("/api/v1/problems/") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 429]
    assert set(PerUser.counts.values()) == {2}
