"""What is put right the day after stands where it was booked, in every report alike."""

from datetime import timedelta

import pytest

from cashgames.models import Hand, Session
from cashgames.services.corrections import correct_hand, take_back_hand
from casino.approvals.services import approve
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.opening import open_shift
from casino.closing.services.days import close_due_days
from casino.staff.models import Role
from tests.books import register
from tests.correcting import WHY, deal, leave_all
from tests.integration.reports.asking import NIGHT, lines
from tests.world import EVENING, FLOAT, RACK, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)
DAY_AFTER = f"first={NEXT}&last={NEXT}"


@pytest.fixture
def world(db: None) -> World:
    """A shift from 20:00 to 04:01, a table that closed at 23:10, two hands of 10.00."""
    world = a_club()
    shift = world.open_shift()
    session = world.session("1")
    world.seat(session, *"ABCDEF")
    deal(world, session, 20_000, deviation="")
    deal(world, session, 20_000, "21:10", deviation="", name="2")
    leave_all(world, session, 118_000)
    submit_count(world.stamp("04:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    close_shift(world.stamp("04:01"), shift_id=shift.pk)
    close_due_days(world.at("07:01", day=NEXT))
    return world


def signed(world: World, act, **what: object) -> None:
    asked = act.ask(world.stamp("12:20", role=Role.SUPERVISOR, day=NEXT), reason=WHY, **what)
    manager = world.stamp("12:30", role=Role.MANAGER, day=NEXT)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)


def said(found: list[dict[str, str]], *more: str) -> list[tuple[str, ...]]:
    return [tuple(line[name] for name in ("hands", "rake", *more)) for line in found]


def test_a_game_that_was_over_stands_in_the_day_that_put_it_right(world: World):
    right = {"pots_cents": [10_000], "players_dealt": 6, "board_cards_dealt": 5}
    signed(world, correct_hand, hand_id=Hand.objects.get(name="2").pk, **right)

    assert said(lines(world, "rake", f"{DAY_AFTER}&by=table")) == [("0", "-5.00")]
    (game,) = lines(world, "tables", DAY_AFTER)
    assert said([game], "open_minutes") == [("0", "-5.00", "0")]
    assert said(lines(world, "tables", NIGHT)) == [("2", "20.00")]
    assert lines(world, "tables", f"first={NEXT + timedelta(1)}&last={NEXT + timedelta(1)}") == []


def test_a_shift_keeps_the_hands_that_were_booked_while_it_was_open(world: World):
    noon = world.stamp("12:00", day=NEXT)
    later = open_shift(noon, drawer_id=world.drawer("Desk 2").pk, cash=FLOAT, chips=RACK)
    session = Session.objects.get()
    signed(world, take_back_hand, hand_id=session.hands.get(name="2").pk)

    for by in ("day", "shift"):
        assert said(lines(world, "statistics", f"{NIGHT}&by={by}")) == [("2", "20.00")]
    assert later.closed_at is None
    assert said(lines(world, "statistics", f"{DAY_AFTER}&by=shift")) == [("-1", "-10.00")]


def test_the_register_of_a_day_that_was_over_stays_as_it_was(world: World):
    def of_the_night() -> list[dict[str, str]]:
        return [row for row in register(world, "rake-drop") if row["gaming_day"] == str(EVENING)]

    before = of_the_night()
    assert before
    for hand in Hand.objects.order_by("id"):
        signed(world, take_back_hand, hand_id=hand.pk)
    assert of_the_night() == before
