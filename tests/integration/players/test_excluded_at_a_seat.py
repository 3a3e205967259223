"""Who is excluded after they sat down or bought in is marked where the floor sees the seats."""

from datetime import date

import pytest

from casino.players.models import Player
from casino.players.services.guests import exclude_player
from casino.staff.models import Role
from tests.merging import merged
from tests.shifted import Clock
from tests.tournament_floor import begun, opened
from tests.tournaments import a_tournament, enter
from tests.world import World

SAYS = "excluded until 01.01.2027"


@pytest.fixture(autouse=True)
def late(world: World, clock: Clock) -> None:
    clock.stop(world.at("22:30"))


def excluded(world: World, guest: Player) -> None:
    stamp = world.stamp("20:45", role=Role.SUPERVISOR)
    said = {"until": date(2027, 1, 1), "reason": "Own wish", "kind": "self"}
    exclude_player(stamp, player_id=guest.pk, **said)


def page(world: World, path: str) -> str:
    client = world.browser(Role.SUPERVISOR)
    return client.get(f"/tallinn/{path}").content.decode()


def test_the_floor_and_the_tablet_of_a_tournament_say_who_is_excluded(world: World):
    shift, friday = world.open_shift(), a_tournament(world)
    opened(world, friday, 1, 2)
    ann, bob, _ = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    excluded(world, ann.player)
    begun(world, friday)
    text = page(world, f"tournaments/{friday.pk}/floor/")
    assert text.count(SAYS) == 1
    tablet = f"tournaments/{friday.pk}/tablet/?player="
    assert SAYS in page(world, f"{tablet}{ann.player.code}")
    assert SAYS not in page(world, f"{tablet}{bob.player.code}")


def test_a_cash_table_says_who_is_excluded_by_a_card_that_was_merged(world: World):
    game = world.session()
    ann, _ = (move.seat.player for move in world.seat(game, "Ann", "Bob"))
    assert SAYS not in page(world, f"tables/{game.pk}/")
    other = world.player("Ann Tamm")
    excluded(world, other)
    merged(world, ann.pk, other.pk)
    assert page(world, f"tables/{game.pk}/").count(SAYS) == 1
