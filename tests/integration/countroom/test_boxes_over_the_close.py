"""A table taken by box that plays on over 07:00: its night's boxes, late or not at all."""

from datetime import timedelta

import pytest
from django.test import Client

from cashgames.models import Session
from cashgames.services.cash_outs import cash_out
from cashgames.services.tables import close_session
from casino.closing.services.checklist import blockers
from casino.closing.services.days import close_due_days
from casino.countroom import queries
from casino.countroom.models import Box
from casino.countroom.services.boxes import count_box, settle_table, take_box
from casino.countroom.services.corrections import void_box
from casino.editions.services import adopt_book
from casino.ledger.queries import documents
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.queries import levels
from tests.counting import sign
from tests.integration.countroom.test_boxes import RAKE, STACK, a_table
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)
LEFT_ON = "The boxes of table Box table were not taken off at the close."


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


def off(world: World, table: Session, clock: str, fee: str, number: str, **day: object) -> Box:
    stamp = world.stamp(clock, role=Role.SUPERVISOR, **day)
    return take_box(stamp, session_id=table.pk, fee=fee, number=number)


def counted(world: World, box: Box, chips: dict[int, int]) -> Box:
    for role in (Role.SUPERVISOR, Role.CASHIER):
        count_box(world.stamp("09:00", role=role, day=NEXT), box_id=box.pk, chips=chips)
    box.refresh_from_db()
    return box


def verified(world: World) -> bool:
    return not list(broken(world.club, Books(club_id=world.club.pk)))


def test_a_night_waits_for_the_boxes_of_a_table_that_plays_on(world: World):
    table = a_table(world)
    assert LEFT_ON not in blockers(world.club.pk, EVENING)
    close_due_days(world.at("07:01", day=NEXT))
    assert blockers(world.club.pk, EVENING) == [LEFT_ON]
    (pool,) = levels.jackpots(world.club.pk)
    assert levels.level(pool).provisional

    rake = off(world, table, "07:30", "rake", "R1", day=NEXT)
    drop = off(world, table, "07:30", "jackpot", "J1", day=NEXT)
    assert (rake.gaming_day, rake.taken_at) == (EVENING, world.at("07:30", day=NEXT))
    assert LEFT_ON not in blockers(world.club.pk, EVENING)
    counted(world, rake, RAKE)
    counted(world, drop, {100: 12})

    assert blockers(world.club.pk, EVENING) == []
    entry = documents.entry(world.club.pk, rake.entry_id)
    assert (entry.gaming_day, entry.happened_at < world.at("07:00", day=NEXT)) == (EVENING, True)
    assert levels.level(pool).fixed_cents == 1_200
    later = off(world, table, "12:00", "rake", "R2", day=NEXT)
    assert later.gaming_day == NEXT
    assert verified(world)


def test_boxes_changed_around_the_close_are_asked_for_once(world: World):
    table = a_table(world)
    off(world, table, "06:50", "rake", "R1", day=NEXT)
    off(world, table, "06:50", "jackpot", "J1", day=NEXT)
    close_due_days(world.at("07:01", day=NEXT))
    assert LEFT_ON not in blockers(world.club.pk, EVENING)
    assert off(world, table, "14:00", "rake", "R2", day=NEXT).gaming_day == NEXT


def test_a_box_of_the_middle_of_the_night_is_not_its_last(world: World):
    table = a_table(world)
    counted(world, off(world, table, "23:00", "rake", "R1"), RAKE)
    close_due_days(world.at("07:01", day=NEXT))
    assert blockers(world.club.pk, EVENING) == [LEFT_ON]


def test_a_floor_that_forgot_takes_an_empty_box_after_the_game(world: World):
    table = a_table(world, players=2)
    close_due_days(world.at("07:01", day=NEXT))
    for seat in table.seats.order_by("number"):
        leaving = {"session_id": table.pk, "player_id": seat.player_id, "cents": STACK}
        cash_out(world.stamp("09:20", role=Role.SUPERVISOR, day=NEXT), **leaving, paid_with="chips")
    close_session(world.stamp("09:30", role=Role.SUPERVISOR, day=NEXT), session_id=table.pk)
    assert blockers(world.club.pk, EVENING) == [LEFT_ON]
    empty = counted(world, off(world, table, "10:00", "rake", "R0", day=NEXT), {})
    assert (empty.gaming_day, empty.counted_cents) == (EVENING, 0)
    assert blockers(world.club.pk, EVENING) == []
    assert off(world, table, "10:01", "rake", "R1", day=NEXT).gaming_day == NEXT


def test_the_right_box_for_a_void_one_is_of_its_night(world: World):
    table = a_table(world, players=2)
    close_due_days(world.at("07:01", day=NEXT))
    wrong = off(world, table, "07:30", "rake", "R1", day=NEXT)
    off(world, table, "08:00", "rake", "R2", day=NEXT)
    asked = void_box.ask(
        world.stamp("08:10", role=Role.SUPERVISOR, day=NEXT), box_id=wrong.pk, reason="Of table 2"
    )
    sign(world, world.stamp("08:10", role=Role.SUPERVISOR, day=NEXT), asked)
    assert blockers(world.club.pk, EVENING)[0] == LEFT_ON
    assert off(world, table, "08:30", "rake", "R3", day=NEXT).gaming_day == EVENING


