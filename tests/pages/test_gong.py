"""The gong of a level on a screen of the room, however its end is learnt."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from casino.db import now
from tests.pages.test_room_screens import DEAF, errors_of
from tests.shifted import Clock
from tests.tournament_floor import opened
from tests.tournaments import a_tournament, enter
from tests.world import a_club
from tournaments.models import Tournament
from tournaments.services.tables import draw_seats

LEVEL = timedelta(minutes=2)
# What is left of the level at the page's last tick before its end.
LAST_TICK = timedelta(milliseconds=15)

# In place of the poll.
ASKS = "document.querySelector('main').dispatchEvent(new Event('ask'))"


@pytest.mark.parametrize(
    ("after", "heard"),
    [(timedelta(milliseconds=10), ["level"]), (timedelta(minutes=1), [])],
    ids=["in time", "asleep"],
)
def test_the_gong_sounds_though_an_answer_brings_the_next_level_before_the_tick(
    page: Page, live_site: str, clock: Clock, after: timedelta, heard: list[str]
):
    world, errors = a_club(), errors_of(page)
    tournament = a_tournament(world, levels=[[25, 50, 0, 2], [50, 100, 0, 20], [100, 200, 0, 20]])
    enter(world, tournament, "Mari Tamm", "Jaan Kask", shift_id=world.open_shift().pk)
    opened(world, tournament, 1)
    draw_seats(world.stamp("20:50", role="director"), tournament_id=tournament.pk)
    began = now().replace(microsecond=0)
    Tournament.objects.filter(id=tournament.pk).update(started_at=began)
    clock.stop(began + timedelta(seconds=30))
    page.add_init_script(DEAF)
    page.clock.install()
    page.goto(f"/board/tallinn/tournaments/{tournament.pk}/")
    page.clock.pause_at(now() + timedelta(days=1))  # from here on by steps alone
    page.get_by_role("button", name="Set up this screen").click()
    page.get_by_role("button", name="Start with sound and full screen").click()
    expect(page.locator(".armed")).to_be_hidden()

    as_of = page.locator("main time")
    for at in (LEVEL - LAST_TICK, LEVEL + after):
        clock.stop(began + at)
        # What was served just before is kept a second; what was asked just before may come now.
        while datetime.fromisoformat(as_of.get_attribute("datetime") or "") != began + at:
            page.evaluate(ASKS)
            page.wait_for_timeout(200)
        page.clock.run_for(200)
    expect(page.locator("main")).to_contain_text("Level 2")
    assert page.evaluate("[...new Set(heard)]") == heard
    assert errors == []
