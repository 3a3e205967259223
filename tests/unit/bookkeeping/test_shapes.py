"""Files as pure functions: rows, dialects, cuts, texts."""

import csv
import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.bookkeeping.rules import datev
from casino.bookkeeping.rules.datev import Stack, pairs
from casino.bookkeeping.rules.documents import Document, DocumentLine
from casino.bookkeeping.rules.incoming import guessed, read_table, values
from casino.bookkeeping.rules.plaintext import Opened, beancount, hledger, merit
from casino.bookkeeping.rules.profiles import BUILT_IN, FIELDS, Column, Profile
from casino.bookkeeping.rules.tables import heading, parts, rows
from casino.refusals import BadInput
from casino.sheets.dialects import (
    EXCEL_EN,
    EXCEL_EU,
    MACHINE,
    Dialect,
    day_written,
    of_excel,
    table,
)

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


def test_a_workbook_gets_numbers_and_days():
    (found,) = rows([document()], profile("signed", "day", form="xlsx"))
    assert found[0] == (Decimal("1234.05"), DAY)


def test_odoo_reads_the_document_off_its_first_line_alone():
    (found,) = rows([document()], BUILT_IN["odoo"])
    assert found[0][:4] == ("E1", "2026-11-03", "Miscellaneous Operations", "1000")
    assert found[1] == ("", "", "", "2000", "Chips sold", "", "1234.05")


GUID = "b9b25735-6a15-4d4e-8720-25b254ae3d21"


def test_merit_gets_an_object_a_call_and_a_project_only_where_one_is_mapped():
    calls = [
        json.loads(line) for line in merit([document(), document("E2")], BUILT_IN["merit-api"])
    ]
    assert [call["DocNo"] for call in calls] == ["E1", "E2"]
    assert not any("ProjectCode" in row for call in calls for row in call["EntryRow"])
    for code, sent in (("ee-vat", {}), (GUID, {"TaxId": GUID, "VatAmount": "0.00"})):
        taxed = replace(
            document(), lines=tuple(replace(e, tax_code=code) for e in document().lines)
        )
        (call,) = map(json.loads, merit([taxed], BUILT_IN["merit-api"]))
        row = call["EntryRow"][0]
        assert {name: row[name] for name in ("TaxId", "VatAmount") if name in row} == sent


def test_a_tax_code_of_merits_workbook_has_its_amount():
    taxed = replace(document(), lines=tuple(replace(e, tax_code="ee") for e in document().lines))
    heads = [column.head for column in BUILT_IN["merit"].columns]
    for written, amount in ((document(), ""), (taxed, 0)):
        (lines,) = rows([written], BUILT_IN["merit"])
        assert {dict(zip(heads, row, strict=True))["VatAmount"] for row in lines} == {amount}


def test_a_memo_of_merit_has_150_letters_at_most():
    (call,) = map(json.loads, merit([replace(document(), reason="r" * 200)], BUILT_IN["merit-api"]))
    assert {len(row["Memo"]) for row in call["EntryRow"]} == {150}


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=6), st.data())
def test_pairs_of_two_accounts_come_to_the_same_on_each(debits: list[int], data: st.DataObject):
    cuts = data.draw(st.lists(st.integers(1, sum(debits)), max_size=5, unique=True))
    ends = [0, *sorted({*cuts, sum(debits)})]
    credited = [end - begin for begin, end in pairwise(ends)]
    lines = [
        DocumentLine(account=f"{n}", name="", kind="asset", cents=cents)
        for n, cents in enumerate([*debits, *(-cents for cents in credited)])
    ]
    moved: Counter[str] = Counter()
    for debit, credit, cents in pairs(lines):
        assert cents > 0
        moved[debit.account] += cents
        moved[credit.account] -= cents
    assert moved == {line.account: line.cents for line in lines}


def test_a_batch_of_datev_has_its_two_heads_and_as_many_cells_as_they_say():
    stack = Stack(
        consultant=29098, client=55003, name="tallinn 2026-11", first=DAY, last=DAY, digits=4,
        currency="EUR", made_at=datetime(2026, 12, 1, 10, 30, tzinfo=UTC),
    )  # fmt: skip
    (about, columns), (line,) = datev.heading(stack), datev.postings(document())
    (about_cells,) = csv.reader([about], delimiter=";")
    assert len(about_cells) == 31
    assert about_cells[:6] == ["EXTF", "700", "21", "Buchungsstapel", "13", "20261201103000000"]
    assert about_cells[10:16] == ["29098", "55003", "20260101", "4", "20261103", "20261103"]
    (cells,) = csv.reader([line], delimiter=";")
    told = dict(zip(columns.split(";"), cells, strict=True))
    assert {head: cell for head, cell in told.items() if cell} == {
        "Umsatz (ohne Soll/Haben-Kz)": "1234,05", "Soll/Haben-Kennzeichen": "S",
        "WKZ Umsatz": "EUR", "Konto": "1000", "Gegenkonto (ohne BU-Schlüssel)": "2000",
        "Belegdatum": "0311", "Belegfeld 1": "E1", "Buchungstext": "Chips sold",
    }  # fmt: skip
    assert [datev.unfit(each) for each in ("1000", "12345678", "123456789", "1A", "")] == [
        False, False, True, True, True,
    ]  # fmt: skip


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
    since = Opened(accounts=accounts, day=DAY, currency="EUR")
    bean = "".join(beancount([named], since, None))
    assert '"Say \\"hi\\"; | (x)' in bean
    assert "Assets:1000" in bean
    led = "".join(hledger([named], since, None))
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


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"code,debit\nbank," + b"1" * 131_073, "Row 2: a cell has more than 131072 signs."),
        (b'code,debit\nbank,"1', "Row 2: quotation marks are not in pairs."),
        (b'code,debit\nbank,"1"2', "Row 2: quotation marks are not in pairs."),
    ],
)
def test_what_is_no_table_is_refused_in_our_own_words(data: bytes, says: str):
    with pytest.raises(BadInput) as refused:
        read_table(data)
    assert str(refused.value.message) == says


def test_excel_splits_cells_as_its_language_does():
    assert [of_excel(each) for each in ("en", None, "et", "lv", "ru")] == [
        EXCEL_EN, EXCEL_EN, EXCEL_EU, EXCEL_EU, EXCEL_EU,
    ]  # fmt: skip


def test_both_dialects_agree_on_what_a_line_is():
    assert (MACHINE.delimiter, MACHINE.decimal, EXCEL_EU.delimiter, EXCEL_EU.decimal) == (
        ",", ".", ";", ",",
    )  # fmt: skip
