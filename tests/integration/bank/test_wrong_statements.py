"""What is no statement, or explains no line, is refused by name; nothing of it is kept."""

from dataclasses import replace
from datetime import date

import pytest

from casino.bank.models import Match, Statement
from casino.bank.rules.matching import Booked, Books, OpenLine, Rule, propose
from casino.bank.rules.statements import (
    DoesNotAddUp,
    Gap,
    ImportedBefore,
    NoStatement,
    OtherAccount,
    OtherCurrency,
    Overlaps,
)
from casino.bank.rules.table import CsvMapping, read_csv
from casino.bank.services.accounts import AccountKnown, add_account, map_columns
from casino.bank.services.importing import (
    NotTheLast,
    withdraw_statement,
)
from casino.bank.services.matching import (
    EntryElsewhere,
    NotItsAccount,
    NotTheAmount,
    Part,
    match_line,
)
from demo import bank_statement as paper
from tests.integration.bank.months import CSV, FORMATS, SECOND, Month
from tests.refusing import refused

pytestmark = pytest.mark.django_db


def test_a_match_explains_its_line_to_the_cent_or_is_refused(month: Month):
    month.imported(paper.camt(month.paper))
    line, fee = month.line("Monthly fee"), Part(code="expense:bank")
    for kind, given in (
        (NotTheAmount, {}),
        (NotTheAmount, {"parts": [replace(fee, cents=-1_000)]}),
        (NotTheAmount, {"entries": [month.wire]}),
        (EntryElsewhere, {"entries": [month.wire, month.wire]}),
        (EntryElsewhere, {"entries": [10**9]}),
        (NotItsAccount, {"parts": [Part(code="chips:floor")]}),
        (NotItsAccount, {"parts": [Part(code="bank")]}),
        (NotItsAccount, {"parts": [Part(code="own:expense", ref=10**6)]}),
    ):
        refused(kind, match_line, month.work(), line_id=line.pk, **given)
    assert not Match.objects.exists()
    key = month.work()
    one = match_line(key, line_id=line.pk, parts=[fee])
    assert match_line(key, line_id=line.pk, parts=[fee]) == one
    assert month.world.balance("expense:bank") == 1_250


def test_an_account_is_in_the_list_once(month: Month):
    refused(AccountKnown, add_account, month.work(), name="Again", iban=month.account.iban)


