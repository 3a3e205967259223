"""A screen of the room in a browser that nobody signed in to: sounds, turns, a network gone."""

from datetime import timedelta

import pytest
from playwright.sync_api import CDPSession, Page, expect

from casino.db import now
from tests.shifted import Clock
from tests.tournament_floor import opened
from tests.tournaments import a_tournament, enter
from tests.world import World, a_club
from tournaments.models import Tournament
from tournaments.services.tables import draw_seats

pytestmark = pytest.mark.long
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
LEVEL_MINUTES, HOURS, STEP_SECONDS = 20, 8, 10
STEPS = HOURS * 3_600 // STEP_SECONDS
GONE, BACK = STEPS // 2, STEPS // 2 + 60 // STEP_SECONDS


def running(levels: list[list[int]]) -> Tournament:
    world: World = a_club()
    tournament = a_tournament(world, levels=levels)
    enter(world, tournament, "Mari Tamm", "Jaan Kask", shift_id=world.open_shift().pk)
    opened(world, tournament, 1)
    draw_seats(world.stamp("20:50", role="director"), tournament_id=tournament.pk)
    began = now() - timedelta(seconds=30)
    Tournament.objects.filter(id=tournament.pk).update(started_at=began)
    return tournament


def errors_of(page: Page) -> list[str]:
    found: list[str] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def test_a_screen_sounds_and_goes_on_by_itself_while_the_network_is_gone(page: Page):
    event, errors = running([[25, 50, 0, 2], [0, 0, 0, 5], [50, 100, 0, 20]]), errors_of(page)
    page.add_init_script(DEAF)
    page.clock.install()
    page.goto(f"/board/tallinn/tournaments/{event.pk}/")
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


def test_a_screen_works_for_eight_hours_with_the_network_gone_for_a_minute(
    page: Page, clock: Clock
):
    blinds = [[25 * n, 50 * n, 0, LEVEL_MINUTES] for n in range(1, HOURS * 60 // 20 + 4)]
    event, errors = running(blinds), errors_of(page)
    page.clock.install()
    page.goto(f"/board/tallinn/tournaments/{event.pk}/?show=clock,seats,payouts,today&every=20")
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable")
    expect(page.get_by_role("alert")).to_be_hidden()  # what Playwright puts into a page to look
    held, began = [], clock.now()
    for step in range(1, STEPS + 1):
        clock.set(began + timedelta(seconds=step * STEP_SECONDS))
        page.clock.run_for(STEP_SECONDS * 1_000)
        page.wait_for_timeout(50)  # what was asked comes
        if step == GONE:
            page.route("**/board/**", lambda route: route.abort())
        elif step == BACK:
            expect(page.get_by_role("alert")).to_be_visible()
            page.unroute("**/board/**")
        elif step == BACK + 6:
            expect(page.get_by_role("alert")).to_be_hidden()
        if not step % (STEPS // 8):
            held.append(weight(browser))
    page.clock.run_for(20_000)
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.locator("main")).to_contain_text(f"Level {HOURS * 60 // LEVEL_MINUTES + 1}")
    assert errors == []
    for first, last in zip(held[0], held[-1], strict=True):
        assert last < 1.5 * first, held


def weight(browser: CDPSession) -> tuple[int, int, int]:
    """Return the nodes, listeners and bytes of a page, once the garbage is gone."""
    browser.send("HeapProfiler.collectGarbage")
    said = browser.send("Performance.getMetrics")["metrics"]
    found = {each["name"]: int(each["value"]) for each in said}
    return found["Nodes"], found["JSEventListeners"], found["JSHeapUsedSize"]
