"""The tablet at late registration: who holds a ticket uses it; who entered is known by any card."""

from typing import Any

from django.test import Client

from casino.cage.models import Shift
from casino.players.models import Player
from casino.staff.models import Role
from tests.integration.tournaments.test_rebuys import started
from tests.merging import merged
from tests.pages.filling import Forms
from tests.shifted import Clock
from tests.tournament_floor import td
from tests.tournaments import a_tournament, sold, ticket_given
from tests.world import World, a_key
from tournaments.models import Purchase, Ticket, Tournament
from tournaments.services.requests import request_purchase


def touches(world: World, event: Tournament, guest: Player) -> tuple[Client, list[Any]]:
    client = world.browser(Role.CASHIER)
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
    assert use.cents is None  # nothing is paid
    client.post(f"/tallinn/tournaments/{event.pk}/entry/", use.sends | {"key": a_key()})
    assert Ticket.objects.get().used_by.player == ticket.player


def test_who_holds_none_pays_in_cash_or_by_card(world: World, shift: Shift, clock: Clock):
    event = a_tournament(world)
    ticket_given(world, event, "Ann")
    clock.stop(world.at("20:30"))
    _, found = touches(world, event, world.player("Bob"))
    assert [each.sends["paid_with"] for each in found] == ["cash", "card"]


def test_who_entered_on_a_card_that_was_merged_is_sold_no_second_entry(
    world: World, shift: Shift, clock: Clock
):
    event, ann = a_tournament(world, reentry=True), world.player("Ann")
    entry = sold(world, event, "Ann 2", shift_id=shift.pk).entry
    merged(world, ann.pk, entry.player_id, clock="20:35")
    clock.stop(world.at("20:40"))
    assert touches(world, event, ann)[1] == []


def test_a_rebuy_of_who_sits_is_sold_by_the_stack_that_is_typed(
    world: World, shift: Shift, clock: Clock
):
    event, ann = started(world, shift, variants=["rebuy_when_broke"])
    clock.stop(world.at("21:05"))
    client, (rebuy,) = touches(world, event, ann.player)
    page = client.get(f"/tallinn/tournaments/{event.pk}/tablet/", {"player": ann.player.code})
    touch = next(each for each in Forms(page.content.decode()) if "what" in each.values)
    assert str(rebuy.says) == "Rebuy"
    for stack, status in (("", 422), ("10000", 409), ("0", 302)):
        sent = touch.values | {"chips": stack, "key": a_key()}
        assert client.post(touch.action, sent).status_code == status, stack
    assert Purchase.objects.filter(entry=ann, what="rebuy").count() == 1


def test_a_rebuy_that_the_floor_asked_for_is_sold_by_one_touch(
    world: World, shift: Shift, clock: Clock
):
    event, ann = started(world, shift, variants=["rebuy_when_broke"])
    request_purchase(td(world, "21:04"), entry_id=ann.pk, what="rebuy", chips=0)
    clock.stop(world.at("21:05"))
    client, (rebuy,) = touches(world, event, ann.player)
    assert not rebuy.asks_stack
    sent = rebuy.sends | {"key": a_key()}
    address = f"/tallinn/tournaments/entries/{ann.pk}/more/"
    assert client.post(address, sent).status_code == 302


def test_the_next_guest_is_asked_for_where_the_last_one_bought(
    world: World, shift: Shift, clock: Clock
):
    event, bob = a_tournament(world), world.player("Bob")
    clock.stop(world.at("20:30"))
    client, (cash, _) = touches(world, event, bob)
    here = f"/tallinn/tournaments/{event.pk}/tablet/"
    shown = client.get(here, {"player": bob.code}).content.decode()
    touch = next(each for each in Forms(shown) if "paid_with" in each.values)
    sold = client.post(touch.action, touch.values)
    assert sold["Location"] == f"{here}?sold={Purchase.objects.get().pk}"
    page = " ".join(client.get(sold["Location"]).content.decode().split())
    assert f"{cash.cents // 100},00 · Bob" in page
    assert "Print ticket" in page


def test_who_does_not_sell_is_told_whom_to_ask(world: World, clock: Clock):
    event, bob = a_tournament(world), world.player("Bob")
    clock.stop(world.at("20:30"))
    client = world.browser(Role.DIRECTOR)
    page = client.get(f"/tallinn/tournaments/{event.pk}/tablet/", {"player": bob.code})
    text = " ".join(page.content.decode().split())
    assert "You do not sell entries. Ask: cashier" in text
    assert "Nothing is sold to this guest" not in text
