"""Buy-ins, top-ups, moves and tips, taken back and put right."""

from datetime import timedelta

import pytest

from cashgames.models import ChipMove, Correction, Session
from cashgames.queries.nights import player_night
from cashgames.queries.tables import seats, short_buy_ins, table_check
from cashgames.services.chip_corrections import (
    correct_chips,
    take_back_chips,
)
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.correction_cash import CashElsewhere
from cashgames.services.moves import move_player
from cashgames.services.seat_corrections import BookedLater
from cashgames.services.seats import seat_player, top_up
from cashgames.services.spending import spend_chips
from cashgames.services.tables import close_session
from cashgames.services.terms import change_limits
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.cage.models import Shift
from casino.cage.services.amounts import NotPayable
from casino.cage.services.identity import standing
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.refusals import NotEnough
from casino.players.models import PlayingPlace
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.tablefloats.services.transfers import ask_fill, confirm_fill, issue_fill
from tests.correcting import WHY, buy, floor, in_order, leave, signed
from tests.refusing import refused
from tests.world import EVENING, World, of_the_desk

pytestmark = pytest.mark.django_db


def change_seat(world: World, session: Session, move: ChipMove) -> None:
    """Let a guest sit on seat 5 of the same table from now on."""
    to = {"to_session_id": session.pk, "seat_no": 5}
    move_player(floor(world), session_id=session.pk, player_id=move.seat.player_id, **to)


