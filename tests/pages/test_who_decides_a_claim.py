"""A claim's page and its request offer what their reader can do now, and say who does the rest."""

import pytest

from casino.approvals.models import Proposal
from casino.cage.models import Payable
from casino.cage.queries.due import payment_of
from casino.cage.services.payables import pay_out
from casino.staff.models import Role
from jackpot.models import Claim
from jackpot.services.awards import OwnCheck, award_claim, check_base
from tests.claiming import approved, awarded, claimed, fed, pages_at, proved, six_seated
from tests.refusing import refused
from tests.world import World, a_club

APPROVE, HERE = ">Approve <kbd>y</kbd>", ">Approve here"


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    world = a_club()
    pages_at(monkeypatch, world, "23:20")
    return world


@pytest.fixture
def claim(world: World) -> Claim:
    fed(world)
    return proved(world, claimed(world, six_seated(world)))


def asked(world: World, claim: Claim) -> Proposal:
    return award_claim.ask(world.stamp("23:12", role=Role.SUPERVISOR), claim_id=claim.pk)


def checked(world: World, claim: Claim) -> None:
    accountant = world.stamp("23:13", role=Role.ACCOUNTANT)
    check_base(accountant, claim_id=claim.pk, base_cents=1_000_000)


def seen(world: World, role: str, page: str) -> str:
    return world.browser(role).get(f"/tallinn/{page}").content.decode()


def test_nobody_is_offered_to_approve_an_award_before_its_base_is_checked(
    world: World, claim: Claim
):
    page = f"approvals/{asked(world, claim).pk}/"
    for role in (Role.MANAGER, Role.ACCOUNTANT, Role.SUPERVISOR):
        shown = seen(world, role, page)
        assert APPROVE not in shown, role
        assert HERE not in shown, role
        assert "The accountant has not checked the jackpot base of this hit." in shown, role
    check = f'href="/tallinn/jackpot/claims/{claim.pk}/check/"'
    assert check in seen(world, Role.ACCOUNTANT, page)


def test_who_checked_the_base_is_told_who_approves_in_place_of_the_button(
    world: World, claim: Claim
):
    page = f"approvals/{asked(world, claim).pk}/"
    checked(world, claim)
    shown = seen(world, Role.ACCOUNTANT, page)
    assert APPROVE not in shown
    assert "You took part in this, so another person must approve it." in shown
    assert APPROVE in seen(world, Role.MANAGER, page)
    assert HERE in seen(world, Role.SUPERVISOR, page)


def test_who_checked_the_base_and_signs_nevertheless_is_told_whom_to_ask(
    world: World, claim: Claim
):
    proposal = asked(world, claim)
    checked(world, claim)
    refusal = refused(OwnCheck, approved, world=world, proposal=proposal, role=Role.ACCOUNTANT)
    assert "manager" in str(refusal.next_step)


def test_a_base_that_was_confirmed_says_by_whom_in_place_of_the_form(world: World, claim: Claim):
    page = f"jackpot/claims/{claim.pk}/"
    assert "Confirm the base" in seen(world, Role.ACCOUNTANT, page)
    checked(world, claim)
    shown = seen(world, Role.ACCOUNTANT, page)
    assert "Confirm the base" not in shown
    name = world.staff[Role.ACCOUNTANT]
    assert f"Base 10\u00a0000,00 confirmed by {name}, 27.02.2026 23:13." in shown


def test_an_award_of_which_a_share_is_paid_says_what_to_reverse_in_place_of_take_back(
    world: World, claim: Claim
):
    claim = awarded(world, claim)
    page = f"jackpot/claims/{claim.pk}/"
    assert "Take back <kbd>t</kbd>" in " ".join(seen(world, Role.SUPERVISOR, page).split())
    shift = world.open_shift()
    share = Payable.objects.order_by("cents", "id").first()
    assert share
    proposal = pay_out.ask(
        world.stamp("23:30"), payable_id=share.pk, shift_id=shift.pk, paid_with="chips"
    )
    approved(world, proposal, "23:31")
    shown = " ".join(seen(world, Role.SUPERVISOR, page).split())
    assert "Take back <kbd>t</kbd>" not in shown
    assert "Before it can be taken back, reverse:" in shown
    reverse = shown[shown.index("Before it can be taken back, reverse:") :]
    assert f'href="/tallinn/slips/{payment_of(share).entry_id}/"' in reverse
    assert str(share.player) in reverse
