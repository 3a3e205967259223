"""A slipped pot and a buy-in that never was, put right on the pages: shown, then confirmed."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from cashgames.models import ChipMove, Hand, Seat, Session
from cashgames.queries.tables import table_check
from cashgames.services import tables
from cashgames.services.hands import rake_hand
from cashgames.services.seats import seat_player
from casino.countroom.services.boxes import take_box
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import World, a_club

SHOTS = os.environ.get("SHOTS")


@pytest.fixture
def world(live_site: str) -> World:
    world = a_club()
    world.jackpot()
    world.sell(300_000, "20:00")
    return world


def now(world: World) -> Stamp:
    actor = world.staff[Role.SUPERVISOR].pk
    return club_stamp(world.club, at=timezone.now(), actor_id=actor)


def a_table(world: World) -> Session:
    session = world.session()
    for number, name in enumerate("ABCDEF", start=1):
        seat_player(
            now(world), session_id=session.pk, seat_no=number,
            player_id=world.player(name).pk, cents=50_000, paid_with="chips",
        )  # fmt: skip
    rake_hand(
        now(world), session_id=session.pk, name="1", pots_cents=[99_999_900], deviation="as typed",
        players_dealt=6, board_cards_dealt=3,
    )  # fmt: skip
    return session


def open_session(world: World, table_id: int, **more: Any) -> Session:
    """Open a game now: a box that comes off now is of this night."""
    blinds = {"small_blind_cents": 100, "big_blind_cents": 200}
    limits = {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
    game = {"table_id": table_id, "game": "texas_holdem", **blinds, **limits, **more}
    return tables.open_session(now(world), **game)


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def test_the_floor_sees_what_changes_and_confirms_it(peter: Person, world: World):
    session, page = a_table(world), peter.page
    page.goto(f"/{world.club.slug}/tables/{session.pk}/")
    shot(page, "table")
    page.get_by_role("link", name="Correct").first.click()
    page.locator("#id_main_pot_cents").fill("60")
    page.locator("#id_reason").fill("typed 999 999")
    page.get_by_role("button", name="Show what changes").click()

    expect(page.get_by_text("As corrected")).to_be_visible()
    assert Hand.objects.count() == 1
    shot(page, "preview")

    page.get_by_role("button", name="Correct hand 1").click()
    expect(page.get_by_text("typed 999 999")).to_be_visible()
    shot(page, "corrected")

    assert table_check(session).rake_cents == 300
    assert peter.errors == []


def test_a_hand_is_corrected_by_keyboard_alone(peter: Person, world: World):
    session = a_table(world)
    peter.page.goto(f"/{world.club.slug}/hands/{Hand.objects.get().pk}/correct/")
    peter.page.locator("#id_main_pot_cents").fill("60")
    peter.page.locator("#id_reason").fill("typed 999 999")
    peter.type("Control+Enter")
    peter.sees("As corrected")
    peter.type("Control+Enter")
    expect(peter.page).to_have_url(re.compile(rf"/tables/{session.pk}/"))
    assert table_check(session).rake_cents == 300


def test_what_was_not_shown_is_not_booked(peter: Person, world: World):
    session, page = a_table(world), peter.page
    page.goto(f"/{world.club.slug}/hands/{Hand.objects.get().pk}/correct/")
    page.locator("#id_main_pot_cents").fill("60")
    page.locator("#id_reason").fill("typed 999 999")
    page.get_by_role("button", name="Show what changes").click()
    page.locator("#id_main_pot_cents").fill("600")
    page.get_by_role("button", name="Correct hand 1").click()

    expect(page.get_by_text("This is not what was shown last.")).to_be_visible()
    shot(page, "look-again")
    assert table_check(session).rake_cents == 1_000


def test_a_buy_in_that_never_was_frees_its_seat(peter: Person, world: World):
    session, page = a_table(world), peter.page
    move = ChipMove.objects.latest("id")
    page.goto(f"/{world.club.slug}/chips/{move.pk}/take-back/")
    page.locator("#id_reason").fill("another guest")
    page.get_by_role("button", name="Show what changes").click()
    shot(page, "take-back")
    page.get_by_role("button", name="Reverse chip movement").click()
    expect(page.get_by_text("another guest")).to_be_visible()

    assert Seat.objects.filter(session=session, left_at=None).count() == 5
    assert table_check(session).difference_cents == 0


def test_a_box_of_another_table_is_voided_from_the_tables_boxes(peter: Person, world: World):
    table = tables.add_table(world.stamp("07:00", role=Role.MANAGER), name="9")
    session, page = open_session(world, table.pk, by_box=True), peter.page
    take_box(now(world), session_id=session.pk, fee="rake", number="R7")
    page.goto(f"/{world.club.slug}/tables/{session.pk}/boxes/")
    page.get_by_role("link", name="Void").click()
    page.locator("#id_reason").fill("of table 8")
    page.get_by_role("button", name="Show what changes").click()

    expect(page.get_by_text("9, box R7")).to_be_visible()
    shot(page, "box-preview")
    page.get_by_role("button", name="Void box R7").click()
    expect(page.get_by_text("of table 8")).to_be_visible()

    page.goto(f"/{world.club.slug}/tables/{session.pk}/boxes/")
    expect(page.get_by_text("void", exact=True)).to_be_visible()
    shot(page, "boxes")
    assert peter.errors == []


def test_a_hand_of_more_than_had_seats_asks_for_the_supervisors_note(peter: Person, world: World):
    session, page = a_table(world), peter.page
    page.goto(f"/{world.club.slug}/hands/{Hand.objects.get().pk}/correct/")
    expect(page.locator("#id_deviation")).to_have_count(0)
    page.locator("#id_main_pot_cents").fill("60")
    page.locator("#id_players_dealt").fill("7")
    page.locator("#id_reason").fill("typed wrongly")
    page.get_by_role("button", name="Show what changes").click()

    page.locator("#id_deviation").fill("A seat was not recorded")
    shot(page, "note")
    page.get_by_role("button", name="Show what changes").click()
    page.get_by_role("button", name="Correct hand 1").click()
    expect(page.get_by_text("typed wrongly")).to_be_visible()

    assert Hand.objects.get(Hand.STANDS, session=session).players_dealt == 7
    assert peter.errors == []
