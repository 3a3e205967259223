"""Entries and rebuys for money from the club's amount on: booked once two signed."""

import pytest

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Shift
from casino.names import with_names
from casino.staff.models import Role
from tests.counting import sign
from tests.refusing import refused
from tests.tournaments import a_tournament, enter
from tests.world import World, a_key, of_the_desk
from tournaments.models import Entry, Purchase
from tournaments.services.during_play import NotSold
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.listing import book_place
from tournaments.services.selling import (
    ENTRY,
    MORE,
    EnteredBefore,
    sell_entry,
    sell_more,
)
from tournaments.services.starting import start

pytestmark = pytest.mark.django_db


def test_an_entry_is_sold_once_two_signed_and_the_booking_ends_then(world: World, shift: Shift):
    friday = a_tournament(world, festival=True)
    of_the_desk(world.club, sale_second_from_cents=11_000)
    what = {"tournament_id": friday.pk, "player_id": world.player("Ann").pk}
    book_place(world.stamp("20:00", role=Role.SUPERVISOR), **what)
    what |= {"paid_with": "cash", "shift_id": shift.pk}
    refused(NeedsSignature, sell_entry, world.stamp("20:30"), **what)
    asked = sell_entry.ask(world.stamp("20:31"), **what)
    said = with_names(asked.content)
    assert (asked.operation, said["player"], said["cents"]) == (ENTRY, "Ann", 11_000)
    assert friday.listed.get().ended_at is None
    assert not Entry.objects.exists()
    sign(world, world.stamp("20:32"), asked, by=Role.SUPERVISOR)
    assert Purchase.objects.get().sold_by == world.staff[Role.CASHIER]
    assert friday.listed.get().ended_at
    refused(EnteredBefore, sell_entry.ask, world.stamp("20:33"), **what)


def test_chips_and_tickets_were_paid_for_before_and_less_is_sold_alone(world: World, shift: Shift):
    friday = a_tournament(world)
    of_the_desk(world.club, sale_second_from_cents=11_001)
    enter(world, friday, "Ann", shift_id=shift.pk)
    world.sell(11_000)
    of_the_desk(world.club, sale_second_from_cents=1)
    what = {"tournament_id": friday.pk, "player_id": world.player("Bob").pk}
    sell_entry(world.stamp("20:40"), **what, paid_with="chips", shift_id=shift.pk)
    assert Purchase.objects.count() == 2


def test_a_reentry_is_signed_and_refused_when_the_player_sits_again(world: World, shift: Shift):
    friday = a_tournament(world, reentry=True)
    ann, *_ = enter(world, friday, "Ann", "Bob", "Cid", shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.SUPERVISOR), tournament_id=friday.pk)
    out = [Out(entry_id=ann.pk, stack=100)]
    knock_out(world.stamp("21:05", role=Role.SUPERVISOR), tournament_id=friday.pk, outs=out)
    of_the_desk(world.club, sale_second_from_cents=1)
    what = {"entry_id": ann.pk, "what": "reentry", "paid_with": "cash", "shift_id": shift.pk}
    refused(NeedsSignature, sell_more, world.stamp("21:10"), **what)
    first, second = (sell_more.ask(world.stamp("21:11"), **what) for _ in range(2))
    assert first.operation == MORE
    sign(world, world.stamp("21:12"), first, by=Role.MANAGER)
    assert Entry.objects.get(id=ann.pk).out_at is None
    assert Purchase.objects.filter(what="reentry").count() == 1
    refused(NotSold, sign, world, world.stamp("21:13"), second, by=Role.MANAGER)


def test_the_page_of_an_entry_leads_to_the_signature_at_this_screen(world: World, shift: Shift):
    friday = a_tournament(world)
    of_the_desk(world.club, sale_second_from_cents=1)
    desk = world.browser(Role.CASHIER)
    sent = {"key": str(a_key()), "player": str(world.player("Ann").code), "paid_with": "cash"}
    answer = desk.post(f"/tallinn/tournaments/{friday.pk}/entry/", sent)
    assert answer["Location"].endswith(f"/{Proposal.objects.get(operation=ENTRY).pk}/sign/")
    page = desk.get(answer["Location"]).content.decode()
    assert "110,00" in page
    assert "Ann" in page
