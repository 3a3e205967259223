"""Saying a rate: of a tax from a day on, of a currency on a day; one by one or as a file."""

import csv
import io
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation
from typing import Annotated

from casino.acts.kinds import AmountOrZero, Line, OneOf, Prose, Reason, Text, Written
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.messages import Message, msg
from casino.rates.models import ExchangeRate, TaxRate, Withholding
from casino.rates.queries import withholdings
from casino.rates.rules import MICRO, TAXES
from casino.refusals import BadInput

WITHHOLD, NONE = "rates.set_withholding", "none"
WITHHOLDING = (NONE, *sorted({each.country for each in TAXES.values()}))
MAX_MICRO = 10**15
MAX_ROWS = 5_000
Currency = Annotated[
    str, Written(pattern="[A-Z]{3}", says=msg("Three letters, as USD."), max_length=3)
]
Rate = Annotated[str, Text(max_length=20)]


@act("rates.set_tax_rate")
def set_tax_rate(
    stamp: Stamp,
    *,
    tax: Annotated[str, OneOf(words=tuple(TAXES))],
    since: date,
    hundredths: AmountOrZero,
    source: Line,
) -> TaxRate:
    """
    Say the rate of a tax from a day on, and where it was read.

    hundredths: of a percent (5,5 % is 550), or cents a piece. What was said before stays readable.
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
    stamp: Stamp, *, currency: Currency, day: date, rate: Rate, source: Line
) -> ExchangeRate:
    """
    Say what one of the club's own currency cost on a day, as `10.9215`, and where it was read.

    Raises BadInput for what is no rate, and for the club's own currency.
    """
    (made,) = _kept(stamp, [(currency, day, _micro(rate, "rate"))], source)
    return made


@act("rates.bring_exchange_rates")
def bring_exchange_rates(
    stamp: Stamp,
    *,
    table: Annotated[str, Prose(max_length=200_000)],
    source: Line,
) -> ExchangeRate:
    """
    Take a table of rates, `Date,USD,SEK` above and a day a line, as central banks publish it.

    All of it or nothing; N/A and empty cells are no rates. Returns the last. Raises BadInput with
    the line.
    """
    rows = _rows(table)
    if not rows:
        raise BadInput(msg("There are no rates in it."), field="table")
    return _kept(stamp, rows, source)[-1]


def withholding_preview(stamp: Stamp, *, country: str, reason: str) -> Preview:
    """Say by which country's rates tax is withheld now. Raises NothingChanges."""
    before = next((each.country for each in withholdings(stamp.club_id)), "")
    if before == country.replace(NONE, ""):
        raise NothingChanges
    return Preview(content={"instead_of": before or NONE})


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


def _kept(stamp: Stamp, rows: list[tuple[str, date, int]], source: str) -> list[ExchangeRate]:
    own = Club.objects.get(id=stamp.club_id).currency
    if any(currency == own for currency, _, _ in rows):
        wrong = msg("{currency} is the club's own currency: it has no rate.", currency=own)
        raise BadInput(wrong, field="currency")
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
