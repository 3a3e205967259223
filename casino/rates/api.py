"""Rates by program."""

from datetime import date
from typing import Any

from django.urls import path
from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.paging import Page
from casino.rates import services
from casino.rates.models import ExchangeRate, Withholding
from casino.rates.queries import MAX_RATES, latest_exchange_rates, taxes, withholdings
from casino.web.endpoints import reads


class TaxRateOut(serializers.Serializer[Any]):
    """A rate of a tax from a day on; hundredths of a percent, or cents a piece."""

    tax = serializers.CharField()
    since = serializers.DateField()
    hundredths = serializers.IntegerField()
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]


class ExchangeRateOut(serializers.Serializer[Any]):
    """What one of the club's own currency cost on a day, in millionths of another."""

    id = serializers.IntegerField()
    currency = serializers.CharField()
    day = serializers.DateField()
    rate_micro = serializers.IntegerField()
    source = serializers.CharField()  # type: ignore[assignment]


class TaxRates(ActView):
    """/rates/taxes/"""

    @reads(TaxRateOut(many=True))
    def get(self) -> list[dict[str, Any]]:
        """List the rates of taxes, those of public texts and the club's own."""
        return [_told(row.slug, *line) for row in taxes(self.club.pk) for line in row.lines]

    post = sends(
        services.set_tax_rate,
        TaxRateOut,
        example={
            "tax": "lv-winnings",
            "since": "2026-01-01",
            "hundredths": 2550,
            "source": "Letter of the revenue service",
        },
    )


class TaxRateRequests(ActView):
    """/rates/taxes/ask/"""

    post = sends(
        services.set_tax_rate.ask,
        ProposalOut,
        example={
            "tax": "lv-winnings",
            "since": "2026-01-01",
            "hundredths": 2550,
            "source": "Letter of the revenue service",
        },
    )


class WithholdingOut(serializers.Serializer[Any]):
    """By which country's rates tax is withheld from winnings, empty for none; the first counts."""

    id = serializers.IntegerField()
    country = serializers.CharField(allow_blank=True)
    reason = serializers.CharField()
    gaming_day = serializers.DateField()
    proposed_by = serializers.CharField(source="changed_by.username")
    approved_by = serializers.CharField(source="signed_by.username", allow_null=True, default=None)


class Withholdings(ActView):
    """/rates/withholding/"""

    @reads(WithholdingOut(many=True))
    def get(self) -> list[Withholding]:
        """List what the club said of withholding, what holds now first."""
        return withholdings(self.club.pk)

    post = sends(
        services.set_withholding.ask,
        ProposalOut,
        example={"country": "lv", "reason": "The club is in Latvia"},
    )


class ExchangeRates(ActView):
    """/rates/currencies/"""

    @reads(ExchangeRateOut(many=True), page=MAX_RATES)
    def get(self, page: Page) -> list[ExchangeRate]:
        """List the rates of currencies, the latest day first."""
        return latest_exchange_rates(self.club.pk, page=page)

    post = sends(
        services.set_exchange_rate,
        ExchangeRateOut,
        example={"currency": "SEK", "day": "2026-11-20", "rate": "10.9215", "source": "ECB"},
    )


class ExchangeRateFile(ActView):
    """/rates/currencies/file/"""

    post = sends(
        services.bring_exchange_rates,
        ExchangeRateOut,
        example={"table": "Date,SEK\n2026-11-20,10.9215\n", "source": "ECB"},
    )


def _told(tax: str, since: date, hundredths: int, source: str) -> dict[str, Any]:
    return {"tax": tax, "since": since, "hundredths": hundredths, "source": source}


routes = [
    path("rates/withholding/", Withholdings.as_view(), name="api-withholding"),
    path("rates/taxes/", TaxRates.as_view(), name="api-tax-rates"),
    path("rates/taxes/ask/", TaxRateRequests.as_view(), name="api-tax-rate-requests"),
    path("rates/currencies/", ExchangeRates.as_view(), name="api-exchange-rates"),
    path("rates/currencies/file/", ExchangeRateFile.as_view(), name="api-exchange-rates-file"),
]
