"""An accountant asks the reports by keyboard: from a figure to its slip, on paper, as files."""

import csv
import io
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from cashgames.services.hands import rake_hand
from casino.cage.services.desk import sell_chips
from casino.reports.queries import REPORTS
from casino.staff.models import Role
from tests.pages.people import Person
from tests.tournaments import a_tournament, enter
from tests.world import EVENING, World, a_club

NIGHT = f"first={EVENING}&last={EVENING}"
PDF = b"%PDF"


@pytest.fixture
def night(live_site: str) -> World:
    """A night with hands, sales of chips and a tournament."""
    world = a_club()
    world.jackpot()
    shift = world.open_shift()
    for cents in (12_300, 45_600):
        sell_chips(world.stamp("20:30"), shift_id=shift.pk, cents=cents)
    session = world.session("Table 2")
    world.seat(session, *(f"Guest {number}" for number in range(6)))
    for number in range(30):
        rake_hand(
            world.stamp("21:15", role=Role.SUPERVISOR),
            session_id=session.pk,
            name=f"{number}",
            pots_cents=[10_000],
            players_dealt=6,
            board_cards_dealt=5,
        )
    enter(world, a_tournament(world, "Friday Main"), "Ann", "Bea", shift_id=shift.pk)
    return world


@pytest.fixture
def accountant(night: World, page: Page) -> Person:
    person = Person(page, night, Role.ACCOUNTANT)
    person.sign_in()
    return person


def taken(accountant: Person, key: str) -> bytes:
    """Press the key of a file and return what comes."""
    with accountant.page.expect_download() as caught:
        accountant.command(key)
    return Path(caught.value.path()).read_bytes()


def files_say(accountant: Person, rake: str) -> None:
    """The report's CSV and spreadsheet sum to this rake."""
    (row,) = csv.DictReader(io.StringIO(taken(accountant, "e").decode()))
    assert row["rake"] == rake
    book: Any = load_workbook(io.BytesIO(taken(accountant, "x"))).active
    assert [cell.value for cell in book[book.max_row]][2] == Decimal(rake)


def test_a_figure_leads_to_its_slip_and_the_files_sum_to_the_page(accountant: Person):
    page = accountant.page
    page.goto("/tallinn/reports/")
    accountant.command("l")
    for _ in range(list(REPORTS).index("rake")):
        if "Rake, time rake" in page.evaluate("document.activeElement.textContent"):
            break
        accountant.command("j")
    accountant.type("Enter")
    accountant.sees("Revenue of the tables")
    accountant.command("/")
    page.get_by_label("Lines").select_option("table")
    page.get_by_label("From").fill(str(EVENING))
    page.get_by_label("To", exact=True).fill(str(EVENING))
    accountant.type("Enter")
    expect(page.locator("tfoot")).to_contain_text("150,00")
    assert f"first={EVENING}" in page.url, "the address says what was asked"

    files_say(accountant, "150.00")

    page.get_by_role("link", name="150,00").first.click()
    accountant.sees("Hands, time rake and boxes")
    page.get_by_role("link", name="5,00").first.click()
    accountant.sees("OLY-2.36")
    accountant.sees("Supervisor")

    page.goto(f"/tallinn/reports/slips/?{NIGHT}")
    page.get_by_role("link", name="456,00").first.click()
    accountant.sees("Banknotes in a drawer")
    accountant.command("p")
    accountant.sees("456,00")
    assert accountant.errors == []


def test_every_report_fits_the_screen_and_the_paper(night: World, page: Page):
    manager = Person(page, night, Role.MANAGER)
    manager.sign_in()
    for name, report in REPORTS.items():
        if report.span == "guest":
            continue
        query = f"as_of={EVENING}T23:59" if report.span == "instant" else NIGHT
        page.goto(f"/tallinn/reports/{name}/?{query}")
        manager.sees(report.title)
        assert page.evaluate("document.documentElement.scrollWidth") <= 1366, name
        manager.photograph(f"report-{name}")
        paper = page.pdf(prefer_css_page_size=True)
        assert paper.startswith(PDF)
        if folder := os.environ.get("SCREENSHOTS"):
            Path(folder, f"report-{name}.pdf").write_bytes(paper)
    assert manager.errors == []
