"""The endpoints of the time rake."""

from typing import Any

from rest_framework import serializers

from cashgames.api.tables import SessionOut
from cashgames.models import TimeShare
from cashgames.queries import tables
from cashgames.queries.time_rake import next_period, shares_due, time_shares
from cashgames.services.time_rake import collect_time_rake, pay_share, plan_time_rake, waive_share
from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.openapi import shown_as
from casino.web.routes import Routes

routes = Routes()


@shown_as(
    cents=2500,
    is_due=True,
    paid_at=None,
    paid_with="",
    entry_id=None,
    waived="",
    waived_at=None,
    waived_by_id=None,
)
class TimeShareOut(serializers.Serializer[Any]):
    """What one seat owes for a period; is_due: neither paid nor let go."""

    id = serializers.IntegerField()
    period_id = serializers.IntegerField()
    session_id = serializers.IntegerField(source="period.session_id")
    starts_at = serializers.DateTimeField(source="period.starts_at")
    seat_no = serializers.IntegerField(source="seat.number")
    player_id = serializers.IntegerField(source="seat.player_id")
    cents = serializers.IntegerField()
    is_due = serializers.BooleanField()
    paid_at = serializers.DateTimeField(allow_null=True)
    paid_with = serializers.CharField(allow_blank=True)
    entry_id = serializers.IntegerField(allow_null=True)
    waived = serializers.CharField(allow_blank=True)
    waived_at = serializers.DateTimeField(allow_null=True)
    waived_by_id = serializers.IntegerField(allow_null=True)


class TimeRakeOut(serializers.Serializer[Any]):
    """What a table pays for its time: the plan, when the next period begins, all shares."""

    table_cents = serializers.IntegerField(allow_null=True)
    next_at = serializers.DateTimeField(allow_null=True)
    shares = TimeShareOut(many=True)


@routes("sessions/<id:session_id>/time-rake/", "api-time-rake")
class TimeRake(ActView):
    @reads(TimeRakeOut)
    def get(self, session_id: int) -> dict[str, Any]:
        """Show the plan, the next period and who paid or owes."""
        session = tables.session(self.club.pk, session_id)
        following = next_period(session, at=self.at)
        return {
            "table_cents": session.time_rake_cents,
            "next_at": following.starts_at if following else None,
            "shares": time_shares(session_id),
        }

    post = sends(plan_time_rake, SessionOut, status=200, example={"table_cents": 25000})


@routes("time-rake/<id:period_id>/collect/", "api-time-rake-collect")
class Collect(ActView):
    post = sends(
        collect_time_rake,
        TimeShareOut(many=True),
        status=200,
        example={"paid_with": "chips", "unpaid": [3, 7]},
    )


@routes("time-rake/shares/", "api-shares-due")
class SharesDue(ActView):
    @reads(TimeShareOut(many=True))
    def get(self) -> list[TimeShare]:
        """List who owes time rake, the oldest share first."""
        return shares_due(self.club.pk)


@routes("time-rake/shares/<id:share_id>/pay/", "api-share-pay")
class SharePay(ActView):
    post = sends(pay_share, TimeShareOut, status=200, example={"paid_with": "cash", "shift_id": 7})


@routes("time-rake/shares/<id:share_id>/waive/", "api-share-waive")
class ShareWaive(ActView):
    post = sends(waive_share, TimeShareOut, status=200, example={"reason": "Power was out"})
