"""Chips off the table for tips and the bar, notes at the table, players who change their seats."""

from typing import Any

import pytest

from cashgames.models import ChipMove, Session
from cashgames.queries import tables
from cashgames.queries.absence import absent_seats
from cashgames.queries.nights import player_night
from cashgames.rules.seating import NoTableToBreak
from cashgames.services.absence import come_back, leave_seat
from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import take_back_chips
from cashgames.services.desk import MeansRefused
from cashgames.services.moves import NotMoved, NotTheLast, Stack, break_table, move_player
from cashgames.services.over_short import MoreThanBooked
from cashgames.services.places import KeptApart, NoSuchSeat, SeatTaken
from cashgames.services.seats import NotSeated, seat_player
from cashgames.services.spending import NoNotes, bring_notes, spend_chips
from cashgames.services.tables import StillNotes, close_session
from cashgames.services.waiting import call_waiting, join_list
from casino.house.queries import book_on
from casino.players.queries import place_of
from casino.players.services.places import keep_apart
from casino.refusals import BadInput
from tests.correcting import floor
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def session(world: World) -> Session:
    return world.session()


def players(world: World, session: Session, *names: str) -> list[int]:
    return [move.seat.player_id for move in world.seat(session, *names)]


def spend(world: World, session: Session, player_id: int, cents: int, purpose: str = "tip"):
    what = {"session_id": session.pk, "player_id": player_id}
    return spend_chips(floor(world), **what, cents=cents, purpose=purpose)


def move(world: World, session: Session, player_id: int, to: Session, seat_no: int, **more: Any):
    what = {"session_id": session.pk, "player_id": player_id, "to_session_id": to.pk}
    return move_player(floor(world), **what, seat_no=seat_no, **more)


# ---------------------------------------------------------------- tips, food and drink


@pytest.mark.parametrize(
    ("purpose", "account", "column"),
    [("tip", "tips", "tips_cents"), ("bar", "clearing:bar", "bar_cents")],
)
def test_chips_leave_the_table_for_tips_and_the_bar(
    world: World, session: Session, purpose: str, account: str, column: str
):
    (who,) = players(world, session, "A")

    spend(world, session, who, 500, purpose)

    assert world.balance(account) == -500
    check = tables.table_check(session)
    assert (getattr(check, column), check.difference_cents) == (500, 0)


def test_no_more_is_spent_than_lies_there(world: World, session: Session):
    (who,) = players(world, session, "A")

    refused(MoreThanBooked, spend, world, session, who, 20_001)
    refused(BadInput, spend, world, session, who, 0)
    refused(NotSeated, spend, world, session, world.player("B").pk, 100)


def test_a_tip_is_booked_once(world: World, session: Session):
    (who,) = players(world, session, "A")
    stamp = floor(world, key=a_key())
    what = {"session_id": session.pk, "player_id": who, "cents": 500, "purpose": "tip"}

    assert spend_chips(stamp, **what).pk == spend_chips(stamp, **what).pk
    assert world.balance("tips") == -500


# ---------------------------------------------------------------- notes at the table


def notes(world: World, session: Session, paid_with: str = "table"):
    buy_in = {"seat_no": 1, "cents": 20_000, "paid_with": paid_with}
    who = world.player("A").pk
    return seat_player(floor(world, "20:30"), session_id=session.pk, player_id=who, **buy_in)


def test_notes_at_the_table_lie_in_its_bank_until_a_cashier_brings_them(db: None):
    world = a_club(book="img")
    shift = world.open_shift()
    session = world.session()
    who = notes(world, session).seat.player_id

    assert world.balance("cash:table", session.pk) == 20_000
    world.sell(20_000)
    cash = {"session_id": session.pk, "player_id": who, "cents": 20_000, "paid_with": "chips"}
    cash_out(floor(world), **cash)
    refusal = refused(StillNotes, close_session, floor(world, "22:01"), session_id=session.pk)
    assert refusal.message == "The table float holds 200,00 in cash."
    stamp = world.stamp("22:02", key=a_key())
    posted = bring_notes(stamp, session_id=session.pk, shift_id=shift.pk)
    assert bring_notes(stamp, session_id=session.pk, shift_id=shift.pk).number == posted.number
    assert world.balance("cash:drawer", shift.drawer_id) == 420_000
    refused(NoNotes, bring_notes, world.stamp("22:03"), session_id=session.pk, shift_id=shift.pk)
    assert close_session(floor(world, "22:04"), session_id=session.pk).closed_at


