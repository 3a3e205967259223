"""A Friday night of twelve tables on a shifted clock, minute by minute, until its seal."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import pytest

from cashgames import queries, services
from cashgames.models import Absence, Seat, Session
from cashgames.verify import verify_hands
from casino.cage import services as cage
from casino.cage.queries import shift, tally
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger
from casino.office.closing import close_due_days, seal_day
from casino.office.reports.day import day_report
from casino.staff.models import Role
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
TABLES, MINUTES, STEP = 12, 180, 5
GAME = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
BUY_IN = 20_000
NEXT = EVENING + timedelta(days=1)


@dataclass(kw_only=True)
class Room:
    """The room at one instant; `stacks`: what each player has in front of him, in cents."""

    world: World
    now: datetime
    dice: random.Random
    shift_id: int
    book: RuleBook
    stacks: dict[int, int] = field(default_factory=dict)
    hands: int = 0

    def stamp(self, role: str = Role.SUPERVISOR) -> Stamp:
        """Return the head of an act now."""
        return club_stamp(self.world.club, at=self.now, actor_id=self.world.staff[role].pk)

    def at(self, seat: Seat) -> dict[str, int]:
        """Return where somebody sits."""
        return {"session_id": seat.session_id, "player_id": seat.player_id}


@pytest.fixture
def room(db: None) -> Room:
    """Twelve tables from 20:00 on, every third paid by time."""
    world = a_club()
    world.jackpot()
    opened = world.open_shift()
    room = Room(
        world=world,
        now=world.at("20:00"),
        dice=random.Random(27),
        shift_id=opened.pk,
        book=book_on(world.club.pk, EVENING),
    )
    for number in range(TABLES):
        session = world.session(f"Table {number + 1}")
        if number % 3 == 0:
            services.plan_time_rake(
                room.stamp(Role.MANAGER), session_id=session.pk, table_cents=20_000
            )
    return room


def call_the_first(room: Room) -> None:
    """Call the first of the list to the first free seat; he sits down with cash."""
    sessions = queries.open_sessions(room.world.club.pk)
    free = queries.free_seats(sessions, room.book)
    waits_for = queries.list_of(sessions[0])
    line = queries.waiting_line(waits_for.pk) if waits_for else []
    for entry, (session_id, seat_no) in zip(line, free, strict=False):
        where = {"session_id": session_id, "seat_no": seat_no}
        services.call_waiting(room.stamp(), waiting_id=entry.pk, **where)
        services.seat_player(
            room.stamp(Role.CASHIER),
            **where,
            player_id=entry.player_id,
            cents=BUY_IN,
            paid_with="cash",
            shift_id=room.shift_id,
        )
        room.stacks[entry.player_id] = BUY_IN


def play(room: Room, session: Session) -> None:
    """Deal one hand; the winner's chips grow by what the house leaves."""
    seats = [seat for seat in queries.seats(session.pk) if room.stacks[seat.player_id] >= 1_000]
    if len(seats) < 2:
        return
    room.hands += 1
    winner, loser = room.dice.sample(seats, 2)
    hand = services.rake_hand(
        room.stamp(),
        session_id=session.pk,
        name=str(room.hands),
        pots_cents=[2_000],
        players_dealt=len(seats),
        board_cards_dealt=5,
    )
    room.stacks[loser.player_id] -= 1_000
    room.stacks[winner.player_id] += 1_000 - hand.rake_cents - hand.drop_cents


def collect(room: Room) -> None:
    """Collect what the job has found due; whoever cannot pay in chips is let go."""
    for share in queries.shares_due(room.world.club.pk):
        player = share.seat.player_id
        sits = share.seat.left_at is None and room.stacks[player] >= share.cents
        if sits:
            services.pay_share(room.stamp(), share_id=share.pk, paid_with="chips")
            room.stacks[player] -= share.cents
        else:
            services.waive_share(room.stamp(), share_id=share.pk, reason="Left before it was due")


