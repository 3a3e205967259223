"""An evening at a cash table by program."""

from typing import Any

import pytest

from casino.staff.models import Role
from tests.api.program import Program, program
from tests.shifted import Clock
from tests.world import World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
TERMS = {
    "game": "texas_holdem",
    "small_blind_cents": 100,
    "big_blind_cents": 200,
    "min_buy_in_cents": 10_000,
    "max_buy_in_cents": 50_000,
}


def a_table() -> tuple[World, Program, int]:
    """Return a club with a jackpot, its supervisor's program and an open game."""
    world = a_club()
    world.jackpot()
    world.sell(100_000)
    floor = program(world, Role.SUPERVISOR)
    table = floor.post("tables/", name="Table 1").json()["id"]
    opened = floor.post("sessions/", table_id=table, **TERMS)
    assert opened.status_code == 201, opened.json()
    return world, floor, opened.json()["id"]


def sit(floor: Program, session: int, guest: int, seat_no: int, **more: Any) -> Any:
    """Seat a guest with 200 euro in chips."""
    body = {"cents": 20_000, "paid_with": "chips"} | more
    return floor.post(f"sessions/{session}/seats/", seat_no=seat_no, player_id=guest, **body)


def test_a_table_runs_from_opening_to_zero():
    world, floor, session = a_table()
    guests = [world.player(name).pk for name in ("Mari Tamm", "Jaan Kask")]
    for seat_no, guest in enumerate(guests, start=1):
        assert sit(floor, session, guest, seat_no).status_code == 201

    hand = floor.post(
        f"sessions/{session}/hands/",
        name="1",
        pots_cents=[30_000],
        players_dealt=2,
        board_cards_dealt=5,
    ).json()
    assert hand["rake_cents"] > 0
    why = floor.get(f"entries/{hand['entry_id']}/").json()
    assert why["lines"][0]["code"] == "chips:table"
    assert "OLY-2.36" in {step["rule"] for step in why["because"]}
    assert floor.get(f"sessions/{session}/hands/", limit=5).json() == [hand]

    topped = floor.post(
        f"sessions/{session}/top-ups/",
        player_id=guests[0],
        cents=5_000,
        stack_cents=5_000,
        paid_with="chips",
    )
    assert topped.json()["kind"] == "top_up"
    left = 45_000 - hand["rake_cents"] - hand["drop_cents"]
    for guest, cents in zip(guests, (left, 0), strict=True):
        gone = floor.post(
            f"sessions/{session}/cash-outs/", player_id=guest, cents=cents, paid_with="chips"
        )
        assert gone.status_code == 201, gone.json()

    shown = floor.get(f"sessions/{session}/").json()
    assert (shown["seats"], shown["check"]["difference_cents"]) == ([], 0)
    assert floor.post(f"sessions/{session}/close/").json()["closed_at"] is not None
    assert floor.get("sessions/").json() == []


def test_a_table_with_chips_on_it_does_not_close():
    world, floor, session = a_table()
    sit(floor, session, world.player().pk, 1)

    refused = floor.post(f"sessions/{session}/close/")

    assert (refused.status_code, refused.json()["source"]) == (409, "AMB-117")


def test_two_players_never_share_a_seat():
    world, floor, session = a_table()
    sit(floor, session, world.player("Mari Tamm").pk, 1)

    refused = sit(floor, session, world.player("Jaan Kask").pk, 1)

    assert (refused.status_code, refused.json()["source"]) == (409, "OLY-2.11")


def test_more_than_the_greatest_buy_in_names_what_is_allowed():
    world, floor, session = a_table()

    refused = sit(floor, session, world.player().pk, 1, cents=50_001)

    assert refused.status_code == 422
    assert "500,00" in refused.json()["next_step"]


def test_the_desk_does_not_approve_a_short_buy_in():
    world, _, session = a_table()
    desk = program(world, Role.CASHIER)

    refused = sit(desk, session, world.player().pk, 1, cents=6_000, supervisor_approved=True)

    assert refused.status_code == 403


def test_a_hand_is_recorded_once():
    world, floor, session = a_table()
    sit(floor, session, world.player().pk, 1)
    hand = {
        "name": "1",
        "pots_cents": [1_000],
        "players_dealt": 2,
        "deviation": "Not all were seated here",
    }
    assert floor.post(f"sessions/{session}/hands/", **hand).status_code == 201

    refused = floor.post(f"sessions/{session}/hands/", **hand)

    assert (refused.status_code, refused.json()["error"]) == (409, "TABLE-009")


@pytest.mark.parametrize("what", ["tables", "drawers"])
def test_two_of_one_name_are_refused(what: str):
    manager = program(a_club(), Role.MANAGER)
    assert manager.post(f"{what}/", name="North").status_code == 201

    refused = manager.post(f"{what}/", name="North")

    assert refused.status_code == 409
    assert "with that name" in refused.json()["message"]


def test_hands_of_one_instant_follow_one_another_by_the_link(clock: Clock):
    _, floor, session = a_table()
    clock.stop(clock.now())
    path = f"sessions/{session}/hands/"
    hand = {"pots_cents": [3_700], "players_dealt": 2, "deviation": "Not all were seated here"}
    names = [floor.post(path, name=str(n), **hand).json()["name"] for n in range(1, 6)]

    first = floor.get(path, limit=2)
    found, answer = first.json(), first
    while "Link" in answer:
        address = answer["Link"].removeprefix("<").removesuffix('>; rel="next"')
        assert "limit=2" in address
        answer = floor.client.get(address, headers=floor.headers())
        found += answer.json()

    assert [each["name"] for each in found] == names[::-1]
    assert len({each["played_at"] for each in found}) == 1
