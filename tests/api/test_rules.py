"""Rules by program: the editions, every value with its paragraph, a proposal and its approval."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from casino.house.queries import club_stamp
from casino.staff.models import Role
from tests.api.program import Program, program
from tests.world import World, a_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(world: World) -> Program:
    return program(world, Role.MANAGER)


@pytest.fixture
def first_day(world: World) -> date:
    """The day after the gaming day of the clock on the wall."""
    today = club_stamp(world.club, at=timezone.now(), actor_id=None).gaming_day
    return today + timedelta(days=1)


def asked(day: date, **changes: Any) -> dict[str, Any]:
    return {
        "book": "olympic",
        "first_day": day.isoformat(),
        "overrides": {"rake.percent_bp": 400},
        "reason": "Less rake.",
    } | changes


def test_rules_are_proposed_approved_and_read(world: World, manager: Program, first_day: date):
    key = a_key()
    proposed = manager.post("rules/proposals/", key=key, **asked(first_day))
    again = manager.post("rules/proposals/", key=key, **asked(first_day))
    assert (proposed.status_code, again["Idempotent-Replayed"]) == (201, "true")
    assert proposed.json() == again.json()

    found = proposed.json()
    decision = f"proposals/{found['id']}/approve/"
    own = manager.post(decision, digest=found["digest"])
    assert (own.status_code, own.json()["error"]) == (409, "APPROVAL-001")
    office = program(world, Role.ACCOUNTANT)
    assert office.post(decision, digest=found["digest"]).status_code == 200

    new, old = office.get("rules/").json()
    assert (new["first_day"], new["last_day"], new["in_force"]) == (str(first_day), None, False)
    assert (old["last_day"], old["in_force"]) == (str(first_day - timedelta(days=1)), True)
    assert (new["proposed_by"], new["adopted_by"]) == ("manager@tallinn", "accountant@tallinn")
    assert (new["overrides"], new["reason"]) == ({"rake.percent_bp": 400}, "Less rake.")

    shown = office.get(f"rules/{first_day}/").json()
    percent = next(each for each in shown["values"] if each["key"] == "rake.percent_bp")
    assert percent.pop("says").startswith("Rake is up to 5%")
    assert percent == {
        "key": "rake.percent_bp",
        "value": 400,
        "text": "4\u00a0%",
        "source": "OLY-2.36",
        "own": True,
    }


@pytest.mark.parametrize(
    ("changes", "status", "field"),
    [
        ({"book": "monopoly"}, 400, "book"),
        ({"first_day": "soon"}, 400, "first_day"),
        ({"first_day": "2020-01-01"}, 422, "first_day"),
        ({"overrides": {"rake.percent_bp": 400.0}}, 400, "rake.percent_bp"),
        ({"overrides": {"rake.percent_bp": None}}, 400, "rake.percent_bp"),
        ({"overrides": {"rake.percent_bp": 600}}, 400, "rake.percent_bp"),
        ({"overrides": {"rake": {"percent_bp": 1}}}, 400, "rake"),
        ({"overrides": {"prizes.table": [[[[1]]]]}}, 400, "prizes.table[0]"),
        ({"overrides": {}}, 422, None),
        ({"overrides": [1]}, 400, "overrides"),
        ({"reason": " "}, 400, "reason"),
        ({"colour": "red"}, 400, "colour"),
    ],
)
def test_what_cannot_be_proposed_is_named(
    manager: Program, first_day: date, changes: dict[str, Any], status: int, field: str | None
):
    answer = manager.post("rules/proposals/", **asked(first_day, **changes))
    said = answer.json()
    assert answer.status_code == status, said
    assert field in {None, said.get("field"), *said}
    assert manager.get("proposals/").json() == []


def test_there_is_an_edition_only_where_one_begins(manager: Program):
    assert manager.get("rules/2020-01-01/").status_code == 200
    assert manager.get("rules/2020-01-02/").status_code == 404
