"""The tablet at late registration: who holds a ticket uses it; who entered is known by any card."""

from typing import Any

import pytest
from django.test import Client

from casino.cage.models import Shift
from casino.players.models import Player
from casino.staff.models import Role
from tests.merging import merged
from tests.shifted import Clock
from tests.tournaments import a_tournament, sold, ticket_given
from tests.world import World, a_key
from tournaments.models import Ticket, Tournament


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift(clock="18:00")


def touches(world: World, event: Tournament, guest: Player) -> tuple[Client, list[Any]]:
    client = Client()
    client.force_login(world.staff[Role.CASHIER])
    page = client.get(f"/tallinn/tournaments/{event.pk}/tablet/", {"player": guest.code})
    return client, page.context["touches"]


def test_who_holds_a_ticket_is_offered_its_use_alone(world: World, shift: Shift, clock: Clock):
    event = a_tournament(world)
    ticket = ticket_given(world, event, "Ann")
    clock.stop(world.at("20:30"))
    client, (use,) = touches(world, event, ticket.player)
    assert (use.route, use.sends["paid_with"], str(use.says)) == (
        "entry-sell",
        "ticket",
        "Use ticket",
    )
    client.post(f"/tallinn/tournaments/{event.pk}/entry/", use.sends | {"key": a_key()})
    assert Ticket.objects.get().used_by.player == ticket.player


def test_who_holds_none_pays_in_cash_or_by_card(world: World, shift: Shift, clock: Clock):
    event = a_tournament(world)
    ticket_given(world, event, "Ann")
    clock.stop(world.at("20:30"))
    _, found = touches(world, event, world.player("Bob"))
    assert [each.sends["paid_with"] for each in found] == ["cash", "bank"]


def test_who_entered_on_a_card_that_was_merged_is_sold_no_second_entry(
    world: World, shift: Shift, clock: Clock
):
    event, ann = a_tournament(world, reentry=True), world.player("Ann")
    entry = sold(world, event, "Ann 2", shift_id=shift.pk).entry
    merged(world, ann.pk, entry.player_id, clock="20:35")
    clock.stop(world.at("20:40"))
    assert touches(world, event, ann)[1] == []
