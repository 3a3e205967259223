"""A plan for time rake changes, or is given up: what had fallen due stays what it was."""

from datetime import timedelta

import pytest
from django.test import Client

from cashgames.models import Session
from cashgames.queries.time_rake import periods, time_shares
from cashgames.services.corrections import take_back_hand
from cashgames.services.hands import rake_hand
from cashgames.services.time_rake import (
    OneMode,
    find_due_time_rake,
    plan_time_rake,
    waive_share,
)
from casino.editions.services import adopt_book
from casino.staff.models import Role
from tests.correcting import floor, wrong
from tests.counting import sign
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


def plan(world: World, session: Session, cents: int | None, clock: str):
    stamp = world.stamp(clock, role=Role.MANAGER)
    return plan_time_rake(stamp, session_id=session.pk, table_cents=cents)


def begin(world: World, clock: str) -> int:
    return find_due_time_rake(world.at(clock))


def test_what_fell_due_before_a_new_amount_is_charged_by_the_old_one(world: World):
    session = world.session()
    world.seat(session, "A")
    plan(world, session, 10_000, "20:40")
    plan(world, session, 25_000, "21:00:20")

    assert begin(world, "21:00:40") == 0
    assert [share.cents for share in time_shares(session.pk)] == [10_000]
    plan(world, session, 20_000, "21:30")
    assert begin(world, "22:00") == 1
    assert [share.cents for share in time_shares(session.pk)] == [20_000, 25_000, 10_000]


def test_a_period_that_fell_due_is_not_planned_away(world: World):
    session = world.session()
    world.seat(session, "A")
    plan(world, session, 10_000, "20:40")
    refused(OneMode, plan, world, session, None, "21:00:20")
    assert begin(world, "21:00:40") == 1


def test_the_page_that_ends_time_rake_opens_where_new_rules_know_none(world: World, clock: Clock):
    rules = {"book": "voodoo", "first_day": NEXT, "overrides": {}, "reason": "Another house"}
    manager = world.stamp("19:00", role=Role.MANAGER)
    sign(world, manager, adopt_book.ask(manager, **rules), by=Role.ACCOUNTANT)
    session = world.session()
    plan(world, session, 10_000, "20:40")
    clock.stop(world.at("07:30", day=NEXT))
    desk, page = Client(), f"/tallinn/tables/{session.pk}/time-rake/plan/"
    desk.force_login(world.staff[Role.MANAGER])

    assert desk.get(page).status_code == 200
    refusal = desk.post(page, {"table_cents": "100", "key": str(a_key())})
    assert "no time rake" in refusal.text
    assert desk.post(page, {"table_cents": "", "key": str(a_key())}).status_code == 302
    session.refresh_from_db()
    assert session.mode == "pot"


def test_a_plan_for_the_wrong_table_is_given_up_once_its_shares_are_waived(world: World):
    session = world.session()
    world.seat(session, *"ABCDEF", cents=50_000)
    plan(world, session, 25_000, "20:40")
    begin(world, "21:00")
    assert "waive" in str(refused(OneMode, plan, world, session, None, "21:01").next_step)
    for share in time_shares(session.pk):
        waive_share(floor(world, "21:02"), share_id=share.pk, reason="The other table")
    plan(world, session, None, "21:03")
    hand = {"name": "1", "pots_cents": [20_000], "players_dealt": 6, "board_cards_dealt": 5}
    raked = rake_hand(floor(world, "21:10"), session_id=session.pk, **hand)
    assert raked.rake_cents == 1_000

    take_back_hand(floor(world, "22:02"), hand_id=raked.pk, reason="never dealt")
    plan(world, session, 25_000, "22:03")
    assert begin(world, "22:29") == 0
    assert begin(world, "22:30") == 1
    starts = [each.starts_at for each in periods(session.pk)]
    assert starts == [world.at("22:30"), world.at("21:00")]
    assert wrong(world) == []
