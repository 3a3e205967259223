"""The right box for a void one is of the void one's night, whatever became of its table since."""

import pytest
from django.test import Client

from cashgames.models import Session
from casino.closing.services.days import close_due_days
from casino.countroom.models import Box
from casino.countroom.services.boxes import settle_table, take_box
from casino.countroom.services.corrections import void_box
from casino.editions.services import adopt_book
from casino.staff.models import Role
from jackpot.models import Jackpot
from jackpot.queries import levels
from tests.counting import sign
from tests.integration.countroom.test_boxes import a_table
from tests.integration.countroom.test_boxes_over_the_close import (
    NEXT,
    counted,
    everybody_leaves,
    off,
    verified,
)
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


@pytest.fixture
def pool(world: World) -> Jackpot:
    (pool,) = levels.jackpots(world.club.pk)
    return pool


def voided(world: World, box: Box, clock: str = "10:00") -> None:
    floor = world.stamp(clock, role=Role.SUPERVISOR, day=NEXT)
    sign(world, floor, void_box.ask(floor, box_id=box.pk, reason="Counted wrongly"))


def taken_anew(world: World, table: Session, clock: str, number: str, ones: int) -> Box:
    return counted(world, off(world, table, clock, "jackpot", number, day=NEXT), {100: ones})


def of_two_nights(world: World, *, settled: bool) -> tuple[Session, Box, Box]:
    table = a_table(world)
    close_due_days(world.at("07:01", day=NEXT))
    rake = off(world, table, "07:30", "rake", "R1", day=NEXT)
    first = off(world, table, "07:30", "jackpot", "J1", day=NEXT)
    second = off(world, table, "09:25", "jackpot", "J2", day=NEXT)
    everybody_leaves(world, table, short_by=1_200)
    counted(world, rake, {})
    counted(world, first, {100: 3})
    counted(world, second, {100: 9})
    if settled:
        settling = world.stamp("09:40", role=Role.SUPERVISOR, day=NEXT)
        settle_table(settling, session_id=table.pk)
    return table, first, second


def with_a_void_one(world: World) -> Session:
    """A table that plays over the close: its J1 of the night is void, its J2 counted."""
    table = a_table(world)
    wrong = off(world, table, "23:00", "jackpot", "J1")
    off(world, table, "06:50", "rake", "R1", day=NEXT)
    last = off(world, table, "06:50", "jackpot", "J2", day=NEXT)
    close_due_days(world.at("07:01", day=NEXT))
    counted(world, wrong, {100: 40})
    counted(world, last, {100: 5})
    voided(world, wrong)
    return table


def test_the_next_night_s_box_of_the_same_number_is_of_its_own_night(world: World, pool: Jackpot):
    table = with_a_void_one(world)
    floor = world.stamp("20:00", role=Role.SUPERVISOR, day=NEXT)
    asked = {"session_id": table.pk, "fee": "jackpot", "number": "J1"}
    tonight = take_box(floor, **asked, replaces_none=True)
    assert (tonight.gaming_day, tonight.taken_at) == (NEXT, world.at("20:00", day=NEXT))
    assert levels.level(pool).fixed_cents == 500


def test_of_a_table_that_plays_on_it_came_off_when_the_void_one_did(world: World, pool: Jackpot):
    table = with_a_void_one(world)
    right = off(world, table, "10:10", "jackpot", "J1", day=NEXT)
    assert levels.level(pool).provisional
    counted(world, right, {100: 12})
    assert (right.gaming_day, right.taken_at) == (EVENING, world.at("23:00"))
    assert (levels.level(pool).provisional, levels.level(pool).fixed_cents) == (False, 1_700)
    assert off(world, table, "10:20", "jackpot", "J3", day=NEXT).gaming_day == NEXT
    assert verified(world)


