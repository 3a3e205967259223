"""Payments of time rake, taken back."""

import pytest

from cashgames.models import Session, TimeShare
from cashgames.queries.tables import table_check
from cashgames.services.share_corrections import NotPaidYet, take_back_share
from cashgames.services.time_rake import (
    collect_time_rake,
    find_due_time_rake,
    pay_share,
    plan_time_rake,
)
from casino.staff.models import Role
from tests.correcting import WHY, buy, floor, in_order, signed
from tests.refusing import refused
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return a_club()


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
