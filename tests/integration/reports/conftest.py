"""A night of which every report says something."""

import pytest

from cashgames.services.hands import rake_hand
from casino.cage.services.desk import sell_chips
from casino.countroom.services.dealers import change_dealer
from casino.staff.models import Role
from tests.integration.reports.asking import FIGURE
from tests.owing import owe_prize
from tests.tournaments import a_tournament, enter
from tests.world import World, a_club


@pytest.fixture(scope="module")
def night(db_of_file: None) -> World:
    """Two tables raked, one dealer noted, a shift, a tournament, a prize owed."""
    world = a_club()
    world.fund()
    world.jackpot()
    shift = world.open_shift()
    for table, hands in (("Table 2", 3), ("Table 10", 2)):
        session = world.session(table)
        world.seat(session, *(f"{table} guest {number}" for number in range(6)))
        if table == "Table 2":
            change_dealer(
                world.stamp("20:40", role=Role.SUPERVISOR), session_id=session.pk, dealer="Tiina"
            )
        for number in range(hands):
            rake_hand(
                world.stamp(f"2{number + 1}:15", role=Role.SUPERVISOR),
                session_id=session.pk,
                name=f"{number}",
                pots_cents=[10_000],
                players_dealt=6,
                board_cards_dealt=5,
            )
    sell_chips(
        world.stamp("22:00"), shift_id=shift.pk, cents=12_300, player_id=world.player(FIGURE).pk
    )
    enter(world, a_tournament(world, FIGURE), "Ann", "Bea", shift_id=shift.pk)
    owe_prize(world.stamp("23:00"), cents=40_000, about="Prize")
    return world
