"""Chips to a table's bank and back, by program."""

from uuid import uuid4

import pytest

from casino.staff.models import Role
from tests.api.program import Program, program
from tests.world import World

pytestmark = pytest.mark.usefixtures("committed_db")
CHIPS = {"2500": 10, "500": 20}


@pytest.fixture
def floor(world: World) -> Program:
    return program(world, Role.SUPERVISOR)


@pytest.fixture
def cage(world: World) -> Program:
    return program(world, Role.CASHIER)


def test_a_fill_and_a_credit_by_two_programs(world: World, floor: Program, cage: Program):
    shift, bank = world.open_shift().pk, f"sessions/{world.session().pk}/bank/"
    fill = floor.post(f"{bank}fill/", chips=CHIPS).json()
    assert (fill["number"], fill["state"], fill["way"]) == (1, "asked", "fill")
    assert [each["id"] for each in cage.get("fills/").json()] == [fill["id"]]

    issued = cage.post(f"fills/{fill['id']}/issue/", chips=CHIPS, shift_id=shift).json()
    assert [(step["state"], step["cents"]) for step in issued["steps"]] == [
        ("asked", 35_000),
        ("issued", None),
    ]
    confirmed = floor.post(f"fills/{fill['id']}/confirm/", chips={"2500": 10, "500": 19}).json()
    assert [step["cents"] for step in confirmed["steps"]] == [35_000, 35_000, 34_500]
    books = program(world, Role.AUDITOR)
    assert books.get(bank).json() == {"chips_cents": 34_500, "cash_cents": 0}
    assert floor.get(bank).json() == {"chips_cents": None, "cash_cents": None}

    sent = floor.post(f"{bank}credit/", chips={"2500": 10}).json()
    taken = cage.post(f"fills/{sent['id']}/take/", chips={"2500": 10}, shift_id=shift).json()
    assert (taken["number"], taken["state"]) == (2, "confirmed")
    missing = floor.post(f"{bank}missing/", reason="Not found at the count.").json()
    assert (missing["chips_cents"], missing["cash_cents"]) == (9_500, 0)
    assert cage.get("fills/").json() == []


def test_a_step_sent_again_is_answered_with_the_first(world: World, floor: Program):
    bank, key = f"sessions/{world.session().pk}/bank/fill/", uuid4()
    first, again = (floor.post(bank, key=key, chips=CHIPS) for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"


def test_refusals_say_what_to_do(world: World, floor: Program, cage: Program):
    shift, session = world.open_shift().pk, world.session().pk
    empty = floor.post(f"sessions/{session}/bank/credit/", chips={"500": 1})
    assert (empty.status_code, empty.json()["error"]) == (409, "COUNT-010")
    assert empty.json()["next_step"] == "Count again."
    fill = floor.post(f"sessions/{session}/bank/fill/", chips=CHIPS).json()["id"]
    early = floor.post(f"fills/{fill}/confirm/", chips=CHIPS)
    assert (early.status_code, early.json()["error"]) == (409, "COUNT-008")
    cage.post(f"fills/{fill}/issue/", chips=CHIPS, shift_id=shift)
    twice = cage.post(f"fills/{fill}/issue/", chips=CHIPS, shift_id=shift)
    assert twice.json()["message"] == "Fill 1 is dispatched already, by Cashier@Tallinn."
    late = floor.post(f"fills/{fill}/void/", reason="Too late.")
    assert late.status_code == 409
    assert floor.post(f"fills/{fill}/confirm/", chips={"123": 1}).status_code == 400
