"""Who may award a jackpot and who pays it: proof, the base, two people, one entry."""

from typing import Any

import pytest

from cashgames.services.corrections import take_back_hand
from cashgames.services.hands import rake_hand
from casino.approvals.services import COMPLETIONS, Expired, NotYours, OwnProposal
from casino.cage.models import Payable
from casino.cage.queries.due import payment_of
from casino.cage.services.payables import NotByYou, pay_out
from casino.refusals import NotFound
from casino.staff.models import Role
from jackpot.models import Award
from jackpot.services.awards import (
    BaseNotChecked,
    EvidenceMissing,
    HandReversed,
    OtherBase,
    OwnCheck,
    award_claim,
    check_base,
)
from jackpot.services.claims import ClaimDecided
from jackpot.services.evidence import attach_evidence
from tests.claiming import approved, awarded, claimed, fed, proposed, proved, six_seated
from tests.racing import outcomes, race
from tests.refusing import refused
from tests.world import World, a_club

PDF = b"%PDF-1.7 a camera's still"


def test_a_hit_is_proved_before_it_is_proposed(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    stamp = world.stamp("23:12", role=Role.SUPERVISOR)
    said = refused(EvidenceMissing, award_claim.ask, stamp=stamp, claim_id=claim.pk)
    assert "witnesses" in said.message


def test_what_waits_for_approval_names_its_hand_in_no_language(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    proposal = proposed(world, claim, base=1_000_000)
    assert proposal.reason == f"{claim.session.table} #17"


def test_what_waits_for_approval_does_not_change_under_the_approvers_eyes(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    proposed(world, claim, base=1_000_000)

    refused(ClaimDecided, proved, world=world, claim=claim, clock="23:13")
    refused(
        ClaimDecided,
        attach_evidence,
        stamp=world.stamp("23:13", role=Role.SUPERVISOR),
        claim_id=claim.pk,
        name="late.pdf",
        content=PDF,
    )


def test_a_hand_that_was_reversed_since_is_not_paid(world: World):
    fed(world)
    session = six_seated(world)
    floor = world.stamp("23:01", role=Role.SUPERVISOR)
    hand = rake_hand(
        floor,
        session_id=session.pk,
        name="17",
        pots_cents=[6_000],
        players_dealt=6,
        board_cards_dealt=5,
    )
    claim = proved(world, claimed(world, session))
    again = world.stamp("23:11", role=Role.SUPERVISOR)
    take_back_hand(again, hand_id=hand.pk, reason="No such hand")
    asked = world.stamp("23:12", role=Role.SUPERVISOR)
    refused(HandReversed, award_claim.ask, asked, claim_id=claim.pk)


@pytest.mark.parametrize(
    ("refusal", "more"),
    [
        (OwnProposal, {"role": Role.SUPERVISOR}),
        (NotYours, {"role": Role.CASHIER}),
        (OwnCheck, {"role": Role.ACCOUNTANT}),
        (Expired, {"clock": "23:27:01"}),
    ],
)
def test_the_wrong_person_or_time_awards_nothing(
    world: World, refusal: type[Exception], more: dict[str, Any]
):
    pool = fed(world)
    proposal = proposed(world, claimed(world, six_seated(world)), base=1_000_000)
    refused(refusal, approved, world=world, proposal=proposal, **more)
    assert world.balance("jackpot:pool", pool.pk) == -1_000_000
    assert not Payable.objects.exists()


def test_who_claimed_does_not_approve_what_another_proposed(world: World):
    fed(world)
    claim = claimed(world, six_seated(world), role=Role.MANAGER)
    proposal = proposed(world, claim, base=1_000_000)
    refused(OwnCheck, approved, world=world, proposal=proposal)


def test_a_bad_beat_waits_for_the_accountants_check_of_its_base(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    proposal = proposed(world, claim)
    refused(BaseNotChecked, approved, world=world, proposal=proposal)

    accountant = world.stamp("23:13", role=Role.ACCOUNTANT)
    check_base(accountant, claim_id=claim.pk, base_cents=1_000_000)
    approved(world, proposal)
    assert Award.objects.get().base_cents == 1_000_000


def test_the_base_as_first_found_stays_and_awards_nothing(world: World):
    fed(world)
    proposal = proposed(world, claimed(world, six_seated(world)))
    claim_id = proposal.content["claim_id"]
    first = world.stamp("23:13", role=Role.ACCOUNTANT)
    check_base(first, claim_id=claim_id, base_cents=999_999)
    said = refused(OtherBase, approved, world=world, proposal=proposal)
    assert not any(each.isdigit() for each in str(said.message)), "who checks looks it up"

    again = world.stamp("23:14", role=Role.ACCOUNTANT)
    check_base(again, claim_id=claim_id, base_cents=1_000_000)
    shown = COMPLETIONS["jackpot.award"].ahead(world.stamp("23:14", role=Role.MANAGER), proposal)
    assert shown["base_first_found_cents"] == 999_999
    approved(world, proposal)
    assert Award.objects.get().base_cents == 1_000_000


def test_a_decided_claim_is_checked_no_more(world: World):
    fed(world)
    claim = awarded(world, claimed(world, six_seated(world)))
    accountant = world.stamp("23:30", role=Role.ACCOUNTANT)
    refused(ClaimDecided, check_base, stamp=accountant, claim_id=claim.pk, base_cents=1)


def test_who_proposed_does_not_check_the_base_too(world: World):
    fed(world)
    claim = claimed(world, six_seated(world), role=Role.DIRECTOR)
    proposal = proposed(world, claim)
    world.also(Role.SUPERVISOR, Role.ACCOUNTANT)
    supervisor = world.stamp("23:13", role=Role.SUPERVISOR)
    check_base(supervisor, claim_id=claim.pk, base_cents=1_000_000)
    refused(OwnCheck, approved, world=world, proposal=proposal)


def test_an_expired_proposal_is_proposed_again(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    proposed(world, claim, base=1_000_000)
    again = award_claim.ask(world.stamp("23:30", role=Role.SUPERVISOR), claim_id=claim.pk)
    approved(world, again, "23:31")
    assert Award.objects.count() == 1


def test_who_decided_never_pays_and_two_people_pay(world: World):
    fed(world)
    awarded(world, claimed(world, six_seated(world)))
    kati = Payable.objects.get(player__name="Kati")
    staff = world.staff
    assert set(kati.not_by) == {
        staff[Role.SUPERVISOR].pk,
        staff[Role.MANAGER].pk,
        staff[Role.ACCOUNTANT].pk,
    }
    shift = world.open_shift(clock="20:01")
    asked = {"payable_id": kati.pk, "shift_id": shift.pk, "paid_with": "cash"}
    world.also(Role.MANAGER, Role.CASHIER)
    manager = world.stamp("23:40", role=Role.MANAGER)
    refused(NotByYou, pay_out, stamp=manager, **asked)

    asking = pay_out.ask(world.stamp("23:41"), **asked)
    approved(world, asking, "23:42", role=Role.SUPERVISOR)

    assert world.balance("payable", kati.pk) == 0
    paid = payment_of(kati)
    assert paid is not None
    assert paid.paid_by == staff[Role.CASHIER]


def test_nothing_can_be_paid_before_the_approval(world: World):
    fed(world)
    proposed(world, claimed(world, six_seated(world)), base=1_000_000)
    shift = world.open_shift(clock="20:01")
    refused(
        NotFound,
        pay_out,
        stamp=world.stamp("23:13"),
        payable_id=1,
        shift_id=shift.pk,
        paid_with="cash",
    )


def test_two_approvers_at_once_make_one_award(committed_db: None):
    world = a_club()
    pool = fed(world)
    proposal = proposed(world, claimed(world, six_seated(world)), base=1_000_000)
    results = race(*[lambda: approved(world, proposal) for _ in range(6)])

    assert outcomes(results) == {"Proposal": 1, "AlreadyDecided": 5}
    assert world.balance("jackpot:pool", pool.pk) == -400_000
    assert Award.objects.count() == 1
