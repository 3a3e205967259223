"""A panel that is drawn once for many screens: the same for the same rights, and nobody's own."""

from unittest.mock import patch

import pytest
from django.test import Client

from cashgames.models import Seat
from cashgames.queries.board import tile
from cashgames.services.absence import leave_seat
from cashgames.services.tables import add_table
from cashgames.services.time_rake import find_due_time_rake, plan_time_rake
from casino.staff.models import Role, User
from casino.staff.permissions import PermissionOverride, actions
from tests.pages.evening import signed_in
from tests.shifted import Clock
from tests.world import World, a_club

ROOM, LEVELS = "/tallinn/tables/", "/tallinn/jackpot/"
OPENS = "/tallinn/tables/open/?table="


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    world.seat(world.session(), "Mari Tamm")
    add_table(world.stamp("07:00", role=Role.MANAGER), name="2")
    return world


def panel(client: Client, address: str = ROOM) -> str:
    answer = client.get(address, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return str(answer.getvalue().decode())


def test_a_panel_is_drawn_once_for_who_may_do_the_same_and_anew_after_an_act(world: World):
    one, other = signed_in(world, Role.SUPERVISOR), signed_in(world, Role.SUPERVISOR)
    with patch("cashgames.views.tables.tile", wraps=tile) as drawn:
        assert panel(one) == panel(other)
        assert drawn.call_count == 1
        world.player("Jaan Kask")
        panel(other)
        panel(one)
        assert drawn.call_count == 2


def test_a_panel_that_is_kept_is_not_shown_to_who_may_do_less_or_speaks_otherwise(world: World):
    supervisor, auditor = signed_in(world, Role.SUPERVISOR), signed_in(world, Role.AUDITOR)
    assert OPENS in panel(supervisor)
    assert OPENS not in panel(auditor)
    User.objects.filter(pk=world.staff[Role.SUPERVISOR].pk).update(language="et")
    assert "suletud" in panel(supervisor)


def test_rights_that_a_club_takes_away_take_their_buttons_from_a_panel_that_is_kept(world: World):
    supervisor = signed_in(world, Role.SUPERVISOR)
    assert OPENS in panel(supervisor)
    (opening,) = (each for each in actions().values() if "session-open" in each.pages)
    of_managers = PermissionOverride(
        acts=frozenset({Role.MANAGER}), seconds=frozenset(), reads=frozenset()
    )
    with patch("casino.web.roles.permission_overrides", return_value={opening.name: of_managers}):
        assert OPENS not in panel(supervisor)


@pytest.mark.parametrize("address", [ROOM, LEVELS])
def test_a_panel_of_many_holds_neither_token_nor_name_of_who_asked(world: World, address: str):
    asker = world.staff[Role.SUPERVISOR]
    text = panel(signed_in(world, Role.SUPERVISOR), address)
    assert "csrf" not in text
    assert asker.username not in text


@pytest.mark.parametrize("address", [ROOM, LEVELS])
def test_the_panel_for_many_is_the_one_that_came_with_the_page(world: World, address: str):
    client = signed_in(world, Role.SUPERVISOR)
    whole = client.get(address).getvalue().decode()
    inner = panel(client, address).split(">", 1)[1].rsplit("</div>", 1)[0].strip()
    assert inner
    assert inner in whole


@pytest.mark.parametrize("shown", ["stack removed at", "Next time rake"])
def test_the_panel_for_many_is_drawn_with_times_on_it_too(world: World, clock: Clock, shown: str):
    clock.stop(world.at("20:35"))
    seat = Seat.objects.get()
    if "stack" in shown:
        floor = world.stamp("20:31", role=Role.SUPERVISOR)
        leave_seat(floor, session_id=seat.session_id, player_id=seat.player_id)
    else:
        manager = world.stamp("20:31", role=Role.MANAGER)
        plan_time_rake(manager, session_id=seat.session_id, table_cents=10_000)
        find_due_time_rake(world.at("20:35"))
    assert shown in panel(signed_in(world, Role.SUPERVISOR))
