"""Files as pure functions: rows, dialects, cuts, texts."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from casino.bookkeeping.rules.documents import Document, DocumentLine
from casino.bookkeeping.rules.incoming import guessed, read_table, values
from casino.bookkeeping.rules.plaintext import beancount, hledger
from casino.bookkeeping.rules.profiles import BUILT_IN, FIELDS, Column, Profile
from casino.bookkeeping.rules.tables import heading, parts, rows
from casino.sheets.dialects import EXCEL_EU, MACHINE, Dialect, day_written, table

DAY = date(2026, 11, 3)


def document(number: str = "E1", cents: int = 123_405, **more: str) -> Document:
    lines = (
        DocumentLine(account="1000", name="Cash", kind="asset", cents=cents),
        DocumentLine(account="2000", name="Chips", kind="liability", cents=-cents),
    )
    return Document(
        number=number, day=DAY, type="SHIFT", memo="Chips sold", currency="EUR", lines=lines, **more
    )  # fmt: skip


def profile(*holds: str, **more: object) -> Profile:
    columns = tuple(Column(head=each.title(), holds=each) for each in holds)  # type: ignore[arg-type]
    return replace(BUILT_IN["directo"], columns=columns, dialect="machine", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cents", "dialect", "text"),
    [
        (0, MACHINE, "0.00"),
        (5, MACHINE, "0.05"),
        (-5, EXCEL_EU, "-0,05"),
        (123_456_789, EXCEL_EU, "1234567,89"),
    ],
)
def test_an_amount_has_two_decimals_and_nothing_else(cents: int, dialect: Dialect, text: str):
    assert dialect.amount(cents) == text


def test_months_are_english_whatever_the_locale():
    assert day_written(DAY, "%d %b %Y") == "03 Nov 2026"


def test_a_table_ends_each_line_with_crlf_and_quotes_what_needs_it():
    content = b"".join(table([("a", 'b"c'), ("d;e", "")], delimiter=";", bom=EXCEL_EU.bom))
    assert content == b'\xef\xbb\xbfa;"b""c"\r\n"d;e";\r\n'


@pytest.mark.parametrize("holds", sorted(FIELDS))
def test_every_field_of_a_column_can_be_written(holds: str):
    (found,) = rows([document()], profile(holds))
    assert len(found) == 2


def test_a_line_is_said_in_every_style():
    (found,) = rows([document()], profile("debit", "credit", "signed", "plain", "side"))
    assert found[0] == ("1234.05", "", "1234.05", "1234.05", "D")
    assert found[1] == ("", "1234.05", "-1234.05", "1234.05", "C")


def test_a_reversal_is_swapped_or_negated():
    back = document("E2", -500, reverses="E1")
    (swapped,) = rows([back], profile("debit", "credit"))
    (negated,) = rows([back], profile("debit", "credit", reversals="minus"))
    assert swapped == [("", "5.00"), ("5.00", "")]
    assert negated == [("-5.00", ""), ("", "-5.00")]


def test_a_workbook_gets_numbers():
    (found,) = rows([document()], profile("signed", form="xlsx"))
    assert found[0] == (Decimal("1234.05"),)


def test_texts_of_others_are_no_formulas():
    lines = (DocumentLine(account="1", name="=1+1", kind="asset", cents=1),)
    (found,) = rows([replace(document(), lines=lines)], profile("account_name"))
    assert found == [("'=1+1",)]


def test_the_customers_own_lines_stand_above_the_headings():
    assert heading(profile("day", above=("Register: TRANS",))) == [("Register: TRANS",), ("Day",)]


@pytest.mark.parametrize(
    ("maximum", "sizes"), [(0, [10]), (4, [4, 4, 2]), (5, [4, 4, 2]), (1, [2, 2, 2, 2, 2])]
)
def test_a_cut_never_goes_through_a_document(maximum: int, sizes: list[int]):
    groups = rows([document(f"E{n}") for n in range(5)], profile("doc_no"))
    assert [len(list(part)) for part in parts(groups, maximum=maximum)] == sizes


def test_nothing_makes_one_empty_part():
    assert [list(part) for part in parts([], maximum=3)] == [[]]


def test_texts_for_programs_cannot_be_broken_by_names():
    named = replace(document(), memo='Say "hi"; | (x)\n')
    accounts = {("asset", "1000", 'Cash "1"'), ("liability", "2000", "Chips; more")}
    bean = "".join(beancount([named], accounts, opened=DAY, currency="EUR"))
    assert '"Say \\"hi\\"; | (x)' in bean
    assert "Assets:1000" in bean
    led = "".join(hledger([named], accounts))
    assert '2026-11-03 * (E1) Say "hi" x\n' in led


def test_a_head_is_recognised_in_our_words_and_theirs():
    assert guessed("players", ["Birth date", "NAME", "x"]) == {
        "name": "NAME", "birth_date": "Birth date",
    }  # fmt: skip


def test_rows_are_read_with_their_numbers_past_empty_ones():
    read = read_table(b'code,debit\r\n\r\nbank,"1 234,50"\r\n\'=x,1\r\n')
    found, errors = values("opening", read, {"code": "code", "debit": "debit"})
    assert found[0] == (3, {"code": "bank", "ref": None, "debit": 123_450, "credit": None})
    assert errors == [(4, "code", "there is no account =x")]


def test_both_dialects_agree_on_what_a_line_is():
    assert (MACHINE.delimiter, MACHINE.decimal, EXCEL_EU.delimiter, EXCEL_EU.decimal) == (
        ",", ".", ";", ",",
    )  # fmt: skip