def test_a_night_asks_for_its_jackpot_box_under_rules_without_a_jackpot(
    world: World, client: Client
):
    rules = {"book": "voodoo", "first_day": NEXT, "overrides": {}, "reason": "As agreed"}
    manager = world.stamp("19:00", role=Role.MANAGER)
    sign(world, manager, adopt_book.ask(manager, **rules), by=Role.ACCOUNTANT)
    table = a_table(world)
    close_due_days(world.at("07:01", day=NEXT))
    floor = world.stamp("07:30", role=Role.SUPERVISOR, day=NEXT)
    client.force_login(world.staff[Role.SUPERVISOR])
    page = f"/tallinn/tables/{table.pk}/boxes/"
    assert "Jackpot drop: the next box is of the night of 27.02.2026." in client.get(page).text
    drop = take_box(floor, session_id=table.pk, fee="jackpot", number="J1")
    assert (drop.gaming_day, queries.put_on_at(drop)) == (EVENING, table.opened_at)
    assert "Jackpot drop" not in client.get(page).context["form"].as_p()


def test_the_level_waits_for_every_drop_box_of_before_the_close(world: World):
    table = a_table(world)
    first = off(world, table, "05:30", "jackpot", "J1")
    last = off(world, table, "06:50", "jackpot", "J2")
    close_due_days(world.at("07:01", day=NEXT))
    (pool,) = levels.jackpots(world.club.pk)
    waited = []
    for box in (last, first):
        waited.append(levels.level(pool).provisional)
        counted(world, box, {100: 12})
    assert waited == [True, True]
    assert (levels.level(pool).provisional, levels.level(pool).fixed_cents) == (False, 2_400)


def test_the_level_of_an_early_close_waits_for_the_boxes_of_before_it(world: World):
    table = a_table(world)
    off(world, table, "01:30", "jackpot", "J1")
    (pool,) = levels.jackpots(world.club.pk)
    assert not levels.is_provisional(pool, world.at("01:00"))
    assert levels.is_provisional(pool, world.at("02:00"))


def test_the_level_waits_no_longer_once_the_last_box_held_nothing(world: World):
    table = a_table(world)
    close_due_days(world.at("07:01", day=NEXT))
    (pool,) = levels.jackpots(world.club.pk)
    empty = off(world, table, "07:30", "jackpot", "J0", day=NEXT)
    assert levels.level(pool).provisional
    counted(world, empty, {})
    assert not levels.level(pool).provisional


def everybody_leaves(world: World, table: Session, *, short_by: int = 0) -> None:
    """Cash out next morning, the first one short by what lies in the boxes."""
    for number, seat in enumerate(table.seats.order_by("number")):
        leaving = {"session_id": table.pk, "player_id": seat.player_id}
        leaving["cents"] = STACK - (0 if number else short_by)
        cash_out(world.stamp("09:20", role=Role.SUPERVISOR, day=NEXT), **leaving, paid_with="chips")
    close_session(world.stamp("09:30", role=Role.SUPERVISOR, day=NEXT), session_id=table.pk)


def test_a_level_waits_no_more_for_a_settled_table_that_played_on(world: World):
    table = a_table(world)
    close_due_days(world.at("07:01", day=NEXT))
    everybody_leaves(world, table)
    settle_table(world.stamp("09:40", role=Role.SUPERVISOR, day=NEXT), session_id=table.pk)
    (pool,) = levels.jackpots(world.club.pk)
    assert (blockers(world.club.pk, EVENING), queries.waiting_boxes(world.club.pk)) == ([], [])
    assert not levels.level(pool).provisional


def test_the_right_box_of_a_settled_table_that_played_on_is_of_the_void_ones_night(world: World):
    table = a_table(world)
    close_due_days(world.at("07:01", day=NEXT))
    rake = off(world, table, "07:30", "rake", "R1", day=NEXT)
    wrong = off(world, table, "07:30", "jackpot", "J1", day=NEXT)
    everybody_leaves(world, table, short_by=1_200)
    counted(world, rake, {})
    counted(world, wrong, {100: 40})
    settling = world.stamp("09:40", role=Role.SUPERVISOR, day=NEXT)
    settle_table(settling, session_id=table.pk, reason="28,00 over")
    floor = world.stamp("10:00", role=Role.SUPERVISOR, day=NEXT)
    sign(world, floor, void_box.ask(floor, box_id=wrong.pk, reason="12, not 40"))

    anew = off(world, table, "10:10", "jackpot", "J1", day=NEXT)
    counted(world, anew, {100: 12})

    (pool,) = levels.jackpots(world.club.pk)
    assert (anew.gaming_day, levels.level(pool).fixed_cents) == (EVENING, 1_200)
    assert verified(world)
