"""After a table's game was changed: hands of before are claimed and put right by their own game."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from cashgames.models import Hand, Session
from cashgames.services.hands import rake_hand
from cashgames.services.terms import change_game
from casino.staff.models import Role
from jackpot.models import Claim
from tests.claiming import fed, six_seated
from tests.shifted import Clock
from tests.world import World, a_key

pytestmark = pytest.mark.django_db
SHOWN = {"cards_1": "AH JD", "cards_2": "9C 9S", "board": "AS AD JC 9H 9D"}
HAND = {"hand_name": "17", "played_at": "23:00", "players_dealt": "6", "showdown": "on"}
RIGHT = {"main_pot_cents": "100.00", "players_dealt": "6", "first_round_passed": "on"}


def fields(page: HttpResponse) -> set[str]:
    return set(re.findall(r'name="([a-z_0-9]+)"', page.text))


def change(world: World, session: Session, game: str, clock: str) -> None:
    blinds = {"small_blind_cents": 100, "big_blind_cents": 200}
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    change_game(stamp, session_id=session.pk, game=game, **blinds)


def at_the_floor(world: World) -> Client:
    return world.browser(Role.SUPERVISOR)


@pytest.mark.parametrize("now", ["seven_card_stud", "horse", "triple_draw_27"])
def test_a_bad_beat_of_before_is_judged_by_the_board_that_it_had(
    world: World, clock: Clock, now: str
):
    fed(world)
    session = six_seated(world)
    change(world, session, now, "23:02")
    clock.stop(world.at("23:05"))
    desk, page = at_the_floor(world), f"/tallinn/jackpot/claims/at/{session.pk}/"

    offered = fields(desk.get(page))
    assert offered >= {*SHOWN, *HAND}
    body = dict.fromkeys(offered, "") | HAND | SHOWN | {"key": str(a_key())}
    assert desk.post(page, body).status_code == 302
    claim = Claim.objects.get()
    assert (claim.game, claim.state) == ("texas_holdem", Claim.State.PREPARED)


def test_a_hand_of_a_mixed_game_of_before_says_which_was_dealt(world: World, clock: Clock):
    fed(world)
    session = six_seated(world)
    change(world, session, "horse", "22:50")
    change(world, session, "texas_holdem", "23:02")
    clock.stop(world.at("23:05"))
    desk, page = at_the_floor(world), f"/tallinn/jackpot/claims/at/{session.pk}/"
    body = dict.fromkeys(fields(desk.get(page)), "") | HAND | SHOWN | {"key": str(a_key())}

    assert "Enter which game of" in desk.post(page, body).text
    assert desk.post(page, body | {"game": "texas_holdem"}).status_code == 302
    assert Claim.objects.get().game == "texas_holdem"


@pytest.mark.parametrize("now", ["omaha", "texas_holdem"])
def test_a_hand_of_a_mixed_game_of_before_is_put_right(world: World, clock: Clock, now: str):
    session = world.session("Mixed")
    world.seat(session, *"ABCDEF", cents=50_000)
    change(world, session, "horse", "20:40")
    given = {"name": "1", "players_dealt": 6, "board_cards_dealt": 5, "game": "texas_holdem"}
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    hand = rake_hand(stamp, session_id=session.pk, pots_cents=[20_000], **given)
    change(world, session, now, "21:30")
    clock.stop(world.at("21:35"))
    desk, page = at_the_floor(world), f"/tallinn/hands/{hand.pk}/correct/"

    body = RIGHT | {"session_id": session.pk, "reason": "Typed wrong", "side_pots": ""}
    assert {"game", *body} <= fields(desk.get(page))
    body |= {"game": "texas_holdem", "key": str(a_key())}
    shown = re.search(r'name="shown" value="(\w+)"', desk.post(page, body).text)
    assert shown
    body |= {"shown": shown.group(1), "confirm": "1"}
    assert desk.post(page, body).status_code == 302
    assert Hand.objects.get(reverses=None, reversals=None).pots_cents == [10_000]
