"""A claim of a hand that its table recorded without a flop says so to all who decide it."""

import pytest

from cashgames.models import Hand
from cashgames.services.corrections import correct_hand
from cashgames.services.hands import rake_hand
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.models import Claim
from jackpot.queries.claims import recorded
from jackpot.services.awards import HandReversed, award_claim
from tests.claiming import awarded, claimed, fed, pages_at, proved, six_seated
from tests.refusing import refused
from tests.world import World


@pytest.fixture
def claim(world: World, monkeypatch: pytest.MonkeyPatch) -> Claim:
    """Claim a bad beat of hand 17, recorded before the flop: a pot of 26.00, no rake, no drop."""
    fed(world)
    session = six_seated(world)
    floor = world.stamp("23:00", role=Role.SUPERVISOR)
    rake_hand(floor, session_id=session.pk, name="17", pots_cents=[2_600], players_dealt=6)
    pages_at(monkeypatch, world, "23:32")
    return claimed(world, session)


def test_who_claims_reads_that_the_table_recorded_no_flop(world: World, claim: Claim):
    noted = recorded(claim)
    assert noted
    assert noted.otherwise
    assert not noted.hand.drop_cents
    page = f"/tallinn/jackpot/claims/{claim.pk}/"
    shown = world.browser(Role.SUPERVISOR).get(page).content.decode()
    assert "Does not agree with the claim." in shown
    assert "Pots 26,00 · Dealt in 6" in shown
    hand = Hand.objects.get(name="17")
    assert f'href="/tallinn/hands/{hand.pk}/correct/"' in shown


def test_who_signs_an_award_reads_that_the_table_recorded_no_flop(world: World, claim: Claim):
    proved(world, claim)
    floor = world.stamp("23:12", role=Role.SUPERVISOR)
    proposal = award_claim.ask(floor, claim_id=claim.pk)
    told = {"pot_cents": 2_600, "players_dealt": 6, "rake_cents": 0, "drop_cents": 0}
    assert proposal.content["recorded_otherwise"] == told | {"first_round_passed": False}
    page = f"/tallinn/approvals/{proposal.pk}/"
    shown = world.browser(Role.MANAGER).get(page).content.decode()
    assert "The table recorded this hand otherwise." in shown
    assert "no flop" in shown


def test_once_the_hand_is_corrected_it_agrees_with_its_claim(world: World, claim: Claim):
    right = {"pots_cents": [2_600], "players_dealt": 6, "board_cards_dealt": 5}
    floor = world.stamp("23:08", role=Role.SUPERVISOR)
    hand = Hand.objects.get(name="17")
    correct_hand(floor, hand_id=hand.pk, reason="There was a flop", **right)
    noted = recorded(claim)
    assert noted
    assert not noted.otherwise
    assert noted.as_content() == {}


def test_a_claim_goes_on_with_its_hand_as_it_was_corrected(world: World, claim: Claim):
    assert claim.hand
    right = {"pots_cents": [2_600], "players_dealt": 6, "board_cards_dealt": 5}
    floor = world.stamp("23:08", role=Role.SUPERVISOR)
    correct_hand(floor, hand_id=claim.hand_id, reason="There was a flop", **right)
    awarded(world, proved(world, claim))
    claim.refresh_from_db()
    assert claim.state == "awarded"
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_a_claim_whose_hand_was_another_tables_is_claimed_there(world: World, claim: Claim):
    other = world.session("2")
    world.seat(other, "Tim", "Tom")
    right = {"pots_cents": [2_600], "players_dealt": 6, "board_cards_dealt": 5}
    floor = world.stamp("23:08", role=Role.SUPERVISOR)
    wrong_table = {
        "hand_id": claim.hand_id,
        "session_id": other.pk,
        "reason": "Table 2",
        "deviation": "Six",
    }
    correct_hand(floor, **wrong_table, **right)
    proved(world, claim)
    asked = world.stamp("23:12", role=Role.SUPERVISOR)
    refused(HandReversed, award_claim.ask, asked, claim_id=claim.pk)


def test_a_hand_of_which_the_table_recorded_nothing_shows_no_record(world: World):
    fed(world)
    assert recorded(claimed(world, six_seated(world))) is None
