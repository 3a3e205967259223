"""Stacks taken to safekeeping and given back, taken back and put right."""

from datetime import timedelta

import pytest

from cashgames.models import Absence, ChipMove, HeldStack, Session
from cashgames.queries.absence import absences, held_stacks
from cashgames.queries.nights import player_night
from cashgames.queries.tables import seats, table_check
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.places import SeatTaken
from cashgames.services.seat_corrections import BookedLater
from cashgames.services.seats import seat_player
from cashgames.services.spending import spend_chips
from cashgames.services.stack_corrections import StackLeft
from cashgames.services.stacks import give_back
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.cage.postings import lapsed
from casino.ledger import services as ledger
from casino.ledger.refusals import NotEnough
from casino.staff.models import Role
from tests.correcting import WHY, buy, floor, in_order
from tests.refusing import refused
from tests.world import EVENING, World, of_the_desk

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


@pytest.fixture
def session(world: World) -> Session:
    return world.session()


@pytest.fixture
def mari(world: World, session: Session) -> dict[str, int]:
    return {"session_id": session.pk, "player_id": buy(world, session, None).seat.player_id}


def removed(world: World, mari: dict[str, int], cents: int = 19_000) -> ChipMove:
    leave_seat(floor(world, "22:00"), **mari)
    return remove_stack(floor(world, "22:30"), cents=cents, **mari)


def returned(world: World, session: Session, clock: str = "23:00", **more) -> ChipMove:
    where = {"session_id": session.pk, "seat_no": 3}
    return give_back(floor(world, clock, **more), stack_id=HeldStack.objects.get().pk, **where)


def right(world: World, move: ChipMove, cents: int, clock: str = "23:30", **more):
    what = {"move_id": move.pk, "cents": cents, "paid_with": "chips", "reason": WHY}
    return correct_chips(floor(world, clock, **more), **what)


def undo(world: World, move: ChipMove, **more):
    return take_back_chips(floor(world, "23:30"), move_id=move.pk, reason=WHY, **more)


def kept(world: World) -> list[int]:
    """Return what is kept, by its rows and by the books alike."""
    rows = [stack.cents for stack in held_stacks(world.club.pk)]
    booked = [-world.balance("safekeeping", each.pk) for each in HeldStack.objects.all()]
    assert sum(booked) == sum(rows)
    return rows


def now(kind: str) -> ChipMove:
    return ChipMove.objects.get(ChipMove.STANDS, kind=kind)


def test_a_stack_that_was_never_taken_off_lies_at_its_seat(world, session, mari):
    move = removed(world, mari)

    undo(world, move)

    assert [seat.pk for seat in seats(session.pk)] == [move.seat_id]
    assert [away.seat_id for away in absences(session.pk)] == [move.seat_id]
    assert (kept(world), table_check(session).chips_cents) == ([], 20_000)
    assert in_order(world, session)


def test_what_lapsed_of_a_stack_is_given_back_where_less_was_kept(world, session, mari):
    move, stack = removed(world, mari), HeldStack.objects.get()
    for code, ref in (("lapsed:safekeeping", stack.pk), ("income:breakage", 0)):
        ledger.open_account(world.club.pk, code, ref=ref, currency="EUR")
    taken = lapsed({("safekeeping", stack.pk): 19_000})
    ledger.post_once(floor(world, "23:00"), "test.lapse", taken)

    right(world, move, 12_000)
    assert world.balance("lapsed:safekeeping", stack.pk) == 12_000
    undo(world, now("removed"))
    assert world.balance("lapsed:safekeeping", stack.pk) == world.balance("income:breakage") == 0


def test_it_is_taken_off_again_when_it_is_due(world: World, session: Session, mari):
    undo(world, removed(world, mari))

    remove_stack(floor(world, "23:40"), cents=18_000, **mari)

    assert (kept(world), Absence.objects.get().ended) == ([18_000], Absence.Ended.REMOVED)
    assert in_order(world, session)


