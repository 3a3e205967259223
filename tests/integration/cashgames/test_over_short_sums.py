"""What one person books alone of a table's differences is one sum of the table and the day."""

from datetime import timedelta

from cashgames.models import ChipMove, Correction, OverShort, Session
from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.over_short import book_over_short
from cashgames.services.seats import seat_player
from cashgames.services.tables import close_session, open_session
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.staff.models import Role
from tests.counting import sign
from tests.world import EVENING, World

FLOOR = Role.SUPERVISOR
OUT = {"paid_with": "chips", "reason": "Lies there"}


def leave_over(world: World, over_cents: int) -> tuple[Session, dict[str, object]]:
    """Let two leave a table, the second with more than it holds; return how he left."""
    session = world.session("1")
    ann, bob = world.seat(session, "Ann", "Bob", cents=50_000)
    floor = world.stamp("22:00", role=FLOOR)
    where = {"session_id": session.pk, **OUT}
    cash_out(floor, player_id=ann.seat.player_id, cents=50_000, **where)
    left = {"player_id": bob.seat.player_id, "cents": 50_000 + over_cents, **where}
    asked = cash_out.submit(world.stamp("22:01", role=FLOOR), **left)
    if isinstance(asked, Proposal):
        sign(world, world.stamp("22:02", role=FLOOR), asked)
    return session, left


def corrected(world: World, clock: str, cents: int) -> Correction | Proposal:
    """Correct the cash-out that stands by whoever may do so alone, or ask for it."""
    move = ChipMove.objects.filter(kind="cash_out", cents__gt=0).latest("id")
    what = {"move_id": move.pk, "cents": cents, "paid_with": "chips", "reason": "Miscounted"}
    return correct_chips.submit(world.stamp(clock, role=FLOOR), **what)


def test_a_cash_out_corrected_in_parts_takes_a_second_person_as_at_once(world: World):
    leave_over(world, 50)
    assert isinstance(corrected(world, "22:02", 50_500), Correction)
    asked = corrected(world, "22:03", 50_550)
    assert isinstance(asked, Proposal)
    assert asked.operation == "cashgames.correct_chips"


def test_a_corrected_cash_out_is_part_of_what_the_tables_count_adds_up_to(world: World):
    session, _ = leave_over(world, 50)
    corrected(world, "22:02", 50_400)
    counted = {"session_id": session.pk, "reason": "Found"}
    floor = world.stamp("22:03", role=FLOOR)
    assert isinstance(book_over_short.submit(floor, counted_cents=100, **counted), OverShort)
    asked = book_over_short.submit(world.stamp("22:04", role=FLOOR), counted_cents=150, **counted)
    assert isinstance(asked, Proposal)


def test_what_two_signed_of_a_cash_out_is_none_of_the_sum_once_it_is_corrected(world: World):
    session, _ = leave_over(world, 5_000)
    assert isinstance(corrected(world, "22:05", 55_100), Correction)
    assert isinstance(corrected(world, "22:06", 54_000), Correction)
    counted = {"session_id": session.pk, "reason": "Found"}
    floor = world.stamp("22:07", role=FLOOR)
    assert isinstance(book_over_short.submit(floor, counted_cents=500, **counted), OverShort)
    asked = book_over_short.submit(world.stamp("22:08", role=FLOOR), counted_cents=550, **counted)
    assert isinstance(asked, Proposal)


def test_a_difference_that_was_taken_back_counts_no_more(world: World):
    _, left = leave_over(world, 200)
    move = ChipMove.objects.filter(kind="cash_out").latest("id")
    take_back_chips(world.stamp("22:05", role=FLOOR), move_id=move.pk, reason="Not yet gone")
    assert isinstance(cash_out.submit(world.stamp("22:10", role=FLOOR), **left), ChipMove)
    again = ChipMove.objects.filter(kind="cash_out", cents__gt=0).latest("id")
    take_back_chips(world.stamp("22:15", role=FLOOR), move_id=again.pk, reason="Not yet gone")
    left["cents"] = 50_550
    assert isinstance(cash_out.submit(world.stamp("22:20", role=FLOOR), **left), Proposal)


def short(
    world: World, session: Session, guest: str, hour: str, *, next_day: bool = False
) -> OverShort | Proposal:
    """Let a guest come and leave the table 5.00 short, and count it."""
    day = EVENING + timedelta(next_day)

    def at(minute: str) -> Stamp:
        return world.stamp(f"{hour}:{minute}", role=FLOOR, day=day)

    where = {"session_id": session.pk, "player_id": world.player(guest).pk, "paid_with": "chips"}
    seat_player(at("01"), seat_no=1, cents=50_000, **where)
    cash_out(at("02"), cents=49_500, **where)
    what = {"session_id": session.pk, "counted_cents": 0, "reason": "Short"}
    return book_over_short.submit(at("03"), **what)


def test_a_table_that_is_opened_anew_is_the_same_table(world: World):
    session = world.session("1")
    world.sell(200_000, "20:00")
    assert isinstance(short(world, session, "Ann", "21"), OverShort)
    close_session(world.stamp("21:10", role=FLOOR), session_id=session.pk)
    anew = open_session(
        **world.opens("21:20"),
        table_id=session.table_id,
        game="texas_holdem",
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=10_000,
        max_buy_in_cents=50_000,
    )
    assert isinstance(short(world, anew, "Bob", "22"), Proposal)


def test_a_table_that_runs_on_begins_a_new_sum_with_the_gaming_day(world: World):
    session = world.session("1")
    world.sell(200_000, "20:00")
    assert isinstance(short(world, session, "Ann", "21"), OverShort)
    assert isinstance(short(world, session, "Bob", "21", next_day=True), OverShort)
