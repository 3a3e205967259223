"""A place on a list is the guest's own: it outlives a sale that is reversed (OLY-3.3.7)."""

from typing import Any

import pytest

from casino.cage.models import Shift
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, out, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Purchase, Tournament, WaitlistEntry
from tournaments.queries.waitlist import lists
from tournaments.services.listing import book_place, join_list
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.selling import NotAdmitted, sell_entry, sell_more
from tournaments.services.starting import close_registration


def reversed_(world: World, shift: Shift, sale: Purchase, clock: str) -> None:
    where = {"purchase_id": sale.pk, "shift_id": shift.pk, "reason": "Card, not cash"}
    asked = take_back_sale.ask(world.stamp(clock), **where)
    signed(world, asked, clock=clock, role=Role.SUPERVISOR)


def full(world: World, shift: Shift, **terms: Any) -> tuple[Tournament, list[Entry]]:
    """Announce a tournament of two places that are taken."""
    friday = a_tournament(world, places=2, reentry=True, **terms)
    return friday, enter(world, friday, "Ann", "Bob", shift_id=shift.pk)


def waits(world: World, friday: Tournament, player_id: int, clock: str) -> WaitlistEntry:
    return join_list(world.stamp(clock), tournament_id=friday.pk, player_id=player_id)


def waiting(world: World, friday: Tournament, clock: str) -> list[str]:
    return [str(one.player) for one in lists(now(friday), world.at(clock)).waiting]


def test_who_was_first_on_the_list_is_first_again(world: World, shift: Shift):
    friday, (ann, _) = full(world, shift)
    cat, dan = world.player("Cat"), world.player("Dan")
    for one in (cat, dan):
        waits(world, friday, one.pk, "20:31")
    begun(world, friday)
    out(world, friday, ann, "21:05")
    where = {"tournament_id": friday.pk, "shift_id": shift.pk}
    sale = sell_entry(world.stamp("21:06"), **where, player_id=cat.pk, paid_with="cash")
    assert waiting(world, friday, "21:07") == ["Dan"]

    reversed_(world, shift, sale, "21:08")
    assert waiting(world, friday, "21:08") == ["Cat", "Dan"]
    dans = {"player_id": dan.pk, "paid_with": "cash"}
    refused(NotAdmitted, sell_entry, world.stamp("21:09"), **where, **dans)
    sell_entry(world.stamp("21:09"), **where, player_id=cat.pk, paid_with="bank")


def test_a_re_entry_that_is_reversed_waits_where_it_did(world: World, shift: Shift):
    friday, (ann, bob) = full(world, shift)
    begun(world, friday)
    out(world, friday, ann, "21:05")
    enter(world, friday, "Cat", shift_id=shift.pk, clock="21:06")
    waits(world, friday, ann.player_id, "21:07")
    waits(world, friday, world.player("Dan").pk, "21:08")
    out(world, friday, bob, "21:10")
    again = {"entry_id": ann.pk, "what": "reentry", "shift_id": shift.pk}
    sale = sell_more(world.stamp("21:11"), **again, paid_with="cash")
    reversed_(world, shift, sale, "21:12")
    assert waiting(world, friday, "21:13") == ["Ann", "Dan"]
    sell_more(world.stamp("21:14"), **again, paid_with="bank")


@pytest.mark.parametrize("then", ["holds", "others wait", "closed"])
def test_a_booking_holds_again_as_long_as_it_would_have_held(world: World, shift: Shift, then: str):
    friday = a_tournament(world, places=3, festival=True)
    where = {"tournament_id": friday.pk}
    cat = world.player("Cat")
    booked = book_place(world.stamp("20:10"), **where, player_id=cat.pk)
    pays = {"player_id": cat.pk, "paid_with": "cash", "shift_id": shift.pk}
    sale = sell_entry(world.stamp("20:20"), **where, **pays)
    enter(world, friday, "Ann", "Bob", shift_id=shift.pk, clock="20:21")
    if then == "others wait":
        waits(world, friday, world.player("Dan").pk, "20:22")
    if then == "closed":
        begun(world, friday)
        close_registration(td(world, "21:01"), **where)
    reversed_(world, shift, sale, "21:02")
    booked.refresh_from_db()
    assert bool(booked.ended_at) == (then in ("others wait", "closed"))
    if then == "holds":
        refused(NotAdmitted, enter, world, friday, "Eve", shift_id=shift.pk, clock="21:03")
