"""Chips sold for cash from the club's amount on: booked once two signed, refused at every door."""

from typing import Any

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import NotYours
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.audit.services.controls import change_profile
from casino.cage.models import Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.rules import NEVER_CENTS
from casino.cage.services.counts import RequestsWait, submit_count
from casino.cage.services.desk import SELL, sell_by_two, sell_chips
from casino.cage.services.identity import NotIdentified
from casino.cage.services.thresholds import change_thresholds
from casino.ledger.models import Entry
from casino.money import format_cents
from casino.names import with_names
from casino.players.queries import PlayerExcluded
from casino.players.services.guests import exclude_player
from casino.staff.models import Role
from tests.api.program import Program, program
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_club, a_key, of_the_desk

KEPT = {"second_from_cents": 50_000, "manager_from_cents": 500_000, "identify_from_cents": 200_000}


def becomes_a_casino(world: World) -> None:
    what = {"profile": "casino", "reason": "A series"}
    asked = change_profile.ask(world.stamp("19:00", role=Role.MANAGER), **what)
    sign(world, world.stamp("19:01"), asked, by=Role.ACCOUNTANT)


def test_a_casino_sells_its_first_cent_once_two_signed_it(world: World, shift: Shift):
    becomes_a_casino(world)
    what = {"shift_id": shift.pk, "cents": 500}
    held = world.balance("cash:drawer", shift.drawer_id)
    refused(NeedsSignature, sell_chips, world.stamp("22:00"), **what)
    refused(NeedsSignature, sell_by_two, world.stamp("22:00"), **what)
    asked = sell_by_two.ask(world.stamp("22:01"), **what)
    assert (asked.operation, asked.content["drawer"]) == (SELL, str(shift.drawer))
    assert world.balance("cash:drawer", shift.drawer_id) == held
    sign(world, world.stamp("22:02"), asked, by=Role.SUPERVISOR)
    assert world.balance("cash:drawer", shift.drawer_id) == held + 500
    slip = Entry.objects.latest("id")
    assert (slip.kind, slip.series_id) == ("cage.chips_sold", shift.drawer.series_id)


def test_a_guest_is_named_to_who_signs_and_admitted_when_they_do(world: World, shift: Shift):
    of_the_desk(world.club, sale_second_from_cents=50_000)
    mari = world.player()
    what = {"shift_id": shift.pk, "player_id": mari.pk}
    refused(NotIdentified, sell_by_two.ask, world.stamp("22:00"), cents=200_000, **what)
    asked = sell_by_two.ask(world.stamp("22:01"), cents=50_000, **what)
    assert with_names(asked.content)["player"] == "Mari Tamm"
    refused(NotYours, sign, world, world.stamp("22:02"), asked, by=Role.ACCOUNTANT)
    barred = {"player_id": mari.pk, "until": EVENING.replace(year=2030), "reason": "A brawl"}
    exclude_player(world.stamp("22:03", role=Role.MANAGER), **barred)
    refused(PlayerExcluded, sign, world, world.stamp("22:04"), asked, by=Role.SUPERVISOR)


def test_below_the_clubs_amount_the_cashier_sells_alone_and_no_amount_means_never(
    world: World, shift: Shift
):
    sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=190_000)
    of_the_desk(world.club, sale_second_from_cents=50_000)
    sell_chips(world.stamp("22:01"), shift_id=shift.pk, cents=49_900)
    refused(NeedsSignature, sell_chips, world.stamp("22:02"), shift_id=shift.pk, cents=50_000)
    of_the_desk(world.club, sale_second_from_cents=NEVER_CENTS, identify_from_cents=NEVER_CENTS * 2)
    sell_chips(world.stamp("22:03"), shift_id=shift.pk, cents=NEVER_CENTS)


def test_two_adopt_the_amount_and_who_sends_none_keeps_it(world: World):
    for amounts in ({"sale_second_from_cents": 30_000}, {"second_from_cents": 60_000}):
        asked = change_thresholds.ask(
            world.stamp("21:00", role=Role.MANAGER), **KEPT | amounts, reason="A series"
        )
        sign(world, world.stamp("21:00"), asked, by=Role.ACCOUNTANT)
        assert thresholds(world.club.pk).sale_second_from_cents == 30_000


