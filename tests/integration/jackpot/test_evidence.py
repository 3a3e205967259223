"""What a claim needs before it is sent, what its approver sees, and by which close it pays."""

from datetime import timedelta

import pytest

from casino.approvals.models import Proposal
from casino.board.queries import room_board
from casino.closing.services.days import close_due_days
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.refusals import BadInput
from casino.staff.models import Membership, Role
from jackpot.models import Claim
from jackpot.queries.claims import payable_preview
from jackpot.services.awards import EvidenceMissing, award_claim
from jackpot.services.evidence import record_evidence
from tests.claiming import claimed, evidence, fed, proved, six_seated, under
from tests.refusing import refused
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
PROOF = {
    "deck_checked_by": "who checked the deck",
    "camera_at": "camera time",
    "witnesses": "witnesses",
    "seal_number": "deck seal number",
}

NEEDED_UNDER = [
    ("club", "deck_checked_by"),
    ("club", "witnesses"),
    *(("casino", one) for one in PROOF),
]


def all_but(world: World, claim: Claim, missing: str) -> None:
    proof = evidence(world)
    del proof[missing]
    stamp = world.stamp("23:10", role=Role.SUPERVISOR)
    record_evidence(stamp, claim_id=claim.pk, **proof)


@pytest.mark.parametrize(("profile", "missing"), NEEDED_UNDER)
def test_a_claim_is_not_sent_while_one_proof_is_missing(world: World, profile: str, missing: str):
    under(world, profile)
    fed(world)
    claim = claimed(world, six_seated(world))
    all_but(world, claim, missing)
    stamp = world.stamp("23:12", role=Role.SUPERVISOR)
    said = refused(EvidenceMissing, award_claim.ask, stamp=stamp, claim_id=claim.pk)
    assert said.message == f"Still missing: {PROOF[missing]}."
    assert not Proposal.objects.exists()


def test_a_club_sends_a_claim_with_deck_check_and_witnesses(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    told = {"deck_checked_by": "Tiina", "witnesses": "Ott"}
    record_evidence(world.stamp("23:10", role=Role.SUPERVISOR), claim_id=claim.pk, **told)
    supervisor = world.browser(Role.SUPERVISOR)
    page = supervisor.get(f"/tallinn/jackpot/claims/{claim.pk}/").content.decode()
    assert "Still missing" not in page
    award_claim.ask(world.stamp("23:12", role=Role.SUPERVISOR), claim_id=claim.pk)
    assert Proposal.objects.get().operation == "jackpot.award"


@pytest.mark.parametrize("clock", ["21:59", "23:11"])
def test_a_camera_time_of_another_hour_or_ahead_is_not_that_of_the_hand(world: World, clock: str):
    fed(world)
    claim = claimed(world, six_seated(world))
    stamp = world.stamp("23:10", role=Role.SUPERVISOR)
    shown = {"claim_id": claim.pk, **evidence(world, clock)}
    assert refused(BadInput, record_evidence, stamp, **shown).field == "camera_at"
    claim.refresh_from_db()
    assert claim.camera_at is None


def test_a_camera_time_typed_days_later_is_of_the_day_of_the_hand(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    supervisor = world.browser(Role.SUPERVISOR)
    where = f"/tallinn/jackpot/claims/{claim.pk}/evidence/"
    key = "5d8dba11-5af5-4c3f-bd0b-5b0e8e0f5a6c"
    assert supervisor.post(where, {"key": key, "camera_at": "23:01"}).status_code == 302
    claim.refresh_from_db()
    assert claim.camera_at == world.at("23:01")


@pytest.mark.parametrize("profile", ["home", "club", "casino"])
@pytest.mark.parametrize("text", ["x", "--", " . 7"])
@pytest.mark.parametrize("field", ["deck_checked_by", "witnesses", "seal_number"])
def test_a_text_that_proves_names_somebody_or_something(
    world: World, profile: str, field: str, text: str
):
    under(world, profile)
    fed(world)
    claim = claimed(world, six_seated(world))
    stamp = world.stamp("23:10", role=Role.SUPERVISOR)
    told = refused(BadInput, record_evidence, stamp, claim_id=claim.pk, **{field: text})
    assert (told.field, told.message) == (field, "Write at least 2 letters or digits.")


def test_a_home_keeps_what_it_was_not_asked_for(world: World):
    under(world, "home")
    fed(world)
    claim = proved(world, claimed(world, six_seated(world)))
    kept = Claim.objects.get(pk=claim.pk)
    assert {name: getattr(kept, name) for name in PROOF} == evidence(world)


def test_a_home_awards_without_proof_and_the_page_shows_what_is_empty(world: World):
    under(world, "home")
    fed(world)
    claim = claimed(world, six_seated(world), role=Role.MANAGER)
    Membership.objects.create(user=world.staff[Role.MANAGER], club=world.club, role=Role.SUPERVISOR)
    asked = award_claim.ask(world.stamp("23:12", role=Role.MANAGER), claim_id=claim.pk)
    assert (asked.alone, asked.approved) == (True, True)
    manager = world.browser(Role.MANAGER)
    page = manager.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert page.count("not entered") == len(PROOF)


def test_who_approves_sees_no_gap_where_there_is_none(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    proved(world, claim)
    asked = award_claim.ask(world.stamp("23:12", role=Role.SUPERVISOR), claim_id=claim.pk)
    manager = world.browser(Role.MANAGER)
    page = manager.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "not entered" not in page
    assert "S-0417" in page


@pytest.mark.parametrize("idle", [0, 3])
def test_board_and_claim_name_the_same_close(world: World, idle: int):
    """idle: days without a game before the evening, which have no close of their own."""
    pool, fed_on = world.jackpot(), EVENING - timedelta(days=idle + 1)
    stamp = club_stamp(world.club, at=world.at("23:00", day=fed_on), actor_id=None)
    lines = (debit("cash:vault", 1_000_000), credit("jackpot:pool", 1_000_000, pool.pk))
    ledger.post_once(stamp, "test.feed", Draft(kind="test.pool_fed", lines=lines))
    close_due_days(world.at("07:01", day=fed_on + timedelta(days=1)))
    claim = claimed(world, six_seated(world))
    close_due_days(world.at("23:06"))
    base = payable_preview(claim).award.base
    (board,) = room_board(world.club, at=world.at("23:06"), shows="numbers").jackpots
    assert (board.fixed_at, board.level_cents) == (base.level_at, base.level_cents)
    assert base.level_at == world.at("07:00", day=fed_on + timedelta(days=1))