def test_a_house_of_banknotes_takes_no_chips(db: None):
    world = a_club(book="img")
    session = world.session()
    world.sell(20_000, "20:00")

    assert refused(MeansRefused, notes, world, session, "chips").source == "IMG-C4"


# ---------------------------------------------------------------- other seats, other tables


def test_a_player_changes_the_seat_and_keeps_the_stack(world: World, session: Session):
    who, _ = players(world, session, "A", "B")

    refused(SeatTaken, move, world, session, who, session, 2)
    refused(NoSuchSeat, move, world, session, who, session, 10)
    assert move(world, session, who, session, 7).number == 7

    assert [seat.number for seat in tables.seats(session.pk)] == [2, 7]
    assert world.balance("chips:table", session.pk) == -40_000


def test_a_stack_goes_along_to_another_table_without_cash(world: World, session: Session):
    (who,) = players(world, session, "A")
    other = world.session("2")

    refused(BadInput, move, world, session, who, other, 3)
    moved = move(world, session, who, other, 3, stack_cents=20_000)

    assert (moved.session, place_of(who).about) == (other, "2")
    assert world.balance("chips:table", session.pk) == 0
    assert world.balance("chips:table", other.pk) == -20_000
    for where in (session, other):
        assert tables.table_check(where).difference_cents == 0
    kinds = ChipMove.objects.filter(seat__player_id=who).order_by("id").values_list("kind")
    assert [kind for (kind,) in kinds] == ["buy_in", "moved_out", "moved_in"]


def test_a_change_of_table_is_carried_out_once(world: World, session: Session):
    (who,) = players(world, session, "A")
    other = world.session("2")
    stamp = floor(world, key=a_key())
    what = {"session_id": session.pk, "player_id": who, "to_session_id": other.pk}
    what |= {"seat_no": 3, "stack_cents": 20_000}

    assert move_player(stamp, **what).pk == move_player(stamp, **what).pk


def test_two_kept_apart_are_not_moved_to_one_table(world: World, session: Session):
    (who,) = players(world, session, "A")
    other = world.session("2")
    (there,) = players(world, other, "B")
    pair = {"player_id": who, "other_id": there, "until": None, "reason": "A brawl"}
    keep_apart(floor(world), **pair)

    refused(KeptApart, move, world, session, who, other, 3, stack_cents=20_000)


def test_where_the_book_asks_the_players_they_agree(db: None):
    world = a_club(book="img")
    session = world.session()
    who = notes(world, session).seat.player_id

    assert refused(NotMoved, move, world, session, who, session, 5).source == "IMG-C7"
    assert move(world, session, who, session, 5, others_agree=True).number == 5


# ---------------------------------------------------------------- breaking a table


def two_tables(world: World, session: Session, here: str, there: str) -> Session:
    """Open a second table, five minutes later, with players at both."""
    other = world.session("2")
    Session.objects.filter(pk=other.pk).update(opened_at=world.at("20:05"))
    players(world, session, *here)
    players(world, other, *there)
    return other


def stacks(session: Session) -> list[Stack]:
    seats = tables.seats(session.pk)
    return [Stack(player_id=seat.player_id, cents=20_000) for seat in seats]


def test_the_table_that_started_last_is_broken(world: World, session: Session):
    other = two_tables(world, session, "AB", "CD")

    first = refused(
        NotTheLast, break_table, floor(world), session_id=session.pk, stacks=stacks(session)
    )
    assert (first.source, first.next_step) == ("OLY-2.27", "Break 2.")
    moved = break_table(floor(world), session_id=other.pk, stacks=stacks(other))

    assert [seat.number for seat in moved] == [3, 4]
    assert world.balance("chips:table", other.pk) == 0
    assert world.balance("chips:table", session.pk) == -80_000
    assert close_session(floor(world, "22:01"), session_id=other.pk).closed_at


