"""The pages of a guest at a table whom a colleague has cashed out meanwhile."""

import pytest

from casino.staff.models import Role
from tests.integration.cashgames.test_table import leave, sit
from tests.world import World

pytestmark = pytest.mark.django_db
PAGES = ("cash-out", "top-up", "away", "move", "remove")


def test_who_has_left_is_refused_with_the_way_back_to_the_table(world: World):
    world.jackpot()
    session = world.session()
    gone, never = sit(world, session, "Ann", 1).seat, world.player("Bob")
    sit(world, session, "Cat", 2)
    leave(world, session, gone.player_id, 20_000, "21:00")
    supervisor = world.browser(Role.SUPERVISOR)
    here = f"/tallinn/tables/{session.pk}/"
    for name in PAGES:
        answer = supervisor.get(f"{here}{name}/{gone.player_id}/")
        shown = answer.content.decode()
        assert answer.status_code == 409, name
        assert "This guest has left the table." in shown
        assert f'href="{here}"' in shown
        assert supervisor.get(f"{here}{name}/{never.pk}/").status_code == 404, name
