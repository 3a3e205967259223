"""What the pages sell to guests without a second person, each request in its own transaction."""

from typing import Any

import pytest

from cashgames.models import ChipMove
from casino.staff.models import Role
from tests.tournaments import a_tournament
from tests.world import World, a_club, a_key
from tournaments.models import Purchase

pytestmark = pytest.mark.usefixtures("committed_db")


def sent_to(address: str, world: World, **typed: Any) -> str:
    desk = world.browser(Role.CASHIER)
    sent = {"key": str(a_key()), "player": str(world.player("Ann").code)} | typed
    return str(desk.post(f"/tallinn/{address}", sent)["Location"])


@pytest.fixture
def world() -> World:
    world = a_club()
    world.open_shift()
    world.sell(20_000)
    return world


@pytest.mark.parametrize("paid_with", ["chips", "bank", "cash"])
def test_an_entry_is_sold_whatever_it_is_paid_with(world: World, paid_with: str):
    friday = a_tournament(world)
    done = sent_to(f"tournaments/{friday.pk}/entry/", world, paid_with=paid_with)
    assert "sold=" in done
    assert Purchase.objects.get().paid_with == paid_with


@pytest.mark.parametrize("paid_with", ["chips", "table", "cash"])
def test_a_guest_is_seated_whatever_the_buy_in_is_paid_with(world: World, paid_with: str):
    session = world.session()
    typed = {"seat_no": "3", "cents": "200", "paid_with": paid_with}
    assert "move=" in sent_to(f"tables/{session.pk}/seat/", world, **typed)
    assert ChipMove.objects.get().paid_with == paid_with
