"""A jackpot by program: entered, previewed, proved, checked, proposed, approved, owed."""

from typing import Any

import pytest

from casino.staff.models import Role
from tests.api.program import Program, program
from tests.claiming import fed, six_seated
from tests.world import World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
HAND: dict[str, Any] = {
    "hand_name": "17",
    "played_at": "2026-02-27T21:00:00Z",
    "players_dealt": 6,
    "boards": [["AS", "AD", "JC", "9H", "9D"]],
    "hands": [{"seat": 1, "cards": ["AH", "JD"]}, {"seat": 2, "cards": ["9C", "9S"]}],
}
EVIDENCE = {
    "deck_checked_by": "Tiina",
    "camera_at": "2026-02-27T21:00:00Z",
    "witnesses": "Ott",
    "seal_number": "S-1",
}


def a_table() -> tuple[World, Program, dict[str, Any]]:
    """Return a club whose pool holds ten thousand, its floor, and a hand at its table."""
    world = a_club()
    fed(world)
    session = six_seated(world)
    return world, program(world, Role.SUPERVISOR), HAND | {"session_id": session.pk}


def test_a_bad_beat_by_program():
    world, floor, hand = a_table()
    entered = floor.post("claims/", **hand)
    assert entered.status_code == 201, entered.json()
    claim = entered.json()
    assert (claim["state"], claim["verdict"]["losing_seats"]) == ("prepared", [1])
    where = f"claims/{claim['id']}/"

    preview = floor.get(f"{where}preview/").json()
    assert (preview["total_cents"], preview["second_bad_beat_cents"]) == (600_000, 240_000)
    assert sum(share["cents"] for share in preview["shares"]) == 600_000

    assert floor.post(f"{where}propose/").json()["error"] == "JACKPOT-009"
    assert floor.post(f"{where}evidence/", **EVIDENCE).json()["seal_number"] == "S-1"
    program(world, Role.ACCOUNTANT).post(f"{where}check/", base_cents=1_000_000)
    proposal = floor.post(f"{where}propose/").json()
    signed = {"digest": proposal["digest"]}
    approve = f"proposals/{proposal['id']}/approve/"
    assert floor.post(approve, **signed).status_code == 409
    manager = program(world, Role.MANAGER)
    assert manager.post(approve, **signed).json()["approved"] is True

    assert floor.get(where).json()["state"] == "awarded"
    assert len(floor.get("payables/").json()) == 6
    (pool,) = floor.get("jackpots/").json()
    assert (pool["pool_cents"], pool["paid_since_cents"]) == (400_000, 600_000)
    funds = manager.get("jackpots/funds/").json()
    assert funds["owed_cents"] == 1_000_000


@pytest.mark.parametrize(
    ("wrong", "status", "field"),
    [
        ({"boards": [["AS", "AS", "JC", "9H", "9D"]]}, 400, "board"),
        ({"boards": [["1S"]]}, 400, "boards"),
        ({"hands": [{"seat": 1, "cards": ["AH", "JD"], "won": True}]}, 400, "hands"),
        ({"played_at": "2026-02-27T21:00:00"}, 400, "played_at"),
        ({"played_at": "2026-02-27T17:00:00Z"}, 422, "played_at"),
        ({"hands": [{"seat": 9, "cards": ["AH", "JD"]}]}, 400, "hands"),
        ({"players_dealt": 1}, 400, "players_dealt"),
    ],
)
def test_a_hand_that_cannot_be_read_names_its_field(wrong: Any, status: int, field: str):
    _, floor, hand = a_table()
    answer = floor.post("claims/", **hand | wrong)
    assert answer.status_code == status, answer.json()
    assert field in str(answer.json())
    assert floor.get("claims/").json() == []


def test_a_pool_is_changed_by_program_and_its_days_are_told():
    world, floor, _ = a_table()
    manager = program(world, Role.MANAGER)
    pool = floor.get("jackpots/").json()[0]["id"]
    asked = manager.post(f"jackpots/{pool}/adjust/", why="seed", cents=5_000, note="A gift.")
    assert asked.status_code == 201, asked.json()
    proposal = asked.json()
    approved = program(world, Role.ACCOUNTANT).post(
        f"proposals/{proposal['id']}/approve/", digest=proposal["digest"]
    )
    assert approved.status_code == 200, approved.json()

    days = floor.get(f"jackpots/{pool}/movements/", first="2026-01-01", last="2099-12-31").json()
    assert [day["movements"][0]["cents"] for day in days] == [5_000, 1_000_000]
    assert days[0]["closing_cents"] == 1_005_000
