"""Sales without a name, each far below the limit, at one desk within the hour."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.cage.rules import NEVER_CENTS
from casino.cage.services.desk import sell_chips
from casino.cage.services.identity import standing
from casino.cage.services.reversals import reverse_slip
from casino.house.queries import club_stamp
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.world import EVENING, World, of_the_desk

pytestmark = pytest.mark.django_db


def sold(world: World, *clocks: str, cents: int = 20_000, shift: Shift) -> None:
    for clock in clocks:
        sell_chips(world.stamp(clock), shift_id=shift.pk, cents=cents)


def listed(world: World) -> list[str]:
    found = exceptions(world.club, first=EVENING, last=EVENING)
    return [str(kind) for kind, _, _ in found]


def test_they_are_listed_once_they_come_to_the_clubs_amount(world: World):
    of_the_desk(world.club, unnamed_sales_from_cents=60_000)
    shift = world.open_shift()
    asks = {"player_id": None, "cents": 20_000, "series_id": shift.drawer.series_id}
    sold(world, "21:00", "21:10", shift=shift)
    seen = standing(world.stamp("21:15"), sells=True, **asks)
    assert (seen.hour_cents, seen.repeated, listed(world)) == (60_000, 0, [])
    assert standing(world.stamp("21:15"), **asks).hour_cents == 0
    assert standing(world.stamp("22:05"), sells=True, **asks).hour_cents == 0

    sold(world, "21:20", "21:30", shift=shift)

    assert listed(world) == ["many sales without a name within an hour"]


def test_neither_named_guests_nor_slips_taken_back_nor_later_hours_are_in_the_sum(world: World):
    of_the_desk(world.club, unnamed_sales_from_cents=60_000, reverse_alone_under_cents=50_000)
    shift = world.open_shift()
    sold(world, "21:00", "21:10", shift=shift)
    guest = add_player(world.stamp("20:00", role=Role.SUPERVISOR), name="Mari Tamm").pk
    named = sell_chips(world.stamp("21:20"), shift_id=shift.pk, cents=20_000, player_id=guest)
    wrong = sell_chips(world.stamp("21:21"), shift_id=shift.pk, cents=20_000)
    what = {"shift_id": shift.pk, "entry_id": wrong.entry_id, "reason": "Typed twice"}
    reverse_slip(world.stamp("21:22"), **what)
    sold(world, "22:00", shift=shift)

    assert (named.number, listed(world)) == (4, ["reversal"])


def test_a_guest_whom_the_cashier_added_is_as_a_walk_in(world: World):
    of_the_desk(world.club, unnamed_sales_from_cents=60_000)
    shift = world.open_shift()
    by_others = [
        add_player(world.stamp("20:50", role=Role.SUPERVISOR), name=f"Guest {n}").pk
        for n in range(3)
    ]
    for minute, player_id in enumerate(by_others):
        sell_chips(
            world.stamp(f"21:0{minute}"), shift_id=shift.pk, cents=20_000, player_id=player_id
        )
    assert listed(world) == []

    asks = {"cents": 20_000, "series_id": shift.drawer.series_id, "sells": True}
    for minute in range(2):
        own = add_player(world.stamp(f"22:1{minute}"), name=f"Own {minute}").pk
        sell_chips(world.stamp(f"22:1{minute}"), shift_id=shift.pk, cents=20_000, player_id=own)
    own = add_player(world.stamp("22:20"), name="Own 3").pk
    seen = standing(world.stamp("22:20"), player_id=own, **asks)
    assert (seen.hour_cents, listed(world)) == (60_000, [])
    assert standing(world.stamp("22:20"), player_id=by_others[0], **asks).hour_cents == 0

    sell_chips(world.stamp("22:21"), shift_id=shift.pk, cents=20_000, player_id=own)
    assert listed(world) == ["many sales without a name within an hour"]


def test_another_desk_is_another_sum(world: World):
    of_the_desk(world.club, unnamed_sales_from_cents=60_000)
    first = world.open_shift()
    sold(world, "21:00", "21:10", shift=first)
    other = world.drawer("Desk 2").series_id
    series = {"player_id": None, "cents": 20_000, "series_id": other}
    assert standing(world.stamp("21:15"), sells=True, **series).hour_cents == 0


def test_a_club_may_never_ask(world: World):
    of_the_desk(world.club, unnamed_sales_from_cents=NEVER_CENTS)
    shift = world.open_shift()
    sold(world, *(f"21:{minute:02}" for minute in range(30)), shift=shift)
    assert listed(world) == []


def test_the_till_says_it_before_and_under_the_slip(world: World):
    of_the_desk(world.club, unnamed_sales_from_cents=60_000)
    shift, desk = world.open_shift(), Client()
    desk.force_login(world.staff[Role.CASHIER])
    typed, slips = {"player": "", "cents": "200,00"}, []
    for _ in range(3):
        now = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.CASHIER].pk)
        said = desk.get("/tallinn/till/standing/", typed | {"operation": "sell"}).text
        slips.append(sell_chips(now, shift_id=shift.pk, cents=20_000).entry_id)
    assert "Sold without a name at this desk within the hour" in said
    assert "Sold" not in desk.get("/tallinn/till/standing/", typed | {"operation": "redeem"}).text
    pages = [desk.get(f"/tallinn/till/?slip={slip}").text for slip in slips]
    assert ["With this sale the hour" in page for page in pages] == [False, False, True]
