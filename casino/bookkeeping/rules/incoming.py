"""Files that come in: read strictly, each mistake with its row; no Django here."""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from casino.ledger.chart import CHART
from casino.messages import Message, message_of, msg, msg_count
from casino.money import MoneyError, parse_cents
from casino.players.rules import COUNTRIES
from casino.refusals import BadInput

MAX_BYTES = 10_000_000
MAX_COLUMNS = 100
MAX_ROWS = 20_000
MAX_CELL_LENGTH = 1_000
MAX_ERRORS = 200
DELIMITERS = ",;\t"
DAYS = (
    (re.compile(r"(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})", re.ASCII)),
    (re.compile(r"(?P<d>\d{1,2})[.](?P<m>\d{1,2})[.](?P<y>\d{4})", re.ASCII)),
)
YES = frozenset({"yes", "y", "true", "1", "x", "jah", "jā", "да"})
NO = frozenset({"no", "n", "false", "0", "ei", "nē", "нет"})
Error = tuple[int, str, str]  # row, column, what is wrong


@dataclass(frozen=True, kw_only=True, slots=True)
class Field:
    """What a column may hold: its name, its words, whether it has to be there."""

    name: str
    words: Message
    read: Callable[[str], Any]
    required: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportedTable:
    """The heads of a file, and its rows by their number in the file."""

    heads: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_table(data: bytes) -> ImportedTable:
    """
    Return a file as a table: UTF-8 with or without a BOM; comma, semicolon or tab.

    Raises BadInput, naming the row, for another encoding, NUL, too many columns, rows or letters.
    """
    if len(data) > MAX_BYTES:
        raise BadInput(
            msg("The file is larger than {megabytes} MB.", megabytes=MAX_BYTES // 1000000),
            field="file",
        )
    text = _decoded(data)
    first = text.split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=first.count)
    if first.count(delimiter) >= MAX_COLUMNS:
        raise BadInput(
            msg_count(
                "Row 1: more than {number} column.",
                "Row 1: more than {number} columns.",
                MAX_COLUMNS,
            ),
            field="file",
        )
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        heads = tuple(head.strip() for head in next(lines, []))
        rows = tuple(_rows(lines, len(heads)))
    except csv.Error as error:
        row = lines.line_num
        wrong = msg("Row {row}: quotation marks are not in pairs.", row=row)
        if "field limit" in str(error):
            limit = csv.field_size_limit()
            wrong = msg("Row {row}: a cell has more than {number} signs.", row=row, number=limit)
        raise BadInput(wrong, field="file") from error
    if not any(heads) or len(set(heads)) < len(heads):
        raise BadInput(msg("Row 1: every column needs its own heading."), field="file")
    return ImportedTable(heads=heads, rows=rows)


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadInput(msg("Row 1: the file is UTF-16. Save it as CSV UTF-8."), field="file")
    if b"\0" in data:
        row = data[: data.index(b"\0")].count(b"\n") + 1
        raise BadInput(
            msg("Row {row} contains a NUL: the file is not a text file.", row=row), field="file"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        wish = msg("Row {row}: the file is not UTF-8. Save it as CSV UTF-8.", row=row)
        raise BadInput(wish, field="file") from error


def _rows(lines: Any, width: int) -> Any:
    for n, cells in enumerate(lines, start=2):
        if n > MAX_ROWS + 1:
            raise BadInput(
                msg_count(
                    "The file has more than {number} row.",
                    "The file has more than {number} rows.",
                    MAX_ROWS,
                ),
                field="file",
            )
        if len(cells) > width:
            raise BadInput(msg("Row {n}: more cells than row 1 has headings.", n=n), field="file")
        if any(len(cell) > MAX_CELL_LENGTH for cell in cells):
            raise BadInput(
                msg_count(
                    "Row {n}: a cell of more than {number} character.",
                    "Row {n}: a cell of more than {number} characters.",
                    MAX_CELL_LENGTH,
                    n=n,
                ),
                field="file",
            )
        if any(cell.strip() for cell in cells):
            yield n, tuple(cell.strip() for cell in cells) + ("",) * (width - len(cells))


def guessed(kind: str, heads: Sequence[str]) -> dict[str, str]:
    """
    Return field -> head of the heads that say what they are.

    Source: UX 6.1.
    """
    plain = {_plain(head): head for head in heads}
    return {
        field.name: plain[word]
        for field in KINDS[kind]
        for word in (_plain(field.name), _plain(field.words))
        if word in plain
    }


def values(
    kind: str, table: ImportedTable, columns: Mapping[str, str]
) -> tuple[list[tuple[int, dict[str, Any]]], list[Error]]:
    """
    Return the rows as values, and what is wrong, each with its row and column.

    Source: UX 6.1.
    """
    found = []
    errors: list[Error] = []
    missing = [field for field in KINDS[kind] if field.required and field.name not in columns]
    errors += [(1, field.words, msg("no column is chosen for it")) for field in missing]
    places = {name: table.heads.index(head) for name, head in columns.items()}
    for n, cells in table.rows:
        row: dict[str, Any] = {}
        for field in KINDS[kind]:
            text = cells[places[field.name]] if field.name in places else ""
            try:
                row[field.name] = field.read(_unquoted(text)) if text else None
                if field.required and not text and not missing:
                    errors.append((n, columns[field.name], msg("is empty")))
            except (ValueError, BadInput) as error:
                errors.append((n, columns[field.name], message_of(error)))
        found.append((n, row))
    return found, errors


def _unquoted(text: str) -> str:
    """Return a cell without the apostrophe that keeps a spreadsheet from running it."""
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@") else text


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    return re.sub(r"[^a-z0-9]", "", folded)


def _text(text: str) -> str:
    return text


def _day(text: str) -> date:
    for form in DAYS:
        if found := form.fullmatch(text):
            try:
                return date(int(found["y"]), int(found["m"]), int(found["d"]))
            except ValueError:
                break
    raise ValueError(msg("{typed} is not a date: write 2026-11-21 or 21.11.2026", typed=text[:20]))


def _cents(text: str) -> int:
    try:
        return parse_cents(text)
    except MoneyError as error:
        raise ValueError(error.message) from error


def _code(text: str) -> str:
    if text not in CHART:
        raise ValueError(msg("there is no account {code}", code=text[:30]))
    return text


def _ref(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII):
        raise ValueError(msg("write a whole number"))
    return int(text)


def _country(text: str) -> str:
    if (code := text.upper()) in COUNTRIES:
        return code
    raise ValueError(
        msg("{typed} is not a country: write its code of two letters, such as EE", typed=text[:30])
    )


def _yes_or_no(text: str) -> bool:
    if (said := text.casefold()) in YES | NO:
        return said in YES
    raise ValueError(msg("{typed} is neither yes nor no", typed=text[:20]))


KINDS: dict[str, tuple[Field, ...]] = {
    "players": (
        Field(name="name", words=msg("Name"), read=_text, required=True),
        Field(name="birth_date", words=msg("Birth date"), read=_day),
        Field(name="code_country", words=msg("Country of the code"), read=_text),
        Field(name="personal_code", words=msg("Personal code"), read=_text),
        Field(name="document", words=msg("Document"), read=_text),
        Field(name="nationality", words=msg("Nationality"), read=_country),
        Field(name="named_in_results", words=msg("Named in results"), read=_yes_or_no),
        Field(name="notes", words=msg("Notes"), read=_text),
    ),
    "accounts": (
        Field(name="code", words=msg("Code"), read=_code, required=True),
        Field(name="ref", words=msg("Kept for"), read=_ref),
        Field(name="from_day", words=msg("From day"), read=_day, required=True),
        Field(name="number", words=msg("Number"), read=_text),
        Field(name="name", words=msg("Name"), read=_text),
        Field(name="department", words=msg("Department"), read=_text),
        Field(name="cost_center", words=msg("Cost centre"), read=_text),
        Field(name="project", words=msg("Project"), read=_text),
        Field(name="tax_code", words=msg("Tax code"), read=_text),
    ),
    "opening": (
        Field(name="code", words=msg("Code"), read=_code, required=True),
        Field(name="ref", words=msg("Kept for"), read=_ref),
        Field(name="debit", words=msg("Debit"), read=_cents),
        Field(name="credit", words=msg("Credit"), read=_cents),
    ),
}
TITLES = {
    "players": msg("Guests"),
    "accounts": msg("Account numbers"),
    "opening": msg("Opening balances"),
}
