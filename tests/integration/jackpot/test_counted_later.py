"""One close, one level: boxes that are counted after it raise it wherever it stands."""

import pytest
from django.test import Client

from casino.closing.services.days import close_day, close_due_days
from casino.countroom.services import boxes as services
from casino.staff.models import Role
from jackpot.models import Jackpot
from jackpot.queries.levels import history, level, level_cents, levels_on
from tests.books import register
from tests.integration.closing.test_reopening import closed_by_a_wrong_clock, taken_back
from tests.integration.countroom.test_boxes import NEXT, a_table, box, everybody_leaves, world
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import closed, pool
from tests.shifted import Clock
from tests.world import EVENING, World, a_club

__all__ = ["pool", "world"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def counted(world: World) -> World:
    """Count the jackpot's box of a night, 12,00, in the morning after its close."""
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    jackpot_box = box(world, session, "jackpot", "J1")
    close_day(world.club, EVENING, now=world.at("07:05", day=NEXT))
    for role in (Role.CASHIER, Role.ACCOUNTANT):
        morning = world.stamp("09:00", role=role, day=NEXT)
        services.count_box(morning, box_id=jackpot_box.pk, chips={100: 12})
    morning = world.stamp("09:10", role=Role.ACCOUNTANT, day=NEXT)
    services.settle_table(morning, session_id=session.pk, reason="No rake box.")
    return world


def levels_in_file(world: World) -> list[str]:
    rows = register(world, "day-close")
    return [row["amount"] for row in rows if row["section"] == "jackpot level"]


def test_the_list_of_levels_says_what_the_board_says(counted: World):
    (fixed,) = levels_on(counted.club.pk, EVENING)
    board = level(fixed.jackpot)

    (shown,) = history(fixed.jackpot)

    assert (shown.at, shown.level_cents) == (board.fixed_at, board.fixed_cents)
    assert (shown.level_cents, shown.fixed_cents) == (1_200, 0)


def test_the_page_names_what_was_known_at_the_close_where_it_differs(counted: World):
    client = Client()
    client.force_login(counted.staff[Role.MANAGER])

    page = client.get(f"/{counted.club.slug}/jackpot/").content.decode()

    assert "Level at the close: 0,00" in page
    assert page.count("12,00") >= 2


def test_the_file_of_days_closed_says_what_the_board_says(counted: World):
    assert levels_in_file(counted) == ["12.00"]


def test_the_levels_of_a_shared_pool_are_those_that_one_by_one_are_computed(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    feed(tallinn, pool.pk, 2_000, "23:00")
    feed(tartu, pool.pk, 3_000, "23:00")
    close_due_days(tallinn.at("07:02", day=NEXT))

    found = history(pool)

    assert [each.level_cents for each in found] == [1_005_000, 1_000_000]
    assert [level_cents(pool, each.at) for each in found] == [1_005_000, 1_000_000]


def test_the_file_of_days_closed_holds_no_level_of_a_close_that_was_taken_back(
    db: None, clock: Clock
):
    world = a_club()
    feed(world, world.jackpot().pk, 100, "03:00")
    clock.set(world.at("05:00"))
    closed_by_a_wrong_clock(world)
    taken_back(world)
    clock.set(world.at("10:00", day=NEXT))
    closed_by_a_wrong_clock(world)  # by a right one now: it is past its hour

    assert levels_in_file(world) == ["1.00"]
