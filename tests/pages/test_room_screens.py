"""A screen of the room in a browser that nobody signed in to: sounds, turns, a network gone."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from casino.db import now
from tests.tournaments import a_tournament, enter
from tests.world import World, a_club
from tournaments.models import Tournament

# What would be heard, in place of a loudspeaker.
DEAF = """
window.heard = [];
class Node { constructor() { this.gain = this.frequency = {
    setValueAtTime() {}, exponentialRampToValueAtTime() {} }; }
  connect(to) { return to; } stop() {}
  start() { window.heard.push(document.querySelector("main").dataset.played ?? "try"); } }
window.AudioContext = class { state = "suspended"; currentTime = 0;
  async resume() { this.state = "running"; }
  createOscillator() { return new Node(); } createGain() { return new Node(); } };
"""


@pytest.fixture
def running(live_site: str) -> Tournament:
    world: World = a_club()
    levels = [[25, 50, 0, 2], [0, 0, 0, 5], [50, 100, 0, 20]]
    tournament = a_tournament(world, levels=levels)
    enter(world, tournament, "Mari Tamm", "Jaan Kask", shift_id=world.open_shift().pk)
    began = now() - timedelta(seconds=30)
    Tournament.objects.filter(id=tournament.pk).update(started_at=began)
    return tournament


def test_a_screen_sounds_and_goes_on_by_itself_while_the_network_is_gone(
    page: Page, running: Tournament
):
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(DEAF)
    page.clock.install()
    page.goto(f"/board/tallinn/tournaments/{running.pk}/")
    expect(page.get_by_text("Level 1")).to_be_visible()
    page.get_by_role("button", name="Set up this screen").click()
    page.locator("[data-sound=minute] select").select_option("chime")
    page.get_by_label("Payouts").check()
    page.get_by_role("button", name="Start with sound and full screen").click()
    expect(page.locator(".armed")).to_be_hidden()

    page.route("**/board/**", lambda route: route.abort())
    page.clock.run_for(31_000)
    assert page.evaluate("heard.filter((each) => each === 'minute').length") == 3
    page.clock.run_for(62_000)
    assert page.evaluate("heard.includes('break')")
    expect(page.locator("main")).to_contain_text("Break")
    expect(page.locator("main .time")).to_contain_text("4:")
    expect(page.get_by_role("alert")).to_be_visible()

    page.unroute("**/board/**")
    page.reload()
    page.clock.run_for(21_000)
    expect(page.locator("main")).to_contain_text("Payouts")
    page.clock.run_for(20_000)
    expect(page.locator("main .blinds")).to_be_visible()
    assert errors == []
