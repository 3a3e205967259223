"""A cashier's evening by program: shift, chips, slips, count, close."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.staff.models import Role
from tests.api.program import Program, program
from tests.world import FLOAT, RACK, World, a_club, a_key

pytestmark = pytest.mark.usefixtures("committed_db")
CASH = {str(cents): quantity for cents, quantity in FLOAT.items()}
CHIPS = {str(cents): quantity for cents, quantity in RACK.items()}


def a_desk() -> tuple[World, Program, Any]:
    """Return a club, its cashier's program and the cashier's open shift."""
    world = a_club()
    shift = world.open_shift()
    return world, program(world, Role.CASHIER), shift


def test_a_shift_runs_from_float_to_close():
    world = a_club()
    world.fund()
    drawer = world.drawer()
    desk = program(world, Role.CASHIER)

    opened = desk.post("shifts/", drawer_id=drawer.pk, cash=CASH, chips=CHIPS)
    shift = opened.json()["id"]
    assert (opened.status_code, opened.json()["tally"]) == (201, None)

    sold = desk.post("chips/sell/", shift_id=shift, cents=20_000)
    redeemed = desk.post("chips/redeem/", shift_id=shift, cents=10_000)
    assert [answer.status_code for answer in (sold, redeemed)] == [201, 201]
    assert sold.json()["number"] + 1 == redeemed.json()["number"]

    slips = desk.get(f"shifts/{shift}/slips/", limit=1).json()
    assert [slip["kind"] for slip in slips] == ["cage.chips_redeemed"]

    counted = desk.post(
        f"shifts/{shift}/count/",
        cash=CASH | {"10000": 11},
        chips=CHIPS | {"500": 180},
    )
    assert counted.json()["state"] == "counted"
    assert counted.json()["tally"] is None

    closed = desk.post(f"shifts/{shift}/close/")
    assert (closed.status_code, closed.json()["state"]) == (200, "closed")
    assert closed.json()["tally"]["cash"]["over_cents"] == 0
    assert desk.get("shifts/mine/").status_code == 404


def test_the_expected_sum_appears_after_the_close_only():
    world, desk, shift = a_desk()
    desk.post("chips/sell/", shift_id=shift.pk, cents=20_000)

    assert desk.get(f"shifts/{shift.pk}/").json()["tally"] is None
    desk.post(f"shifts/{shift.pk}/count/", cash=CASH, chips=CHIPS)

    assert desk.get("shifts/mine/").json()["tally"] is None
    asked = desk.post(f"shifts/{shift.pk}/ask-close/", reason="Gone").json()["proposal_id"]
    assert "cash_expected_cents" not in desk.get(f"proposals/{asked}/").json()["content"]

    manager = program(world, Role.MANAGER)
    content = manager.get(f"proposals/{asked}/").json()
    assert content["content"]["cash_expected_cents"] == 420_000
    manager.post(f"proposals/{asked}/approve/", digest=content["digest"])

    tally = desk.get(f"shifts/{shift.pk}/").json()["tally"]
    assert tally["cash"]["expected_cents"] == 420_000
    assert tally["cash"]["over_cents"] == -20_000


def test_a_difference_needs_a_reason():
    _, desk, shift = a_desk()
    desk.post(f"shifts/{shift.pk}/count/", cash=CASH | {"1000": 99}, chips=CHIPS)

    refused = desk.post(f"shifts/{shift.pk}/close/")
    assert (refused.status_code, refused.json()["error"]) == (422, "CAGE-003")
    refused = desk.post(f"shifts/{shift.pk}/close/", reason="Note torn")
    assert (refused.status_code, refused.json()["error"]) == (409, "APPROVAL-010")
    asked = desk.post(f"shifts/{shift.pk}/ask-close/", reason="Note torn")
    assert asked.status_code == 201


def test_the_same_request_twice_is_one_sale():
    world, desk, shift = a_desk()
    key = a_key()

    first = desk.post("chips/sell/", key=key, shift_id=shift.pk, cents=5_000)
    again = desk.post("chips/sell/", key=key, shift_id=shift.pk, cents=5_000)

    assert again.json() == first.json()
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"
    assert world.balance("chips:floor") == -5_000


def test_a_sale_repeated_after_the_count_is_still_the_first_sale():
    _, desk, shift = a_desk()
    sale = {"key": a_key(), "shift_id": shift.pk, "cents": 5_000}
    first = desk.post("chips/sell/", **sale)
    desk.post(f"shifts/{shift.pk}/count/", cash=CASH, chips=CHIPS)

    again = desk.post("chips/sell/", **sale)

    assert (again.status_code, again.json()) == (201, first.json())


def test_a_row_made_twice_is_one_row_and_says_so():
    _, desk, _ = a_desk()
    key = a_key()

    first, again = (desk.post("players/", key=key, name="Jaan Kask") for _ in range(2))

    assert (first.json(), again.status_code) == (again.json(), 201)
    assert "Idempotent-Replayed" not in first
    assert again["Idempotent-Replayed"] == "true"


def test_a_key_of_another_request_is_refused():
    world, desk, shift = a_desk()
    key = a_key()
    desk.post("chips/sell/", key=key, shift_id=shift.pk, cents=5_000)

    refused = desk.post("chips/sell/", key=key, shift_id=shift.pk, cents=6_000)

    assert (refused.status_code, refused.json()["error"]) == (422, "LEDGER-001")
    assert world.balance("chips:floor") == -5_000


def test_a_slip_is_taken_back_by_a_slip():
    world, desk, shift = a_desk()
    sold = desk.post("chips/sell/", shift_id=shift.pk, cents=5_000).json()

    what = {"entry_id": sold["entry_id"], "reason": "Wrong amount"}
    assert desk.post(f"shifts/{shift.pk}/reverse/", **what).json()["error"] == "APPROVAL-010"

    asked = desk.post(f"shifts/{shift.pk}/ask-reversal/", **what).json()["proposal_id"]
    floor = program(world, Role.SUPERVISOR)
    digest = floor.get(f"proposals/{asked}/").json()["digest"]
    assert floor.post(f"proposals/{asked}/approve/", digest=digest).status_code == 200

    back = desk.get(f"shifts/{shift.pk}/slips/", limit=1).json()[0]
    assert back["number"] == sold["number"] + 1
    assert world.balance("chips:floor") == 0
    assert desk.get(f"entries/{sold['entry_id']}/").json()["reversed_by_id"] is not None


def test_a_barred_guest_buys_no_chips():
    world, desk, shift = a_desk()
    guest = world.player()
    floor = program(world, Role.SUPERVISOR)
    until = "2099-12-31"
    assert floor.post(f"players/{guest.pk}/bar/", until=until, reason="Ban").status_code == 200

    refused = desk.post("chips/sell/", shift_id=shift.pk, cents=5_000, player_id=guest.pk)

    said = refused.json()
    assert (refused.status_code, said["error"]) == (409, "PLAYER-001")
    assert "floor supervisor speaks" in said["next_step"]
    assert "source" not in said, "an exclusion is nobody's drunkenness"


def test_a_drawer_never_pays_more_than_it_holds():
    _, desk, shift = a_desk()

    refused = desk.post("chips/redeem/", shift_id=shift.pk, cents=5_000)

    assert (refused.status_code, refused.json()["error"]) == (409, "LEDGER-004")


@pytest.mark.parametrize(("buyer", "round_trips"), [("nobody", 4), ("guest", 12)])
def test_a_sale_asks_the_database_four_or_twelve_times(buyer: str, round_trips: int):
    world, desk, shift = a_desk()
    guest = world.player().pk if buyer == "guest" else None
    body = {"shift_id": shift.pk, "cents": 5_000, "player_id": guest}
    desk.post("chips/sell/", **body)

    with CaptureQueriesContext(connection) as queries:
        assert desk.post("chips/sell/", **body).status_code == 201

    assert len(queries) == round_trips, [query["sql"][:90] for query in queries]


def test_words_on_slips_and_settings_of_the_club_are_the_managers_to_write():
    world = a_club()
    manager, desk = (program(world, role) for role in (Role.MANAGER, Role.CASHIER))
    words = {"kind": "cage.paid_out", "language": "et"}
    first = manager.post("slip-texts/", **words, foot="Head aega!")
    manager.post("slip-texts/", **words, foot="Ait\u00e4h!")
    assert first.status_code == 201
    assert [each["foot"] for each in manager.get("slip-texts/").json()] == ["Ait\u00e4h!"]
    kept = manager.get("slip-texts/history/").json()
    assert [each["foot"] for each in kept] == ["Ait\u00e4h!", "Head aega!"]
    assert manager.post("slip-texts/", language="fi", foot="Kiitos").status_code == 400

    renamed = manager.post("settings/", name="Old Town", language="et", reason="Sold")
    assert renamed.json()["before"]["name"] == "Poker club tallinn"
    denominations = {"notes": [10_000, 5_000], "chips": [2_500], "reason": "No coins"}
    assert manager.post("settings/pieces/", **denominations).status_code == 201
    settings = desk.get("settings/").json()
    assert (settings["name"], settings["chips_cents"]) == ("Old Town", world.club.chips_cents)
    assert len(desk.get("settings/history/").json()) == 1