def test_its_guest_sits_elsewhere_where_the_seat_is_taken(world: World, session: Session, mari):
    move = removed(world, mari)
    world.sell(20_000, "20:00")
    seat_player(
        floor(world, "22:40"), session_id=session.pk, seat_no=1,
        player_id=world.player("Other").pk, cents=20_000, paid_with="chips",
    )  # fmt: skip
    refused(SeatTaken, undo, world, move)

    undo(world, move, seat_no=2)

    assert [seat.number for seat in seats(session.pk)] == [1, 2]
    assert (kept(world), absences(session.pk)) == ([], [])
    assert in_order(world, session)


def test_the_count_of_a_kept_stack_is_put_right(world: World, session: Session, mari):
    move = removed(world, mari)

    right(world, move, 12_000)

    assert kept(world) == [12_000]
    check = table_check(session)
    assert (check.removed_cents, check.chips_cents) == (12_000, 8_000)
    player = move.seat.player
    night = player_night(world.club, player, EVENING, at=world.at("23:59"))
    assert (night.went_cents, night.result_cents) == (12_000, -8_000)
    assert in_order(world, session)


def test_a_stack_of_nothing_that_was_something_is_kept(world: World, session: Session, mari):
    right(world, removed(world, mari, 0), 15_000)
    assert kept(world) == [15_000]
    right(world, now("removed"), 16_000)
    assert kept(world) == [16_000]

    right(world, now("removed"), 0)

    assert (kept(world), table_check(session).chips_cents) == ([], 20_000)
    right(world, now("removed"), 17_000)
    assert kept(world) == [17_000]
    returned(world, session)
    assert in_order(world, session)


def test_a_stack_that_came_back_is_put_right_at_both_ends(world: World, session: Session, mari):
    other = world.session("2")
    buy(world, other, None, 5)
    removed(world, mari)
    back = returned(world, other)
    shown = correct_chips.preview(
        floor(world), move_id=back.pk, cents=12_000, paid_with="chips", reason=WHY
    )

    right(world, back, 12_000)
    right(world, now("removed"), 11_000)

    assert (shown.needs, shown.ahead["result_change_cents"]) == (None, 0)
    checks = [table_check(session), table_check(other)]
    assert [check.chips_cents for check in checks] == [9_000, 31_000]
    assert (checks[0].removed_cents, checks[1].returned_cents) == (11_000, 11_000)
    assert kept(world) == []
    assert in_order(world, session)
    assert in_order(world, other)


def test_a_return_that_never_was_is_kept_again(world: World, session: Session, mari):
    move = removed(world, mari)
    back = returned(world, session)
    refused(StackLeft, undo, world, move)

    undo(world, back)

    assert (kept(world), seats(session.pk)) == ([19_000], [])
    undo(world, move)
    assert [seat.number for seat in seats(session.pk)] == [1]
    assert in_order(world, session)


def test_a_guest_who_played_on_is_not_unseated(world: World, session: Session, mari):
    removed(world, mari)
    back = returned(world, session)
    spend_chips(floor(world, "23:10"), cents=500, purpose="tip", **mari)

    refused(BookedLater, undo, world, back)


def test_a_stack_at_a_table_where_it_was_lost_says_what_comes_first(world, session, mari):
    of_the_desk(world.club, count_second_over_cents=20_000, count_manager_over_cents=20_000)
    other = world.session("2")
    removed(world, mari)
    back = returned(world, other)
    spend_chips(
        floor(world, "23:10"), session_id=other.pk, player_id=mari["player_id"],
        cents=15_000, purpose="tip",
    )  # fmt: skip

    assert "booked later" in refused(NotEnough, right, world, back, 5_000).next_step


def test_the_next_day_the_manager_signs_and_each_end_keeps_its_day(world, session, mari):
    removed(world, mari)
    back = returned(world, session, "12:00", day=NEXT)
    refused(NeedsSignature, right, world, back, 12_000, "12:30", day=NEXT)
    what = {"move_id": back.pk, "cents": 12_000, "paid_with": "chips", "reason": WHY}
    asked = correct_chips.ask(floor(world, "12:40", day=NEXT), **what)

    manager = world.stamp("12:50", role=Role.MANAGER, day=NEXT)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)

    ends = [now("removed"), now("returned")]
    assert [(end.gaming_day, end.concerns) for end in ends] == [(NEXT, EVENING), (NEXT, None)]
    assert in_order(world, session)
