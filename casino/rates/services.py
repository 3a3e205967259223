"""Saying a rate: of a tax from a day on, of a currency on a day; one by one or as a file."""

import csv
import io
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import Annotated

from casino.acts.kinds import AmountOrZero, Flag, Line, Note, OneOf, Prose, Reason, Text, Written
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.messages import Message, join, msg, msg_count
from casino.money import WHOLE_BP, format_cents
from casino.rates.models import ExchangeRate, TaxRate, Withholding
from casino.rates.queries import (
    exchange_rates,
    taxes,
    withheld_between,
    withheld_by,
    withholding_rates,
)
from casino.rates.rules import MICRO, TAXES, Tax, is_far, is_mistyped, rate_on
from casino.refusals import BadInput, Conflict

WITHHOLD, TAX_RATE, NONE = "rates.set_withholding", "rates.set_tax_rate", "none"
WITHHOLDING = (NONE, *sorted({each.country for each in TAXES.values()}))
MAX_MICRO = 10**15
MAX_ROWS = 5_000
Currency = Annotated[
    str, Written(pattern="[A-Z]{3}", says=msg("Three letters, as USD."), max_length=3)
]
Rate = Annotated[str, Text(max_length=20)]


class RateDoubted(Conflict):
    """A rate of a tax is asked about once: far from the one before, or of days already paid."""

    code = "RATES-003"
    next_step = msg("Check the rate and its day, or confirm them.")


class FarFromTheLast(Conflict):
    """A rate that is taken for a typing error until somebody says why it is right."""

    code = "RATES-002"
    next_step = msg("Check the rate; where it is right, say why in the note.")


def tax_rate_preview(
    stamp: Stamp, *, tax: str, since: date, hundredths: int, source: str, figures_meant: bool
) -> Preview:
    """
    Say what it takes the place of, and ahead which payments keep that; two people sign what is
    withheld by. Raises BadInput, RateDoubted.
    """
    rated = TAXES[tax]
    if rated.unit == "bp" and hundredths > WHOLE_BP:
        raise BadInput(msg("A tax takes at most 100 %."), field="hundredths")
    in_use = tax.startswith(f"{rated.country}-winnings") and (
        withheld_by(stamp.club_id) == rated.country
    )
    (row,) = (each for each in taxes(stamp.club_id) if each.slug == tax)
    before = rate_on(row.rates, since)
    paid, withheld_cents = (0, 0)
    if in_use and since <= stamp.gaming_day:
        paid, withheld_cents = withheld_between(stamp.club_id, since, stamp.gaming_day)
    doubts = []
    if is_mistyped(hundredths, before, unit=rated.unit):
        doubts.append(_far_off(rated, hundredths, before))
    if paid:
        doubts.append(
            msg_count(
                "Tax on {number} payment since {since} was withheld at the former rate, {cents}, "
                "and stays so.",
                "Tax on {number} payments since {since} was withheld at the former rate, {cents}, "
                "and stays so.",
                paid,
                since=f"{since:%d.%m.%Y}",
                cents=format_cents(withheld_cents),
            )
        )
    # Who signs reads the same, and signs it.
    if doubts and not figures_meant and not stamp.proposal_id:
        raise RateDoubted(join(doubts, " "), field="figures_meant")
    return Preview(
        content={"title": rated.title, "unit": rated.unit, "instead_of": before},
        reason=source,
        needs=TAX_RATE if in_use else None,
        ahead={"paid": paid, "withheld_cents": withheld_cents},
    )


def _far_off(rated: Tax, rate: int, before: int | None) -> Message:
    """Return what is asked of a rate, in words; the one before where there is one."""
    percent = rated.unit == "bp"
    said, other = format_cents(rate), format_cents(before or 0)
    if before is None or rate == before:
        return msg("The rate is {rate} %, more than half.", rate=said)
    if percent:
        return msg("The rate is {rate} %, until then {other} %.", rate=said, other=other)
    return msg("The rate is {rate}, until then {other}.", rate=said, other=other)


