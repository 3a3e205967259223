"""What a table brought stands under the game that was dealt, however often it was changed."""

from urllib.parse import urlencode

import pytest

from cashgames.models import Session
from cashgames.services.game_corrections import correct_game
from cashgames.services.hands import rake_hand
from cashgames.services.terms import change_game
from casino.staff.models import Role
from tests.integration.reports.asking import NIGHT, cents, lines
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db


def dealt(world: World, session: Session, clock: str, pot_cents: int) -> None:
    hand = {"pots_cents": [pot_cents], "players_dealt": 6, "board_cards_dealt": 5, "name": clock}
    rake_hand(world.stamp(clock, role=Role.SUPERVISOR), session_id=session.pk, **hand)


def change(world: World, session: Session, clock: str, game: str) -> None:
    blinds = {"small_blind_cents": 100, "big_blind_cents": 200}
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    change_game(stamp, session_id=session.pk, game=game, **blinds)


def test_each_hand_stands_under_the_game_that_was_dealt(db: None):
    world = a_club()
    session = world.session("7")
    world.seat(session, *"ABCDEF", cents=50_000)
    dealt(world, session, "21:00", 20_000)
    change(world, session, "21:30", "omaha")
    dealt(world, session, "21:40", 10_000)
    change(world, session, "22:30", "courchevel")
    dealt(world, session, "22:40", 8_000)

    found = lines(world, "rake", f"{NIGHT}&by=game")
    assert {each["game"]: each["rake"] for each in found} == {
        "texas_holdem": "10.00",
        "omaha": "5.00",
        "courchevel": "4.00",
    }
    for each in found:
        only = {"first": EVENING, "last": EVENING, "by": "game", "only": each["game"]}
        assert cents(lines(world, "takings", urlencode(only)), "rake") == cents([each], "rake")


def test_a_hand_stands_under_the_game_that_was_dealt_where_the_screen_was_wrong(db: None):
    world = a_club()
    session = world.session("7")
    world.seat(session, *"ABCDEF", cents=50_000)
    dealt(world, session, "21:00", 20_000)
    dealt(world, session, "21:20", 10_000)
    change(world, session, "21:30", "omaha")
    dealt(world, session, "21:40", 8_000)
    floor, told = world.stamp("21:45", role=Role.SUPERVISOR), {"game": "omaha", "reason": "Late"}
    correct_game(floor, session_id=session.pk, since=world.at("21:10"), **told)

    found = lines(world, "rake", f"{NIGHT}&by=game")
    by_game = {each["game"]: each["rake"] for each in found}
    assert by_game == {"texas_holdem": "10.00", "omaha": "9.00"}
