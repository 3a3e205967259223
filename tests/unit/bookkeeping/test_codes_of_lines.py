"""Cost centre and tax code of each line reach every file that has room for them."""

from datetime import date

import pytest

from casino.bookkeeping.rules.datev import COLUMNS, needs_clearing, postings
from casino.bookkeeping.rules.documents import Document, DocumentLine
from casino.bookkeeping.rules.plaintext import Opened, beancount, hledger

DAY = date(2026, 2, 27)


def moved(to: str, out_of: str, *, tax: tuple[str, str] = ("", "")) -> Document:
    """Return a document of 100.00 that goes from one cost centre to another."""
    lines = (
        DocumentLine(
            account="6010", name="Rent", kind="expense", cents=10_000, cost_center=to,
            tax_code=tax[0],
        ),
        DocumentLine(
            account="6020", name="Bar", kind="expense", cents=-10_000, cost_center=out_of,
            tax_code=tax[1],
        ),
    )  # fmt: skip
    return Document(
        number="J2026-0001", day=DAY, type="JOURNAL", memo="Rent", currency="EUR", lines=lines
    )


def told(of: Document) -> list[dict[str, str]]:
    rows = [row.split(";") for row in postings(of, clearing="1590")]
    return [
        {head: cell.strip('"') for head, cell in zip(COLUMNS, row, strict=True)} for row in rows
    ]


def test_datev_has_both_cost_centres_of_a_move_over_the_clearing_account():
    found = [
        tuple(
            row[head]
            for head in (
                "Konto", "Gegenkonto (ohne BU-Schlüssel)", "KOST1 - Kostenstelle",
                "Umsatz (ohne Soll/Haben-Kz)",
            )
        )
        for row in told(moved("HALL", "BAR"))
    ]  # fmt: skip
    assert found == [("6010", "1590", "HALL", "100,00"), ("1590", "6020", "BAR", "100,00")]
    assert needs_clearing(moved("HALL", "BAR"))


@pytest.mark.parametrize("centres", [("HALL", ""), ("", "HALL"), ("HALL", "HALL")])
def test_one_cost_centre_is_one_line(centres: tuple[str, str]):
    (row,) = told(moved(*centres))
    assert row["KOST1 - Kostenstelle"] == "HALL"
    assert not needs_clearing(moved(*centres))


def test_datev_has_the_tax_code_of_each_account_and_takes_no_tax_out_of_it():
    (row,) = told(moved("", "", tax=("", "ee-vat")))
    assert row["BU-Schlüssel"] == row["Zusatzinformation- Inhalt 1"] == ""
    said = (row["Zusatzinformation - Art 2"], row["Zusatzinformation- Inhalt 2"])
    assert said == ("Steuercode Gegenkonto", "ee-vat")
    (row,) = told(moved("", "", tax=("lv-vat", "")))
    said = (row["Zusatzinformation - Art 1"], row["Zusatzinformation- Inhalt 1"])
    assert said == ("Steuercode Konto", "lv-vat")


def test_plain_text_journals_have_cost_centre_and_tax_code_of_each_line():
    since = Opened(accounts=(), day=DAY, currency="EUR")
    of = [moved("HALL", "", tax=("ee-vat", ""))]
    bean, led = ("".join(write(of, since, None)) for write in (beancount, hledger))
    assert '    cost_center: "HALL"\n    tax_code: "ee-vat"\n' in bean
    assert "EUR  ; cost_center: HALL, tax_code: ee-vat\n" in led
    assert (bean.count("cost_center"), led.count("cost_center")) == (1, 1)


def test_a_comma_in_a_cost_centre_does_not_end_the_tag_that_hledger_reads():
    since = Opened(accounts=(), day=DAY, currency="EUR")
    led = "".join(hledger([moved("HALL,BAR", "", tax=("ee-vat", ""))], since, None))
    (line,) = [each for each in led.splitlines() if "HALL" in each]
    tags = line.partition("; ")[2].split(",")
    assert tags == ["cost_center: HALL BAR", " tax_code: ee-vat"]
