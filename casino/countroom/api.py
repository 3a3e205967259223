"""The endpoints of the boxes."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames.api.corrections import doors
from casino.acts.doors import sends
from casino.countroom import queries
from casino.countroom.models import Box
from casino.countroom.services import boxes as services
from casino.countroom.services.corrections import unsettle_table, void_box
from casino.ledger.api import ActView
from casino.web.endpoints import reads


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
    void_at = serializers.DateTimeField(allow_null=True)


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

    id = serializers.IntegerField()
    session_id = serializers.IntegerField()
    dealer = serializers.CharField()
    began_at = serializers.DateTimeField()


class Boxes(ActView):
    """/boxes/"""

    @reads(BoxOut(many=True))
    def get(self) -> list[Box]:
        """List the boxes that wait for a count."""
        return queries.waiting_boxes(self.club.pk)

    post = sends(
        services.take_box, BoxOut, example={"session_id": 12, "fee": "rake", "number": "R1"}
    )


class BoxDetail(ActView):
    """/boxes/<id>/"""

    @reads(BoxOut)
    def get(self, box_id: int) -> Box:
        """Show a box."""
        return queries.box(self.club.pk, box_id)


class BoxCount(ActView):
    """/boxes/<id>/count/"""

    post = sends(services.count_box, CountOut, example={"chips": {"2500": 1, "100": 5}})


class Settle(ActView):
    """/sessions/<id>/settle/"""

    post = sends(
        services.settle_table,
        SettlementOut,
        example={"reason": "A chip of 5.00 fell beside the box"},
    )


class Dealer(ActView):
    """/sessions/<id>/dealer/"""

    post = sends(services.change_dealer, DealerTurnOut, example={"dealer": "Kadri"})


class DealerCorrect(ActView):
    """/sessions/<id>/dealer/correct/"""

    post = sends(
        services.correct_dealer, DealerTurnOut, example={"dealer_turn_id": 31, "dealer": "Kadri"}
    )


routes = [
    path("boxes/", Boxes.as_view(), name="api-boxes"),
    path("boxes/<id:box_id>/", BoxDetail.as_view(), name="api-box"),
    path("boxes/<id:box_id>/count/", BoxCount.as_view(), name="api-box-count"),
    *doors(void_box, "boxes/<id:box_id>/void/", "void-box", {"reason": "Of another table"}),
    path("sessions/<id:session_id>/settle/", Settle.as_view(), name="api-settle"),
    *doors(
        unsettle_table,
        "sessions/<id:session_id>/settle/take-back/",
        "unsettle",
        {"reason": "A box was found"},
    ),
    path("sessions/<id:session_id>/dealer/", Dealer.as_view(), name="api-dealer"),
    path(
        "sessions/<id:session_id>/dealer/correct/",
        DealerCorrect.as_view(),
        name="api-dealer-correct",
    ),
]
