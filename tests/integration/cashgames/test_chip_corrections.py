"""Buy-ins, top-ups, cash-outs, moves, tips and time rake, taken back and put right."""

from datetime import timedelta

import pytest

from cashgames.models import ChipMove, Correction, Session, TimeShare
from cashgames.queries.nights import player_night
from cashgames.queries.tables import seats, short_buy_ins, table_check
from cashgames.services.chip_corrections import (
    correct_chips,
    take_back_chips,
)
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.correction_cash import CashElsewhere
from cashgames.services.moves import move_player
from cashgames.services.places import NoSuchSeat, SeatTaken
from cashgames.services.seat_corrections import BookedLater, NobodySitsThere
from cashgames.services.seats import cash_out, seat_player, top_up
from cashgames.services.share_corrections import NotPaidYet, take_back_share
from cashgames.services.spending import bring_notes, spend_chips
from cashgames.services.tables import close_session
from cashgames.services.time_rake import (
    collect_time_rake,
    find_due_time_rake,
    pay_share,
    plan_time_rake,
)
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.cage.models import Shift
from casino.cage.services.amounts import NotPayable
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.identity import NotIdentified, standing
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.services import NotEnough
from casino.ledger.verify import Books
from casino.players.models import PlayingPlace
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.refusing import refused
from tests.world import EVENING, RACK, World, a_club, of_the_desk

pytestmark = pytest.mark.django_db
WHY = "typed wrongly"


@pytest.fixture
def world(db: None) -> World:
    return a_club()


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


@pytest.fixture
def session(world: World, shift: Shift) -> Session:
    return world.session()


def floor(world: World, clock: str = "22:00", **more):
    return world.stamp(clock, role=Role.SUPERVISOR, **more)


def buy(world: World, session: Session, shift: Shift | None, seat_no: int = 1, cents: int = 20_000):
    """Seat a guest with cash at a drawer, or with chips bought at the vault."""
    paid = {"paid_with": "cash", "shift_id": shift.pk} if shift else {"paid_with": "chips"}
    if not shift:
        world.sell(cents, "20:00")
    return seat_player(
        world.stamp("20:30"),
        session_id=session.pk,
        seat_no=seat_no,
        player_id=world.player(f"Guest {seat_no}").pk,
        cents=cents,
        **paid,
    )


def leave(world: World, session: Session, move: ChipMove, cents: int, clock: str = "21:00", **paid):
    return cash_out(
        world.stamp(clock),
        session_id=session.pk,
        player_id=move.seat.player_id,
        cents=cents,
        **({"paid_with": "chips"} | paid),
    )


def signed(world: World, act, clock: str = "22:00", role: str = Role.SUPERVISOR, **what):
    """Let the cashier ask and another one sign."""
    refused(NeedsSignature, act, world.stamp(clock), **what)
    asked = act.ask(world.stamp(clock), **what)
    assert isinstance(asked, Proposal)
    approve(world.stamp(clock, role=role), proposal_id=asked.pk, digest=asked.digest)


def in_order(world: World, session: Session) -> bool:
    assert table_check(session).difference_cents == 0
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
    return True


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


