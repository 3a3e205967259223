"""A statement as CSV, read by what an account's mapping says of its columns. No Django here."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from itertools import pairwise

from casino.bank.rules.statements import (
    DoesNotAddUp,
    NoStatement,
    ReadLine,
    ReadStatement,
    moving,
    shortened,
)
from casino.bookkeeping.rules.incoming import read_table
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import BadInput

DAYS = {
    "d.m.y": "%d.%m.%Y",
    "y-m-d": "%Y-%m-%d",
    "d/m/y": "%d/%m/%Y",
    "m/d/y": "%m/%d/%Y",
    "ymd": "%Y%m%d",
}
ENCODINGS = ("utf-8", "windows-1257", "windows-1252", "iso-8859-15", "utf-16")
OUT, IN = {"D", "DBIT", "DEBIT", "-"}, {"C", "K", "CRDT", "CREDIT", "+"}


@dataclass(frozen=True, kw_only=True, slots=True)
class CsvMapping:
    """
    Which column of a bank's CSV holds what, by its heading; "": none does.

    debit: money out, where it has a column of its own; sign: says the direction by a letter, else
    a minus does. Where `only` is said, rows count that have `only_value` there.
    """

    day: str = ""
    amount: str = ""
    debit: str = ""
    sign: str = ""
    counterparty: str = ""
    iban: str = ""
    text: str = ""
    reference: str = ""
    balance: str = ""
    account: str = ""
    currency: str = ""
    only: str = ""
    only_value: str = ""
    days_as: str = "d.m.y"
    decimal: str = ","
    encoding: str = "utf-8"

    @property
    def columns(self) -> dict[str, str]:
        """The headings that a file must have, by what they hold."""
        settings = {"only_value", "days_as", "decimal", "encoding"}
        named = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: head for name, head in named.items() if head and name not in settings}


@dataclass(frozen=True, kw_only=True, slots=True)
class _CsvRow:
    """A row that counts; balance_cents: after it, None where the file does not say it."""

    n: int
    line: ReadLine
    balance_cents: int | None
    account: str
    currency: str


def read_csv(
    data: bytes, mapping: CsvMapping, *, opening_cents: int | None, closing_cents: int | None
) -> ReadStatement:
    """
    Return a CSV as a statement, whichever of its ends is the latest.

    opening_cents, closing_cents: of the statement on paper; a column of balances says them itself.
    Raises NoStatement, DoesNotAddUp, BadInput.
    """
    rows = list(_rows(data, mapping))
    if not rows:
        raise NoStatement(msg("There is no line in the file."))
    if _is_newest_first(rows):
        rows.reverse()
    if rows[-1].balance_cents is not None:
        closing_cents = rows[-1].balance_cents
        opening_cents = _opening_by_balances(rows)
    if opening_cents is None:
        raise BadInput(msg("Enter the opening balance of the statement."), field="opening_cents")
    if closing_cents is None:
        raise BadInput(msg("Enter the closing balance of the statement."), field="closing_cents")
    days = [row.line.booked_on for row in rows]
    return ReadStatement(
        account=_the_one({row.account for row in rows}),
        currency=_the_one({row.currency for row in rows}),
        number="",
        first_day=min(days),
        last_day=max(days),
        opening_cents=opening_cents,
        closing_cents=closing_cents,
        lines=moving(row.line for row in rows),
    )


def _is_newest_first(rows: Sequence[_CsvRow]) -> bool:
    """Return whether a file begins with its latest line: by days, on one day by balances."""
    first, last = rows[0].line.booked_on, rows[-1].line.booked_on
    if first != last:
        return first > last
    return not _follow(rows) and _follow(rows[::-1])


def _follow(rows: Sequence[_CsvRow]) -> bool:
    """Return whether each balance is the one before and what its own line moved."""
    return all(
        (before.balance_cents or 0) + row.line.cents == row.balance_cents
        for before, row in pairwise(rows)
    )


def _rows(data: bytes, mapping: CsvMapping) -> Iterator[_CsvRow]:
    table = read_table(_as_utf8(data, mapping.encoding))
    for head in mapping.columns.values():
        if head not in table.heads:
            raise NoStatement(msg("The file has no column “{head}”: check the mapping.", head=head))
    places = {name: table.heads.index(head) for name, head in mapping.columns.items()}
    for n, row in table.rows:
        cells = {name: row[place] for name, place in places.items()}
        if not mapping.only or cells["only"] == mapping.only_value:
            yield _row(n, cells, mapping)


def _row(n: int, cells: dict[str, str], mapping: CsvMapping) -> _CsvRow:
    balance = cells.get("balance", "")
    line = ReadLine(
        booked_on=_day(n, cells["day"], mapping),
        cents=_signed(n, cells, mapping),
        counterparty=shortened(cells.get("counterparty", ""), 140),
        iban=shortened(cells.get("iban", ""), 34),
        text=shortened(cells.get("text", "")),
        reference=shortened(cells.get("reference", ""), 50),
    )
    return _CsvRow(
        n=n,
        line=line,
        balance_cents=_cents(n, balance, mapping) if mapping.balance else None,
        account=cells.get("account", ""),
        currency=cells.get("currency", ""),
    )


def _opening_by_balances(rows: list[_CsvRow]) -> int:
    """Return what lay there before the first row. Raises DoesNotAddUp, naming the first wrong."""
    opening = (rows[0].balance_cents or 0) - rows[0].line.cents
    running = opening
    for row in rows:
        running += row.line.cents
        if running != row.balance_cents:
            said = msg(
                "Row {n}: the balance should be {running}, the file says {balance}.",
                n=row.n,
                running=format_cents(running),
                balance=format_cents(row.balance_cents or 0),
            )
            raise DoesNotAddUp(said, field="file")
    return opening


def _signed(n: int, cells: dict[str, str], mapping: CsvMapping) -> int:
    if mapping.debit and (cells["amount"] or cells["debit"]):
        received, paid = (
            abs(_cents(n, cells[name], mapping)) if cells[name] else 0
            for name in ("amount", "debit")
        )
        return received - paid
    cents = _cents(n, cells["amount"], mapping)
    if not mapping.sign:
        return cents
    sign = cells["sign"].upper()
    if sign not in OUT | IN:
        raise NoStatement(msg("Row {n}: “{text}” is no direction.", n=n, text=sign[:30]))
    return -abs(cents) if sign in OUT else abs(cents)


def _cents(n: int, text: str, mapping: CsvMapping) -> int:
    # Groups of three or none: 12.50 is no thousand where commas are decimals.
    between = rf"[\s'{'.' if mapping.decimal == ',' else ','}]"
    whole = rf"\d{{1,3}}(?:{between}\d{{3}}){{1,3}}|\d{{1,12}}"
    found = re.fullmatch(
        rf"\s*([+-]?)\s*({whole})(?:[{mapping.decimal}](\d{{1,2}}))?\s*",
        re.sub(r"\s", " ", text).replace("\u2212", "-"),
        re.ASCII,
    )
    if found is None:
        raise NoStatement(msg("Row {n}: “{text}” is not an amount.", n=n, text=text[:30]))
    cents = int(re.sub(r"\D", "", found[2]) + (found[3] or "").ljust(2, "0"))
    return -cents if found[1] == "-" else cents


def _day(n: int, text: str, mapping: CsvMapping) -> date:
    try:
        return datetime.strptime(text, DAYS[mapping.days_as]).date()  # noqa: DTZ007  (a day alone)
    except ValueError as error:
        said = msg("Row {n}: “{text}” is not a day as the mapping says.", n=n, text=text[:30])
        raise NoStatement(said) from error


def _the_one(said: set[str]) -> str:
    """Return what all rows say, "" where they say nothing. Raises NoStatement."""
    if len(said) > 1:
        names = ", ".join(sorted(said))
        raise NoStatement(msg("The file holds lines of {names}: one at a time.", names=names))
    return said.pop()


def _as_utf8(data: bytes, encoding: str) -> bytes:
    """Return a text file in UTF-8; what is UTF-8 is taken as it is, whatever the mapping says."""
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            return data.decode(encoding).encode()
        except UnicodeDecodeError as error:
            raise NoStatement(msg("The file is not text in {code}.", code=encoding)) from error
    return data
