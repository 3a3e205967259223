"""Rates by program."""

from datetime import date
from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.paging import Page
from casino.rates import services
from casino.rates.models import ExchangeRate, Withholding
from casino.rates.queries import MAX_RATES, latest_exchange_rates, taxes, withholdings
from casino.web.endpoints import reads
from casino.web.routes import Routes

routes = Routes()


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


@routes("rates/taxes/", "api-tax-rates")
class TaxRates(ActView):
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


@routes("rates/taxes/ask/", "api-tax-rate-requests")
class TaxRateRequests(ActView):
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


@routes("rates/withholding/", "api-withholding")
class Withholdings(ActView):
    @reads(WithholdingOut(many=True))
    def get(self) -> list[Withholding]:
        """List what the club said of withholding, what holds now first."""
        return withholdings(self.club.pk)

    post = sends(
        services.set_withholding.ask,
        ProposalOut,
        example={"country": "lv", "reason": "The club is in Latvia"},
    )


@routes("rates/currencies/", "api-exchange-rates")
class ExchangeRates(ActView):
    @reads(ExchangeRateOut(many=True), page=MAX_RATES)
    def get(self, page: Page) -> list[ExchangeRate]:
        """List the rates of currencies, the latest day first."""
        return latest_exchange_rates(self.club.pk, page=page)

    post = sends(
        services.set_exchange_rate,
        ExchangeRateOut,
        example={"currency": "SEK", "day": "2026-11-20", "rate": "10.9215", "source": "ECB"},
    )


@routes("rates/currencies/file/", "api-exchange-rates-file")
class ExchangeRateFile(ActView):
    post = sends(
        services.bring_exchange_rates,
        ExchangeRateOut,
        example={"table": "Date,SEK\n2026-11-20,10.9215\n", "source": "ECB"},
    )


def _told(tax: str, since: date, hundredths: int, source: str) -> dict[str, Any]:
    return {"tax": tax, "since": since, "hundredths": hundredths, "source": source}
