"""Players away from the table: breaks, timers, the floor's decision, and the stacks kept."""

from datetime import timedelta
from typing import Any

import pytest

from cashgames.models import Absence, ChipMove, HeldStack, Session
from cashgames.queries.absence import AbsentSeat, absences, absent_seats
from cashgames.queries.tables import seats, table_check
from cashgames.rules.absence import NoAbsenceRule
from cashgames.services.absence import (
    AwayAlready,
    NotAway,
    NotDue,
    come_back,
    find_due_absences,
    leave_seat,
    let_stay,
    remove_stack,
)
from cashgames.services.cash_outs import cash_out
from cashgames.services.places import SomebodyWaits
from cashgames.services.seats import BuyInRefused, seat_player
from cashgames.services.stacks import StackSettled, give_back, release_stack
from cashgames.services.tables import close_session
from cashgames.services.waiting import join_list
from casino.acts.permission import NotAllowed
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Payable
from casino.editions.services import adopt_book
from casino.house.queries import book_on
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.correcting import floor
from tests.counting import sign
from tests.merging import merged
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


@pytest.fixture
def session(world: World) -> Session:
    return world.session()


@pytest.fixture
def mari(world: World, session: Session) -> dict[str, int]:
    """Mari sits at the table with 200.00 since 20:30."""
    seat = world.seat(session, "Mari")[0].seat
    return {"session_id": session.pk, "player_id": seat.player_id}


def away(world: World, mari: dict[str, int], clock: str = "22:00", **more: Any) -> Absence:
    return leave_seat(floor(world, clock), **mari, **more)


def seen(world: World, session: Session, clock: str) -> AbsentSeat:
    book = book_on(world.club.pk, EVENING)
    return absent_seats(session, book, at=world.at(clock))[0]


def somebody_waits(world: World) -> None:
    game = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    join_list(floor(world, "21:00"), **game, player_id=world.player("Jaan").pk)


STATES = [
    ("permitted", "22:29:59", "on_break"),
    ("permitted", "22:30", "blinds_collected"),
    ("permitted", "22:59:59", "blinds_collected"),
    ("permitted", "23:00", "stack_removed"),
    ("permitted, waited for", "22:30", "seat_held"),
    ("permitted, waited for", "22:45", "stack_removed"),
    ("", "22:00", "blinds_collected"),
    ("waited for", "22:14:59", "seat_held"),
    ("waited for", "22:15", "stack_removed"),
]


@pytest.mark.parametrize("case", STATES, ids=" ".join)
def test_the_state_of_a_seat_left_alone(world: World, session: Session, mari, case):
    how, clock, state = case
    away(world, mari, permission="permitted" in how)
    if "waited for" in how:
        somebody_waits(world)

    assert seen(world, session, clock).state.state == state


def test_a_break_is_permitted_by_the_floor_alone(world: World, mari):
    refused(NotAllowed, leave_seat, world.stamp("22:00"), **mari, permission=True)
    assert not leave_seat(world.stamp("22:00"), **mari).permission


def test_a_second_break_of_the_night_counts_as_none(world: World, session: Session, mari):
    away(world, mari, permission=True)
    come_back(floor(world, "22:20"), **mari)
    away(world, mari, "23:00", permission=True)

    assert seen(world, session, "23:01").late
    assert seen(world, session, "23:30").due


def test_a_break_taken_under_a_merged_card_was_taken(world: World, session: Session, mari):
    away(world, mari, permission=True)
    come_back(floor(world, "22:20"), **mari)
    cash_out(floor(world, "22:30"), **mari, cents=20_000, paid_with="chips")
    stays = world.player("Maria").pk
    merged(world, stays, mari["player_id"], clock="22:40")
    who = {"session_id": session.pk, "player_id": stays}
    seat_player(floor(world, "22:50"), **who, seat_no=1, cents=20_000, paid_with="chips")
    away(world, who, "23:00", permission=True)
    assert seen(world, session, "23:01").late


def test_the_stack_of_a_merged_card_goes_back_to_the_guest(world: World, session: Session, mari):
    stack = removed(world, mari)
    stays = world.player("Maria").pk
    merged(world, stays, mari["player_id"], clock="22:40")
    back = give_back(floor(world, "22:50"), stack_id=stack.pk, session_id=session.pk, seat_no=1)
    assert (back.seat.player_id, back.cents) == (stays, 19_000)


def test_a_player_is_away_once_and_comes_back_once(world: World, session: Session, mari):
    away(world, mari)

    refused(AwayAlready, away, world, mari, "22:01")
    come_back(floor(world, "22:02"), **mari)
    refused(NotAway, come_back, floor(world, "22:03"), **mari)


def test_a_house_without_the_rule_says_so(db: None):
    world = a_club(book="home")
    seat = world.seat(world.session(), "A")[0].seat

    what = {"session_id": seat.session_id, "player_id": seat.player_id}
    refused(NoAbsenceRule, away, world, what)


def test_who_was_away_when_rules_without_an_absence_came_sits_out(
    world: World, session: Session, mari, clock: Clock
):
    rules = {"book": "home", "first_day": NEXT, "overrides": {}, "reason": "Another house"}
    manager = world.stamp("19:00", role=Role.MANAGER)
    sign(world, manager, adopt_book.ask(manager, **rules), by=Role.ACCOUNTANT)
    away(world, mari, "06:50")

    (absent,) = absent_seats(session, book_on(world.club.pk, NEXT), at=world.at("08:00", day=NEXT))
    assert (absent.state.state, absent.due) == ("sitting_out", False)
    clock.stop(world.at("08:00", day=NEXT))
    find_due_absences(world.at("08:00", day=NEXT))
    refused(NotDue, remove_stack, floor(world, "08:00", day=NEXT), **mari, cents=19_000)
    desk = world.browser(Role.SUPERVISOR)
    for page in ("tables/", f"tables/{session.pk}/", "waiting/"):
        assert desk.get(f"/tallinn/{page}").status_code == 200, page
    come_back(floor(world, "08:01", day=NEXT), **mari)


