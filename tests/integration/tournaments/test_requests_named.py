"""A request names its tournament once, and leads to it."""

from typing import Any

import pytest

from casino.cage.models import Shift
from casino.staff.models import Role
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter, now
from tests.world import World
from tournaments.models import Tournament
from tournaments.services.campaigns import give_ticket
from tournaments.services.refunds import cancel_tournament
from tournaments.services.reopening import reopen_registration, take_back_start
from tournaments.services.starting import close_registration
from tournaments.services.tables import draw_seats

NAMES = [f"G{number}" for number in range(1, 11)]


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    event = a_tournament(world, late_levels=4)
    enter(world, event, *NAMES, shift_id=shift.pk)
    opened(world, event, 1, 2)
    draw_seats(td(world, "20:50"), tournament_id=event.pk)
    begun(world, event)
    return now(event)


def facts(world: World, role: str, act: Any, friday: Tournament, **more: Any) -> str:
    """Ask for an act at 21:05; return what who signs it reads of its content."""
    stamp = world.stamp("21:05", role=role)
    asked = act.ask(stamp, tournament_id=friday.pk, **more)
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    content = page.split('<section class="panel">')[2]
    return content.split("</section>")[0]


@pytest.mark.parametrize("act", [take_back_start, cancel_tournament, reopen_registration])
def test_a_request_names_its_tournament_once_and_leads_to_it(
    world: World, friday: Tournament, act: Any
):
    if act is reopen_registration:
        close_registration(td(world, "21:04"), tournament_id=friday.pk)
    read = facts(world, Role.DIRECTOR, act, friday, reason="Meant the other")
    assert read.count("Tournament") == 1
    assert f'href="/tallinn/tournaments/{friday.pk}/"' in read
    assert f">{friday.name}" in read
    assert f"<dd>{friday.pk}</dd>" not in read


def test_a_ticket_that_is_requested_names_its_guest_once(world: World, friday: Tournament):
    mari = world.player("Mari Tamm")
    more = {"player_id": mari.pk, "campaign": "Birthday"}
    read = facts(world, Role.MANAGER, give_ticket, friday, **more)
    assert (read.count("<dt>Player"), read.count("Tournament")) == (1, 1)
    assert "Mari Tamm" in read
