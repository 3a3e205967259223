"""Payments of time rake, taken back."""

from datetime import timedelta

import pytest
from django.test import Client

from cashgames.models import Session, TimeShare
from cashgames.queries.corrections import corrections
from cashgames.queries.nights import player_night
from cashgames.queries.tables import table_check
from cashgames.queries.time_rake import shares_due
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.share_corrections import SHARE, SHARE_LATE, NotPaidYet, take_back_share
from cashgames.services.time_rake import (
    collect_time_rake,
    find_due_time_rake,
    pay_share,
    plan_time_rake,
    waive_share,
)
from casino.staff.models import Role
from tests.correcting import WHY, buy, floor, in_order, signed
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db


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
        (listed,) = corrections(world.club.pk, session_id=session.pk)
        assert (listed.before_cents, listed.after_cents) == (share.cents, 0)
        assert table_check(session).time_rake_cents == 0
        pay_share(floor(world, "22:20"), share_id=due.pk, paid_with="chips")
        assert in_order(world, session)

    def test_what_was_wrongly_waived_is_owed_again(self, world: World, session, shares):
        share = shares[0]
        waive_share(floor(world, "22:05"), share_id=share.pk, reason="Power was out")
        what = {"share_id": share.pk, "reason": WHY}
        seen = take_back_share.preview(floor(world, "22:10"), **what)
        assert (seen.needs, seen.content["before"]["waived"]) == (None, "Power was out")
        assert seen.ahead["owed_again_cents"] == share.cents
        assert take_back_share.preview(world.stamp("22:10"), **what).needs == SHARE

        take_back_share(floor(world, "22:10"), **what)
        refused(CorrectedMeanwhile, take_back_share, floor(world, "22:11"), **what)

        due = TimeShare.objects.get(instead_of=share)
        assert due in shares_due(world.club.pk)
        (listed,) = corrections(world.club.pk, session_id=session.pk)
        assert (listed.before_cents, listed.after_cents) == (0, share.cents)
        night = player_night(world.club, share.seat.player, EVENING, at=world.at("23:59"))
        assert (night.time_rake_cents, len(night.corrected)) == (0, 1)
        pay_share(floor(world, "22:20"), share_id=due.pk, paid_with="chips")
        assert -world.balance("income:time-rake") == share.cents
        assert in_order(world, session)

    def test_what_was_waived_yesterday_the_manager_signs(self, world: World, session, shares):
        share = shares[0]
        waive_share(floor(world, "22:05"), share_id=share.pk, reason="Power was out")

        what = {"share_id": share.pk, "reason": WHY}
        asked = take_back_share.ask(floor(world, "12:00", day=EVENING + timedelta(1)), **what)

        assert asked.operation == SHARE_LATE

    def test_the_page_of_the_time_rake_takes_back_what_was_waived(self, world, session, shares):
        share, client = shares[0], Client()
        client.force_login(world.staff[Role.SUPERVISOR])
        page = f"/tallinn/tables/{session.pk}/time-rake/"
        there = f"/tallinn/time-rake/{share.pk}/take-back/"
        assert there not in client.get(page).content.decode()

        waive_share(floor(world, "22:05"), share_id=share.pk, reason="Power was out")

        assert there in client.get(page).content.decode()

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
