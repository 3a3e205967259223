"""The endpoints of payments due."""

from dataclasses import asdict, fields
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.exports import payables_csv
from casino.cage.models import Payable, Payment
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.due import payable, payables, payables_with_payments, payment_of
from casino.cage.rules import Thresholds
from casino.cage.services.payables import identify, pay_out
from casino.cage.services.thresholds import change_thresholds
from casino.ledger.api import ActView
from casino.ledger.queries.documents import entry
from casino.paging import Page
from casino.web.endpoints import MAX_ROWS, reads
from casino.web.routes import Routes
from casino.web.serializers import (
    StrictSerializer,
    TextField,
)

routes = Routes()
PAYING = {"shift_id": 7, "paid_with": "cash"}
CSV_FILE = {(200, "text/csv"): OpenApiTypes.STR}
THRESHOLDS = {
    "second_from_cents": 50000,
    "manager_from_cents": 500000,
    "identify_from_cents": 200000,
    "reason": "Two of us are on duty every night",
}


class PayablesAsked(StrictSerializer):
    """A part of a name, words, or a number."""

    search = TextField(required=False, default="")


class PayableOut(serializers.Serializer[Any]):
    """What the house owes; two: never paid by one person alone."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    about = serializers.CharField()
    cents = serializers.IntegerField()
    player_id = serializers.IntegerField(allow_null=True)
    two = serializers.BooleanField()
    gaming_day = serializers.DateField()
    owed_at = serializers.DateTimeField()
    reversal_id = serializers.IntegerField(
        allow_null=True, help_text="The entry that took it back before it was paid."
    )


class PaymentOut(serializers.Serializer[Any]):
    """A payment and its slip."""

    payable_id = serializers.IntegerField()
    shift_id = serializers.IntegerField()
    paid_with = serializers.ChoiceField(Payment.PaidWith.choices)
    paid_by_id = serializers.IntegerField()
    second_id = serializers.IntegerField(allow_null=True)
    paid_at = serializers.DateTimeField()
    entry_id = serializers.IntegerField()
    number = serializers.IntegerField(source="entry.number")
    withheld_cents = serializers.SerializerMethodField(
        help_text="What of it was kept for the tax authority."
    )

    def get_withheld_cents(self, paid: Payment) -> int:
        """Return the tax on the payment's entry."""
        booked = entry(paid.payable.club_id, paid.entry_id)
        return -booked.cents_on("tax:withheld") if booked else 0


class AskedOut(serializers.Serializer[Any]):
    """The proposal that waits for the second person."""

    proposal_id = serializers.IntegerField(source="id")
    expires_at = serializers.DateTimeField()


class PayableDetailOut(PayableOut):
    """A payable and how it was paid, null while it is due."""

    payment = serializers.SerializerMethodField()

    @extend_schema_field(PaymentOut(allow_null=True))
    def get_payment(self, owed: Payable) -> Any:
        """Return the payment, None while it is due."""
        paid = payment_of(owed)
        return paid and PaymentOut(paid).data


class ThresholdsOut(serializers.Serializer[Any]):
    """From which amounts a second person and the manager sign, and the guest is identified."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {each.name: serializers.IntegerField() for each in fields(Thresholds)}


@routes("payables/", "api-payables")
class PaymentsDue(ActView):
    @reads(PayableOut(many=True), asks=PayablesAsked, page=MAX_ROWS)
    def get(self, search: str, page: Page) -> list[Payable]:
        """List what is won and approved and not yet paid, the oldest first."""
        return payables(self.club.pk, search, page=page)


@routes("payables/<id:payable_id>/pay/", "api-pay")
class Pay(ActView):
    post = sends(pay_out, PaymentOut, example=PAYING)


@routes("payables/<id:payable_id>/ask/", "api-ask-payment")
class AskPayment(ActView):
    post = sends(pay_out.ask, AskedOut, example=PAYING)


@routes("payables/<id:payable_id>/identify/", "api-identify")
class Identify(ActView):
    post = sends(identify, PayableOut, status=200, example={"player_id": 7})


@routes("payables/<id:payable_id>/", "api-payable")
class PayableDetail(ActView):
    @reads(PayableDetailOut)
    def get(self, payable_id: int) -> Payable:
        """Show a payment due, or how it was paid."""
        return payable(self.club.pk, payable_id)


@routes("payables/payments.csv", "api-payables-file")
class PayablesFile(ActView):
    @reads(CSV_FILE)
    def get(self) -> HttpResponseBase:
        """Return everything that was ever due, paid or not, as a file."""
        rows = payables_with_payments(self.club.pk)
        return HttpResponse(payables_csv(self.club, rows), content_type="text/csv; charset=utf-8")


@routes("payables/thresholds/", "api-thresholds")
class PaymentThresholds(ActView):
    @reads(ThresholdsOut)
    def get(self) -> dict[str, int]:
        """Show from which amounts two people pay."""
        return asdict(thresholds(self.club.pk))

    post = sends(change_thresholds.ask, AskedOut, example=THRESHOLDS)