def test_a_wrong_file_is_named_and_nothing_of_it_is_kept(month: Month):
    good, whole = paper.camt(month.paper), month.paper
    march = replace(whole, first=date(2026, 3, 1), last=date(2026, 3, 31), moves=())
    cut = whole.moves[1:]
    for kind, content in (
        (OtherAccount, paper.camt(replace(whole, iban=SECOND))),
        (OtherAccount, paper.swift(replace(whole, iban=SECOND))),
        (OtherCurrency, paper.camt(replace(whole, currency="SEK"))),
        (OtherCurrency, paper.swift(replace(whole, currency="SEK"))),
        (DoesNotAddUp, good.replace('<Amt Ccy="EUR">12.50<', '<Amt Ccy="EUR">12.40<')),
        (NoStatement, good.replace("camt.053", "camt.052")),
        (NoStatement, good.replace("OPBD", "ITBD")),
        (NoStatement, good.replace("12.50<", "12.505<")),
        (
            NoStatement,
            good.replace("<Dt>2026-02-28</Dt></BookgDt>", "<Dt>2026-04-01</Dt></BookgDt>"),
        ),
        (NoStatement, good[:900]),
        (NoStatement, b"%PDF-1.7"),
        (NoStatement, b"PK\x03\x04"),
        (NoStatement, b""),
        (NoStatement, paper.table(whole)),
        (NoStatement, BOMB),
        (NoStatement, b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'),
    ):
        said = refused(kind, month.imported, content)
        assert (said.field, bool(said.next_step)) == ("file", True), content[:40]
    assert not Statement.objects.exists()

    month.imported(good)
    refused(ImportedBefore, month.imported, good)
    refused(ImportedBefore, month.imported, good.replace("\n", "\n\n"))
    refused(Overlaps, month.imported, paper.camt(replace(whole, moves=cut)))
    refused(Gap, month.imported, paper.camt(march))
    following = replace(march, opening=whole.closing)
    (last,) = month.imported(paper.camt(following))
    first = Statement.objects.order_by("id").first()
    refused(NotTheLast, withdraw_statement, month.work(), statement_id=first.pk, reason="x")
    assert Statement.objects.count() == 2
    assert last.closing_cents == whole.closing


@pytest.mark.parametrize("kind", FORMATS)
def test_a_line_of_nothing_is_left_out_and_keeps_no_statement_out(month: Month, kind: str):
    map_columns(month.work(), bankaccount_id=month.account.pk, mapping=CSV)
    nothing = replace(month.paper.moves[-1], cents=0, name="Notice")
    whole = replace(month.paper, moves=(nothing, *month.paper.moves, nothing))
    (statement,) = month.imported(FORMATS[kind](whole))
    assert statement.closing_cents == month.paper.closing
    kept = statement.lines.exclude(hint="opening")
    assert len(kept) == len(month.paper.moves)
    assert not kept.filter(counterparty="Notice").exists()


def test_a_row_without_any_amount_is_no_line_of_nothing():
    mapping = CsvMapping(day="D", amount="In", debit="Out")
    data = b"D;In;Out\n02.03.2026;0,00;\n02.03.2026;5,00;\n02.03.2026;;%s\n"
    read = read_csv(data % b"2,00", mapping, opening_cents=0, closing_cents=300)
    assert [line.cents for line in read.lines] == [500, -200]
    refusal = refused(NoStatement, read_csv, data % b"", mapping, opening_cents=0, closing_cents=5)
    assert "Row 4" in str(refusal.message)


BOMB = (
    "<!DOCTYPE a [<!ENTITY b0 'aaaaaaaaaa'>"
    + "".join(f"<!ENTITY b{n} '{f'&b{n - 1};' * 10}'>" for n in range(1, 10))
    + "]><Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.02'>&b9;</Document>"
)


@pytest.mark.parametrize("rows", ["-10,00;140,00 50,00;150,00", "50,00;150,00 -10,00;140,00"])
def test_a_csv_of_one_day_is_read_from_whichever_end_its_balances_follow(rows: str):
    lines = [f"02.03.2026;{row}" for row in rows.split()]
    mapping = CsvMapping(day="D", amount="A", balance="B")
    data = "\n".join(["D;A;B", *lines]).encode()
    found = read_csv(data, mapping, opening_cents=None, closing_cents=None)
    assert (found.opening_cents, found.closing_cents) == (10_000, 14_000)


AMOUNTS = {
    "1.234,56": 123_456,
    "-1 234,5": -123_450,
    "12'345'678": 1_234_567_800,
    "1.234": 123_400,
    "+ 7": 700,
    "\u22127,00": -700,
    "1\u00a0234,00": 123_400,
    "1\u2009234,50": 123_450,
}


@pytest.mark.parametrize(("text", "cents"), AMOUNTS.items())
def test_an_amount_is_read_with_its_thousands_in_groups_of_three(text: str, cents: int):
    read = read_csv(
        f"D;A\n02.03.2026;{text}\n".encode(),
        CsvMapping(day="D", amount="A"),
        opening_cents=0,
        closing_cents=cents,
    )
    assert [line.cents for line in read.lines] == [cents]


@pytest.mark.parametrize("text", ["12.50", "1.2345", "12.345.6", ".50", "1,234", "1.23.456"])
def test_an_amount_with_the_other_decimal_sign_is_refused_not_a_hundredfold(text: str):
    data = f"D;A\n02.03.2026;{text}\n".encode()
    mapping = CsvMapping(day="D", amount="A")
    refusal = refused(NoStatement, read_csv, data, mapping, opening_cents=0, closing_cents=None)
    assert text in str(refusal.message)


TAX = OpenLine(
    id=1, booked_on=date(2026, 3, 2), cents=-250_000, counterparty="Tax Board", text="tax"
)
RULE = Rule(id=1, text="tax board", is_in=False, code="tax:withheld")


def test_what_is_booked_already_goes_before_what_such_lines_were_booked_as():
    def booked(*words: str) -> Books:
        entry = Booked(entry_id=7, day=date(2026, 3, 1), cents=-250_000, words=words)
        return Books(booked=[entry], rules=[RULE])

    assert propose(TAX, booked("Tax Board")).entries == (7,)
    other = propose(TAX, booked("Prize 7"))
    assert (other.rule_id, other.is_certain) == (1, False)
    alone = propose(TAX, Books(rules=[RULE]))
    assert (alone.rule_id, alone.is_certain) == (1, True)