def wander(room: Room, session: Session) -> None:
    """Somebody goes for a break, tips the dealer, or changes the table."""
    seats = [seat for seat in queries.seats(session.pk) if not away(seat)]
    if not seats:
        return
    seat = room.dice.choice(seats)
    what = room.dice.choice(("away", "tip", "move"))
    if what == "away":
        services.leave_seat(room.stamp(), **room.at(seat), permission=True)
    elif what == "tip" and room.stacks[seat.player_id] >= 500:
        services.spend_chips(room.stamp(), **room.at(seat), cents=500, purpose="tip")
        room.stacks[seat.player_id] -= 500
    elif what == "move":
        free = queries.free_seats(queries.open_sessions(room.world.club.pk), room.book)
        stack = room.stacks[seat.player_id]
        if free and stack:
            to, seat_no = room.dice.choice(free)
            along = {"to_session_id": to, "seat_no": seat_no, "stack_cents": stack}
            services.move_player(room.stamp(), **room.at(seat), **along)


def away(seat: Seat) -> bool:
    return seat.absences.filter(ended_at=None).exists()


def decide(room: Room) -> None:
    """The floor removes the stacks that are due; other players come back in their own time."""
    for absence in Absence.objects.filter(ended_at=None).select_related("seat"):
        seat = absence.seat
        if absence.due_at:
            cents = room.stacks.pop(seat.player_id)
            services.remove_stack(room.stamp(), **room.at(seat), cents=cents)
        elif room.dice.random() < 0.2:
            services.come_back(room.stamp(), **room.at(seat))


def go_home(room: Room) -> None:
    """Everybody leaves, kept stacks are released and paid, all tables close at zero."""
    for session in queries.open_sessions(room.world.club.pk):
        for seat in queries.seats(session.pk):
            stack = room.stacks.pop(seat.player_id)
            services.cash_out(
                room.stamp(Role.CASHIER),
                **room.at(seat),
                cents=stack,
                paid_with="cash",
                shift_id=room.shift_id,
            )
    for stack in queries.held_stacks(room.world.club.pk):
        services.release_stack(room.stamp(), stack_id=stack.pk)
    collect(room)
    for session in queries.open_sessions(room.world.club.pk):
        assert queries.table_check(session).difference_cents == 0, session
        services.close_session(room.stamp(), session_id=session.pk)


def test_a_night_of_twelve_tables_adds_up_and_is_sealed(room: Room):
    club = room.world.club
    for minute in range(0, MINUTES, STEP):
        room.now = room.world.at("20:00") + timedelta(minutes=minute)
        services.find_due_time_rake(room.now)
        services.find_due_absences(room.now)
        collect(room)
        decide(room)
        for number in range(6):
            guest = room.world.player(f"Guest {minute} {number}")
            services.join_list(room.stamp(), **GAME, player_id=guest.pk)
        call_the_first(room)
        for session in queries.open_sessions(club.pk):
            play(room, session)
            if room.dice.random() < 0.1:
                wander(room, session)
    go_home(room)

    assert Absence.objects.filter(ended=Absence.Ended.REMOVED).exists()
    assert room.world.balance("income:time-rake") < 0
    count_drawer(room, club)
    close_due_days(room.world.at("07:01", day=NEXT))
    report = day_report(club, ledger.day(club.pk, EVENING))
    assert all(check.agrees for check in report.checks), report.checks
    accountant = room.world.stamp("12:00", role=Role.ACCOUNTANT, day=NEXT)
    assert seal_day(accountant, day=EVENING)
    assert list(verify_hands(club.pk)) == []


def count_drawer(room: Room, club: Club) -> None:
    """The cashier counts what should be there, and closes."""
    expected = tally(shift(club.pk, room.shift_id))
    cash, chips = expected.cash.expected_cents, expected.chips.expected_cents
    counted = {"cash": {1: cash}, "chips": {50: max(0, chips) // 50}}
    cage.submit_count(room.stamp(Role.CASHIER), shift_id=room.shift_id, **counted)
    cage.close_shift(room.stamp(Role.CASHIER), shift_id=room.shift_id, reason="Night's end")
