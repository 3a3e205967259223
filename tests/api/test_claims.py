"""A jackpot by program: entered, previewed, proved, checked, proposed, approved, owed."""

from base64 import b64encode
from hashlib import sha256
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


def test_the_instant_of_a_hand_is_taken_as_the_api_gave_it():
    _, floor, hand = a_table()
    entered = floor.post("claims/", **hand | {"played_at": "2026-02-27T21:00:00.791240Z"})
    assert entered.status_code == 201, entered.json()
    assert entered.json()["played_at"] == "2026-02-27T21:00:00Z"


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


PDF = b"%PDF-1.7 a camera's still"


def a_claim() -> tuple[World, Program, str]:
    """Return a club, its floor, and where a claim stands."""
    world, floor, hand = a_table()
    return world, floor, f"claims/{floor.post('claims/', **hand).json()['id']}/"


def test_a_paper_is_kept_and_given_back_by_program():
    world, floor, where = a_claim()
    kept = floor.post(f"{where}papers/", name="still.pdf", content=b64encode(PDF).decode())
    assert kept.status_code == 201, kept.json()
    assert kept.json()["sha256"] == sha256(PDF).hexdigest()

    (paper,) = program(world, Role.AUDITOR).get(f"{where}papers/").json()
    assert (paper["name"], paper["content_type"], paper["size"]) == (
        "still.pdf",
        "application/pdf",
        len(PDF),
    )
    file = floor.get(f"{where}papers/{paper['id']}/")
    assert file.content == PDF
    assert file["Content-Disposition"] == 'attachment; filename="still.pdf"'
    assert file["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("not base64!", 400),
        (7, 400),
        (b64encode(b"<html><script>alert(1)</script>").decode(), 422),
        (b64encode(PDF + bytes(5_000_000)).decode(), 422),
        (b64encode(PDF + bytes(5_100_000)).decode(), 413),
    ],
)
def test_what_is_no_paper_is_not_kept(content: Any, status: int):
    _, floor, where = a_claim()
    answer = floor.post(f"{where}papers/", name="a.pdf", content=content)
    assert answer.status_code == status, answer.json()
    assert floor.get(f"{where}papers/").json() == []


def test_a_paper_of_the_largest_size_goes_through_and_once():
    _, floor, where = a_claim()
    content = b64encode(PDF + bytes(5_000_000 - len(PDF))).decode()
    assert floor.post(f"{where}papers/", name="a.pdf", content=content).status_code == 201
    again = floor.post(f"{where}papers/", name="b.pdf", content=content)
    assert (again.status_code, again.json()["error"]) == (409, "JACKPOT-007")


def test_a_claim_is_withdrawn_by_program_and_stays_with_the_reason():
    _, floor, where = a_claim()
    said = floor.post(f"{where}withdraw/", reason="The board was mistyped.").json()
    assert (said["state"], said["reason"]) == ("refused", "The board was mistyped.")
    again = floor.post(f"{where}withdraw/", reason="Once more.")
    assert (again.status_code, again.json()["error"]) == (409, "JACKPOT-004")
    assert floor.get(where).json()["reason"] == "The board was mistyped."


def test_who_approves_how_much_is_asked_and_changed_by_program():
    world, floor, _ = a_table()
    now = floor.get("jackpots/limits/").json()
    assert now == {
        "accountant_award_cents": 0,
        "check_from_cents": 50_001,
        "manager_adjust_cents": 0,
    }
    wanted = now | {"accountant_award_cents": 60_000, "reason": "Nights with two accountants."}
    proposal = program(world, Role.MANAGER).post("jackpots/limits/", **wanted).json()
    signed = program(world, Role.ACCOUNTANT).post(
        f"proposals/{proposal['id']}/approve/", digest=proposal["digest"]
    )
    assert signed.status_code == 200, signed.json()
    assert floor.get("jackpots/limits/").json()["accountant_award_cents"] == 60_000
