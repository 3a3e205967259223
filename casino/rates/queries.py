"""Which rate counts when, and what was said of it."""

from dataclasses import dataclass
from datetime import date, datetime

from casino.ledger.queries.as_of import recorded_by
from casino.rates.models import ExchangeRate, TaxRate
from casino.rates.rules import TAXES, Tax


@dataclass(frozen=True, kw_only=True, slots=True)
class TaxRow:
    """A tax, its rates by the day from which on, and where each was read."""

    slug: str
    tax: Tax
    rates: dict[date, int]
    sources: dict[date, str]

    @property
    def lines(self) -> list[tuple[date, int, str]]:
        """(since, rate, source), the latest first."""
        return [(day, self.rates[day], self.sources[day]) for day in sorted(self.rates)[::-1]]


def taxes(club_id: int, country: str = "", *, known_at: datetime | None = None) -> list[TaxRow]:
    """Return the taxes, of a country alone if asked, with their public rates and the club's own."""
    own = recorded_by(TaxRate.objects.filter(club_id=club_id).order_by("id"), known_at)
    found = {
        slug: TaxRow(
            slug=slug,
            tax=tax,
            rates=tax.public(),
            sources=dict.fromkeys(tax.public(), tax.text),
        )
        for slug, tax in TAXES.items()
        if country in ("", tax.country)
    }
    for each in own:
        if row := found.get(each.tax):
            row.rates[each.since], row.sources[each.since] = each.hundredths, each.source
    return list(found.values())


def exchange_rates(
    club_id: int, currency: str, first: date, last: date, *, known_at: datetime | None = None
) -> dict[date, int]:
    """Return day -> what one of the club's own currency cost, in millionths of another."""
    found = ExchangeRate.objects.filter(
        club_id=club_id, currency=currency, day__range=(first, last)
    )
    return {each.day: each.rate_micro for each in recorded_by(found.order_by("id"), known_at)}


def latest_exchange_rates(club_id: int, limit: int = 100) -> list[ExchangeRate]:
    """Return what was said last."""
    found = ExchangeRate.objects.filter(club_id=club_id).select_related("entered_by")
    return list(found.order_by("-day", "currency", "-id")[:limit])