def test_a_count_waits_for_a_sale_that_nobody_has_signed(world: World, shift: Shift):
    of_the_desk(world.club, sale_second_from_cents=100)
    asked = sell_by_two.ask(world.stamp("22:00"), shift_id=shift.pk, cents=500)
    count = {"shift_id": shift.pk, "cash": FLOAT, "chips": RACK}
    refused(RequestsWait, submit_count, world.stamp("22:01"), **count)
    sign(world, world.stamp("22:02"), asked, by=Role.SUPERVISOR)
    submit_count(world.stamp("22:03"), **count)


def at_the_till(world: World) -> Client:
    return world.browser(Role.CASHIER)


def test_the_till_sends_a_sale_to_the_signature_at_this_screen_once(world: World, shift: Shift):
    of_the_desk(world.club, sale_second_from_cents=50_000)
    desk = at_the_till(world)
    typed = {"key": str(a_key()), "player": str(world.player().code), "cents": "600"}
    first, again = (desk.post("/tallinn/till/sell/", typed)["Location"] for _ in range(2))
    assert first.endswith("/sign/")
    assert first == again
    assert Proposal.objects.filter(operation=SELL).count() == 1
    page = desk.get(first).content.decode()
    assert "600,00" in page
    assert "Mari" in page
    assert not Entry.objects.filter(kind="cage.chips_sold").exists()


@pytest.mark.usefixtures("committed_db")
def test_a_sale_sent_again_is_what_it_was_at_first():
    world = a_club()
    world.open_shift()
    desk = at_the_till(world)
    typed = {"key": str(a_key()), "player": "", "cents": "600"}
    sold = desk.post("/tallinn/till/sell/", typed)["Location"]
    of_the_desk(world.club, sale_second_from_cents=50_000)
    assert desk.post("/tallinn/till/sell/", typed)["Location"] == f"{sold}&again=1"
    typed["key"] = str(a_key())
    asked = desk.post("/tallinn/till/sell/", typed)["Location"]
    of_the_desk(world.club, sale_second_from_cents=NEVER_CENTS)
    assert desk.post("/tallinn/till/sell/", typed)["Location"] == asked
    assert Entry.objects.filter(kind="cage.chips_sold").count() == 1


def test_the_page_of_the_amounts_says_never_and_asks_for_none(world: World):
    reader = world.browser(Role.MANAGER)
    page = reader.get("/tallinn/payments/thresholds/")
    assert page.content.decode().count('<td class="n"><strong>never</strong></td>') == 1
    assert page.context["form"]["sale_second_from_cents"].value() is None
    of_the_desk(world.club, sale_second_from_cents=123_400)
    page = reader.get("/tallinn/payments/thresholds/")
    assert page.content.decode().count('<td class="n"><strong>never</strong></td>') == 0
    assert page.context["form"]["sale_second_from_cents"].value() == format_cents(123_400)


@pytest.mark.usefixtures("committed_db")
def test_a_program_is_refused_and_asks_by_its_own_address():
    world = a_club()
    shift = world.open_shift()
    of_the_desk(world.club, sale_second_from_cents=1)
    cashier, supervisor = program(world, Role.CASHIER), program(world, Role.SUPERVISOR)
    sale: dict[str, Any] = {"shift_id": shift.pk, "cents": 500}
    alone = cashier.post("chips/sell/", **sale)
    assert (alone.status_code, alone.json()["error"]) == (409, NeedsSignature.code)
    asked = cashier.post("chips/ask-sell/", **sale)
    assert asked.status_code == 201
    assert signs(supervisor, asked.json()["proposal_id"]) == 200
    assert Entry.objects.filter(kind="cage.chips_sold").count() == 1


def signs(by: Program, proposal_id: int) -> int:
    seen = by.get(f"proposals/{proposal_id}/").json()["digest"]
    return int(by.post(f"proposals/{proposal_id}/approve/", digest=seen).status_code)


def test_walk_ins_just_below_the_limit_are_listed_when_two_sold(world: World, shift: Shift):
    of_the_desk(world.club, sale_second_from_cents=1)
    for clock in ("21:00", "21:10"):
        asked = sell_by_two.ask(world.stamp(clock), shift_id=shift.pk, cents=199_950)
        sign(world, world.stamp(clock), asked, by=Role.SUPERVISOR)
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    said = [(str(kind), row.operation) for kind, row, _ in listed]
    assert said == [("walk-ins just below the ID limit", SELL)]
