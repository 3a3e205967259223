"""An entry is sold at the price that the page showed."""

from typing import Any

import pytest

from casino.approvals.signed import LookAgain
from casino.staff.models import Role
from tests.integration.tournaments.test_asked_once import cashier, shown
from tests.pages.filling import Form, Forms
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, signed
from tests.world import World
from tournaments.models import Purchase, Tournament
from tournaments.services.changing import change_tournament
from tournaments.services.selling import sell_entry


@pytest.fixture
def friday(world: World) -> Tournament:
    world.fund(5_000_000)
    return a_tournament(world)


def dearer(world: World, friday: Tournament) -> None:
    """Let two people raise the buy-in from 100.00 to 150.00."""
    terms = {"tournament_id": friday.pk, "price_cents": 15_000, "notice": "Dearer"}
    signed(world, change_tournament.ask(td(world, "18:01"), **terms), clock="18:02")


def form_with(page: str, name: str) -> Form:
    return next(each for each in Forms(page) if name in each.values or name in each.kinds)


def test_a_price_that_changed_meanwhile_is_looked_at_again(world: World, friday: Tournament):
    desk, at = cashier(world, 1), f"/tallinn/tournaments/{friday.pk}/entry/"
    typed = {"player": str(world.player("Ann").code), "paid_with": "cash", "fits": "on"}
    form = form_with(shown(desk, at), "player")
    dearer(world, friday)

    answer = desk.post(at, form.values | typed)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "The price has changed since this page was opened." in page
    assert "160,00" in page
    assert not Purchase.objects.exists()
    assert desk.post(at, form_with(page, "player").values | typed).status_code == 302
    assert Purchase.objects.get().total_cents == 16_000


def test_a_touch_of_the_tablet_sells_at_the_price_on_it(world: World, friday: Tournament):
    desk, ann = cashier(world, 1), world.player("Ann")
    at = f"/tallinn/tournaments/{friday.pk}/tablet/?player={ann.code}"
    touch = form_with(shown(desk, at), "paid_with")
    dearer(world, friday)
    sells = f"/tallinn/tournaments/{friday.pk}/entry/"
    assert desk.post(sells, touch.values).status_code == 409
    again = form_with(shown(desk, at), "paid_with")
    assert desk.post(sells, again.values).status_code == 302
    assert Purchase.objects.get().total_cents == 16_000


def test_a_program_says_the_price_or_none(world: World, friday: Tournament):
    shift = world.open_shift(clock="18:00")
    sale: dict[str, Any] = {"tournament_id": friday.pk, "paid_with": "cash", "shift_id": shift.pk}
    ann, bob = world.player("Ann").pk, world.player("Bob").pk
    at = world.stamp("20:30", role=Role.CASHIER)
    refused(LookAgain, sell_entry, at, **sale, player_id=ann, cents=10_000)
    sell_entry(world.stamp("20:31"), **sale, player_id=ann, cents=11_000)
    sell_entry(world.stamp("20:32"), **sale, player_id=bob)


@pytest.mark.parametrize("kind", ["regular", "restricted"])
def test_a_restriction_is_asked_of_a_guest_where_there_is_one(
    world: World, friday: Tournament, kind: str
):
    Tournament.objects.filter(id=friday.pk).update(kind=kind)
    desk = cashier(world, 1)
    for page in ("entry", "waiting/join"):
        form = form_with(shown(desk, f"/tallinn/tournaments/{friday.pk}/{page}/"), "player")
        assert ("fits" in form.kinds) == (kind == "restricted")
