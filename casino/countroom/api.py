"""The endpoints of the boxes."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cashgames.api.corrections import doors
from cashgames.models import Session
from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.countroom import queries
from casino.countroom.models import Box, Count
from casino.countroom.services import boxes as services
from casino.countroom.services import dealers
from casino.countroom.services.corrections import unsettle_table, void_box
from casino.ledger.api import ActView
from casino.web.endpoints import reads
from casino.web.openapi import shown_as
from casino.web.roles import request_stamp
from casino.web.routes import Routes

routes = Routes()


@shown_as(number="R1", counted_cents=None, booked_at=None, entry_id=None, void_at=None)
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


@shown_as(
    expected_cents=4000,
    counted_cents=3500,
    difference_cents=-500,
    reason="A chip of 5.00 fell beside the box",
)
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


@shown_as(chips={"2500": 1, "500": 2, "100": 5}, cents=4000, struck=False, reason="")
class CountSheetOut(serializers.Serializer[Any]):
    """
    A count of a box, chip by chip: value in cents -> how many.

    struck: it was corrected; reason: why this one corrects the one before.
    """

    id = serializers.IntegerField()
    counter_id = serializers.IntegerField()
    counter = serializers.CharField()
    counted_at = serializers.DateTimeField()
    chips = serializers.SerializerMethodField()
    cents = serializers.IntegerField()
    struck = serializers.SerializerMethodField()
    reason = serializers.CharField(allow_blank=True)

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
    def get_chips(self, count: Count) -> dict[str, int]:
        return {str(line.cents): line.quantity for line in count.lines.all()}

    def get_struck(self, count: Count) -> bool:
        return hasattr(count, "corrected_by")


@shown_as(table="Table 4", waiting=[])
class ToSettleOut(serializers.Serializer[Any]):
    """A closed game that waits to be settled; waiting: ids of its boxes that are not counted."""

    session_id = serializers.IntegerField(source="id")
    table = serializers.CharField()
    closed_at = serializers.DateTimeField()
    waiting = serializers.SerializerMethodField()

    def get_waiting(self, session: Session) -> list[int]:
        return [each.pk for each in queries.boxes_to_count(session)]


RIGHT_DEALER = {"dealer_turn_id": 31, "dealer": "Kadri", "reason": "The name was mistyped"}
CENTS_BY_DEALER = {"Kadri": -300, "Mari": -200}


@shown_as(
    table="Table 4",
    expected_cents=4000,
    counted_cents=3500,
    difference_cents=-500,
    reason="A chip of 5.00 fell beside the box",
    by_dealer=CENTS_BY_DEALER,
)
class TableDifferenceOut(serializers.Serializer[Any]):
    """What a table's boxes held otherwise than expected, by the dealers' time there; "": nobody."""

    session_id = serializers.IntegerField(source="settlement.session_id")
    table = serializers.CharField(source="settlement.session.table")
    gaming_day = serializers.DateField(source="settlement.gaming_day")
    expected_cents = serializers.IntegerField(source="settlement.expected_cents")
    counted_cents = serializers.IntegerField()
    difference_cents = serializers.IntegerField()
    reason = serializers.CharField(source="settlement.reason")
    settled_by_id = serializers.IntegerField(source="settlement.settled_by_id")
    by_dealer = serializers.DictField(child=serializers.IntegerField())


@shown_as(dealers=CENTS_BY_DEALER)
class BoxDifferencesOut(serializers.Serializer[Any]):
    """The tables whose boxes differed, the latest first, and the sums by dealer, in cents."""

    tables = TableDifferenceOut(many=True)
    dealers = serializers.DictField(child=serializers.IntegerField())


@routes("boxes/", "api-boxes")
class Boxes(ActView):
    @reads(BoxOut(many=True))
    def get(self) -> list[Box]:
        """List the boxes that wait for a count."""
        return queries.waiting_boxes(self.club.pk)

    post = sends(
        services.take_box, BoxOut, example={"session_id": 12, "fee": "rake", "number": "R1"}
    )


@routes("boxes/<id:box_id>/", "api-box")
class BoxDetail(ActView):
    @reads(BoxOut)
    def get(self, box_id: int) -> Box:
        """Show a box."""
        return queries.box(self.club.pk, box_id)


@routes("boxes/<id:box_id>/counts/", "api-box-counts")
class CountSheet(ActView):
    @reads(CountSheetOut(many=True))
    def get(self, box_id: int) -> list[Count]:
        """Show both counts of a box once it is booked; before that, only one's own."""
        box = queries.box(self.club.pk, box_id)
        return queries.counts_shown(box, request_stamp(self.request).person_id)


@routes("boxes/tables/", "api-tables-to-settle")
class TablesToSettle(ActView):
    @reads(ToSettleOut(many=True))
    def get(self) -> list[Session]:
        """List the closed games whose boxes are not all counted and settled."""
        return queries.unsettled(self.club.pk)


@routes("boxes/differences/", "api-box-differences")
class BoxDifferences(ActView):
    @reads(BoxDifferencesOut)
    def get(self) -> dict[str, Any]:
        """Show which tables' boxes differed, and by whose time at them."""
        found = queries.differences(self.club.pk)
        return {"tables": found, "dealers": queries.by_dealer(found)}


@routes("boxes/<id:box_id>/count/", "api-box-count")
class BoxCount(ActView):
    post = sends(services.count_box, CountOut, example={"chips": {"2500": 1, "100": 5}})


@routes("sessions/<id:session_id>/settle/", "api-settle")
class Settle(ActView):
    post = sends(
        services.settle_table,
        SettlementOut,
        example={"reason": "A chip of 5.00 fell beside the box"},
    )


@routes("sessions/<id:session_id>/dealer/", "api-dealer")
class Dealer(ActView):
    post = sends(dealers.change_dealer, DealerTurnOut, example={"dealer": "Kadri"})


@routes("sessions/<id:session_id>/dealer/correct/", "api-dealer-correct")
class DealerCorrect(ActView):
    post = sends(dealers.correct_dealer, DealerTurnOut, example=RIGHT_DEALER)


@routes("sessions/<id:session_id>/dealer/correct/ask/", "api-dealer-correct-ask")
class DealerCorrectAsk(ActView):
    post = sends(dealers.correct_dealer.ask, ProposalOut, example=RIGHT_DEALER)


routes += [
    *doors(void_box, "boxes/<id:box_id>/void/", "void-box", {"reason": "Of another table"}),
    *doors(
        unsettle_table,
        "sessions/<id:session_id>/settle/take-back/",
        "unsettle",
        {"reason": "A box was found"},
    ),
]
