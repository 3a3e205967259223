"""MT940 of SWIFT, read by the library mt-940; its statements one by one."""

import io
import logging
from datetime import date
from decimal import Decimal
from typing import Any

import mt940

from casino.bank.rules.statements import (
    Hint,
    NoStatement,
    ReadLine,
    ReadStatement,
    moving,
    shortened,
)
from casino.messages import msg

# What a field holds is nobody's to read in a log.
logging.getLogger("mt940").setLevel(logging.CRITICAL)
# Transaction types behind the N or F of field 61 that say what a line is.
HINTS: dict[str, Hint] = {"CHG": "fee", "COM": "fee"}
NAMES = ("applicant_name", "recipient_name")
TEXTS = ("purpose", "additional_purpose", "transaction_details", "extra_details", "posting_text")


def read_swift(text: str) -> list[ReadStatement]:
    """Return the statements of an MT940 file. Raises NoStatement."""
    try:
        # From memory: the library takes a text that names a file for that file.
        found = mt940.parse_statements(io.StringIO(text), options=mt940.Options.all())
        return [_statement(each) for each in found]
    except NoStatement:
        raise
    except Exception as error:  # it raises whatever a broken field leads to
        raise NoStatement(msg("The file is not readable MT940.")) from error


def _statement(found: Any) -> ReadStatement:
    opening, closing = (found.data.get(f"final_{side}_balance") for side in ("opening", "closing"))
    if opening is None or closing is None:
        raise NoStatement(msg("The statement has no {code} balance.", code=":60F: / :62F:"))
    lines = tuple(_line(each.data) for each in found if each.data.get("amount"))
    first = min([line.booked_on for line in lines], default=closing.date)
    number = found.data.get("statement_number") or ""
    return ReadStatement(
        account=str(found.data.get("account_identification") or "").split("/")[-1],
        currency=opening.amount.currency or "",
        number=shortened(str(number), 50),
        # The opening balance bears the day before, or the first day itself.
        first_day=_plain(min(first, closing.date)),
        last_day=_plain(closing.date),
        opening_cents=_cents(opening.amount.amount),
        closing_cents=_cents(closing.amount.amount),
        lines=moving(lines),
    )


def _line(data: dict[str, Any]) -> ReadLine:
    cents = _cents(data["amount"].amount)
    texts = (str(data[name]) for name in TEXTS if data.get(name))
    kind = str(data.get("id") or "")[1:]
    return ReadLine(
        booked_on=_plain(data.get("entry_date") or data["date"]),
        cents=cents,
        counterparty=shortened(next((data[name] for name in NAMES if data.get(name)), ""), 140),
        iban=shortened(str(data.get("applicant_iban") or data.get("applicant_bin") or ""), 34),
        text=shortened(" ".join(dict.fromkeys(texts))),
        reference=shortened(str(data.get("bank_reference") or ""), 50),
        hint=HINTS.get(kind, ""),
    )


def _cents(amount: Decimal) -> int:
    cents = amount * 100
    if cents != int(cents):
        raise NoStatement(msg("“{text}” is not an amount.", text=str(amount)[:30]))
    return int(cents)


def _plain(day: date) -> date:
    return date(day.year, day.month, day.day)
