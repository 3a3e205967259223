"""Blinds and buy-ins that are far apart are asked about once, as a table opens."""

from typing import Any

import pytest

from cashgames.models import Session
from cashgames.rules.plausible import has_odd_stakes
from cashgames.services.tables import StakesDoubted, add_table, open_session
from casino.limits import MAX_CENTS
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import World, a_key

SAID = "Blinds 1,00/200,00 and buy-ins from 50,00 to 500,00 are far apart."


@pytest.mark.parametrize(
    ("small", "big", "minimum", "maximum", "odd"),
    [
        (100, 200, 5_000, 50_000, False),
        (100, 200, 5_000, MAX_CENTS, False),
        (200, 500, 5_000, 5_000, False),
        (0, 0, 5_000, 50_000, False),
        (0, 200, 5_000, 50_000, False),
        (100, 1_000, 50_000, 100_000, False),
        (100, 1_100, 50_000, 100_000, True),
        (100, 20_000, 5_000, 50_000, True),
        (20_000, 20_000, 5_000, 50_000, True),
        (1, 2, 5_000, 50_000, True),
        (100, 200, 500_000, MAX_CENTS, True),
    ],
)
def test_blinds_and_buy_ins_a_hundred_times_off_look_mistyped(
    small: int, big: int, minimum: int, maximum: int, odd: object
):
    blinds = {"small_blind_cents": small, "big_blind_cents": big}
    limits = {"min_buy_in_cents": minimum, "max_buy_in_cents": maximum}
    assert has_odd_stakes(**blinds, **limits) == odd


def test_a_table_whose_blinds_were_mistyped_is_asked_about_once(world: World):
    table = add_table(world.stamp("19:00", role=Role.MANAGER), name="1")
    asked: dict[str, Any] = {"table_id": table.pk, "game": "texas_holdem"}
    asked |= {"small_blind_cents": 100, "big_blind_cents": 20_000}
    asked |= {"min_buy_in_cents": 5_000, "max_buy_in_cents": 50_000}
    said = refused(StakesDoubted, open_session, **world.opens(), **asked)
    assert (said.message, said.field) == (SAID, "figures_meant")
    assert open_session(**world.opens("20:01"), **asked, figures_meant=True)


def test_the_page_asks_beside_a_tick_and_goes_on_with_it(world: World):
    table = add_table(world.stamp("19:00", role=Role.MANAGER), name="1")
    world.jackpot()
    client, where = world.browser(Role.SUPERVISOR), "/tallinn/tables/open/"
    typed = {"table_id": str(table.pk), "game": "texas_holdem", "key": a_key()}
    typed |= {"small_blind_cents": "1", "big_blind_cents": "200"}
    typed |= {"min_buy_in_cents": "50", "max_buy_in_cents": "500"}
    assert "figures_meant" not in client.get(where).content.decode()

    asked = client.post(where, typed)

    page = asked.content.decode()
    assert (asked.status_code, page.count(SAID)) == (409, 1)
    key = asked.context["form"]["key"].value()
    assert client.post(where, typed | {"key": key, "figures_meant": "on"}).status_code == 302
    assert Session.objects.get().big_blind_cents == 20_000
