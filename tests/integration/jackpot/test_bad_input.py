"""What no jackpot is paid for: each refused with the condition that failed."""

from collections.abc import Callable

import pytest

from casino.approvals import services as approvals
from casino.approvals.services import Expired, OwnProposal
from casino.approvals.signed import StaleProposal
from casino.cage.models import Payable
from casino.cage.services.payables import pay_out
from casino.refusals import BadInput, NotFound
from casino.staff.models import Membership, Role
from jackpot.models import Award, Claim
from jackpot.queries.claims import DoesNotQualify
from jackpot.rules.ledger import PoolBelowZero
from jackpot.services.awards import OwnCheck
from jackpot.services.claims import ClaimedBefore, HandShown, NotAtThatTime, withdraw_claim
from tests.claiming import ROYAL, approved, awarded, claimed, fed, proposed, six_seated
from tests.integration.jackpot.test_pools import agreed, asked
from tests.refusing import refused
from tests.world import World, a_club

Case = Callable[[World], str]
CASES: dict[str, Case] = {}


def case(said: str) -> Callable[[Case], Case]:
    """Keep a way to be refused by the words that are said."""

    def keep(how: Case) -> Case:
        CASES[said] = how
        return how

    return keep


@case("This table was not open at that time.")
def before_the_table_opened(world: World) -> str:
    session = six_seated(world)
    early = {"played_at": world.at("19:59:59")}
    return refused(NotAtThatTime, claimed, world=world, session=session, **early)


@case("Only 6 players were seated then. Check the time and the players dealt in.")
def more_than_sat_there(world: World) -> str:
    session = six_seated(world)
    return refused(BadInput, claimed, world=world, session=session, players_dealt=7)


@case("At least 6 players: 5 players dealt in (OLY-2.38)")
def without_six_players(world: World) -> str:
    claim = claimed(world, six_seated(world), players_dealt=5)
    return refused(DoesNotQualify, proposed, world=world, claim=claim)


@case("Seat 2: JD is given twice.")
def a_card_twice(world: World) -> str:
    session = six_seated(world)
    hands = [HandShown(seat=1, cards=["AH", "JD"]), HandShown(seat=2, cards=["JD", "9S"])]
    return refused(BadInput, claimed, world=world, session=session, hands=hands)


@case("Flop dealt: 0 board cards (OLY-2.40)")
def a_hand_that_never_reached_the_flop(world: World) -> str:
    claim = claimed(world, six_seated(world), boards=[[]], showdown=False)
    return refused(DoesNotQualify, proposed, world=world, claim=claim)


@case("This hand already has a claim.")
def a_second_claim_of_the_same_hand(world: World) -> str:
    session = six_seated(world)
    claimed(world, session)
    return refused(ClaimedBefore, claimed, world=world, session=session, clock="23:06")


@case("This hand already has a claim. ")
def a_claim_of_a_hand_that_was_paid(world: World) -> str:
    session = six_seated(world)
    awarded(world, claimed(world, session))
    return (
        refused(ClaimedBefore, claimed, world=world, session=session, clock="23:30").message + " "
    )


@case("The jackpot pool does not hold that much.")
def a_pool_that_the_sum_exceeds(world: World) -> str:
    """A house may set a royal flush above a small pool; the desk is told before it asks."""
    over = {"jackpot.royal_fixed_cents": 2_000_000, "jackpot.royal_threshold_cents": 1}
    generous = a_club("riga", overrides=over)
    fed(generous)
    claim = claimed(generous, six_seated(generous), **ROYAL)
    return refused(PoolBelowZero, proposed, world=generous, claim=claim)


@case("Seat 1: hole cards in Texas hold'em here: 2; entered: 1.")
def a_hand_with_a_card_too_few(world: World) -> str:
    session = six_seated(world)
    hands = [HandShown(seat=1, cards=["AH"]), HandShown(seat=2, cards=["9C", "9S"])]
    return refused(BadInput, claimed, world=world, session=session, hands=hands)


@case("Board: AS is given twice.")
def a_card_twice_on_the_board(world: World) -> str:
    session = six_seated(world)
    boards = [["AS", "AS", "JC", "9H", "9D"]]
    return refused(BadInput, claimed, world=world, session=session, boards=boards)


@case("The figures have changed since it was proposed.")
def a_pool_that_shrank_after_it_was_proposed(world: World) -> str:
    claim = claimed(world, six_seated(world))
    proposal = proposed(world, claim, base=1_000_000)
    assert claim.jackpot_id
    short = {"jackpot_id": claim.jackpot_id, "why": "box_short", "cents": 900_000}
    agreed(world, asked(world, **short))
    return refused(StaleProposal, approved, world=world, proposal=proposal)


@case("You cannot approve your own request.")
def approval_by_who_proposed(world: World) -> str:
    claim = claimed(world, six_seated(world))
    proposal = proposed(world, claim, base=1_000_000)
    person = world.staff[Role.SUPERVISOR]
    Membership.objects.create(club=world.club, user=person, role=Role.MANAGER)
    return refused(OwnProposal, approved, world=world, proposal=proposal, role=Role.SUPERVISOR)


@case("You entered this claim or checked its base, so you cannot decide it.")
def approval_by_the_claimant(world: World) -> str:
    claim = claimed(world, six_seated(world), role=Role.MANAGER)
    proposal = proposed(world, claim, base=1_000_000)
    return refused(OwnCheck, approved, world=world, proposal=proposal)


@case("This request has expired.")
def approval_after_it_expired(world: World) -> str:
    proposal = proposed(world, claimed(world, six_seated(world)), base=1_000_000)
    return refused(Expired, approved, world=world, proposal=proposal, clock="23:27:01")


@case("The camera shows another card.")
def a_claim_that_was_refused_is_not_asked_for_again(world: World) -> str:
    claim = claimed(world, six_seated(world))
    proposal = proposed(world, claim, base=1_000_000)
    manager = world.stamp("23:15", role=Role.MANAGER)
    remark = "The camera shows another card."
    approvals.refuse(manager, proposal_id=proposal.pk, remark=remark)
    again = world.stamp("23:16", role=Role.SUPERVISOR)
    with pytest.raises(Exception, match="cannot be changed"):
        withdraw_claim(again, claim_id=claim.pk, reason="Not now")
    return Claim.objects.get(pk=claim.pk).reason


@case("There is no such payment in this club.")
def payout_before_approval(world: World) -> str:
    proposed(world, claimed(world, six_seated(world)), base=1_000_000)
    shift = world.open_shift(clock="20:01")
    return refused(
        NotFound,
        pay_out,
        stamp=world.stamp("23:13"),
        payable_id=10**9,
        shift_id=shift.pk,
        paid_with="cash",
    )


@pytest.mark.parametrize("said", CASES)
def test_nothing_is_paid_and_the_condition_that_failed_is_said(world: World, said: str):
    pool = fed(world)
    before = world.balance("jackpot:pool", pool.pk)
    assert str(CASES[said](world)) == said
    paid = Award.objects.count()
    assert paid == Payable.objects.count() // 6
    if not paid and "have changed" not in said:
        assert world.balance("jackpot:pool", pool.pk) == before


def test_a_card_typed_twice_sends_nobody_off_to_correct_the_game(world: World):
    session = six_seated(world)
    hands = [HandShown(seat=1, cards=["AH", "JD"]), HandShown(seat=2, cards=["JD", "9S"])]
    assert refused(BadInput, claimed, world=world, session=session, hands=hands).next_page is None
