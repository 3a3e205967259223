"""Which rate counts when, and what was said of it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from casino.house.models import Club, ControlProfile
from casino.house.queries import control_profile
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.lines import Lines, each_line
from casino.messages import msg
from casino.paging import Page
from casino.rates.models import ExchangeRate, TaxRate, Withholding
from casino.rates.rules import LAWS, TAXES, Law, Tax, WithholdingTerms, rate_on
from casino.refusals import Conflict

MAX_RATES = 100  # of a page
# What a guest is paid is booked as.
PAID = "cage.paid_out"


class RateMissing(Conflict):
    """What a club withholds by was found in no public text and was not entered."""

    code = "RATES-001"
    next_step = msg("Enter the rate and its source under Rates.")
    next_page = "rates"


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


def law_of(club: Club, *, at: datetime) -> Law | None:
    """
    Return what the laws of a club's country ask of it, by its time zone; None where nothing is
    known, and of a host's home: these laws are about organisers of gambling.

    Source: COMPLIANCE 1, 4.
    """
    if control_profile(club.pk, at=at) == ControlProfile.Name.HOME:
        return None
    return LAWS.get(club.timezone)


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


def withholdings(club_id: int) -> list[Withholding]:
    """Return what the club said of withholding, what holds now first."""
    found = Withholding.objects.filter(club_id=club_id)
    return list(found.select_related("changed_by", "signed_by").order_by("-id"))


def withheld_by(club_id: int) -> str:
    """Return the country by whose rates tax is withheld from winnings, "" for none."""
    said = Withholding.objects.filter(club_id=club_id).order_by("-id").first()
    return said.country if said else ""


def withholding_rates(club_id: int, country: str, day: date) -> list[dict[str, Any]]:
    """
    Return each rate of a country that winnings bear on a day, hundredths None for unknown, and
    after it those that follow, since: their day.
    """
    found: list[dict[str, Any]] = []
    for row in taxes(club_id, country):
        if row.slug.startswith(f"{country}-winnings"):
            of = {"title": row.tax.title, "unit": row.tax.unit}
            found.append({**of, "hundredths": rate_on(row.rates, day)})
            found += [
                {**of, "hundredths": row.rates[since], "since": str(since)}
                for since in sorted(row.rates)
                if since > day
            ]
    return found


def withholding_terms(club_id: int, day: date) -> WithholdingTerms | None:
    """
    Return by what terms the club withholds tax from winnings on a day; None where it does not.

    Raises RateMissing where it does and no rate is known.
    """
    said = Withholding.objects.filter(club_id=club_id).order_by("-id").first()
    if said is None or not said.country:
        return None
    tax = f"{said.country}-winnings"
    known = {row.slug: row for row in taxes(club_id, said.country)}

    def rate(slug: str) -> int | None:
        return rate_on(known[slug].rates, day) if slug in known else None

    free, of_rest, upper_from = rate(f"{tax}-free"), rate(tax), rate(f"{tax}-upper-from")
    if free is None or of_rest is None:
        raise RateMissing(msg("No rate is known of: {tax}.", tax=known[tax].tax.said))
    since = max(each for each in known[tax].rates if each <= day)
    return WithholdingTerms(
        tax=tax,
        source=known[tax].sources[since],
        since_act=said.act_id,
        free_cents=free,
        rate_bp=of_rest,
        upper_from_cents=upper_from,
        upper_rate_bp=rate(f"{tax}-upper") or of_rest,
    )


def withheld_between(club_id: int, first: date, last: date) -> tuple[int, int]:
    """Return of how many payments of these gaming days tax was withheld, and how much."""
    asked = Lines(club_id=club_id, first=first, last=last, code="tax:withheld", kind=PAID)
    kept = [line.cents for line in each_line(asked)]
    return sum(-1 if cents > 0 else 1 for cents in kept), -sum(kept)


def exchange_rates(
    club_id: int, currency: str, first: date, last: date, *, known_at: datetime | None = None
) -> dict[date, int]:
    """Return day -> what one of the club's own currency cost, in millionths of another."""
    found = ExchangeRate.objects.filter(
        club_id=club_id, currency=currency, day__range=(first, last)
    )
    return {each.day: each.rate_micro for each in recorded_by(found.order_by("id"), known_at)}


def latest_exchange_rates(club_id: int, *, page: Page) -> list[ExchangeRate]:
    """Return what was said of currencies, the latest day first."""
    found = ExchangeRate.objects.filter(club_id=club_id).select_related("entered_by")
    return page.of(found.order_by("-day", "currency", "-id"))
