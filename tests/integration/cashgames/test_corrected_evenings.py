"""Random evenings with slips that are put right, against the evening that was meant."""

import os
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cashgames.models import ChipMove, Hand, HeldStack, Session
from cashgames.queries import tables
from cashgames.queries.nights import player_night
from cashgames.queries.tables import sessions_on, table_check
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.corrections import correct_hand, take_back_hand
from cashgames.services.hands import rake_hand
from cashgames.services.seats import seat_player, top_up
from cashgames.services.spending import spend_chips
from cashgames.services.stacks import give_back
from casino.approvals.services import approve
from casino.closing.reports import DayReport, day_report
from casino.closing.services.days import close_floor
from casino.house.stamp import Stamp
from casino.ledger.queries.balances import trial_balance
from casino.ledger.queries.gaming_days import day
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.queries.levels import level
from tests.books import sealed
from tests.world import EVENING, a_club, a_key, founding, of_the_desk

pytestmark = pytest.mark.django_db
CLUBS = count(1)
NEXT, HOUR = EVENING + timedelta(1), timedelta(hours=1)
WHY = "typed wrongly"
# Seat 1 plays from the first hand to the last with a stack that bears every slip.
RICH = 1_000_000
LONG = bool(os.environ.get("LONG"))
EVENINGS = settings(
    max_examples=150 if LONG else 5,
    derandomize=not LONG,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """A hand as it was dealt."""

    pot: int
    players: int
    flop: bool


@dataclass(frozen=True, kw_only=True)
class Moved:
    """Chips of a seat: a buy-in where nobody sits, else what it says."""

    seat: int
    what: str
    cents: int


@dataclass(frozen=True, kw_only=True)
class Step:
    """What happened; slip: what was typed instead; twice: it was typed once more, too."""

    meant: Dealt | Moved
    slip: int = 0
    twice: bool = False
    at_once: bool = True


DEALS = st.builds(
    Dealt,
    pot=st.integers(2, 60).map(lambda euros: euros * 500),
    players=st.integers(2, 9),
    flop=st.booleans(),
)
MOVES = st.builds(
    Moved,
    seat=st.integers(2, 5),
    what=st.sampled_from(["top_up", "cash_out", "cash_out", "removed", "tip", "bar"]),
    cents=st.integers(100, 400).map(lambda euros: euros * 100),
)
STEPS = st.builds(
    Step,
    meant=st.one_of(DEALS, MOVES),
    slip=st.sampled_from([0, 0, 1, 2, 3]),
    twice=st.booleans(),
    at_once=st.booleans(),
)


class Evening:
    """An evening at one table of a club of its own, typed as it was meant or with its slips."""

    def __init__(self, *, slips: bool) -> None:
        self.slips, self.wrong, self.ghosts = slips, [], 0
        self.world = a_club(f"evening{next(CLUBS)}")
        off = 10_000_000
        of_the_desk(self.world.club, count_second_over_cents=off, count_manager_over_cents=off)
        self.world.jackpot()
        self.world.sell(100_000_000, "20:00")
        self.session: Session = self.world.session()
        with founding(self.world.club):
            Session.objects.filter(id=self.session.pk).update(max_buy_in_cents=RICH)
        self.guests = {seat: self.world.player(f"Guest {seat}").pk for seat in range(1, 10)}
        self.seconds = count(1)
        self.move(Moved(seat=1, what="buy_in", cents=RICH))

    def stamp(self, **more: Any) -> Stamp:
        stamp = self.world.stamp("21:00", role=Role.SUPERVISOR, **more)
        self.latest = stamp.at + timedelta(seconds=10 * next(self.seconds))
        return replace(stamp, at=self.latest)

    def soon(self) -> Stamp:
        """Return a stamp of the next second, which takes none that the other evening has."""
        self.latest += timedelta(seconds=1)
        return replace(self.late_stamp(), at=self.latest)

    def play(self, steps: list[Step]) -> None:
        for number, step in enumerate(steps, start=1):
            (self.deal if isinstance(step.meant, Dealt) else self.chips)(step, number)

    def deal(self, step: Step, number: int) -> None:
        meant, typed = step.meant, step.meant
        if self.slips and step.slip:
            typed = {
                1: replace(meant, pot=meant.pot * 1_000),
                2: replace(meant, players=11 - meant.players),
                3: replace(meant, flop=not meant.flop),
            }[step.slip]
        hand = self.rake(typed, str(number))
        if typed != meant:
            self.put_right(step, hand, lambda: self.right_hand(hand, meant))
        again = self.stamp()  # the same second for both evenings
        if self.slips and step.twice:
            twin = self.rake(meant, f"{number} again", stamp=again)
            self.put_right(step, twin, lambda: (take_back_hand, {"hand_id": twin.pk}))

    def chips(self, step: Step, number: int) -> None:
        meant = step.meant
        sits = meant.seat in {seat.number for seat in tables.seats(self.session.pk)}
        if not sits:
            kept = self.kept(meant.seat)
            back = "returned" if kept and meant.what in ("removed", "tip") else "buy_in"
            meant = replace(meant, what=back, cents=10_000 + meant.cents)
        typed = meant
        if self.slips and step.slip and meant.what != "returned":
            typed = replace(meant, cents=meant.cents + step.slip * 1_700)
        move = self.move(typed)
        if typed != meant:
            self.put_right(step, move, lambda: self.right_chips(move, meant.cents))
        again = self.stamp()
        if self.slips and step.twice and meant.what in ("top_up", "tip", "bar"):
            twin = self.move(meant, stamp=again)
            self.put_right(step, twin, lambda: (take_back_chips, {"move_id": twin.pk}))
        elif self.slips and step.twice and meant.what == "removed":
            ghost = self.move(replace(meant, what="returned"), stamp=again)
            take_back_chips(self.soon(), move_id=ghost.pk, reason=WHY)
            self.ghosts += 1
        elif self.slips and step.twice and self.nobody_at(meant.seat + 4, meant.what):
            ghost = self.move(replace(meant, seat=meant.seat + 4), stamp=again)
            self.put_right(step, ghost, lambda: (take_back_chips, {"move_id": ghost.pk}))

    def kept(self, seat_no: int) -> HeldStack | None:
        """Return the stack that is kept for the guest of a seat."""
        of_guest = HeldStack.objects.filter(player_id=self.guests[seat_no], settled_at=None)
        return of_guest.first()

    def nobody_at(self, seat_no: int, what: str) -> bool:
        """Return whether a guest who never came can be typed at a seat, as one who comes."""
        taken = {seat.number for seat in tables.seats(self.session.pk)}
        return what == "buy_in" and seat_no not in taken

    def put_right(self, step: Step, row: Hand | ChipMove, how: Any) -> None:
        if step.at_once:
            act, what = how()
            act(self.soon(), reason=WHY, **what)
        else:
            self.wrong.append(how)

    def late_stamp(self) -> Stamp:
        """Return a stamp of the end of the evening."""
        return self.world.stamp("23:30", role=Role.SUPERVISOR)

    def rake(self, dealt: Dealt, name: str, stamp: Stamp | None = None) -> Hand:
        return rake_hand(
            stamp or self.stamp(),
            session_id=self.session.pk,
            name=name,
            pots_cents=[dealt.pot],
            players_dealt=dealt.players,
            board_cards_dealt=3 if dealt.flop else 0,
            deviation="as typed",
        )

    def right_hand(self, hand: Hand, dealt: Dealt) -> tuple[Any, dict[str, Any]]:
        board = {"board_cards_dealt": 3 if dealt.flop else 0, "deviation": "as dealt"}
        pots = {"pots_cents": [dealt.pot], "players_dealt": dealt.players}
        return correct_hand, {"hand_id": hand.pk} | pots | board

    def right_chips(self, move: ChipMove, cents: int) -> tuple[Any, dict[str, Any]]:
        return correct_chips, {"move_id": move.pk, "cents": cents, "paid_with": "chips"}

    def move(self, moved: Moved, stamp: Stamp | None = None) -> ChipMove:
        stamp = stamp or self.stamp()
        who = {"session_id": self.session.pk, "player_id": self.guests[moved.seat]}
        what, paid = {"cents": moved.cents} | who, {"paid_with": "chips"}
        at_table = {"session_id": self.session.pk, "seat_no": moved.seat}
        match moved.what:
            case "removed":
                leave_seat(replace(stamp, at=stamp.at - HOUR, key=a_key()), **who)
                return remove_stack(stamp, **what)
            case "returned":
                return give_back(stamp, stack_id=self.kept(moved.seat).pk, **at_table)
            case "tip" | "bar":
                return spend_chips(stamp, purpose=moved.what, **what)
        act, more = {
            "buy_in": (seat_player, {"seat_no": moved.seat, "deviation": WHY}),
            "top_up": (top_up, {"stack_cents": 0}),
            "cash_out": (cash_out, {}),
        }[moved.what]
        return act(stamp, **what, **paid, **more)

    def put_the_rest_right(self) -> None:
        """Correct what was left, the latest first, while the day is open."""
        for how in reversed(self.wrong):
            act, what = how()
            act(self.late_stamp(), reason=WHY, **what)

    def propose_the_rest(self) -> None:
        """Let the floor propose the rest on the next day, the latest first, the manager sign."""
        for how in reversed(self.wrong):
            act, what = how()
            asked = act.ask(self.of_next(Role.SUPERVISOR), reason=WHY, **what)
            approve(self.of_next(Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)

    def of_next(self, role: str) -> Stamp:
        return self.world.stamp("12:00", role=role, day=NEXT, key=a_key())

    def report(self, on: Any = EVENING) -> DayReport:
        row = day(self.world.club.pk, on)
        assert row
        return day_report(self.world.club, row)

    def seen(self) -> dict[str, Any]:
        """Return everything that the two evenings must have alike."""
        world, at = self.world, self.world.at("23:59")
        hands = Hand.objects.filter(Hand.STANDS, session=self.session)
        return {
            "check": asdict(table_check(self.session)),
            "accounts": sorted(
                (row.code, row.cents) for row in trial_balance(world.club.pk) if row.cents
            ),
            "hands": sorted(hands.values_list("name", "pots_cents", "rake_cents", "drop_cents")),
            "nights": [
                self.night(player_night(world.club, guest.player, EVENING, at=at))
                for guest in self.session.seats.select_related("player").order_by("number", "id")
                if guest.left_at != guest.sat_at
            ],
        }

    def night(self, night: Any) -> tuple[Any, ...]:
        moves = [(move.kind, move.cents, move.at) for move in night.moves]
        stays = [(stay.seat.number, stay.since, stay.until) for stay in night.stays]
        cents = (night.came_cents, night.went_cents, night.tips_cents, night.bar_cents)
        return (str(night.player), cents, night.result_cents, night.rake_cents, moves, stays)

    def revenue(self, *days: Any) -> tuple[int, int, int]:
        takes = [take for each in days for take in sessions_on(self.world.club.pk, each)]
        sums = ("hands", "rake_cents", "drop_cents")
        return tuple(sum(getattr(take, name) for take in takes) for name in sums)  # type: ignore[return-value]

    def in_order(self) -> bool:
        assert list(broken(self.world.club, Books(club_id=self.world.club.pk))) == []
        assert all(check.agrees for check in self.report().checks)
        return True


def both(steps: list[Step]) -> tuple[Evening, Evening]:
    meant, typed = Evening(slips=False), Evening(slips=True)
    for evening in (meant, typed):
        evening.play(steps)
    return meant, typed


def figures(report: DayReport) -> list[Any]:
    """Return the lines of a day's report, but for the corrections and accounts of one table."""
    return [
        (section.name, row.item, row.quantity, row.amount_cents)
        for section in report.sections
        if section.name not in ("correction", "account")
        for row in section.rows
    ]


@EVENINGS
@given(steps=st.lists(STEPS, min_size=5, max_size=12))
def test_an_evening_put_right_is_the_evening_that_was_meant(db: None, steps: list[Step]):
    meant, typed = both(steps)

    typed.put_the_rest_right()

    assert typed.seen() == meant.seen()
    assert typed.revenue(EVENING) == meant.revenue(EVENING)
    for evening in (meant, typed):
        close_floor(evening.world.stamp("23:59", role=Role.SUPERVISOR), games_go_on=True)
    levels = [level(each.world.club.jackpots.get()).fixed_cents for each in (meant, typed)]
    assert levels[0] == levels[1]
    assert figures(typed.report()) == figures(meant.report())
    assert typed.in_order()


@EVENINGS
@given(steps=st.lists(STEPS.map(lambda step: replace(step, at_once=False)), min_size=4, max_size=8))
def test_an_evening_put_right_after_its_seal_keeps_its_figures(db: None, steps: list[Step]):
    meant, typed = both(steps)
    for evening in (meant, typed):
        sealed(evening.world)
    before = figures(typed.report())
    fixed = level(typed.world.club.jackpots.get()).fixed_cents

    typed.propose_the_rest()

    assert figures(typed.report()) == before
    assert level(typed.world.club.jackpots.get()).fixed_cents == fixed
    named = next(each for each in typed.report().sections if each.name == "correction")
    assert len(named.rows) == len(typed.wrong) + typed.ghosts
    assert typed.revenue(EVENING, NEXT) == meant.revenue(EVENING)
    assert typed.seen() == meant.seen()
    pools = [level(each.world.club.jackpots.get()).pool_cents for each in (meant, typed)]
    assert pools[0] == pools[1]
    assert typed.in_order()