@signed(
    TAX_RATE,
    asked_as="rates.ask_tax_rate",
    preview=tax_rate_preview,
    kinds={TAX_RATE: msg("Rate by which tax is withheld")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
)
def set_tax_rate(
    stamp: Stamp,
    *,
    tax: Annotated[str, OneOf(words=tuple(TAXES))],
    since: date,
    hundredths: AmountOrZero,
    source: Line,
    figures_meant: Annotated[bool, Flag(added=True)] = False,
) -> TaxRate:
    """
    Say the rate of a tax from a day on, and where it was read.

    hundredths: of a percent (5,5 % is 550), or cents a piece. What was said before stays readable.
    By two where the club withholds from winnings by it. figures_meant: although it is above a half,
    more than double or less than half of the one before, or payments since that day keep another.
    Raises BadInput above 100 percent, RateDoubted.
    """
    return TaxRate.objects.create(
        club_id=stamp.club_id,
        tax=tax,
        since=since,
        hundredths=hundredths,
        source=source,
        entered_by_id=stamp.person_id,
        entered_at=stamp.at,
        act_id=stamp.act_id,
    )


@act("rates.set_exchange_rate")
def set_exchange_rate(
    stamp: Stamp, *, currency: Currency, day: date, rate: Rate, source: Line, note: Note = ""
) -> ExchangeRate:
    """
    Say what one of the club's own currency cost on a day, as `10.9215`, and where it was read.

    note: why it is right although more than a fifth off the rate before it. What is no rate, and
    the club's own currency, is refused. Raises BadInput, FarFromTheLast.
    """
    (made,) = _kept(stamp, [(currency, day, _micro(rate, "rate"))], source, note)
    return made


@act("rates.bring_exchange_rates")
def bring_exchange_rates(
    stamp: Stamp,
    *,
    table: Annotated[str, Prose(max_length=200_000)],
    source: Line,
    note: Note = "",
) -> ExchangeRate:
    """
    Take a table of rates, `Date,USD,SEK` above and a day a line, as central banks publish it.

    All of it or nothing; N/A and empty cells are no rates. Returns the last. note: why they are
    right although one is more than a fifth off the rate before it. What cannot be read is refused
    with its line. Raises BadInput, FarFromTheLast.
    """
    rows = _rows(table)
    if not rows:
        raise BadInput(msg("There are no rates in it."), field="table")
    return _kept(stamp, rows, source, note)[-1]


def withholding_preview(stamp: Stamp, *, country: str, reason: str) -> Preview:
    """
    Say by which country's rates tax is withheld now, and by which then, those known of later days
    too: they hold without another signature. Raises NothingChanges.
    """
    before, then = withheld_by(stamp.club_id), country.replace(NONE, "")
    if before == then:
        raise NothingChanges
    rates = withholding_rates(stamp.club_id, then, stamp.gaming_day) if then else []
    return Preview(content={"instead_of": before or NONE, "rates": rates})


@signed(
    WITHHOLD,
    asked_as="rates.ask_withholding",
    preview=withholding_preview,
    kinds={WITHHOLD: msg("Withholding of tax from winnings")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
)
def set_withholding(
    stamp: Stamp, *, country: Annotated[str, OneOf(words=WITHHOLDING)], reason: Reason
) -> Withholding:
    """
    Withhold tax from winnings that are paid from now on, by a country's rates; none: not at all.

    Source: COMPLIANCE 5.
    """
    return Withholding.objects.create(
        club_id=stamp.club_id,
        country=country.replace(NONE, ""),
        reason=reason,
        gaming_day=stamp.gaming_day,
        changed_by_id=stamp.person_id,
        signed_by_id=stamp.signed_by_id,
        act_id=stamp.act_id,
    )


def _rows(table: str) -> list[tuple[str, date, int]]:
    first = table.strip().split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    lines = list(csv.reader(io.StringIO(table.strip()), delimiter=delimiter))
    if len(lines) > MAX_ROWS:
        raise BadInput(msg("Line {n}: too many lines.", n=MAX_ROWS + 1), field="table")
    heads = [head.strip().upper() for head in lines[0]]
    found = []
    for n, cells in enumerate(lines[1:], start=2):
        try:
            day = date.fromisoformat(cells[0].strip())
        except (ValueError, IndexError):
            raise BadInput(_line(n, msg("write a day like 2026-11-21")), field="table") from None
        for head, cell in zip(heads[1:], cells[1:], strict=False):
            if head and cell.strip() not in ("", "N/A"):
                if not (head.isascii() and head.isalpha() and len(head) == len("USD")):
                    raise BadInput(_line(1, msg("write currencies as USD")), field="table")
                try:
                    found.append((head, day, _micro(cell.strip(), "table")))
                except BadInput as error:
                    raise BadInput(_line(n, error.message), field="table") from error
    return found


def _line(n: int, wrong: Message) -> Message:
    return msg("Line {n}: {wrong}.", n=n, wrong=wrong)


def _micro(text: str, field: str) -> int:
    """Return a rate in millionths. Raises BadInput for what is none."""
    try:
        micro = Decimal(text.replace(",", ".")) * MICRO
    except InvalidOperation:
        micro = Decimal(0)
    if not micro.is_finite() or micro != micro.to_integral_value() or not 0 < micro <= MAX_MICRO:
        wrong = msg("Write a rate above zero with up to six decimals, as 10.9215.")
        raise BadInput(wrong, field=field)
    return int(micro)


def _check_far(stamp: Stamp, rows: list[tuple[str, date, int]]) -> None:
    """Raise FarFromTheLast for the first rate that is, of its currency; the first of all is not."""
    for currency in sorted({each for each, _, _ in rows}):
        said = {day: micro for each, day, micro in rows if each == currency}
        known = exchange_rates(stamp.club_id, currency, date.min, date.max) | said
        days = sorted(known)
        for i, day in enumerate(days):
            near = days[i - 1] if i else days[min(1, len(days) - 1)]
            if day in said and is_far(known[day], known[near]):
                raise FarFromTheLast(
                    msg(
                        "{currency} on {day} is {rate}: more than a fifth off {other} of {near}.",
                        currency=currency,
                        day=day,
                        rate=ExchangeRate(rate_micro=known[day]).shown,
                        other=ExchangeRate(rate_micro=known[near]).shown,
                        near=near,
                    ),
                    field="note",
                )


def _kept(
    stamp: Stamp, rows: list[tuple[str, date, int]], source: str, note: str
) -> list[ExchangeRate]:
    own = Club.objects.get(id=stamp.club_id).currency
    if any(currency == own for currency, _, _ in rows):
        wrong = msg("{currency} is the club's own currency: it has no rate.", currency=own)
        raise BadInput(wrong, field="currency")
    if any(day > stamp.gaming_day for _, day, _ in rows):
        raise BadInput(msg("Enter rates for today or earlier days."), field="day")
    if not note:
        _check_far(stamp, rows)
    return ExchangeRate.objects.bulk_create(
        ExchangeRate(
            club_id=stamp.club_id,
            currency=currency,
            day=day,
            rate_micro=micro,
            source=source,
            entered_by_id=stamp.person_id,
            entered_at=stamp.at,
            act_id=stamp.act_id,
        )
        for currency, day, micro in rows
    )
