"""A table that plays on over 07:00 into other rules: what they do not know of it is over."""

from datetime import timedelta

import pytest

from cashgames.models import Session
from cashgames.queries.time_rake import shares_due, time_shares
from cashgames.services.corrections import correct_hand
from cashgames.services.hands import rake_hand
from cashgames.services.terms import raise_cap
from cashgames.services.time_rake import (
    collect_time_rake,
    find_due_time_rake,
    pay_share,
    plan_time_rake,
)
from casino.approvals.services import approve
from casino.countroom.services.boxes import take_box
from casino.editions.services import adopt_book
from casino.ledger.queries.documents import entry
from casino.staff.models import Role
from tests.correcting import wrong
from tests.counting import sign
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)
POT = {"pots_cents": [20_000], "players_dealt": 6, "board_cards_dealt": 5}


@pytest.fixture
def session(world: World) -> Session:
    """A table of six in a club that plays by Olympic Voodoo's book from the next day on."""
    rules = {"book": "voodoo", "first_day": NEXT, "overrides": {}, "reason": "Another house"}
    manager = world.stamp("19:00", role=Role.MANAGER)
    sign(world, manager, adopt_book.ask(manager, **rules), by=Role.ACCOUNTANT)
    session = world.session("B")
    world.seat(session, *"ABCDEF", cents=50_000)
    return session


def raked(world: World, session: Session, name: str, clock: str, **day: object) -> int:
    stamp = world.stamp(clock, role=Role.SUPERVISOR, **day)
    return rake_hand(stamp, session_id=session.pk, name=name, **POT).rake_cents


def test_a_special_cap_that_the_new_rules_do_not_know_is_over(world: World, session: Session):
    manager = world.stamp("21:00", role=Role.MANAGER)
    asked = raise_cap.ask(manager, session_id=session.pk, reason="A private table")
    floor = world.stamp("21:01", role=Role.SUPERVISOR)
    approve(floor, proposal_id=asked.pk, digest=asked.digest)
    raked(world, session, "1", "21:10")
    assert raked(world, session, "2", "07:10", day=NEXT) == 1_000
    assert wrong(world) == []


def test_a_table_on_time_rake_is_raked_by_its_pots_where_there_is_none(
    world: World, session: Session
):
    manager = world.stamp("20:00", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=10_000)
    find_due_time_rake(world.at("06:59"))
    assert raked(world, session, "1", "21:10") == 0
    assert raked(world, session, "2", "07:10", day=NEXT) == 1_000
    later = world.stamp("07:20", role=Role.MANAGER, day=NEXT)
    plan_time_rake(later, session_id=session.pk, table_cents=None)
    assert raked(world, session, "3", "07:30", day=NEXT) == 1_000
    assert wrong(world) == []


def test_time_rake_of_before_is_paid_where_there_is_none(world: World, session: Session):
    manager = world.stamp("06:10", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=12_000)
    find_due_time_rake(world.at("06:59"))
    one = time_shares(session.pk)[0]
    later = world.stamp("07:10", role=Role.SUPERVISOR, day=NEXT)
    paid = pay_share(later, share_id=one.pk, paid_with="chips")
    because = entry(world.club.pk, paid.entry_id or 0).because
    assert (because[0]["rule"], because[0]["result"]) == ("OLY-2.37", 12_000)

    later = world.stamp("07:11", role=Role.SUPERVISOR, day=NEXT)
    others = collect_time_rake(later, period_id=one.period_id, paid_with="chips")
    assert [each.cents for each in others] == [2_000] * 5
    assert shares_due(world.club.pk) == []


def test_a_hand_of_time_rake_is_not_raked_by_its_correction_once_the_table_pays_on_pots(
    world: World, session: Session
):
    manager = world.stamp("20:00", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=10_000)
    find_due_time_rake(world.at("06:59"))
    assert raked(world, session, "1", "06:40") == 0
    later = world.stamp("09:00", role=Role.MANAGER, day=NEXT)
    plan_time_rake(later, session_id=session.pk, table_cents=None)
    floor = world.stamp("09:05", role=Role.SUPERVISOR, day=NEXT)
    hand = session.hands.get()
    right = POT | {"pots_cents": [21_000], "reason": "Typed 200"}
    sign(world, floor, correct_hand.ask(floor, hand_id=hand.pk, **right))
    assert session.hands.get(instead_of=hand).rake_cents == 0
    assert raked(world, session, "2", "09:30", day=NEXT) == 1_000
    assert wrong(world) == []


def test_a_table_of_boxes_is_boxed_on_its_pots_where_there_is_no_time_rake(world: World):
    rules = {"book": "voodoo", "first_day": NEXT, "overrides": {}, "reason": "Another house"}
    manager = world.stamp("19:00", role=Role.MANAGER)
    sign(world, manager, adopt_book.ask(manager, **rules), by=Role.ACCOUNTANT)
    boxed = world.session("B", by_box=True)
    world.seat(boxed, *"ABCDEF", cents=50_000)
    box = {"session_id": boxed.pk}
    take_box(world.stamp("05:00", role=Role.SUPERVISOR), **box, fee="time", number="T1")
    later = world.stamp("09:00", role=Role.SUPERVISOR, day=NEXT)
    assert take_box(later, **box, fee="rake", number="R1").gaming_day == NEXT
