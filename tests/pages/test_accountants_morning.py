"""An accountant's morning after a night: report, files, seal, jackpot; by keyboard."""

import csv
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cashgames.services.cash_outs import cash_out
from cashgames.services.hands import rake_hand
from cashgames.services.tables import close_session
from casino.cage.models import Shift
from casino.cage.services.counts import submit_count
from casino.closing.services.days import close_day
from casino.ledger.queries.gaming_days import day
from casino.staff.models import Role
from tests.counting import close_by_two
from tests.pages.people import Person
from tests.world import EVENING, FLOAT, RACK, World, a_club

GUESTS = ("Ülle Põder", "Jānis Bērziņš", "Сергей Орлов", "Rasa O'Neil", "Tiit Vaher", "Eda Rand")
NEXT = EVENING + timedelta(days=1)


@pytest.fixture
def world(live_site: str) -> World:
    """A night: a shift ten euro short, a table with two hands, a close at 07:00."""
    world = a_club()
    world.jackpot()
    shift = world.open_shift()
    play(world)
    short = FLOAT | {1000: FLOAT[1000] - 1}
    submit_count(world.stamp("06:00"), shift_id=shift.pk, cash=short, chips=RACK)
    close_by_two(world, world.stamp("06:05"), shift_id=shift.pk, reason="A tenner is missing")
    close_day(world.club, EVENING, now=world.at("07:01", day=NEXT))
    return world


def play(world: World) -> None:
    """Two hands of 37 and 260 euro with six dealt in: 1.50 and 10.00 of rake, 2.00 for the pool."""
    session = world.session()
    seats = world.seat(session, *GUESTS)
    floor = {"role": Role.SUPERVISOR}
    for number, pot in enumerate((3_700, 26_000), start=1):
        rake_hand(
            world.stamp(f"23:{number:02}", **floor),
            session_id=session.pk,
            name=str(number),
            pots_cents=[pot],
            players_dealt=6,
            board_cards_dealt=5,
        )
    for number, seat in enumerate(seats):
        cash_out(
            world.stamp("05:00", **floor),
            session_id=session.pk,
            player_id=seat.seat.player_id,
            cents=20_000 - (1_350 if number == 0 else 0),
            paid_with="chips",
        )
    close_session(world.stamp("05:30", **floor), session_id=session.pk)


@pytest.fixture
def maria(page: Page, world: World) -> Person:
    person = Person(page, world, Role.ACCOUNTANT)
    person.sign_in()
    return person


def downloaded(maria: Person, letter: str, folder: Path) -> list[dict[str, str]]:
    """Press the letter of a file and read it."""
    with maria.page.expect_download() as download:
        maria.command(letter)
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_an_accountants_morning_by_keyboard(maria: Person, world: World, tmp_path: Path):
    maria.sees("1 closed day to seal.")
    maria.command("s")
    maria.sees("Gaming day Friday 27.02.2026")
    maria.sees("Ready to seal.")
    read_the_report(maria)
    add_up_the_files(maria, tmp_path)

    maria.command("s")
    maria.sees("Sealed: nothing can be posted to this day any more.")
    assert day(world.club.pk, EVENING).state == "sealed"
    maria.command("Shift+J")
    expect(maria.page.locator(".big")).to_contain_text("2,00")
    expect(maria.page.locator("svg.chart circle")).to_have_count(1)
    assert maria.errors == []


def read_the_report(maria: Person) -> None:
    """Every check agrees; rake and shortage stand there and lead to their reasons."""
    expect(maria.page.get_by_text("✗ differs")).to_have_count(0)
    expect(maria.page.get_by_text("✓ agrees")).not_to_have_count(0)
    expect(maria.page.locator("tr", has_text="rake").first).to_contain_text("11,50")
    expect(maria.page.locator("tr", has_text="A tenner is missing")).to_contain_text("10,00")
    maria.page.locator("tr", has_text="income:rake").locator("a").last.focus()
    maria.type("Enter")
    maria.sees("Closing \N{MINUS SIGN}11,50")
    maria.command("j")
    maria.command("j")
    maria.type("Enter")
    maria.sees("OLY-2.36")
    maria.command("Escape")
    maria.sees("Closing \N{MINUS SIGN}11,50")
    maria.command("Escape")
    maria.sees("Gaming day Friday 27.02.2026")


def add_up_the_files(maria: Person, folder: Path) -> None:
    """The accounts of the report sum to zero, the journal's debits to its credits."""
    report = downloaded(maria, "e", folder)
    accounts = [Decimal(row["amount"]) for row in report if row["section"] == "account"]
    assert len(accounts) > 5
    assert sum(accounts) == 0
    journal = downloaded(maria, "f", folder)
    debits = sum(Decimal(row["debit"] or 0) for row in journal)
    assert debits == sum(Decimal(row["credit"] or 0) for row in journal) > 0


def test_a_day_with_an_open_shift_says_what_stands_in_the_way(maria: Person, world: World):
    Shift.objects.update(state="open", closed_at=None)
    maria.page.goto(f"/tallinn/days/{EVENING}/")
    maria.sees("The shift of Cashier@Tallinn on Desk 1 is not closed.")
    maria.command("s")
    maria.sees("Nothing was booked.")
    assert day(world.club.pk, EVENING).state == "closed"


def test_who_has_no_business_there_is_told_so(maria: Person):
    maria.page.goto("/tallinn/till/")
    maria.sees("Your role may not open this page.")
    maria.page.goto("/somewhere-else/days/")
    maria.sees("There is no such club.")
    maria.page.goto("/tallinn/no-such-page/")
    maria.sees("There is no page at this address.")