def test_a_stack_is_not_removed_before_its_time(world: World, session: Session, mari):
    away(world, mari)

    refusal = refused(NotDue, remove_stack, floor(world, "22:29"), **mari, cents=19_000)

    assert refusal.source == "OLY-2.23"
    assert refusal.next_step == "Wait another 1 min or record the return."


def removed(world: World, mari: dict[str, int], cents: int = 19_000) -> HeldStack:
    away(world, mari)
    remove_stack(floor(world, "22:30"), **mari, cents=cents)
    return HeldStack.objects.get()


def test_a_removed_stack_is_the_players_money_and_the_seat_is_free(
    world: World, session: Session, mari
):
    stack = removed(world, mari)

    assert world.balance("safekeeping", stack.pk) == -19_000
    assert world.balance("chips:table", session.pk) == -1_000
    assert seats(session.pk) == []
    assert Absence.objects.get().ended == Absence.Ended.REMOVED
    check = table_check(session)
    assert (check.removed_cents, check.difference_cents) == (19_000, 0)


def test_a_stack_comes_back_whole_within_the_hour(world: World, session: Session, mari):
    stack = removed(world, mari)
    where = {"session_id": session.pk, "seat_no": 3}

    move = give_back(floor(world, "23:00"), stack_id=stack.pk, **where)

    assert (move.kind, move.cents, move.seat.number) == (ChipMove.Kind.RETURNED, 19_000, 3)
    assert world.balance("safekeeping", stack.pk) == 0
    assert table_check(session).difference_cents == 0
    refused(StackSettled, give_back, floor(world, "23:01"), stack_id=stack.pk, **where)


def test_the_hour_for_coming_back_runs_from_the_removal(world: World, session: Session, mari):
    removed(world, mari)
    world.sell(20_000, "20:00")
    buy_in = {"seat_no": 1, "cents": 20_000, "paid_with": "chips"}

    refused(BuyInRefused, seat_player, floor(world, "23:29:59"), **mari, **buy_in)
    assert seat_player(floor(world, "23:30"), **mari, **buy_in).cents == 20_000


def test_who_comes_back_for_a_stack_waits_like_others(world: World, session: Session, mari):
    stack = removed(world, mari)
    somebody_waits(world)

    where = {"session_id": session.pk, "seat_no": 3}
    refused(SomebodyWaits, give_back, floor(world, "23:00"), stack_id=stack.pk, **where)


def test_a_released_stack_is_a_payment_due(world: World, session: Session, mari):
    stack = removed(world, mari)
    stamp = floor(world, "23:00", key=a_key())

    release_stack(stamp, stack_id=stack.pk)
    release_stack(stamp, stack_id=stack.pk)

    owed = Payable.objects.get()
    assert (owed.cents, owed.player_id) == (19_000, mari["player_id"])
    assert world.balance("safekeeping", stack.pk) == 0
    assert world.balance("payable", owed.pk) == -19_000
    refused(StackSettled, release_stack, floor(world, "23:01"), stack_id=stack.pk)


def test_a_stack_that_one_person_counted_and_took_away_is_listed(
    world: World, session: Session, mari
):
    removed(world, mari)
    ((kind, row, _),) = exceptions(world.club, first=EVENING, last=EVENING)
    assert (str(kind), row.operation) == (
        "stack counted by one person", "cashgames.remove_stack",
    )  # fmt: skip


def test_a_stack_of_nothing_frees_the_seat_and_posts_nothing(world: World, session: Session, mari):
    away(world, mari)
    move = remove_stack(floor(world, "22:30"), **mari, cents=0)

    assert (move.entry_id, HeldStack.objects.count(), seats(session.pk)) == (None, 0, [])


def test_the_supervisor_may_let_a_stack_lie_and_says_why(world: World, session: Session, mari):
    away(world, mari)

    refused(NotDue, let_stay, floor(world, "22:10"), **mari, reason="x")
    refused(BadInput, let_stay, floor(world, "22:30"), **mari, reason="")
    let_stay(floor(world, "22:30"), **mari, reason="At the door")

    assert (seen(world, session, "22:31").due, Absence.objects.get().stays) == (
        False,
        "At the door",
    )


def test_who_leaves_for_good_is_not_away_any_more(world: World, session: Session, mari):
    away(world, mari)
    cash_out(floor(world, "22:10"), **mari, cents=20_000, paid_with="chips")

    assert absences(session.pk) == []
    assert close_session(floor(world, "22:11"), session_id=session.pk).closed_at


def test_the_job_finds_what_is_due_once(world: World, session: Session, mari):
    absence = away(world, mari, permission=True)
    found = [find_due_absences(world.at(clock)) for clock in ("22:29", "22:30", "22:31", "23:00")]

    assert found == [0, 1, 0, 1]
    absence.refresh_from_db()
    assert (absence.late_at, absence.due_at) == (world.at("22:30"), world.at("23:00"))
    assert find_due_absences(world.at("23:30")) == 0
