"""The endpoints of fills and credits."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from cashgames import queries as cashgames
from casino.countroom import queries, services
from casino.countroom.models import BankClosing, Transfer, TransferStep
from casino.house.stamp import Stamp
from casino.ledger.api import ActView
from casino.web.endpoints import reads, writes
from casino.web.serializers import IdField, PiecesField, StrictSerializer, TextField

CHIPS = {"chips": {"2500": 10, "500": 20}}
BOTH = CHIPS | {"cash": {"5000": 4}}


class ChipsIn(StrictSerializer):
    """Chips by denomination."""

    chips = PiecesField()


class BothIn(ChipsIn):
    """Chips and notes by denomination."""

    cash = PiecesField(required=False, default=dict)


class IssueIn(ChipsIn):
    """The chips that leave the cashier's own drawer."""

    shift_id = IdField()


class TakeIn(BothIn):
    """What comes into the cashier's own drawer."""

    shift_id = IdField()


class ReasonIn(StrictSerializer):
    """Why."""

    reason = TextField(longest=200)


class StepOut(serializers.Serializer[Any]):
    """Who did what; cents: what was counted."""

    state = serializers.ChoiceField(Transfer.State.choices)
    by = serializers.CharField()
    at = serializers.DateTimeField()
    entry_id = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    cents = serializers.SerializerMethodField()

    def get_cents(self, step: TransferStep) -> int | None:
        """Return what was counted; what is on its way is counted again before it is said."""
        under_way = step.transfer.state == step.state == Transfer.State.ISSUED
        return None if under_way else step.cents


class TransferOut(serializers.Serializer[Any]):
    """A fill or credit with its steps."""

    id = serializers.IntegerField()
    session_id = serializers.IntegerField()
    way = serializers.ChoiceField(Transfer.Way.choices)
    number = serializers.IntegerField()
    state = serializers.ChoiceField(Transfer.State.choices)
    gaming_day = serializers.DateField()
    steps = serializers.SerializerMethodField()

    def get_steps(self, transfer: Transfer) -> list[dict[str, Any]]:
        """Return the steps in order."""
        return [dict(StepOut(step).data) for step in queries.steps(transfer)]


class BankOut(serializers.Serializer[Any]):
    """What a table's bank holds by the books, in cents."""

    chips_cents = serializers.IntegerField()
    cash_cents = serializers.IntegerField()


class MissingOut(BankOut):
    """What was missing, and why."""

    session_id = serializers.IntegerField()
    reason = serializers.CharField()


class Fills(ActView):
    """/fills/"""

    @reads(TransferOut(many=True))
    def get(self) -> list[Transfer]:
        """List the fills and credits that are asked for or on their way."""
        return queries.transfers_under_way(self.club.pk)


class Fill(ActView):
    """/fills/<id>/"""

    @reads(TransferOut)
    def get(self, transfer_id: int) -> Transfer:
        """Show a fill or credit."""
        return queries.transfer(self.club.pk, transfer_id)


class FillIssue(ActView):
    """/fills/<id>/issue/"""

    @writes(TransferOut, takes=IssueIn, example=CHIPS | {"shift_id": 3})
    def post(self, stamp: Stamp, transfer_id: int, **counted: Any) -> Transfer:
        """Hand out the chips of a fill."""
        return services.issue_fill(stamp, transfer_id=transfer_id, **counted)


class FillConfirm(ActView):
    """/fills/<id>/confirm/"""

    @writes(TransferOut, takes=ChipsIn, example=CHIPS)
    def post(self, stamp: Stamp, transfer_id: int, **counted: Any) -> Transfer:
        """Count a fill at the table; not by whoever issued it."""
        return services.confirm_fill(stamp, transfer_id=transfer_id, **counted)


class CreditTake(ActView):
    """/fills/<id>/take/"""

    @writes(TransferOut, takes=TakeIn, example=BOTH | {"shift_id": 3})
    def post(self, stamp: Stamp, transfer_id: int, **counted: Any) -> Transfer:
        """Count a credit into the drawer; not by whoever sent it."""
        return services.confirm_credit(stamp, transfer_id=transfer_id, **counted)


class FillVoid(ActView):
    """/fills/<id>/void/"""

    @writes(TransferOut, takes=ReasonIn, example={"reason": "The game ended."})
    def post(self, stamp: Stamp, transfer_id: int, reason: str) -> Transfer:
        """Take back a request that was not issued."""
        return services.void_fill(stamp, transfer_id=transfer_id, reason=reason)


class TableBank(ActView):
    """/sessions/<id>/bank/"""

    @reads(BankOut)
    def get(self, session_id: int) -> queries.Bank:
        """Show what a table's bank holds by the books."""
        return queries.bank(cashgames.session(self.club.pk, session_id))


class FillAsk(ActView):
    """/sessions/<id>/bank/fill/"""

    @writes(TransferOut, takes=ChipsIn, example=CHIPS)
    def post(self, stamp: Stamp, session_id: int, **counted: Any) -> Transfer:
        """Ask the cage for chips."""
        return services.ask_fill(stamp, session_id=session_id, **counted)


class CreditSend(ActView):
    """/sessions/<id>/bank/credit/"""

    @writes(TransferOut, takes=BothIn, example=BOTH)
    def post(self, stamp: Stamp, session_id: int, **counted: Any) -> Transfer:
        """Send chips and notes of a table's bank to the cage."""
        return services.send_credit(stamp, session_id=session_id, **counted)


class BankMissing(ActView):
    """/sessions/<id>/bank/missing/"""

    @writes(MissingOut, takes=ReasonIn, example={"reason": "Not found at the count."})
    def post(self, stamp: Stamp, session_id: int, reason: str) -> BankClosing:
        """Say why a table's bank is empty and its books are not."""
        return services.name_missing(stamp, session_id=session_id, reason=reason)


routes = [
    path("fills/", Fills.as_view(), name="api-fills"),
    path("fills/<id:transfer_id>/", Fill.as_view(), name="api-fill"),
    path("fills/<id:transfer_id>/issue/", FillIssue.as_view(), name="api-fill-issue"),
    path("fills/<id:transfer_id>/confirm/", FillConfirm.as_view(), name="api-fill-confirm"),
    path("fills/<id:transfer_id>/take/", CreditTake.as_view(), name="api-credit-take"),
    path("fills/<id:transfer_id>/void/", FillVoid.as_view(), name="api-fill-void"),
    path("sessions/<id:session_id>/bank/", TableBank.as_view(), name="api-bank"),
    path("sessions/<id:session_id>/bank/fill/", FillAsk.as_view(), name="api-fill-ask"),
    path("sessions/<id:session_id>/bank/credit/", CreditSend.as_view(), name="api-credit-send"),
    path("sessions/<id:session_id>/bank/missing/", BankMissing.as_view(), name="api-bank-missing"),
]
