"""Who else sat there is said by the seats of the game that was dealt then."""

import pytest

from cashgames.services.terms import change_game
from jackpot.services.seated import OtherGuest
from tests.claiming import claimed, fed, six_seated
from tests.correcting import floor
from tests.integration.jackpot.test_other_guest import WHY
from tests.world import World

pytestmark = pytest.mark.django_db


def test_a_claim_takes_the_seats_of_the_game_of_the_hand(world: World):
    fed(world)
    session = six_seated(world)
    blinds = {"small_blind_cents": 100, "big_blind_cents": 200}
    change_game(floor(world, "23:02"), session_id=session.pk, game="triple_draw_27", **blinds)
    late = OtherGuest(seat=8, player_id=world.player("Late").pk, reason=WHY)
    claim = claimed(world, session, other_guests=[late])
    assert 8 in {each["seat"] for each in claim.seated}
