"""A hand that won a jackpot is not struck out or put right by one person alone."""

from typing import Any

import pytest

from cashgames.models import Hand
from cashgames.services.corrections import correct_hand, take_back_hand
from cashgames.services.game_corrections import correct_game
from cashgames.services.hands import rake_hand
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.staff.models import Role
from jackpot.models import Claim
from jackpot.services.taking_back import take_back_award
from tests.claiming import awarded, claimed, fed, six_seated
from tests.world import World, a_key

WHY = "It was another hand"
RIGHT: dict[str, Any] = {"pots_cents": [8_000], "players_dealt": 6, "board_cards_dealt": 5}


@pytest.fixture
def claim(world: World) -> Claim:
    """Award hand 17 of a table, recorded there at 23:00, and claimed as of that minute."""
    fed(world)
    session = six_seated(world)
    dealt: dict[str, Any] = {"pots_cents": [6_000], "players_dealt": 6, "board_cards_dealt": 5}
    floor = world.stamp("23:00", role=Role.SUPERVISOR)
    rake_hand(floor, session_id=session.pk, name="17", **dealt)
    return awarded(world, claimed(world, session))


def hand_of(claim: Claim) -> Hand:
    return Hand.objects.get(Hand.STANDS, session=claim.session, name="17")


def told(claim: Claim) -> list[dict[str, Any]]:
    total = claim.awards.get().total_cents
    return [{"claim_id": claim.pk, "about": claim.short_name, "cents": total}]


def test_the_claimant_alone_does_not_strike_out_the_hand_of_an_award(world: World, claim: Claim):
    floor = world.stamp("23:20", role=Role.SUPERVISOR)
    asked = take_back_hand.preview(floor, hand_id=hand_of(claim).pk, reason=WHY)
    assert (asked.needs, asked.content["awarded"]) == ("cashgames.take_back_hand", told(claim))
    with pytest.raises(NeedsSignature):
        take_back_hand(floor, hand_id=hand_of(claim).pk, reason=WHY)
    proposal = take_back_hand.ask(floor, hand_id=hand_of(claim).pk, reason=WHY)
    manager = world.stamp("23:21", role=Role.MANAGER)
    approve(manager, proposal_id=proposal.pk, digest=proposal.digest)
    assert not Hand.objects.filter(Hand.STANDS, name="17").exists()


def test_the_claimant_alone_does_not_correct_the_hand_of_an_award_however_often(
    world: World, claim: Claim
):
    floor = world.stamp("23:20", role=Role.SUPERVISOR)
    with pytest.raises(NeedsSignature):
        correct_hand(floor, hand_id=hand_of(claim).pk, reason=WHY, **RIGHT)
    proposal = correct_hand.ask(floor, hand_id=hand_of(claim).pk, reason=WHY, **RIGHT)
    manager = world.stamp("23:21", role=Role.MANAGER)
    approve(manager, proposal_id=proposal.pk, digest=proposal.digest)
    asked = take_back_hand.preview(floor, hand_id=hand_of(claim).pk, reason=WHY)
    assert asked.needs
    assert asked.content["awarded"] == told(claim)


def test_what_was_dealt_at_an_award_is_not_said_otherwise_by_the_claimant_alone(
    world: World, claim: Claim
):
    floor, at = world.stamp("23:20", role=Role.SUPERVISOR), world.at
    otherwise: dict[str, Any] = {"session_id": claim.session_id, "game": "omaha", "reason": WHY}
    before = {"since": at("22:40"), "until": at("23:00")}
    assert "awarded" not in correct_game.preview(floor, **otherwise, **before).content
    then = {"since": at("23:00"), "until": at("23:01")}
    asked = correct_game.preview(floor, **otherwise, **then)
    assert (asked.needs, asked.content["awarded"]) == ("cashgames.correct_game", told(claim))


def test_who_corrects_the_hand_of_an_award_reads_it_and_is_led_there(world: World, claim: Claim):
    page = f"/tallinn/hands/{hand_of(claim).pk}/take-back/"
    typed = {"reason": WHY, "key": a_key()}
    shown = world.browser(Role.SUPERVISOR).post(page, typed).content.decode()
    assert f"Awarded from the jackpot: {claim.short_name}, 6\u00a0000,00." in shown
    assert f'href="/tallinn/jackpot/claims/{claim.pk}/"' in shown
    assert "the manager signs" in shown
    assert "Request approval" in shown


def test_once_the_award_is_taken_back_the_supervisor_corrects_the_hand_alone(
    world: World, claim: Claim
):
    floor = world.stamp("23:20", role=Role.SUPERVISOR)
    proposal = take_back_award.ask(floor, claim_id=claim.pk, reason=WHY)
    manager = world.stamp("23:21", role=Role.MANAGER)
    approve(manager, proposal_id=proposal.pk, digest=proposal.digest)
    again = world.stamp("23:22", role=Role.SUPERVISOR)
    take_back_hand(again, hand_id=hand_of(claim).pk, reason=WHY)
    assert not Hand.objects.filter(Hand.STANDS, name="17").exists()
