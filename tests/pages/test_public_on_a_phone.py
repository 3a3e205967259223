"""What anybody may read on a telephone: the last column is on the screen in each language."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page

from casino.house.models import Club
from casino.house.queries import club_stamp
from ranking.services.counting import count_due
from ranking.views.public import mark_of
from tests.ranking import League
from tests.tournaments import a_tournament
from tests.world import World, a_club
from tournaments.models import Tournament

BEYOND = """
() => [...document.querySelectorAll("main :is(th, td, b, p)")]
    .filter((each) => each.getClientRects().length
        && each.getBoundingClientRect().right > document.documentElement.clientWidth)
    .map((each) => each.textContent.trim())
"""


@pytest.fixture
def world(live_site: str) -> World:
    return a_club()


@pytest.fixture
def addresses(world: World) -> list[str]:
    """The standing, a player's own page, and the tournaments that are announced."""
    league = League(world)
    day = club_stamp(world.club, at=datetime.now(UTC), actor_id=None).gaming_day
    league.play("Konstantin Preobrazhensky", "Bob Berg", "Cat Cask", day=day, entries=30)
    count_due(datetime.now(UTC))
    festival = a_tournament(world, "Winter festival of the north", guarantee_cents=1_500_000)
    soon = datetime.now(UTC) + timedelta(days=3)
    Tournament.objects.filter(pk=festival.pk).update(starts_at=soon, gaming_day=soon.date())
    code = league.guest("Konstantin Preobrazhensky").code
    return [
        "/standing/tallinn/",
        f"/standing/tallinn/{code}-{mark_of(world.club.pk, code)}/",
        "/events/tallinn/",
    ]


@pytest.mark.parametrize("language", ["ru", "et", "en", "lv"])
def test_a_phone_shows_the_last_columns_of_public_pages(
    page: Page, world: World, addresses: list[str], language: str
):
    Club.objects.filter(pk=world.club.pk).update(language=language)
    page.set_viewport_size({"width": 390, "height": 844})
    for address in addresses:
        assert page.goto(address).status == 200, address  # type: ignore[union-attr]
        assert page.evaluate(BEYOND) == [], address
