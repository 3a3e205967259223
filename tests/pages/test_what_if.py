"""A manager asks what the night would have brought under other rules."""

import csv
import io
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from cashgames.services.hands import rake_hand
from casino.house.queries import club_stamp
from casino.staff.models import Role
from casino.whatif import services
from tests.pages.people import Person
from tests.world import EVENING, World, a_club


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.jackpot()
    session = world.session("Red")
    world.seat(session, *(f"Guest {number}" for number in range(6)), cents=50_000)
    for number, pot in enumerate((3_700, 900, 26_000), start=1):
        rake_hand(
            world.stamp(f"21:0{number}", role=Role.SUPERVISOR),
            session_id=session.pk,
            name=str(number),
            pots_cents=[pot],
            players_dealt=6,
            board_cards_dealt=5,
        )
    return world


@pytest.fixture
def manager(page: Page, world: World) -> Person:
    person = Person(page, world, Role.MANAGER)
    person.sign_in()
    person.command("Shift+C")
    person.sees("Versions of")
    person.command("w")
    person.sees("What if?")
    return person


def ask(manager: Person, *, book: str, first_day: str = str(EVENING)) -> None:
    page = manager.page
    page.get_by_label("First gaming day").fill(first_day)
    page.get_by_label("Last gaming day").fill(str(EVENING))
    page.get_by_label("Rule book").select_option(book)


def row(manager: Person, text: str) -> None:
    """A row of a table reads so."""
    expect(manager.page.get_by_role("row", name=text)).to_be_visible()


def test_a_night_under_another_book_stands_beside_what_it_was(manager: Person, tmp_path: Path):
    ask(manager, book="voodoo")
    manager.type("Control+Enter")

    row(manager, "Rake 11,50 15,30 + 3,80")
    row(manager, "Jackpot drop 3,00 0,00 \u2212 3,00")
    manager.sees("these hands give exactly what was taken")
    expect(manager.page.locator("svg.chart rect")).to_have_count(2 * (1 + 7))
    with manager.page.expect_download() as download:
        manager.command("d")
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text())))
    assert [row["rake_other"] for row in rows if row["section"] == "table"] == ["15.30"]
    assert manager.errors == []


def test_a_setting_is_changed_in_peoples_units(manager: Person):
    ask(manager, book="olympic")
    page = manager.page
    page.locator("#id_setting_0").fill("Rake: Cap")
    page.locator("#id_value_0").fill("5,00")
    manager.type("Control+Enter")

    row(manager, "Rake 11,50 6,50 \u2212 5,00")
    manager.sees("changed")


def test_a_setting_that_is_none_and_a_period_without_hands_are_named(manager: Person):
    ask(manager, book="olympic")
    manager.page.locator("#id_setting_0").fill("Rake: Nothing")
    manager.page.locator("#id_value_0").fill("5,00")
    manager.type("Control+Enter")
    manager.sees("has no such setting. Choose one from the list.")

    manager.page.locator("#id_setting_0").fill("")
    manager.page.locator("#id_value_0").fill("")
    ask(manager, book="olympic", first_day=str(EVENING))
    manager.page.get_by_label("Last gaming day").fill("2026-01-01")
    manager.type("Control+Enter")
    manager.sees("The last day must not be before the first.")


def test_a_long_question_shows_how_far_it_is_and_can_be_called_off(manager: Person, world: World):
    stamp = club_stamp(world.club, at=timezone.now(), actor_id=world.staff[Role.MANAGER].pk)
    asked = services.ask(stamp, first_day=EVENING, last_day=EVENING, book="voodoo", overrides={})
    manager.page.goto(f"/tallinn/what-if/{asked.pk}/")
    manager.sees("0 of 3 hands, waiting for a worker")
    manager.page.get_by_role("button", name="Cancel").click()
    manager.sees("Cancelled after 0 of 3 hands.")
