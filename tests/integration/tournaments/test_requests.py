"""What the floor asks the desk for, and what the desk makes of it."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.cage.models import Shift
from casino.refusals import Refusal
from casino.staff.models import Role
from tests.integration.tournaments.test_rebuys import more, started
from tests.refusing import refused
from tests.tournament_floor import out, td
from tests.tournaments import now, signed
from tests.world import World
from tournaments.models import Entry, PurchaseRequest
from tournaments.queries.requests import request_of, waiting, waiting_number
from tournaments.services.during_play import AskedNoMore, NotSold
from tournaments.services.late_purchases import permit_purchase
from tournaments.services.pool import NotFinal, fix_pool
from tournaments.services.requests import (
    AskedBefore,
    request_purchase,
    withdraw_request,
)
from tournaments.services.starting import close_registration


def ask(world: World, entry: Entry, what: Any, clock: str, **said: Any) -> PurchaseRequest:
    """Let the director ask."""
    director = world.stamp(clock, role=Role.DIRECTOR)
    return request_purchase(director, entry_id=entry.pk, what=what, **said)


def test_what_the_director_asks_for_waits_at_the_desk_until_it_is_sold(world: World, shift: Shift):
    tournament, ann = started(world, shift)
    pool = world.balance("tournament:pool", tournament.pk)

    asked = ask(world, ann, "rebuy", "21:10", chips=300)

    assert [(one.pk, one.cents, one.chips) for one in waiting(tournament)] == [
        (asked.pk, 10_500, 300)
    ]
    assert waiting_number(world.club.pk) == 1
    assert world.balance("tournament:pool", tournament.pk) == pool
    said = refused(AskedBefore, ask, world, ann, "rebuy", "21:11")
    assert said.message == "This already waits at the desk."

    sale = more(world, ann, "rebuy", "21:12", shift)

    asked.refresh_from_db()
    assert (asked.purchase_id, waiting(tournament), waiting_number(world.club.pk)) == (
        sale.pk,
        [],
        0,
    )


def test_what_was_asked_for_in_time_is_sold_when_it_is_paid(world: World, shift: Shift):
    """OLY-3.2.a; IMG-T16: an intention said in time binds."""
    tournament, ann = started(world, shift, variants=["rebuy_when_broke"])
    ask(world, ann, "rebuy", "21:59", chips=0)

    sale = more(world, ann, "rebuy", "22:05", shift, chips=10_000)

    assert sale.what == "rebuy"
    refused(NotSold, more, world, ann, "rebuy", "22:06", shift)
    refused(NotSold, ask, world, ann, "rebuy", "22:06")
    assert waiting(tournament) == []


@pytest.mark.parametrize(
    ("what", "page"), [("rebuy", "purchase-late"), ("reentry", "tournament-change")]
)
def test_what_waits_for_long_after_its_period_brings_nobody_back_by_one_person(
    world: World, shift: Shift, what: str, page: str
):
    """The period ends at 22:00: who lets it wait would choose when an accomplice comes back."""
    _, ann = started(world, shift, reentry=True)
    if what == "reentry":
        out(world, now(ann.tournament), ann, "21:50")
    ask(world, ann, what, "21:55")
    if what == "rebuy":
        out(world, now(ann.tournament), ann, "22:25")

    late = refused(NotSold, more, world, ann, what, "22:30:01", shift)

    assert "asked for in time" in str(late.message)
    assert (late.next_page, bool(late.next_step)) == (page, True)
    if what == "reentry":
        close_registration(td(world, "22:29:30"), tournament_id=ann.tournament_id)
        late = refused(NotSold, more, world, ann, what, "22:30:01", shift)
        assert late.next_page == "registration-reopen"
    assert more(world, ann, what, "22:29:59", shift).what == what


def test_what_waited_too_long_is_sold_once_two_say_that_it_was_paid(world: World, shift: Shift):
    tournament, ann = started(world, shift)
    first = ask(world, ann, "rebuy", "21:55")
    out(world, tournament, ann, "23:20")
    paid: dict[str, Any] = {"entry_id": ann.pk, "what": "rebuy", "paid_at": world.at("21:55")}
    refused(AskedBefore, permit_purchase.ask, td(world, "22:20"), **paid, reason="Runner")

    asked = permit_purchase.ask(td(world, "23:30"), **paid, reason="The runner forgot it")
    signed(world, asked, clock="23:31")

    first.refresh_from_db()
    assert first.withdrawn_at == world.at("23:31")
    more(world, ann, "rebuy", "23:32", shift)
    ann.refresh_from_db()
    assert ann.out_at, "it was paid before the elimination, so nobody comes back by it"
    assert waiting(tournament) == []


def test_a_request_is_withdrawn_once_and_never_after_the_sale(world: World, shift: Shift):
    _, ann = started(world, shift)
    first = ask(world, ann, "rebuy", "21:10")
    withdraw_request(world.stamp("21:11", role=Role.DIRECTOR), request_id=first.pk)
    assert request_of(ann) is None

    second = ask(world, ann, "rebuy", "21:12")
    more(world, ann, "rebuy", "21:13", shift)
    for each in (first, second):
        refused(AskedNoMore, withdraw_request, world.stamp("21:14"), request_id=each.pk)


def test_the_pool_waits_for_what_was_asked_for(world: World, shift: Shift):
    tournament, ann = started(world, shift)
    asked = ask(world, ann, "rebuy", "21:50")
    director = {"role": Role.DIRECTOR}
    close_registration(world.stamp("22:00", **director), tournament_id=tournament.pk)

    said = refused(
        NotFinal, fix_pool.ask, world.stamp("22:01", **director), tournament_id=tournament.pk
    )
    assert "not settled" in said.message

    withdraw_request(world.stamp("22:02"), request_id=asked.pk)
    fix_pool.ask(world.stamp("22:03", **director), tournament_id=tournament.pk)


@pytest.mark.parametrize("what", ["rebuy", "addon", "reentry"])
def test_nothing_is_asked_for_that_the_desk_could_not_sell(world: World, shift: Shift, what: str):
    tournament, ann = started(
        world, shift, variants=["freezeout"], rebuy_cents=0, rebuy_fee_cents=0
    )
    with pytest.raises(Refusal) as error:
        ask(world, ann, what, "21:10")
    assert error.value.code == "TOURNAMENT-008"
    assert waiting(now(tournament)) == []


def send(client: Client, where: str, **typed: Any) -> str:
    answer: Any = client.post(where, {"key": uuid4(), **typed}, follow=True)
    return str(answer.content.decode())


def test_the_director_taps_and_the_cashier_sells_what_stands_there(world: World, shift: Shift):
    tournament, ann = started(world, shift, rebuy_levels=9, addons_after=0)
    director, cashier = (world.browser(role) for role in (Role.DIRECTOR, Role.CASHIER))
    player = director.get(f"/tallinn/tournaments/{tournament.pk}/players/{ann.pk}/")
    where = f"/tallinn/tournaments/entries/{ann.pk}/ask/"
    assert where in player.content.decode()
    assert "Rebuy 105,00" in director.get(where).content.decode()

    send(director, where, what="rebuy", chips="700")
    send(director, where, what="addon", chips="700")

    first, second = waiting(tournament)
    assert '<b data-count="asked" class="badge wait">2</b>' in news(cashier)
    assert '<b data-count="asked"></b>' in news(director)
    shown = cashier.get(f"/tallinn/tournaments/{tournament.pk}/").content.decode()
    sell = f"/tallinn/tournaments/entries/{ann.pk}/more/?what=addon"
    assert "Asked for on the floor" in shown
    assert sell in shown
    form = cashier.get(sell).context["form"]
    assert (form["what"].value(), form["chips"].value()) == ("addon", 700)
    send(cashier, sell, what="addon", chips="700", paid_with="cash")
    assert waiting(tournament) == [first]
    send(director, f"/tallinn/tournaments/requests/{first.pk}/withdraw/")
    assert waiting(tournament) == []
    second.refresh_from_db()
    assert second.purchase


@pytest.mark.parametrize(
    ("sold", "terms"),
    [
        (["rebuy", "addon"], {"reentry": False}),
        (["rebuy", "reentry"], {"reentry": True, "addon_cents": 0, "addon_fee_cents": 0}),
    ],
)
def test_the_desk_and_the_floor_are_offered_what_the_tournament_sells(
    world: World, shift: Shift, sold: list[str], terms: dict[str, Any]
):
    _, ann = started(world, shift, **terms)
    for path, role in (("more", Role.CASHIER), ("ask", Role.DIRECTOR)):
        page = world.browser(role).get(f"/tallinn/tournaments/entries/{ann.pk}/{path}/")
        offered = page.context["form"].fields["what"].choices
        assert [value for value, _ in offered] == sold, path


def news(client: Client) -> str:
    return client.get("/tallinn/news/").content.decode()
