"""What the floor asked for once is sold once, whoever opened the page of it."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from casino.cage.models import Shift
from casino.cage.services.opening import open_shift
from casino.house.queries import club_stamp
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.integration.tournaments.test_rebuys import more, started
from tests.pages.filling import Forms
from tests.refusing import refused
from tests.tournament_floor import td
from tests.world import FLOAT, World, a_member
from tournaments.models import Entry, Purchase, PurchaseRequest
from tournaments.services.clock import pause_clock
from tournaments.services.requests import request_purchase, withdraw_request


def cashier(world: World, number: int) -> Client:
    """Return somebody else at a desk with a drawer."""
    who = a_member(world.club, Role.CASHIER, name=f"desk{number}@tallinn")
    stamp = club_stamp(world.club, at=timezone.now(), actor_id=who.pk)
    open_shift(stamp, drawer_id=world.drawer(f"Desk 1{number}").pk, cash=FLOAT, chips={})
    client = Client()
    client.force_login(who)
    return client


@pytest.fixture
def asked(world: World, shift: Shift) -> PurchaseRequest:
    """A rebuy of Ann that waits at the desk; the clock stands."""
    world.fund(5_000_000, clock="07:01")
    tournament, ann = started(world, shift)
    pause_clock(td(world, "21:05"), tournament_id=tournament.pk)
    return request_purchase(td(world, "21:10"), entry_id=ann.pk, what="rebuy", chips=0)


def form_at(client: Client, entry: Entry) -> tuple[str, Any]:
    """Return the page behind *Sell* in the list of what was asked for, and its form."""
    at = f"/tallinn/tournaments/entries/{entry.pk}/more/?what=rebuy"
    form = next(each for each in Forms(shown(client, at)) if "chips" in each.kinds)
    return at, form.values | {"paid_with": "cash"}


def shown(client: Client, at: str) -> str:
    return client.get(at).content.decode()


def rebuys(entry: Entry) -> int:
    return Purchase.objects.filter(entry=entry, what="rebuy").count()


def test_of_two_cashiers_who_sell_one_request_the_second_is_told(
    world: World, asked: PurchaseRequest
):
    first, second = cashier(world, 1), cashier(world, 2)
    (at, one), (_, two) = form_at(first, asked.entry), form_at(second, asked.entry)
    assert first.post(at, one).status_code == 302
    answer = second.post(at, two)
    assert answer.status_code == 409
    assert "This request was sold or withdrawn." in answer.content.decode()
    assert f"/tallinn/tournaments/{asked.entry.tournament_id}/" in answer.content.decode()
    again = next(each for each in Forms(answer.content.decode()) if "chips" in each.kinds)
    assert second.post(at, again.values).status_code == 409
    assert rebuys(asked.entry) == 1


def test_what_the_floor_withdrew_is_not_sold_from_the_page_that_asked_for_it(
    world: World, asked: PurchaseRequest
):
    desk = cashier(world, 1)
    at, form = form_at(desk, asked.entry)
    withdraw_request(td(world, "21:12"), request_id=asked.pk)
    assert desk.post(at, form).status_code == 409
    assert rebuys(asked.entry) == 0
    _, anew = form_at(desk, asked.entry)
    assert desk.post(at, anew).status_code == 302
    assert rebuys(asked.entry) == 1


def test_a_touch_of_the_tablet_sells_a_request_once(world: World, asked: PurchaseRequest):
    first, second = cashier(world, 1), cashier(world, 2)
    code = asked.entry.player.code
    at = f"/tallinn/tournaments/{asked.entry.tournament_id}/tablet/?player={code}"
    where = f"/tallinn/tournaments/entries/{asked.entry_id}/more/"
    touches = [
        next(each for each in Forms(shown(one, at)) if each.values.get("what") == "rebuy")
        for one in (first, second)
    ]
    assert first.post(where, touches[0].values).status_code == 302
    assert second.post(where, touches[1].values).status_code == 409
    assert rebuys(asked.entry) == 1


def test_a_request_is_settled_by_its_own_player_alone(
    world: World, shift: Shift, asked: PurchaseRequest
):
    bob = Entry.objects.exclude(id=asked.entry_id).get()
    refused(NotFound, more, world, bob, "rebuy", "21:11", shift, request_id=asked.pk)
