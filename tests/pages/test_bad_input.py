"""What somebody may type or forge at the desk: never a mistake of ours, nothing booked."""

from uuid import uuid4

import pytest
from django.test import Client

from casino.cage.models import Count, Shift
from casino.cage.queries.tallies import slips
from casino.staff.models import Role
from tests.world import World, a_club

AMOUNTS = [
    "", "0", "-5", "+5", "1,500", "1.500", "1,2,3", "12,345", "€ 5", "--", "1e3", "NaN", "Infinity",
    "1_000", "\uff11\uff12", "\u0661\u0662", "1" * 13, "9" * 500, "' OR 1=1--", "<b>5</b>", "\0",
    "5\n6",
]  # fmt: skip
KEYS = ["", "x", "1", "0" * 40, "{7*7}"]
QUANTITIES = ["-1", "1.5", "1_0", "\uff11", "1000001", "9" * 30, "x", "1e2", "\0"]


@pytest.fixture
def world(committed_db: None) -> World:
    world = a_club()
    world.open_shift()
    return world


@pytest.fixture
def desk(world: World) -> Client:
    return world.browser(Role.CASHIER)


def sale(**values: str) -> dict[str, str]:
    return {"key": str(uuid4()), "player": "", "cents": "50"} | values


def test_amounts_that_cannot_be_read_book_nothing(world: World, desk: Client):
    for operation in ("sell", "redeem"):
        for amount in AMOUNTS:
            answer = desk.post(f"/tallinn/till/{operation}/", sale(cents=amount))
            assert answer.status_code in {400, 422}, amount
    assert world.balance("chips:floor") == 0
    assert [slip.number for slip in slips(Shift.objects.get())] == [1]


def test_a_form_without_a_good_key_books_nothing(world: World, desk: Client):
    for key in KEYS:
        assert desk.post("/tallinn/till/sell/", sale(key=key)).status_code == 422, key
    keyless = {"player": "", "cents": "50"}
    assert desk.post("/tallinn/till/sell/", keyless).status_code == 422
    assert world.balance("chips:floor") == 0


def test_amounts_as_people_write_them_are_booked(world: World, desk: Client):
    for amount in ("1234", "1234,5", "1234.50", "1 234,50", "1\u00a0234,50"):
        assert desk.post("/tallinn/till/sell/", sale(cents=amount)).status_code == 302, amount
    assert world.balance("chips:floor") == -(123_400 + 4 * 123_450)


def test_a_count_that_cannot_be_read_is_no_count(world: World, desk: Client):
    for quantity in QUANTITIES:
        typed = {"key": str(uuid4()), "cash_5000": quantity}
        assert desk.post("/tallinn/till/count/", typed).status_code == 422, quantity
    assert not Count.objects.filter(moment="closing").exists()
    assert Shift.objects.get().state == Shift.State.OPEN


def test_a_value_that_the_club_does_not_have_is_not_counted(world: World, desk: Client):
    typed = {"key": str(uuid4()), "cash_700": "5", "cash_5000": "1"}
    desk.post("/tallinn/till/count/", typed)
    assert [line.cents for line in Count.objects.get(moment="closing").lines.all()] == [5_000]


def test_the_guest_of_another_club_is_nobody_here(world: World, desk: Client):
    stranger = a_club("riga").player("Ilze Kalni\u0146a")
    for text in (stranger.name, f"{stranger.code} {stranger.name}", "9" * 120, "%", "_", "\\"):
        answer = desk.post("/tallinn/till/sell/", sale(player=text))
        assert answer.status_code == 422, text
    assert world.balance("chips:floor") == 0


def test_another_cashiers_slip_is_not_taken_back(world: World, desk: Client):
    desk.post("/tallinn/till/sell/", sale())
    slip = slips(Shift.objects.get())[0]
    other = world.browser(Role.SUPERVISOR)
    typed = {"key": str(uuid4()), "reason": "Mine"}
    assert other.post(f"/tallinn/slips/{slip.id}/reverse/", typed).status_code == 403
    assert world.balance("chips:floor") == -5_000
