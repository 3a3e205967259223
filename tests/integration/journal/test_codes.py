"""Tax code and cost centre are a line's: in the file, in the return and behind its figures."""

import csv
import re
from datetime import date
from io import BytesIO, StringIO
from typing import Any

import pytest
from openpyxl import load_workbook

from casino.house.stamp import Stamp
from casino.journal.models import JournalDocument
from casino.journal.services import documents as services
from casino.journal.services.accounts import add_account, change_account
from casino.journal.services.documents import DocumentLine
from casino.journal.services.templates import save_template
from casino.journal.verify import verify_documents
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.rates.services import set_tax_rate
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.sheets.sheet import SheetRow
from casino.staff.models import Role
from tests.books import file_of, mapped, read, sealed, sent, text
from tests.integration.journal.test_documents import a_club_with_rent, accountant
from tests.integration.reports.asking import lines as report
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
# What was let: as the account says, at the reduced rate for the bar, a deposit without either.
SAID: list[dict[str, str]] = [
    {},
    {"tax_code": "ee-vat-reduced", "cost_center": "BAR"},
    {"tax_code": "", "cost_center": ""},
]
CENTS = (5_000, 6_000, 4_000)
CODED = [("ee-vat", "HALL"), ("ee-vat-reduced", "BAR"), ("", "")]


def let(world: World) -> JournalDocument:
    account = add_account(
        accountant(world), code="3100", name="Room hire", kind="income", tax_code="ee-vat",
        cost_center="HALL",
    )  # fmt: skip
    ledger.post_once(
        world.stamp(),
        "test.let",
        Draft(
            kind="test.let",
            lines=(debit("cash:vault", 500), credit("own:income", 500, account.pk)),
        ),
    )
    lines = [
        DocumentLine(account="3100", credit_cents=cents, **said)
        for cents, said in zip(CENTS, SAID, strict=True)
    ]
    whole = DocumentLine(account="2010", debit_cents=sum(CENTS))
    booked = services.book_document(
        accountant(world), dated=EVENING, reason="Hall", lines=[whole, *lines]
    )
    # What is booked keeps its codes; what no document names goes by the account, as before.
    change_account(
        accountant(world), own_account_id=account.pk, name="Room hire", tax_code="ee-vat-reduced"
    )
    return booked


def test_files_and_the_return_take_them_from_the_line_and_lead_to_it():
    world = a_club_with_rent()
    booked = let(world)
    back = services.reverse_document(accountant(world), document_id=booked.pk, reason="Twice")
    again = services.book_document(
        accountant(world),
        dated=EVENING,
        reason="Hall",
        lines=[
            DocumentLine(account="2010", debit_cents=CENTS[1]),
            DocumentLine(account="3100", credit_cents=CENTS[1], tax_code="ee-vat"),
        ],
    )
    mapped(world)
    sealed(world)
    batch = sent(world)

    rows = list(csv.DictReader(StringIO(text(world, batch, "journal"))))
    assert len(rows) == batch.lines
    lines = {
        str(each): [
            (row["tax_code"], row["cost_center"], row["amount"])
            for row in rows
            if (row["doc_no"], row["account_code"]) == (str(each), "3100")
        ]
        for each in (booked, back, again)
    }
    amounts = ["-50.00", "-60.00", "-40.00"]
    assert lines[str(booked)] == [(*said, each) for said, each in zip(CODED, amounts, strict=True)]
    assert [each[2] for each in lines[str(back)]] == ["50.00", "60.00", "40.00"]
    assert lines[str(again)] == [("ee-vat", "", "-60.00")]
    book = load_workbook(BytesIO(read(file_of(world, batch, "journal-xlsx")))).active
    assert [row[15].value or "" for row in book.iter_rows(min_row=2)] == [
        row["tax_code"] for row in rows
    ]
    xero = list(csv.DictReader(StringIO(text(world, batch, "xero"))))
    assert sum(row["TaxRate"] == "ee-vat" for row in xero) == 3

    figures = {
        row.cells[2]: (row.cells[3], row.why)
        for row in made(world, "tax-return", country="ee")
        if row.why and row.why.ids == ("coded-lines",)
    }
    due = {"VAT, standard rate": "ee-vat", "VAT, reduced rate": "ee-vat-reduced"}
    assert set(figures) == set(due)
    for tax, slug in due.items():
        base, why = figures[tax]
        in_file = [row for row in rows if (row["account_code"], row["tax_code"]) == ("3100", slug)]
        assert base == -sum(round(float(row["amount"]) * 100) for row in in_file)
        behind = made(world, "coded-lines", code="own:income", only=why.query["only"])
        assert base == sum((row.cells[9] or 0) - (row.cells[8] or 0) for row in behind)
        assert {row.why.route for row in behind} <= {"journal-document", "entry"}
    assert [base for base, _ in figures.values()] == [500, 6_000]
    assert not list(verify_documents(world.club.pk))


def made(world: World, name: str, **more: object) -> list[SheetRow]:
    what = {"first": EVENING, "last": EVENING} | more
    return list(REPORTS[name].make(asked(world.club, accountant(world), **what)).rows)


