"""An accountant who has never seen the floor: numbers, a batch, its files, an import."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.books import mapped, sealed
from tests.pages.people import Person
from tests.world import EVENING, a_club

GUESTS = "Name;Birth date\nMari Tamm;02.03.1990\nJüri Mets;31.02.1990\n"


@pytest.fixture
def accountant(live_site: str, page: Page) -> Person:
    """A sealed day with sales; every account but one has its number."""
    world = a_club()
    world.fund()
    world.sell(12_300)
    sealed(world, EVENING)
    mapped(world, but=("chips:floor",))
    person = Person(page, world, Role.ACCOUNTANT)
    person.sign_in()
    return person


def test_what_is_missing_is_said_mended_and_sent(accountant: Person, tmp_path: Path):
    page = accountant.page
    page.goto("/tallinn/files/")
    accountant.sees("1 account has movements and is not mapped.")
    accountant.sees("1 sealed day to send, from 27.02.2026.")
    page.get_by_role("button", name="Make the batch").click()
    accountant.sees("1 account is not mapped: chips:floor.")
    page.locator("main").get_by_role("link", name="Chips held by players").click()
    page.get_by_label("From gaming day").fill("2026-01-01")
    page.get_by_label("Account number").fill("2100")
    page.get_by_label("Account name").fill("Chips of guests")
    accountant.type("Control+Enter")
    accountant.sees("Chips of guests")
    accountant.command("b")
    page.get_by_role("button", name="Make the batch").click()
    accountant.sees("A file for each program")
    accountant.sees("tallinn_journal_20260227_20260227_b1.csv")
    row = page.get_by_role("row", name="hledger")
    row.get_by_role("button", name="Make").click()
    accountant.sees("tallinn_hledger_20260227_20260227_b1.journal")
    with page.expect_download() as caught:
        page.get_by_role("link", name="tallinn_hledger").click()
    assert "liabilities:2100" in Path(caught.value.path()).read_text()
    assert accountant.errors == []


def test_a_file_is_tried_before_it_is_taken(accountant: Person, tmp_path: Path):
    page, file = accountant.page, tmp_path / "guests.csv"
    page.goto("/tallinn/files/imports/")
    for content, says in (
        (GUESTS, "1 error. The file cannot be imported."),
        (GUESTS.replace("31.02", "28.02"), "All 2 rows can be imported."),
    ):
        file.write_text(content)
        page.goto("/tallinn/files/imports/")
        page.get_by_label("File", exact=True).set_input_files(file)
        page.get_by_role("button", name="Check the file").click()
        accountant.sees(says)
    page.get_by_role("button", name="Import all rows").click()
    accountant.sees("Imported.")
    page.get_by_role("button", name="Undo the import").click()
    accountant.sees("Import undone.")
    assert accountant.errors == []


def test_a_register_is_made_and_stands_on_the_list(accountant: Person):
    page = accountant.page
    page.goto("/tallinn/files/registers/")
    page.get_by_label("File", exact=True).select_option("day-close")
    page.get_by_label("First gaming day").fill("2026-02-01")
    page.get_by_label("Last gaming day").fill("2026-02-28")
    page.get_by_role("button", name="Make the file").click()
    accountant.sees("tallinn_day-close_20260201_20260228.csv")
    accountant.command("Escape")
    page.wait_for_url("**/files/jobs/")
    accountant.sees("Day close, summary")
    assert accountant.errors == []


def test_a_document_grows_by_enter_to_the_most_lines_that_are_booked(accountant: Person):
    page = accountant.page
    page.goto("/tallinn/journal/new/")
    form = page.locator("form[data-journal='200']")
    form.evaluate("form => { form.dataset.journal = '7' }")
    page.locator("[name=account_5]").focus()
    accountant.type("Enter")
    expect(page.locator("[name=account_6]")).to_be_focused()
    accountant.type("Enter")
    expect(page.locator("[name=account_6]")).to_be_focused()
    expect(page.locator("[name^=account_]")).to_have_count(7)
    assert accountant.errors == []
