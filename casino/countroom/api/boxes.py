"""The endpoints of the boxes."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.countroom import queries, services
from casino.countroom.models import Box, Count, DealerTurn, Settlement
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import IdField, OneOfField, PiecesField, StrictSerializer, TextField


class BoxIn(StrictSerializer):
    """A box that comes off a table."""

    session_id = IdField()
    fee = OneOfField(Box.Fee.choices)
    number = TextField(longest=30)


class CountIn(StrictSerializer):
    """The chips of a box; a reason strikes out one's own earlier count."""

    chips = PiecesField()
    reason = TextField(longest=200, required=False, default="")


class SettleIn(StrictSerializer):
    """Why the boxes differ from the table, where they do."""

    reason = TextField(longest=200, required=False, default="")


class DealerIn(StrictSerializer):
    """Who deals from now on."""

    dealer = TextField(longest=50)


class BoxOut(serializers.Serializer[Any]):
    """A box; what it held is said once two people agree."""

    id = serializers.IntegerField()
    session_id = serializers.IntegerField()
    fee = serializers.ChoiceField(Box.Fee.choices)
    number = serializers.CharField()
    gaming_day = serializers.DateField()
    taken_at = serializers.DateTimeField()
    counted_cents = serializers.IntegerField(allow_null=True)
    booked_at = serializers.DateTimeField(allow_null=True)
    entry_id = serializers.IntegerField(allow_null=True)


class CountOut(serializers.Serializer[Any]):
    """One's own count."""

    id = serializers.IntegerField()
    box_id = serializers.IntegerField()
    cents = serializers.IntegerField()
    counted_at = serializers.DateTimeField()


class SettlementOut(serializers.Serializer[Any]):
    """Expected and counted of a table's boxes, in cents; difference: counted less expected."""

    session_id = serializers.IntegerField()
    gaming_day = serializers.DateField()
    expected_cents = serializers.IntegerField()
    counted_cents = serializers.IntegerField()
    difference_cents = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)


class DealerTurnOut(serializers.Serializer[Any]):
    """Who deals, and since when."""

    session_id = serializers.IntegerField()
    dealer = serializers.CharField()
    began_at = serializers.DateTimeField()


class Boxes(ActView):
    """/boxes/"""

    @reads(BoxOut(many=True))
    def get(self) -> list[Box]:
        """List the boxes that wait for a count."""
        return queries.waiting_boxes(self.club.pk)

    @writes(BoxOut, takes=BoxIn, example={"session_id": 12, "fee": "rake", "number": "R1"})
    def post(self, stamp: Stamp, **values: Any) -> Box:
        """Take a box off a table."""
        return services.take_box(stamp, **values)


class BoxDetail(ActView):
    """/boxes/<id>/"""

    @reads(BoxOut)
    def get(self, box_id: int) -> Box:
        """Show a box."""
        return queries.box(self.club.pk, box_id)


class BoxCount(ActView):
    """/boxes/<id>/count/"""

    @writes(CountOut, takes=CountIn, example={"chips": {"2500": 1, "100": 5}})
    def post(self, stamp: Stamp, box_id: int, chips: dict[int, int], reason: str) -> Count:
        """Count a box, blind to what anybody else counted."""
        return services.count_box(stamp, box_id=box_id, chips=chips, reason=reason)


class Settle(ActView):
    """/sessions/<id>/settle/"""

    @writes(
        SettlementOut,
        takes=SettleIn,
        example={"reason": "A chip of 5.00 fell beside the box"},
    )
    def post(self, stamp: Stamp, session_id: int, reason: str) -> Settlement:
        """Settle a table once all its boxes are counted."""
        return services.settle_table(stamp, session_id=session_id, reason=reason)


class Dealer(ActView):
    """/sessions/<id>/dealer/"""

    @writes(DealerTurnOut, takes=DealerIn, example={"dealer": "Kadri"})
    def post(self, stamp: Stamp, session_id: int, dealer: str) -> DealerTurn:
        """Note who deals from now on."""
        return services.change_dealer(stamp, session_id=session_id, dealer=dealer)


routes = [
    path("boxes/", Boxes.as_view(), name="api-boxes"),
    path("boxes/<id:box_id>/", BoxDetail.as_view(), name="api-box"),
    path("boxes/<id:box_id>/count/", BoxCount.as_view(), name="api-box-count"),
    path("sessions/<id:session_id>/settle/", Settle.as_view(), name="api-settle"),
    path("sessions/<id:session_id>/dealer/", Dealer.as_view(), name="api-dealer"),
]