def test_two_of_one_number_of_two_nights_keep_their_nights(
    world: World, pool: Jackpot, client: Client
):
    table = a_table(world)
    first = off(world, table, "23:00", "jackpot", "J1")
    off(world, table, "06:50", "rake", "R1", day=NEXT)
    last = off(world, table, "06:50", "jackpot", "J2", day=NEXT)
    close_due_days(world.at("07:01", day=NEXT))
    second = off(world, table, "09:25", "jackpot", "J1", day=NEXT)
    for box, ones in ((first, 9), (last, 5), (second, 3)):
        counted(world, box, {100: ones})
    voided(world, second)
    voided(world, first, "10:01")
    client.force_login(world.staff[Role.SUPERVISOR])
    page = f"/tallinn/tables/{table.pk}/boxes/"
    anew = []
    for clock, ones, night in (("10:10", 3, "27.02.2026"), ("10:11", 9, "28.02.2026")):
        assert client.get(page).text.count("Box J1 is void.") == 1
        assert f"the right one is of the night of {night}" in client.get(page).text
        anew.append(taken_anew(world, table, clock, "J1", ones).gaming_day)
    assert anew == [EVENING, NEXT]
    assert "is void. Taken off again" not in client.get(page).text
    assert levels.level(pool).fixed_cents == 800
    assert verified(world)


@pytest.mark.parametrize("settled", [False, True])
def test_two_that_were_counted_the_wrong_way_round_keep_their_nights(
    world: World, pool: Jackpot, client: Client, *, settled: bool
):
    table, first, second = of_two_nights(world, settled=settled)
    voided(world, first)
    voided(world, second, "10:01")
    client.force_login(world.staff[Role.SUPERVISOR])
    page = f"/tallinn/tables/{table.pk}/boxes/"
    assert "Box J1 is void." in client.get(page).text
    anew = [
        taken_anew(world, table, "10:10", "J1", 9).gaming_day,
        taken_anew(world, table, "10:11", "J2", 3).gaming_day,
    ]
    assert anew == [EVENING, NEXT]
    assert "is void. Taken off again" not in client.get(page).text
    assert levels.level(pool).fixed_cents == 900
    assert verified(world)


def test_a_right_one_that_is_void_too_lacks_no_second_one(world: World):
    table, first, _ = of_two_nights(world, settled=True)
    voided(world, first)
    anew = taken_anew(world, table, "10:10", "J1", 4)
    voided(world, anew, "10:20")
    third = taken_anew(world, table, "10:30", "J1", 5)
    forgotten = taken_anew(world, table, "10:40", "J9", 1)
    assert (third.gaming_day, forgotten.gaming_day) == (EVENING, NEXT)


def test_under_another_number_it_is_of_the_earliest_night_that_lacks_one(world: World):
    table, first, second = of_two_nights(world, settled=True)
    voided(world, second)
    voided(world, first, "10:01")
    nights = [taken_anew(world, table, f"10:1{n}", f"J{n}", n).gaming_day for n in (7, 8, 9)]
    assert nights == [EVENING, NEXT, NEXT]


def test_its_fee_is_offered_where_the_rules_of_today_know_it_no_more(world: World, client: Client):
    rules = {"book": "voodoo", "first_day": NEXT, "overrides": {}, "reason": "As agreed"}
    manager = world.stamp("19:00", role=Role.MANAGER)
    sign(world, manager, adopt_book.ask(manager, **rules), by=Role.ACCOUNTANT)
    table = a_table(world)
    close_due_days(world.at("07:01", day=NEXT))
    rake = off(world, table, "07:30", "rake", "R1", day=NEXT)
    wrong = off(world, table, "07:30", "jackpot", "J1", day=NEXT)
    everybody_leaves(world, table, short_by=300)
    counted(world, rake, {})
    counted(world, wrong, {100: 3})
    settle_table(world.stamp("09:40", role=Role.SUPERVISOR, day=NEXT), session_id=table.pk)
    voided(world, wrong)
    client.force_login(world.staff[Role.SUPERVISOR])
    form = client.get(f"/tallinn/tables/{table.pk}/boxes/").context["form"]
    assert "jackpot" in [fee for fee, _ in form.fields["fee"].choices]
