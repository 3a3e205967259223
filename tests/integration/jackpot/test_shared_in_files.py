"""Files of a pool that two clubs feed: its level is one, what each club's books hold is another."""

import pytest

from casino.closing.services.days import close_due_days
from tests.books import register
from tests.claiming import BEFORE
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import shared
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


def test_each_club_of_a_shared_pool_has_its_level_and_what_its_own_books_hold(
    tallinn: World, tartu: World
):
    pool = shared(tallinn, tartu)
    brought = [(tallinn, 600_000), (tartu, 400_000)]
    for world, cents in brought:
        feed(world, pool.pk, cents, "23:00", day=BEFORE)
    close_due_days(tallinn.at("07:01"))
    for world, cents in brought:
        (moved,) = register(world, "jackpots", BEFORE, EVENING)
        assert (moved["held_after"], moved["level_after"]) == (f"{cents // 100}.00", "")
        day = register(world, "day-close", BEFORE, BEFORE)
        levels = [row for row in day if row["section"] == "jackpot level"]
        assert [(row["venue"], row["amount"]) for row in levels] == [(world.club.slug, "10000.00")]


def test_what_a_club_holds_of_a_pool_of_its_own_is_the_pools_level(tallinn: World):
    feed(tallinn, tallinn.jackpot().pk, 600_000, "23:00", day=BEFORE)
    (moved,) = register(tallinn, "jackpots", BEFORE, EVENING)
    assert moved["held_after"] == moved["level_after"] == "6000.00"
