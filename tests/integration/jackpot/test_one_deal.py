"""One hand is paid once, whatever it is called."""

from typing import Any

import pytest

from casino.staff.models import Role
from jackpot.models import Award
from jackpot.queries import claims
from jackpot.services.claims import ClaimedBefore, HandShown, withdraw_claim
from jackpot.verify import verify_awards
from tests.claiming import BAD_BEAT, LATER, approved, awarded, claimed, fed, proposed, six_seated
from tests.refusing import refused
from tests.world import World

SHOWN = [HandShown(seat=2, cards=["9S", "9C"]), HandShown(seat=5, cards=["2C", "3C"])]


@pytest.mark.parametrize(
    "entered",
    [{}, {"boards": [BAD_BEAT["boards"][0][::-1]]}, {"hands": [BAD_BEAT["hands"][0], *SHOWN]}],
)
def test_the_cards_of_a_claim_are_not_claimed_under_another_name(
    world: World, entered: dict[str, Any]
):
    fed(world)
    session = six_seated(world)
    awarded(world, claimed(world, session))
    again = {"clock": "23:20", "hand_name": "17 (camera 2)", **entered}
    said = refused(ClaimedBefore, claimed, world=world, session=session, **again)
    assert "as hand 17" in str(said.message)
    assert claimed(world, session, "23:20", hand_name="18", **LATER)


def test_a_withdrawn_claim_lets_its_cards_be_claimed_under_the_right_name(world: World):
    fed(world)
    session = six_seated(world)
    first = claimed(world, session)
    withdraw_claim(world.stamp("23:06", role=Role.SUPERVISOR), claim_id=first.pk, reason="Name")
    assert claimed(world, session, "23:07", hand_name="18").jackpot


def test_of_two_claims_of_one_deal_neither_is_proposed_and_paid_twice_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    fed(world)
    session = six_seated(world)
    first = claimed(world, session)
    with monkeypatch.context() as before:  # as the program before an upgrade
        before.setattr(claims, "same_deal", lambda claim: [])
        second = claimed(world, session, "23:06", hand_name="17 (camera 2)")
    refused(ClaimedBefore, proposed, world=world, claim=first, base=1_000_000)

    with monkeypatch.context() as before:
        before.setattr(claims, "same_deal", lambda claim: [])
        awarded(world, first)
        approved(world, proposed(world, second, "23:20", base=400_000), "23:21")
    assert Award.objects.count() == 2
    found = [each.says for each in verify_awards(world.club.pk)]
    assert [each for each in found if "which is paid" in each], found
