"""What rates make of amounts and laws ask for; no figure stands in code, no Django here."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Literal

from casino.messages import Message, catalogued
from casino.money import WHOLE_BP
from casino.schema import read

MICRO = 1_000_000
PUBLIC, OF_LAW = (Path(__file__).with_name(name) for name in ("public.toml", "laws.toml"))
SATURDAY = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Tax:
    """
    A tax as a public text has it. unit: bp of an amount or cents a piece; rates: by the day from
    which on; none: not found in a public text.
    """

    title: str
    country: Literal["ee", "lv"]
    unit: Literal["bp", "cents"]
    base: str
    per: str
    due: str
    text: str
    rates: dict[str, int]

    @property
    def said(self) -> Message:
        """Its title in the reader's language."""
        return catalogued(self.title)

    def public(self) -> dict[date, int]:
        """Return its rates by their days."""
        return {date.fromisoformat(day): value for day, value in self.rates.items()}


TAXES: dict[str, Tax] = {
    slug: read(Tax, raw, slug) for slug, raw in tomllib.loads(PUBLIC.read_text("utf-8")).items()
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Duty:
    """So many days, months or years that a law asks for; text: the law under its own name."""

    number: int
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CashReport:
    """
    Which payments of guests a law wants reported, and how soon; text: the law under its own name.

    months: over which a guest's cash in, and out, is one sum; 0: each payment stands alone.
    wires: wires and cards count, too; days: within which it is sent, working: Monday to Friday.
    """

    from_cents: int
    months: int
    wires: bool
    days: int
    working: bool
    text: str

    def due(self, day: date) -> date:
        """
        Return the last day on which what happened on a day is reported in time.

        Source: COMPLIANCE 0.2, 0.3; public holidays are not known and count as working days.
        """
        left, on = self.days, day
        while left:
            on += timedelta(days=1)
            left -= not self.working or on.weekday() < SATURDAY
        return on


@dataclass(frozen=True, kw_only=True, slots=True)
class Law:
    """
    What a country asks of its clubs, None for what was not found; zone: by whose clock they go.

    identify_linked_days: over which a guest's cash is one sum for the ID; self_exclusion_months:
    of the shortest one, max: of the longest, on_request: 1 where none ends by itself; record_years:
    for which the ID is kept after the last visit; cash_report: which payments an authority is told.
    """

    country: Literal["ee", "lv"]
    title: str
    zone: str
    identify_linked_days: Duty | None = None
    cash_report: CashReport | None = None
    self_exclusion_months: Duty | None = None
    self_exclusion_max_months: Duty | None = None
    self_exclusion_on_request: Duty | None = None
    record_years: Duty | None = None

    @property
    def said(self) -> Message:
        """The country in the reader's language."""
        return catalogued(self.title)


LAWS: dict[str, Law] = {
    law.zone: law
    for law in (
        read(Law, {"country": country} | raw, country)
        for country, raw in tomllib.loads(OF_LAW.read_text("utf-8")).items()
    )
}


def rate_on(known: Mapping[date, int], day: date) -> int | None:
    """
    Return the rate of a day: the latest that began by then, None before the first.

    Source: COMPLIANCE 5 (rates by years).
    """
    begun = [since for since in known if since <= day]
    return known[max(begun)] if begun else None


def tax_cents(tax: Tax, base: int, rate: int) -> int:
    """
    Return what a tax comes to: bp of cents, half a cent up; or so many cents a piece.

    Source: COMPLIANCE 5.
    """
    if tax.unit == "cents":
        return base * rate
    return (2 * base * rate + WHOLE_BP) // (2 * WHOLE_BP)


def converted(cents: int, rate_micro: int) -> int:
    """
    Return cents of a currency in the club's own; rate_micro: millionths of it that one of the
    club's own costs, as central banks quote. Half a cent to the even one.

    Source: ECB reference rates, 1 EUR = x.
    """
    whole, rest = divmod(abs(cents) * MICRO, rate_micro)
    up = 2 * rest > rate_micro or (2 * rest == rate_micro and whole % 2)
    return (whole + bool(up)) * (1 if cents >= 0 else -1)


def is_far(rate_micro: int, other_micro: int) -> bool:
    """
    Return whether a rate is more than a fifth off another one.

    Source: our own choice; no reference rate of the ECB against the euro moves so far in a day.
    """
    return abs(rate_micro - other_micro) * 5 > other_micro


def is_mistyped(rate: int, before: int | None, *, unit: Literal["bp", "cents"]) -> bool:
    """
    Return whether a rate of a tax is above a half, or not within the half and the double of before.

    Source: our own choice; no rate of the public texts ever doubled.
    """
    above = unit == "bp" and 2 * rate > WHOLE_BP
    return above or bool(before and not before <= 2 * rate <= 4 * before)


def rate_of_day(known: Mapping[date, int], day: date) -> int | None:
    """
    Return the rate of a day; on a Saturday or Sunday that of the Friday, else only its own.

    Source: ECB reference rates, published on working days.
    """
    friday = day - timedelta(days=max(day.weekday() - SATURDAY + 1, 0))
    return known.get(day, known.get(friday))


@dataclass(frozen=True, kw_only=True, slots=True)
class WithholdingTerms:
    """
    What is withheld from winnings on a day: nothing of the free part of a visit; of what a year
    brings above `upper_from_cents` the upper rate, where there is one. since_act: by which the
    club began to withhold.
    """

    tax: str
    source: str
    since_act: int = 0
    free_cents: int
    rate_bp: int
    upper_from_cents: int | None = None
    upper_rate_bp: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Withheld:
    """What of winnings is taxable, what of that at the upper rate, and what is withheld."""

    won_cents: int
    taxable_cents: int = 0
    upper_cents: int = 0
    cents: int = 0

    @property
    def net_cents(self) -> int:
        """What the guest is handed."""
        return self.won_cents - self.cents


def withheld(
    terms: WithholdingTerms, cents: int, *, visit_cents: int, year_cents: int, kept: Withheld
) -> Withheld:
    """
    Return what is withheld from winnings that are paid now.

    visit_cents, year_cents: what the guest was paid of winnings before on the visit, in the year;
    kept: what of the visit's was paid since the club withholds, and taxed. However a visit's
    winnings are split, and whichever of them are taken back and paid anew, the same is withheld
    of them. Source: COMPLIANCE 5.
    """
    before_year = year_cents - visit_cents
    untaxed = _of_visit(terms, visit_cents - kept.won_cents, before_year)
    whole = _of_visit(terms, visit_cents + cents, before_year)

    # More than the visit's tax is kept once a payment is gone that had used up its free part.
    taxable = max(whole.taxable_cents - untaxed.taxable_cents - kept.taxable_cents, 0)
    upper = max(whole.upper_cents - untaxed.upper_cents - kept.upper_cents, 0)
    tax = max(whole.cents - untaxed.cents - kept.cents, 0)
    return Withheld(
        won_cents=cents,
        taxable_cents=min(taxable, cents),
        upper_cents=min(upper, taxable, cents),
        cents=min(tax, cents),
    )


def _of_visit(terms: WithholdingTerms, cents: int, year_cents: int) -> Withheld:
    """Return what is withheld of all that a visit brought; year_cents: of the visits before it."""
    taxable, above = max(cents - terms.free_cents, 0), 0
    if terms.upper_from_cents is not None:
        above = max(year_cents + cents - max(terms.upper_from_cents, year_cents), 0)
    upper = min(above, taxable)
    tax = (taxable - upper) * terms.rate_bp + upper * terms.upper_rate_bp
    return Withheld(
        won_cents=cents,
        taxable_cents=taxable,
        upper_cents=upper,
        cents=(2 * tax + WHOLE_BP) // (2 * WHOLE_BP),
    )
