"""Screens that lost the server or the network say so, and follow again by themselves."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from cashgames.services.tables import add_table
from cashgames.services.waiting import join_list
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.players.services.duplicates import merge_players
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.pages.people import Person
from tests.site import serving_at
from tests.world import World, a_club

# LONG=1: a minute without network, which a browser's and a proxy's patience do not reach.
AWAY_MS = 60_000 if os.environ.get("LONG") else 0
# Page: what stands there after `happens`.
SEEN = {
    "tables/": "Table 77",
    "approvals/": "The same passport",
    "waiting/": "Jaan Kask",
    "payments/": "Friday, place 1",
}


@pytest.fixture
def world(committed_db: None) -> World:
    return a_club()


@dataclass(frozen=True, kw_only=True, slots=True)
class Screens:
    """The windows of a supervisor, and the one in the room."""

    context: BrowserContext
    windows: dict[str, Page]
    board: Page

    def follow(self) -> None:
        """All show what happened, and that it is new."""
        for page, text in SEEN.items():
            window = self.windows[page]
            expect(window.locator(".live")).to_contain_text(text)
            expect(window.locator(".live")).to_have_class("live")
            expect(window.locator("nav [data-count=approvals]")).to_have_text("1")
            expect(window.locator("[data-age]")).not_to_have_class("bad")
        expect(self.board.locator("body")).to_contain_text("Omaha")

    def say_they_are_old(self) -> None:
        """All say since when they heard nothing."""
        for window in self.windows.values():
            expect(window.locator(".live")).to_have_class("live stale")
            told = window.locator(".live").get_attribute("data-as-of") or ""
            assert told.startswith("No new data since ")


def screens(browser: Browser, site: str, world: World) -> Screens:
    context = browser.new_context(base_url=site)
    windows = {}
    for page in SEEN:
        window = context.new_page()
        Person(window, world, Role.SUPERVISOR).begin_session()
        window.goto(f"/tallinn/{page}")
        expect(window.locator("[data-age] time")).not_to_be_empty()
        windows[page] = window
    board = context.new_page()
    board.goto("/board/tallinn/")
    return Screens(context=context, windows=windows, board=board)


def now(world: World, role: str) -> Stamp:
    return club_stamp(world.club, at=timezone.now(), actor_id=world.staff[role].pk)


def happens(world: World) -> None:
    """A table is added, a guest waits, a request and a payment come."""
    add_table(now(world, Role.MANAGER), name="Table 77")
    join_list(
        now(world, Role.SUPERVISOR),
        game="omaha",
        small_blind_cents=100,
        big_blind_cents=200,
        player_id=world.player("Jaan Kask").pk,
    )
    owe_prize(now(world, Role.SUPERVISOR), about="Friday, place 1")
    merge_players.ask(
        now(world, Role.CASHIER),
        player_id=world.player("Mari Tamm").pk,
        other_id=world.player("Maria Tamm").pk,
        reason="The same passport",
    )


@pytest.mark.long
def test_screens_follow_again_after_a_while_without_network(
    world: World, browser: Browser, gunicorn: str
):
    shown = screens(browser, gunicorn, world)
    shown.context.set_offline(True)
    shown.say_they_are_old()
    shown.board.wait_for_timeout(AWAY_MS)
    happens(world)
    shown.context.set_offline(False)
    shown.follow()


def test_screens_follow_again_after_the_server_was_started_anew(
    world: World, browser: Browser, servers: Path
):
    with socket.create_server(("127.0.0.1", 0)) as door:
        with serving_at(door, servers, "casino.wsgi") as site:
            shown = screens(browser, site, world)
        shown.say_they_are_old()
        happens(world)
        with serving_at(door, servers, "casino.wsgi"):
            shown.follow()
            shown.context.close()
