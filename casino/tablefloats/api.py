"""The endpoints of fills and credits."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from cashgames.api.corrections import doors
from cashgames.queries.tables import session
from casino.acts.doors import sends
from casino.approvals.api import ProposalOut, previews
from casino.cage.api.payments import AskedOut
from casino.ledger.api import ActView
from casino.tablefloats import queries
from casino.tablefloats.models import Transfer, TransferStep
from casino.tablefloats.services import desk_corrections, shortages, transfers
from casino.web.endpoints import reads
from casino.web.openapi import shown_as

CHIPS = {"chips": {"2500": 10, "500": 20}}
BOTH = CHIPS | {"cash": {"5000": 4}}
AGAIN = BOTH | {"reason": "40 typed for 10."}
WRONG_TABLE = {"reason": "It was for another table."}


@shown_as(state="asked", entry_id=None, reason="", cents=30000)
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


@shown_as(way="fill", state="asked")
class TransferOut(serializers.Serializer[Any]):
    """A fill or credit with its steps."""

    id = serializers.IntegerField()
    session_id = serializers.IntegerField()
    way = serializers.ChoiceField(Transfer.Way.choices)
    number = serializers.IntegerField()
    state = serializers.ChoiceField(Transfer.State.choices)
    gaming_day = serializers.DateField()
    steps = serializers.SerializerMethodField()

    @extend_schema_field(StepOut(many=True))
    def get_steps(self, transfer: Transfer) -> list[dict[str, Any]]:
        return [dict(StepOut(step).data) for step in queries.steps(transfer)]


class BankOut(serializers.Serializer[Any]):
    """What a table's bank holds by the books, in cents; null to who may count it, until it ends."""

    chips_cents = serializers.IntegerField(allow_null=True)
    cash_cents = serializers.IntegerField(allow_null=True)


class MissingOut(serializers.Serializer[Any]):
    """What was missing, and why."""

    chips_cents = serializers.IntegerField()
    cash_cents = serializers.IntegerField()
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

    post = sends(transfers.issue_fill, TransferOut, example=CHIPS | {"shift_id": 3})


class FillConfirm(ActView):
    """/fills/<id>/confirm/"""

    post = sends(transfers.confirm_fill, TransferOut, example=CHIPS)


class AskConfirm(ActView):
    """/fills/<id>/ask-confirm/"""

    post = sends(transfers.confirm_fill.ask, AskedOut, example=CHIPS)


class CreditTake(ActView):
    """/fills/<id>/take/"""

    post = sends(transfers.confirm_credit, TransferOut, example=BOTH | {"shift_id": 3})


class FillVoid(ActView):
    """/fills/<id>/void/"""

    post = sends(transfers.void_fill, TransferOut, example={"reason": "The game ended."})


class CreditRecount(ActView):
    """/fills/<id>/count-again/"""

    post = sends(desk_corrections.recount_credit.ask, ProposalOut, example=AGAIN)


class PreviewCreditRecount(ActView):
    """/fills/<id>/count-again/preview/"""

    post = previews(desk_corrections.recount_credit, example=AGAIN)


class FillTakeBack(ActView):
    """/fills/<id>/take-back/"""

    post = sends(desk_corrections.take_back_fill.ask, ProposalOut, example=WRONG_TABLE)


class PreviewFillTakeBack(ActView):
    """/fills/<id>/take-back/preview/"""

    post = previews(desk_corrections.take_back_fill, example=WRONG_TABLE)


class TableBank(ActView):
    """/sessions/<id>/bank/"""

    @reads(BankOut)
    def get(self, session_id: int) -> queries.Bank | dict[str, None]:
        """Show what a table's bank holds by the books, to those who don't count it."""
        found = session(self.club.pk, session_id)
        if not found.closed_at and any(self.opens(each) for each in queries.COUNTED_AT):
            return {"chips_cents": None, "cash_cents": None}
        return queries.bank(found)


class FillAsk(ActView):
    """/sessions/<id>/bank/fill/"""

    post = sends(transfers.ask_fill, TransferOut, example=CHIPS)


class CreditSend(ActView):
    """/sessions/<id>/bank/credit/"""

    post = sends(transfers.send_credit, TransferOut, example=BOTH)


class BankMissing(ActView):
    """/sessions/<id>/bank/missing/"""

    post = sends(shortages.name_missing, MissingOut, example={"reason": "Not found at the count."})


routes = [
    path("fills/", Fills.as_view(), name="api-fills"),
    path("fills/<id:transfer_id>/", Fill.as_view(), name="api-fill"),
    path("fills/<id:transfer_id>/issue/", FillIssue.as_view(), name="api-fill-issue"),
    path("fills/<id:transfer_id>/confirm/", FillConfirm.as_view(), name="api-fill-confirm"),
    path("fills/<id:transfer_id>/ask-confirm/", AskConfirm.as_view(), name="api-fill-ask-confirm"),
    path("fills/<id:transfer_id>/take/", CreditTake.as_view(), name="api-credit-take"),
    path("fills/<id:transfer_id>/void/", FillVoid.as_view(), name="api-fill-void"),
    path("sessions/<id:session_id>/bank/", TableBank.as_view(), name="api-bank"),
    path("sessions/<id:session_id>/bank/fill/", FillAsk.as_view(), name="api-fill-ask"),
    path("sessions/<id:session_id>/bank/credit/", CreditSend.as_view(), name="api-credit-send"),
    path("sessions/<id:session_id>/bank/missing/", BankMissing.as_view(), name="api-bank-missing"),
    *doors(
        shortages.take_back_missing,
        "sessions/<id:session_id>/bank/missing/take-back/",
        "take-back-missing",
        {"reason": "Found in the tray."},
    ),
    path("fills/<id:transfer_id>/count-again/", CreditRecount.as_view(), name="api-credit-recount"),
    path(
        "fills/<id:transfer_id>/count-again/preview/",
        PreviewCreditRecount.as_view(),
        name="api-preview-credit-recount",
    ),
    path("fills/<id:transfer_id>/take-back/", FillTakeBack.as_view(), name="api-fill-take-back"),
    path(
        "fills/<id:transfer_id>/take-back/preview/",
        PreviewFillTakeBack.as_view(),
        name="api-preview-fill-take-back",
    ),
]