class TestACashOut:
    def test_its_guest_sits_again(self, world: World, session: Session, shift: Shift):
        before = world.balance("cash:drawer", shift.drawer_id)
        move = buy(world, session, shift)
        out = leave(world, session, move, 20_000, paid_with="cash", shift_id=shift.pk)

        signed(world, take_back_chips, move_id=out.pk, reason=WHY, shift_id=shift.pk)

        assert [seat.pk for seat in seats(session.pk)] == [move.seat_id]
        assert world.balance("cash:drawer", shift.drawer_id) == before + 20_000
        assert PlayingPlace.objects.filter(until=None).count() == 1
        assert in_order(world, session)

    def test_a_taken_seat_is_not_taken_twice(self, world: World, session: Session):
        move = buy(world, session, None)
        out = leave(world, session, move, 20_000)
        world.sell(20_000, "20:00")
        seat_player(
            floor(world, "21:30"), session_id=session.pk, seat_no=1,
            player_id=world.player("Other").pk, cents=20_000, paid_with="chips",
        )  # fmt: skip
        refused(SeatTaken, take_back_chips, floor(world), move_id=out.pk, reason=WHY)

        take_back_chips(floor(world), move_id=out.pk, reason=WHY, seat_no=2)

        assert [seat.number for seat in seats(session.pk)] == [1, 2]
        assert in_order(world, session)

    def test_another_seat_is_one_that_the_table_has(self, world: World, session: Session):
        out = leave(world, session, buy(world, session, None), 20_000)

        refused(NoSuchSeat, take_back_chips, floor(world), move_id=out.pk, reason=WHY, seat_no=20)

    def test_more_cash_than_the_id_limit_is_not_paid_by_a_correction(
        self, world: World, session: Session, shift: Shift
    ):
        out = leave(
            world, session, buy(world, session, None, cents=50_000), 30_000,
            paid_with="cash", shift_id=shift.pk,
        )  # fmt: skip
        of_the_desk(world.club, identify_from_cents=40_000)
        what = {"move_id": out.pk, "cents": 40_000, "paid_with": "cash", "reason": WHY}
        asked = correct_chips.ask(world.stamp("22:00"), shift_id=shift.pk, **what)
        stamp = world.stamp("22:10", role=Role.MANAGER)

        refused(NotIdentified, approve, stamp, proposal_id=asked.pk, digest=asked.digest)

        less = what | {"cents": 39_500}
        signed(world, correct_chips, role=Role.MANAGER, shift_id=shift.pk, **less)

    def test_its_amount_is_put_right_after_the_table_closed(self, world: World, session: Session):
        one, two = buy(world, session, None), buy(world, session, None, 2)
        out, rest = leave(world, session, one, 30_000), leave(world, session, two, 10_000)
        close_session(floor(world, "21:30"), session_id=session.pk)
        refused(NobodySitsThere, take_back_chips, floor(world), move_id=out.pk, reason=WHY)

        for move, cents in ((out, 25_000), (rest, 15_000)):
            what = {"move_id": move.pk, "cents": cents, "paid_with": "chips", "reason": WHY}
            correct_chips(floor(world), **what)

        check = table_check(session)
        assert (check.settled_cents, check.cash_outs_cents) == (0, 40_000)
        assert world.balance("chips:floor") == -40_000
        assert in_order(world, session)

    def stack_over(self, world: World, session: Session, cents: int) -> ChipMove:
        """Let the only guest leave with more than the 300 that the table holds, and close it."""
        move = buy(world, session, None, cents=30_000)
        world.sell(50_000, "20:00")
        who = {"session_id": session.pk, "player_id": move.seat.player_id, "paid_with": "chips"}
        asked = cash_out.ask(floor(world, "21:00"), cents=cents, reason="stack", **who)
        stamp = world.stamp("21:01", role=Role.MANAGER)
        approve(stamp, proposal_id=asked.pk, digest=asked.digest)
        close_session(floor(world, "21:30"), session_id=session.pk)
        return ChipMove.objects.get(kind="cash_out")

    def test_what_was_over_by_it_is_taken_back_with_it(self, world: World, session: Session):
        out = self.stack_over(world, session, 300_000)
        assert world.balance("expense:over-short") == 220_000

        what = {"move_id": out.pk, "cents": 30_000, "paid_with": "chips", "reason": WHY}
        ahead = correct_chips.preview(floor(world), **what).ahead
        correct_chips(floor(world), **what)

        assert ahead["over_short_change_cents"] == -270_000
        assert world.balance("expense:over-short") == 0
        assert world.balance("chips:floor") == -80_000
        check = table_check(session)
        assert (check.over_short_cents, check.settled_cents, check.chips_cents) == (0, 0, 0)
        assert in_order(world, session)

    def test_what_stays_over_is_booked_again(self, world: World, session: Session):
        out = self.stack_over(world, session, 300_000)

        what = {"move_id": out.pk, "cents": 31_000, "paid_with": "chips", "reason": WHY}
        correct_chips(floor(world), **what)

        assert table_check(session).over_short_cents == 1_000
        assert world.balance("expense:over-short") == 0
        assert world.balance("chips:floor") == -80_000
        assert in_order(world, session)

    def test_more_over_is_signed_as_a_count_is(self, world: World, session: Session):
        out = self.stack_over(world, session, 31_000)
        what = {"move_id": out.pk, "paid_with": "chips", "reason": WHY}
        needs = [
            correct_chips.preview(floor(world), cents=cents, **what).needs
            for cents in (31_500, 32_000, 60_000)
        ]
        assert needs == [None, "cashgames.correct_chips", "cashgames.correct_chips_large"]

    def test_its_cash_comes_back_to_the_shift_of_who_is_there(self, world, session, shift: Shift):
        move = buy(world, session, shift)
        out = leave(world, session, move, 20_000, paid_with="cash", shift_id=shift.pk)
        desk, held = shift.drawer_id, world.balance("cash:drawer", shift.drawer_id)
        counted = {"cash": {10000: held // 10000}, "chips": RACK}
        submit_count(world.stamp("22:00"), shift_id=shift.pk, **counted)
        close_shift(world.stamp("22:01"), shift_id=shift.pk)
        other = world.open_shift(world.drawer("Desk 2"), clock="22:10")
        before = world.balance("cash:drawer", other.drawer_id)

        what = {"move_id": out.pk, "reason": WHY, "shift_id": other.pk}
        signed(world, take_back_chips, "22:30", **what)

        assert world.balance("cash:drawer", desk) == 0
        assert world.balance("cash:drawer", other.drawer_id) == before + 20_000
        assert [seat.pk for seat in seats(session.pk)] == [move.seat_id]
        assert in_order(world, session)


class TestOthers:
    def test_notes_that_went_to_the_cage_are_booked_by_the_office(
        self, world: World, session: Session, shift: Shift
    ):
        move = seat_player(
            floor(world, "20:30"), session_id=session.pk, seat_no=1,
            player_id=world.player().pk, cents=20_000, paid_with="table",
        )  # fmt: skip
        bring_notes(world.stamp("21:00"), session_id=session.pk, shift_id=shift.pk)
        asked = take_back_chips.ask(floor(world), move_id=move.pk, reason=WHY)
        stamp = world.stamp("22:10", role=Role.MANAGER)

        refusal = refused(NotEnough, approve, stamp, proposal_id=asked.pk, digest=asked.digest)

        assert "late entry" in refusal.next_step

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


class TestTimeRake:
    @pytest.fixture
    def shares(self, world: World, session: Session) -> list[TimeShare]:
        buy(world, session, None)
        plan_time_rake(
            world.stamp("20:40", role=Role.MANAGER), session_id=session.pk, table_cents=10_000
        )
        find_due_time_rake(world.at("21:00"))
        find_due_time_rake(world.at("22:00"))
        return list(TimeShare.objects.order_by("id"))

    def test_a_payment_is_owed_again(self, world: World, session, shares: list[TimeShare]):
        share = shares[0]
        refused(NotPaidYet, take_back_share, floor(world), share_id=share.pk, reason=WHY)
        pay_share(floor(world, "22:05"), share_id=share.pk, paid_with="chips")
        earned = -world.balance("income:time-rake")
        assert earned == share.cents

        take_back_share(floor(world, "22:10"), share_id=share.pk, reason=WHY)

        assert world.balance("income:time-rake") == 0
        due = TimeShare.objects.get(instead_of=share)
        assert due.is_due
        assert table_check(session).time_rake_cents == 0
        pay_share(floor(world, "22:20"), share_id=due.pk, paid_with="chips")
        assert in_order(world, session)

    def test_cash_that_was_rounded_is_paid_back_whole(self, db: None):
        world = a_club(overrides={"house.cash_unit_cents": 5})
        session, shift = world.session(), world.open_shift()
        world.seat(session, *"ABC")
        before = world.balance("cash:drawer", shift.drawer_id)
        stamp = world.stamp("20:40", role=Role.MANAGER)
        plan_time_rake(stamp, session_id=session.pk, table_cents=10_000)
        find_due_time_rake(world.at("21:00"))
        period = TimeShare.objects.earliest("id").period_id
        desk = {"paid_with": "cash", "shift_id": shift.pk}
        paid = collect_time_rake(world.stamp("21:05"), period_id=period, **desk)
        assert world.balance("expense:rounding") != 0

        for share in paid:
            what = {"share_id": share.pk, "reason": WHY, "shift_id": shift.pk}
            signed(world, take_back_share, "21:10", **what)

        assert world.balance("expense:rounding") == 0
        assert world.balance("cash:drawer", shift.drawer_id) == before
