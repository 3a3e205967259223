"""What if for a table that paid for its time, and played on under rules without time rake."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from cashgames.models import Session
from cashgames.services.hands import rake_hand
from cashgames.services.time_rake import plan_time_rake
from casino.closing.services.days import close_due_days
from casino.editions.services import adopt_book
from casino.staff.models import Role
from casino.whatif import services
from tests.counting import sign
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


@pytest.fixture
def world(db: None) -> World:
    """A table on time rake, a hand at 22:00, and one at 07:30 under Olympic Voodoo's book."""
    world = a_club()
    world.jackpot()
    session = world.session("1")
    world.seat(session, *"ABCDEF", cents=50_000)
    manager = world.stamp("20:40", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=12_000)
    rules = {"book": "voodoo", "first_day": NEXT, "overrides": {}, "reason": "Another house"}
    manager = world.stamp("20:50", role=Role.MANAGER)
    sign(world, manager, adopt_book.ask(manager, **rules), by=Role.ACCOUNTANT)
    dealt(world, session, "22:00", EVENING)
    close_due_days(world.at("07:01", day=NEXT))
    dealt(world, session, "07:30", NEXT)
    return world


def dealt(world: World, session: Session, clock: str, day: date) -> None:
    hand = {"pots_cents": [20_000], "players_dealt": 6, "board_cards_dealt": 5, "name": clock}
    rake_hand(world.stamp(clock, role=Role.SUPERVISOR, day=day), session_id=session.pk, **hand)


def given(world: World, book: str, day: date) -> tuple[int, int, int]:
    """Return what was taken of a day, what its rules give again, and what a book gives."""
    manager = world.stamp("15:00", role=Role.MANAGER, day=NEXT)
    asked = services.ask(manager, first_day=day, last_day=day, book=book, overrides={})
    assert services.run(asked.pk, clock=timezone.now)
    asked.refresh_from_db()
    total = asked.result["total"]
    taken = total["rake_cents"] + total["drop_cents"]
    other = total["other_rake_cents"] + total["other_drop_cents"]
    return taken, total["again_cents"], other


def test_rules_without_time_rake_give_what_its_pots_paid(world: World):
    assert given(world, "voodoo", NEXT) == (1_000, 1_000, 1_000)


def test_a_hand_of_before_the_end_of_time_rake_is_given_no_rake(world: World):
    manager = world.stamp("09:00", role=Role.MANAGER, day=NEXT)
    plan_time_rake(manager, session_id=Session.objects.get().pk, table_cents=None)
    dealt(world, Session.objects.get(), "09:30", NEXT)
    assert given(world, "olympic", EVENING) == (100, 100, 100)
    assert given(world, "voodoo", NEXT) == (2_000, 2_000, 2_000)