class TestABuyIn:
    def test_one_that_never_was_frees_seat_and_cash(self, world: World, session, shift: Shift):
        before = world.balance("cash:drawer", shift.drawer_id)
        move = buy(world, session, shift)

        signed(world, take_back_chips, move_id=move.pk, reason=WHY, shift_id=shift.pk)

        assert world.balance("cash:drawer", shift.drawer_id) == before
        assert seats(session.pk) == []
        assert not PlayingPlace.objects.filter(until=None).exists()
        night = player_night(world.club, move.seat.player, EVENING, at=world.at("23:00"))
        assert (night.stays, night.moves, night.came_cents) == ((), (), 0)
        (corrected,) = night.corrected
        assert (corrected.before_cents, corrected.after) == (20_000, None)
        stamp = world.stamp("23:00")
        assert standing(stamp, player_id=move.seat.player_id, cents=0).sum_cents == 0
        assert in_order(world, session)

    def test_the_amount_is_put_right(self, world: World, session: Session, shift: Shift):
        before = world.balance("cash:drawer", shift.drawer_id)
        move = buy(world, session, shift)

        what = {"move_id": move.pk, "cents": 50_000, "paid_with": "cash", "reason": WHY}
        signed(world, correct_chips, role=Role.MANAGER, shift_id=shift.pk, **what)

        assert world.balance("cash:drawer", shift.drawer_id) == before + 50_000
        assert world.balance("chips:table", session.pk) == -50_000
        night = player_night(world.club, move.seat.player, EVENING, at=world.at("23:00"))
        assert night.came_cents == 50_000
        stamp = world.stamp("23:00")
        assert standing(stamp, player_id=move.seat.player_id, cents=0).sum_cents == 50_000
        assert in_order(world, session)

    def test_the_tender_is_put_right(self, world: World, session: Session, shift: Shift):
        world.sell(20_000, "20:00")
        before = world.balance("cash:drawer", shift.drawer_id)
        move = buy(world, session, shift)

        what = {"move_id": move.pk, "cents": 20_000, "paid_with": "chips", "reason": WHY}
        signed(world, correct_chips, shift_id=shift.pk, **what)

        assert world.balance("cash:drawer", shift.drawer_id) == before
        assert world.balance("chips:floor") == 0
        assert in_order(world, session)

    def test_notes_on_the_table_are_signed_for_as_cash(self, world: World, session: Session):
        world.sell(20_000, "20:00")
        who = {"seat_no": 1, "player_id": world.player().pk, "paid_with": "table"}
        move = seat_player(floor(world, "20:30"), session_id=session.pk, cents=20_000, **who)
        what = {"move_id": move.pk, "cents": 20_000, "paid_with": "chips", "reason": WHY}

        refused(NeedsSignature, correct_chips, floor(world), **what)

        asked = correct_chips.ask(floor(world), **what)
        stamp = world.stamp("22:10", role=Role.MANAGER)
        approve(stamp, proposal_id=asked.pk, digest=asked.digest)
        assert world.balance("cash:table", session.pk) == 0
        assert in_order(world, session)

    def test_notes_on_the_table_are_not_counted_twice_for_the_id(self, world: World, session):
        move = seat_player(
            floor(world, "20:30"), session_id=session.pk, seat_no=1,
            player_id=world.player().pk, cents=50_000, paid_with="table",
        )  # fmt: skip
        of_the_desk(world.club, identify_from_cents=100_000)
        what = {"move_id": move.pk, "cents": 60_000, "paid_with": "table", "reason": WHY}

        asked = correct_chips.ask(floor(world), **what)
        stamp = world.stamp("22:10", role=Role.MANAGER)
        approve(stamp, proposal_id=asked.pk, digest=asked.digest)

        assert world.balance("cash:table", session.pk) == 60_000

    @pytest.mark.parametrize("paid_with", ["cash", "chips"])
    def test_what_no_chip_makes_is_refused_before_anybody_signs(
        self, world: World, session: Session, shift: Shift, paid_with: str
    ):
        move = buy(world, session, shift)
        what = {"move_id": move.pk, "cents": 20_037, "paid_with": paid_with, "reason": WHY}
        refused(NotPayable, correct_chips.ask, world.stamp("22:00"), shift_id=shift.pk, **what)

    def test_in_chips_the_floor_decides_alone(self, world: World, session: Session):
        move = buy(world, session, None)
        refused(NeedsSignature, take_back_chips, world.stamp("22:00"), move_id=move.pk, reason=WHY)

        take_back_chips(floor(world), move_id=move.pk, reason=WHY)

        assert world.balance("chips:floor") == -20_000
        assert in_order(world, session)

    def test_one_that_never_was_frees_the_seat_its_guest_changed_to(
        self, world: World, session: Session, shift: Shift
    ):
        move = buy(world, session, shift)
        change_seat(world, session, move)

        signed(world, take_back_chips, move_id=move.pk, reason=WHY, shift_id=shift.pk)

        assert seats(session.pk) == []
        assert not PlayingPlace.objects.filter(until=None).exists()
        assert player_night(world.club, move.seat.player, EVENING, at=world.at("23:00")).stays == ()
        assert in_order(world, session)

    def test_more_at_the_seat_its_guest_changed_to_is_taken_back_first(
        self, world: World, session: Session
    ):
        move = buy(world, session, None)
        change_seat(world, session, move)
        tip = {"player_id": move.seat.player_id, "cents": 500, "purpose": "tip"}
        spend_chips(floor(world), session_id=session.pk, **tip)
        refused(BookedLater, take_back_chips, floor(world), move_id=move.pk, reason=WHY)

    def test_more_at_the_seat_is_taken_back_first(self, world: World, session: Session):
        move = buy(world, session, None)
        tip = spend_chips(
            floor(world), session_id=session.pk, player_id=move.seat.player_id,
            cents=500, purpose="tip",
        )  # fmt: skip
        refused(BookedLater, take_back_chips, floor(world), move_id=move.pk, reason=WHY)

        take_back_chips(floor(world), move_id=tip.pk, reason=WHY)
        take_back_chips(floor(world), move_id=move.pk, reason=WHY)

        assert world.balance("tips") == 0
        assert in_order(world, session)

    def test_cash_lies_with_the_cashier_of_its_drawer(
        self, world: World, session: Session, shift: Shift
    ):
        move = buy(world, session, shift)

        refusal = refused(CashElsewhere, take_back_chips, floor(world), move_id=move.pk, reason=WHY)

        assert "Cashier" in refusal.next_step

    def test_a_short_one_counts_no_longer(self, world: World, session: Session):
        world.sell(5_000, "20:00")
        move = seat_player(
            floor(world, "20:30"), session_id=session.pk, seat_no=1,
            player_id=world.player().pk, cents=5_000, paid_with="chips",
            supervisor_approved=True,
        )  # fmt: skip
        who = (world.club.pk, move.seat.player_id, EVENING)
        assert short_buy_ins(*who) == 1

        world.sell(5_000, "21:00")
        correct_chips(floor(world), move_id=move.pk, cents=10_000, paid_with="chips", reason=WHY)

        assert short_buy_ins(*who) == 0

    def test_one_is_short_by_the_least_buy_in_of_its_time(self, world: World, session: Session):
        move = buy(world, session, None)
        limits = {"min_buy_in_cents": 20_000, "max_buy_in_cents": 100_000}
        agreed = {"agreed": [move.seat.player_id], "reason": "All wish it"}
        asked = change_limits.ask(floor(world, "21:00"), session_id=session.pk, **limits, **agreed)
        manager = world.stamp("21:05", role=Role.MANAGER)
        approve(manager, proposal_id=asked.pk, digest=asked.digest)

        correct_chips(floor(world), move_id=move.pk, cents=15_000, paid_with="chips", reason=WHY)

        assert short_buy_ins(world.club.pk, move.seat.player_id, EVENING) == 0

    def test_a_short_one_of_yesterday_counts_for_yesterday(self, world: World, session: Session):
        world.sell(6_000, "20:00")
        move = seat_player(
            floor(world, "20:30"), session_id=session.pk, seat_no=1,
            player_id=world.player().pk, cents=5_000, paid_with="chips",
            supervisor_approved=True,
        )  # fmt: skip
        what = {"move_id": move.pk, "cents": 6_000, "paid_with": "chips", "reason": WHY}
        late = EVENING + timedelta(1)
        asked = correct_chips.ask(floor(world, "12:00", day=late), **what)
        manager = world.stamp("12:30", role=Role.MANAGER, day=late)
        approve(manager, proposal_id=asked.pk, digest=asked.digest)

        used = [short_buy_ins(world.club.pk, move.seat.player_id, day) for day in (EVENING, late)]
        assert used == [1, 0]

    def test_nothing_is_put_right_twice(self, world: World, session: Session):
        move = buy(world, session, None)
        what = {"move_id": move.pk, "paid_with": "chips", "reason": WHY}
        refused(NothingChanges, correct_chips, floor(world), cents=20_000, **what)
        refused(BadInput, correct_chips, floor(world), cents=0, **what)
        correct_chips(floor(world), cents=15_000, **what)
        refused(CorrectedMeanwhile, correct_chips, floor(world), cents=10_000, **what)
        assert Correction.objects.count() == 1


