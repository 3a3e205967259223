"""No text of anybody becomes a formula: every column of every table, in CSV and as a workbook."""

import csv
import io
from collections.abc import Iterable
from dataclasses import fields, replace
from itertools import chain
from typing import Any

import pytest
from openpyxl import load_workbook

from casino.bookkeeping.queries.registers import REGISTERS
from casino.bookkeeping.rules.documents import Document
from casino.bookkeeping.rules.profiles import BUILT_IN, FIELDS, Column, Profile
from casino.bookkeeping.rules.tables import heading, rows
from casino.bookkeeping.services.registers import CENTS, chunks
from casino.sheets.dialects import EXCEL_EU, FORMULA, MACHINE, Dialect, table
from casino.sheets.workbooks import workbook
from tests.unit.bookkeeping.test_shapes import document

AMOUNTS = {"debit", "credit", "signed", "tax_amount", "plain"}
TABLES = [each for each in BUILT_IN.values() if each.shape == "table"]
# A mapped profile with every column that one may have.
WHOLE = replace(
    BUILT_IN["directo"],
    slug="whole",
    columns=tuple(Column(head=name, holds=name) for name in FIELDS),  # type: ignore[arg-type]
)


def with_texts(of: Any, text: str) -> Any:
    """Return the same document or line with a text in every field that is one."""
    return replace(of, **{each.name: text for each in fields(of) if each.type in ("str", str)})


def formulas(start: str) -> Document:
    text = f"{start}1+1"
    whole = with_texts(document(), text)
    return replace(whole, lines=tuple(with_texts(line, text) for line in whole.lines))


def in_text(content: bytes, delimiter: str) -> list[list[str]]:
    text = content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def types_in_workbook(chunks: Iterable[bytes]) -> list[list[tuple[str, Any]]]:
    """Return type and value of each cell that is written."""
    book: Any = load_workbook(io.BytesIO(b"".join(chunks))).active
    return [[(cell.data_type, cell.value) for cell in row] for row in book.iter_rows()]


@pytest.mark.parametrize("profile", [*TABLES, WHOLE], ids=lambda each: each.slug)
def test_no_column_of_a_profile_is_a_formula(profile: Profile):
    heads, hostile = heading(profile), [formulas(start) for start in FORMULA]
    found = chain(*rows(hostile, profile))
    texts = in_text(b"".join(table([*heads, *found], delimiter=";")), ";")[len(heads) :]
    for line in texts:
        for column, cell in zip(profile.columns, line, strict=True):
            assert column.holds in AMOUNTS or not cell.startswith(FORMULA), column.head
    numbered = chain(*rows(hostile, replace(profile, form="xlsx")))
    (_, *lines) = types_in_workbook(workbook(heads[-1], numbered))
    assert len(texts) == len(lines) == 2 * len(FORMULA)
    for line in lines:
        for column, (kind, value) in zip(profile.columns, line, strict=True):
            number = column.holds in AMOUNTS | {"rate", "line_no"}
            is_day = column.holds in {"day", "concerns"} and not profile.day_form
            wanted = "d" if is_day else "n" if number else "s"
            assert value is None or kind == wanted, column.head


@pytest.mark.parametrize(
    ("dialect", "suffix"), [(MACHINE, "csv"), (EXCEL_EU, "csv"), (MACHINE, "xlsx")]
)
@pytest.mark.parametrize("register", REGISTERS.values(), ids=REGISTERS)
def test_no_column_of_a_register_is_a_formula(register: Any, dialect: Dialect, suffix: str):
    hostile = [
        tuple(-5 if name.endswith(CENTS) else f"{start}1+1" for name in register.columns)
        for start in FORMULA
    ]
    content = b"".join(chunks(register, hostile, dialect, suffix, "club", zone="UTC"))
    if suffix == "xlsx":
        for line in types_in_workbook([content])[1:]:
            for name, (kind, _) in zip(register.columns, line, strict=True):
                assert kind == ("n" if name.endswith(CENTS) else "s"), name
        return
    for line in in_text(content, dialect.delimiter)[1:]:
        for name, cell in zip(register.columns, line, strict=True):
            assert cell.startswith("-0" if name.endswith(CENTS) else "'"), name
