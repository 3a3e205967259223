"""The dialects of a table as text, and how a cell is written in each (UX 6.1)."""

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from casino.money import format_cents

CHUNK_BYTES = 1 << 18
FORMULA = tuple("=+-@\t\r＝＋－＠")  # noqa: RUF001  (the full-width ones too)


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """
    machine: UTF-8, comma, decimal point, ISO dates. excel-eu: with a BOM, semicolon, decimal
    comma, dd.mm.yyyy; excel-en: with a BOM, as an English Excel splits and counts. All end a
    line with CRLF and quote as RFC 4180 says.
    """

    name: str
    delimiter: str
    decimal: str
    day: str
    instant: str
    bom: bytes

    def amount(self, cents: int) -> str:
        """Return an amount as plain digits: 1234.50, -0,05 (UX 6.1)."""
        return format_cents(cents, decimal=self.decimal, thousands="", minus="-")


MACHINE = Dialect(
    name="machine", delimiter=",", decimal=".", day="%Y-%m-%d",
    instant='YYYY-MM-DD"T"HH24:MI:SS"Z"', bom=b"",
)  # fmt: skip
EXCEL_EU = Dialect(
    name="excel-eu", delimiter=";", decimal=",", day="%d.%m.%Y",
    instant="DD.MM.YYYY HH24:MI:SS", bom=b"\xef\xbb\xbf",
)  # fmt: skip
EXCEL_EN = Dialect(
    name="excel-en", delimiter=",", decimal=".", day="%Y-%m-%d",
    instant="YYYY-MM-DD HH24:MI:SS", bom=b"\xef\xbb\xbf",
)  # fmt: skip
DIALECTS = {each.name: each for each in (MACHINE, EXCEL_EU, EXCEL_EN)}


def of_excel(language: str | None) -> Dialect:
    """Return how the Excel of a reader of a language splits cells and writes decimals."""
    return EXCEL_EN if (language or "en").startswith("en") else EXCEL_EU


def text(value: str) -> str:
    """Return a text cell that no spreadsheet runs as a formula; amounts never need it."""
    return f"'{value}" if value.startswith(FORMULA) else value


def day_written(day: date, form: str) -> str:
    """
    Return a day; form: of strftime, with %-d and %b spelled the English way.

    Source: UX 6.1.
    """
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return day.strftime(form.replace("%b", months[day.month - 1]))


def table(rows: Iterable[Iterable[object]], *, delimiter: str, bom: bytes = b"") -> Iterator[bytes]:
    """
    Yield rows as text in chunks, CRLF after each; memory stays flat.

    Source: UX 6.1.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    yield bom
    for row in rows:
        writer.writerow(row)
        if out.tell() > CHUNK_BYTES:
            yield _taken(out)
    yield _taken(out)


def _taken(out: io.StringIO) -> bytes:
    text = out.getvalue()
    out.seek(0)
    out.truncate()
    return text.encode()