def test_they_are_typed_and_shown_by_line_and_a_template_keeps_what_was_typed():
    world = a_club_with_rent()
    booked = let(world)
    client = world.browser(Role.ACCOUNTANT)

    change_account(
        accountant(world), own_account_id=booked.lines[1]["ref"], name="Room hire",
        tax_code="ee-vat", cost_center="HALL",
    )  # fmt: skip
    saved = save_template(accountant(world), document_id=booked.pk, name="Hall")
    page = client.get(f"/tallinn/journal/new/?template={saved.pk}").content.decode()
    typed = {
        name: field.get("value", "")
        for name, field in fields(page).items()
        if name.startswith(("tax_code_", "cost_center_")) and name[-1] in "123"
    }
    assert typed == {
        "tax_code_1": "", "cost_center_1": "", "tax_code_2": "ee-vat-reduced",
        "cost_center_2": "BAR", "tax_code_3": "-", "cost_center_3": "-",
    }  # fmt: skip
    sent_back = {name: field.get("value", "") for name, field in fields(page).items()}
    assert client.post("/tallinn/journal/new/", sent_back | {"dated": EVENING}).status_code == 302
    again = JournalDocument.objects.latest("id")
    assert [(each["tax_code"], each["cost_center"]) for each in again.lines[1:]] == CODED
    shown = client.get(f"/tallinn/journal/documents/{again.pk}/").content.decode()
    assert "ee-vat-reduced" in shown
    assert "HALL" in shown


def fields(page: str) -> dict[str, dict[str, str]]:
    """Return what each field of a page is, by its name."""
    inputs = re.findall("<input[^>]*", page)
    found = [dict(re.findall(r'([a-z-]+)="([^"]*)"', each)) for each in inputs]
    return {each["name"]: each for each in found if each.get("name")}


def invoiced(world: World, january: date) -> None:
    """An invoice of 100 euro of January, booked in February under VAT."""
    world.fund(day=january)
    for code, kind, tax in (("3010", "income", "ee-vat"), ("1010", "asset", "")):
        stamp = accountant(world, day=january)
        add_account(stamp, code=code, name=code, kind=kind, tax_code=tax)
    invoice = [
        DocumentLine(account="1010", debit_cents=10_000),
        DocumentLine(account="3010", credit_cents=10_000),
    ]
    services.book_document(accountant(world), dated=january, reason="Bar", lines=invoice)


def vat(world: World, first: date, last: date) -> list[tuple[str, str]]:
    declared = report(world, "tax-return", f"first={first}&last={last}&country=ee")
    return [(row["period"], row["base"]) for row in declared if "VAT" in row["tax"] and row["base"]]


def test_vat_is_declared_in_the_month_of_its_invoice_with_the_lines_behind_it():
    world, january = a_club(), date(2026, 1, 20)
    invoiced(world, january)

    assert vat(world, january, EVENING) == [("2026-01", "100.00")]
    behind = f"first={january}&last=2026-01-31&code=own:income&only=ee-vat&by="
    assert report(world, "coded-lines", f"{behind}posted") == []
    (line,) = report(world, "coded-lines", f"{behind}dated")
    assert (line["credit"], line["dated"]) == ("100.00", "2026-01-20")


def test_a_document_of_before_lines_had_codes_is_declared_by_its_date_too(
    monkeypatch: pytest.MonkeyPatch,
):
    world, january = a_club(), date(2026, 1, 20)
    keep = services.keep_document

    def kept(stamp: Stamp, *, lines: list[dict[str, Any]], **other: Any) -> JournalDocument:
        codes = {"tax_code", "cost_center"}
        plain = [{name: each[name] for name in each.keys() - codes} for each in lines]
        return keep(stamp, lines=plain, **other)

    monkeypatch.setattr(services, "keep_document", kept)
    invoiced(world, january)

    assert vat(world, january, january) == [("2026-01", "100.00")]
    assert vat(world, EVENING.replace(day=1), EVENING) == []


def test_where_a_rate_of_vat_begins_in_mid_month_each_document_bears_that_of_its_day():
    world, january = a_club(), date(2026, 1, 20)
    invoiced(world, january)
    for since, hundredths in ((date(2025, 7, 1), 2_400), (date(2026, 1, 25), 2_600)):
        set_tax_rate(
            accountant(world), tax="ee-vat", since=since, hundredths=hundredths, source="KMS 15"
        )
    invoice = [
        DocumentLine(account="1010", debit_cents=20_000),
        DocumentLine(account="3010", credit_cents=20_000),
    ]
    day = date(2026, 1, 25)
    services.book_document(accountant(world), dated=day, reason="Bar", lines=invoice)

    rows = [row for row in made(world, "tax-return", country="ee", first=january) if row.why]
    found = [(*row.cells[:1], row.cells[3], row.cells[6]) for row in rows if row.cells[3]]
    assert found == [("2026-01", 10_000, 2_400), ("2026-01", 20_000, 5_200)]
    for row, base in zip((row for row in rows if row.cells[3]), (10_000, 20_000), strict=True):
        behind = made(world, "coded-lines", **row.why.query)
        assert [line.cells[9] for line in behind] == [base]
