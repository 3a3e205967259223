"""What a day waits for: each thing with its page, what blocks and what deserves a look."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.urls import reverse

from casino.closing.services.checklist import ChecklistLine, blockers, checklist
from casino.closing.services.days import close_due_days
from casino.db import command
from casino.house.queries import day_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.staff.models import Role
from casino.tablefloats.services.transfers import ask_fill
from tests.approving import ask
from tests.owing import owe_prize
from tests.tournaments import a_tournament
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)


def line(world: World, what: str) -> ChecklistLine:
    waits = checklist(world.club.pk, EVENING, at=world.at("07:05", day=NEXT))
    return next(each for each in waits if each.what == what)


def a_busy_evening() -> World:
    world = a_club()
    world.open_shift()
    session = world.session()
    floor = world.stamp("22:00", role=Role.SUPERVISOR)
    ask_fill(floor, session_id=session.pk, chips={500: 2})
    owe_prize(world.stamp("22:05"))
    a_tournament(world)
    ask(world.stamp("22:10", role=Role.SUPERVISOR), cents=100)
    close_due_days(world.at("07:01", day=NEXT))
    return world


def test_each_line_says_how_many_since_when_and_whether_it_blocks():
    world = a_busy_evening()

    shifts = line(world, "Open shifts")

    assert (len(shifts.things), shifts.blocks) == (1, True)
    assert shifts.since == world.at("20:00")
    assert line(world, "Fills and credits to confirm").blocks
    for what in ("Tables still open", "Tournaments without a result", "Payables outstanding"):
        assert (len(line(world, what).things), line(world, what).blocks) == (1, False), what


def test_every_thing_on_the_list_leads_to_a_page_that_an_accountant_may_open():
    world = a_busy_evening()
    client = world.browser(Role.ACCOUNTANT)
    waits = checklist(world.club.pk, EVENING, at=world.at("22:15"))
    things = [thing for each in waits for thing in each.things]

    shown = client.get(reverse("day", args=[world.club.slug, EVENING])).content.decode()

    assert len(things) == 6
    for thing in things:
        address = reverse(thing.page, args=[world.club.slug, *[thing.ref] * bool(thing.ref)])
        assert client.get(address).status_code == 200
        assert f'href="{address}"' in shown or thing.page == "approvals"


def test_a_prize_and_an_open_table_do_not_keep_the_day_from_its_seal():
    world = a_club()
    world.fund()
    world.session()
    owe_prize(world.stamp())
    close_due_days(world.at("07:01", day=NEXT))

    assert blockers(world.club.pk, EVENING) == []


@pytest.mark.parametrize("fixed", [True, False])
def test_a_pool_without_a_level_at_the_close_blocks(*, fixed: bool):
    world = a_club()
    pool = world.jackpot()
    lines = (debit("cash:vault", 500), credit("jackpot:pool", 500, pool.pk))
    ledger.post_once(world.stamp(), "test.feed", Draft(kind="test.pool_fed", lines=lines))

    if fixed:
        close_due_days(world.at("07:01", day=NEXT))
    else:
        close_without_levels(world)

    found = [] if fixed else ["Bad beat has no level at the end of the day."]
    assert blockers(world.club.pk, EVENING) == found


@command
def close_without_levels(world: World) -> None:
    """Close the evening as no program does: the levels are left out."""
    stamp = day_stamp(world.club, EVENING, key=uuid4())
    ledger.close_day(ledger.act(stamp, "test.close").on(stamp), kind="daily")


def test_a_day_under_way_is_not_closed_and_says_so_first():
    world = a_club()
    world.fund()

    assert blockers(world.club.pk, EVENING)[0] == "The gaming day is not closed yet."