class TestOthers:
    def test_notes_laid_down_before_the_first_fill_are_none_of_the_floats(
        self, world: World, session: Session, shift: Shift
    ):
        who = {"session_id": session.pk, "player_id": world.player().pk, "paid_with": "table"}
        move = seat_player(floor(world, "20:30"), seat_no=1, cents=20_000, **who)
        chips = {2_500: 10}
        fill = ask_fill(floor(world, "21:00"), session_id=session.pk, chips=chips)
        what = {"transfer_id": fill.pk, "chips": chips}
        issue_fill(world.stamp("21:05"), shift_id=shift.pk, **what)
        confirm_fill(floor(world, "21:10"), **what)
        right = {"move_id": move.pk, "cents": 25_000, "paid_with": "table", "reason": WHY}

        asked = correct_chips.ask(floor(world), **right)
        stamp = world.stamp("22:10", role=Role.MANAGER)
        approve(stamp, proposal_id=asked.pk, digest=asked.digest)

        assert world.balance("cash:table", session.pk) == 25_000
        assert in_order(world, session)

    def test_a_closed_table_says_what_comes_first(self, world: World, session: Session):
        move = buy(world, session, None)
        leave(world, session, move, 20_000)
        close_session(floor(world, "21:30"), session_id=session.pk)
        draft = Draft(
            kind="cage.chips_redeemed",
            lines=(debit("chips:floor", 20_000), credit("cash:vault", 20_000)),
        )
        world.fund()
        ledger.post_once(world.stamp("21:40"), "test.redeem", draft)
        what = {"move_id": move.pk, "cents": 10_000, "paid_with": "chips", "reason": WHY}

        refusal = refused(NotEnough, correct_chips, floor(world), **what)

        assert "booked later" in refusal.next_step

    def test_a_top_up_a_tip_and_food_are_put_right(self, world: World, session: Session):
        move = buy(world, session, None)
        world.sell(30_000, "20:00")
        who = {"session_id": session.pk, "player_id": move.seat.player_id}
        top = top_up(floor(world), cents=10_000, stack_cents=20_000, paid_with="chips", **who)
        tip = spend_chips(floor(world), cents=500, purpose="tip", **who)
        bar = spend_chips(floor(world), cents=900, purpose="bar", **who)

        for row, cents in ((top, 30_000), (tip, 50), (bar, 1_000)):
            what = {"move_id": row.pk, "cents": cents, "paid_with": "chips", "reason": WHY}
            correct_chips(floor(world, "22:30"), **what)

        assert world.balance("tips") == -50
        assert world.balance("clearing:bar") == -1_000
        check = table_check(session)
        assert (check.top_ups_cents, check.tips_cents, check.bar_cents) == (30_000, 50, 1_000)
        assert in_order(world, session)

    def test_a_move_to_another_table_never_was(self, world: World, session: Session):
        move, other = buy(world, session, None), world.session("2")
        move_player(
            floor(world, "21:00"), session_id=session.pk, player_id=move.seat.player_id,
            to_session_id=other.pk, seat_no=4, stack_cents=15_000, others_agree=True,
        )  # fmt: skip
        there = ChipMove.objects.get(kind="moved_in")

        what = {"move_id": there.pk, "cents": 18_000, "paid_with": "chips", "reason": WHY}
        correct_chips(floor(world), **what)
        assert table_check(other).chips_cents == 18_000
        there = ChipMove.objects.get(ChipMove.STANDS, kind="moved_in")

        take_back_chips(floor(world), move_id=there.pk, reason=WHY)

        assert [seat.number for seat in seats(session.pk)] == [1]
        assert seats(other.pk) == []
        assert table_check(session).chips_cents == 20_000
        assert in_order(world, session)
        assert in_order(world, other)

    def test_chips_that_have_left_cannot_come_back(self, world: World, session: Session):
        one, two = buy(world, session, None), buy(world, session, None, 2)
        leave(world, session, one, 35_000)

        refusal = refused(NotEnough, take_back_chips, floor(world), move_id=two.pk, reason=WHY)

        assert "booked later" in refusal.next_step
