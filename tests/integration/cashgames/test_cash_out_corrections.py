"""Cash-outs, taken back and put right."""

from datetime import date

import pytest

from cashgames.models import ChipMove, Session
from cashgames.queries.tables import seats, table_check
from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import (
    correct_chips,
    take_back_chips,
)
from cashgames.services.correction_cash import CashElsewhere
from cashgames.services.places import NoSuchSeat, SeatTaken
from cashgames.services.seat_corrections import NobodySitsThere
from cashgames.services.seats import seat_player
from cashgames.services.tables import close_session
from casino.approvals.services import approve, refuse
from casino.cage.models import Shift
from casino.cage.services.closing import close_shift, force_close
from casino.cage.services.counts import submit_count
from casino.cage.services.identity import NotIdentified
from casino.players.models import PlayingPlace
from casino.players.services.guests import change_player
from casino.staff.models import Role
from tests.correcting import WHY, buy, floor, in_order, leave, signed
from tests.refusing import refused
from tests.world import RACK, World, of_the_desk

pytestmark = pytest.mark.django_db


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

    def test_more_cash_to_who_was_identified_by_who_pays_is_signed(
        self, world: World, session: Session, shift: Shift
    ):
        of_the_desk(world.club, identify_from_cents=40_000, reverse_alone_under_cents=50_000)
        out = leave(
            world, session, buy(world, session, None, cents=50_000), 30_000,
            paid_with="cash", shift_id=shift.pk,
        )  # fmt: skip
        known = {"document": "AB 1234567", "birth_date": date(1988, 6, 24)}
        change_player(world.stamp("21:30"), player_id=out.seat.player_id, **known)
        what = {"move_id": out.pk, "paid_with": "cash", "reason": WHY, "shift_id": shift.pk}

        below = correct_chips.preview(world.stamp("22:00"), cents=39_900, **what)
        assert (below.needs, below.ahead["own_new_identity"]) == (None, False)
        above = correct_chips.preview(world.stamp("22:00"), cents=40_000, **what)
        assert above.ahead["own_new_identity"] is True
        signed(world, correct_chips, cents=40_000, **what)

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

    def test_a_signature_after_the_askers_shift_says_who_asks_again(
        self, world: World, session: Session, shift: Shift
    ):
        out = leave(
            world, session, buy(world, session, shift), 20_000, paid_with="cash", shift_id=shift.pk
        )
        what = {"move_id": out.pk, "reason": WHY}
        asked = take_back_chips.ask(world.stamp("21:30"), shift_id=shift.pk, **what)
        held = world.balance("cash:drawer", shift.drawer_id)
        counted = {"cash": {10000: held // 10000}, "chips": RACK, "reason": "went home"}
        forced = force_close.ask(floor(world, "22:00"), shift_id=shift.pk, **counted)
        manager = world.stamp("22:01", role=Role.MANAGER)
        approve(manager, proposal_id=forced.pk, digest=forced.digest)
        sign = {"proposal_id": asked.pk, "digest": asked.digest}

        refusal = refused(CashElsewhere, approve, floor(world, "22:10"), **sign)

        assert "has been closed" in str(refusal.message)
        assert "asks again" in str(refusal.next_step)
        refuse(floor(world, "22:11"), proposal_id=asked.pk, remark="asked again")
        other = world.open_shift(world.drawer("Desk 2"), clock="22:20")
        signed(world, take_back_chips, "22:30", shift_id=other.pk, **what)
        assert [seat.pk for seat in seats(session.pk)] == [out.seat_id]
        assert in_order(world, session)