def test_who_is_away_from_a_broken_table_is_away_from_the_next(world: World, session: Session):
    other = two_tables(world, session, "AB", "CD")
    for each, permission in zip(tables.seats(other.pk), (True, False), strict=True):
        who = {"session_id": other.pk, "player_id": each.player_id}
        leave_seat(floor(world, "21:45"), **who, permission=permission)

    moved = break_table(floor(world), session_id=other.pk, stacks=stacks(other))

    book = book_on(world.club.pk, EVENING)
    seen = absent_seats(session, book, at=world.at("22:20"))
    assert [each.absence.seat for each in seen] == moved
    assert [each.state.state for each in seen] == ["blinds_collected", "stack_removed"]
    assert absent_seats(other, book, at=world.at("22:20")) == []
    who = {"session_id": session.pk, "player_id": moved[0].player_id}
    come_back(floor(world, "22:21"), **who)
    assert leave_seat(floor(world, "22:30"), **who, permission=True).breaks_used == 1
    night = player_night(world.club, moved[0].player, EVENING, at=world.at("22:30"))
    assert [(stay.minutes) for stay in night.stays] == [75, 9]


def test_a_move_that_is_taken_back_leaves_who_was_away_away(world: World, session: Session):
    other = two_tables(world, session, "AB", "CD")
    first = tables.seats(other.pk)[0]
    who = {"session_id": other.pk, "player_id": first.player_id}
    leave_seat(floor(world, "21:45"), **who, permission=True)
    where = {"to_session_id": session.pk, "seat_no": 9, "stack_cents": 20_000}
    moved = move_player(floor(world), **who, **where)
    into = ChipMove.objects.get(seat=moved, kind="moved_in")

    take_back_chips.submit(floor(world, "22:05"), move_id=into.pk, reason="Another guest")

    book = book_on(world.club.pk, EVENING)
    (away,) = absent_seats(other, book, at=world.at("22:20"))
    assert (away.absence.seat, away.state.state) == (first, "blinds_collected")
    night = player_night(world.club, first.player, EVENING, at=world.at("22:30"))
    assert [stay.minutes for stay in night.stays] == [75]
    come_back(floor(world, "22:30"), **who)
    assert leave_seat(floor(world, "22:40"), **who, permission=True).breaks_used == 1


def test_with_too_few_seats_the_highest_cards_go_first(world: World, session: Session):
    other = two_tables(world, session, "ABCDEFGH", "KL")
    what = {"session_id": other.pk, "stacks": stacks(other)}

    refused(BadInput, break_table, floor(world), **what)
    moved = break_table(floor(world), **what, cards=["KS", "AH"])

    assert [(seat.player.name, seat.number) for seat in moved] == [("L", 9)]
    assert [seat.player.name for seat in tables.seats(other.pk)] == ["K"]


def test_a_lonely_table_is_not_broken(world: World, session: Session):
    players(world, session, "A")

    alone = refused(NoTableToBreak, break_table, floor(world), session_id=session.pk, stacks=[])
    assert (alone.source, alone.next_page) == ("OLY-2.27", "session")


@pytest.mark.parametrize(("book", "source"), [("voodoo", "VOO-G37"), ("img", "IMG-G59")])
def test_a_book_that_does_not_speak_of_broken_tables_is_said_to_be_silent(book: str, source: str):
    world = a_club(book=book)
    one, _ = world.session("1"), world.session("2")
    said = refused(NoTableToBreak, break_table, floor(world), session_id=one.pk, stacks=[])
    assert "The rule book has no rule for breaking a table" in str(said.message)
    assert (said.source, said.next_page) == (source, "session")


def test_a_stack_has_to_be_named_for_each_who_goes(world: World, session: Session):
    other = two_tables(world, session, "A", "CD")

    refused(BadInput, break_table, floor(world), session_id=other.pk, stacks=[])


def test_a_reserved_seat_is_not_given_to_a_broken_table(world: World, session: Session):
    other = two_tables(world, session, "A", "C")
    game = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    entry = join_list(floor(world, "21:00"), **game, player_id=world.player("W").pk)
    call_waiting(floor(world, "21:00"), waiting_id=entry.pk, session_id=session.pk, seat_no=2)

    moved = break_table(floor(world), session_id=other.pk, stacks=stacks(other))

    assert [seat.number for seat in moved] == [3]
