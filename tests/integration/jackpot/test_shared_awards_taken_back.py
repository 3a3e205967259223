"""What an award took of other clubs returns there; what was sent to it is sent back first."""

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.audit.queries.exceptions import exceptions
from casino.staff.models import Role
from jackpot.models import Award, Claim, Feeder, Jackpot, Settlement
from jackpot.queries import levels
from jackpot.queries.clubs import intercompany, parts
from jackpot.services.awards import award_claim
from jackpot.services.intercompany import reverse_settlement, settle
from jackpot.services.taking_back import (
    LaterHit,
    PartSettled,
    PoolJoined,
    take_back_award,
)
from tests.claiming import awarded, claimed, fed, six_seated
from tests.integration.jackpot.test_sharing import (
    closed,
    findings,
    pool,
    signed,
)
from tests.refusing import refused
from tests.world import EVENING, World

__all__ = ["pool"]
WHY = "Seats 1 and 2 were mixed up"


@pytest.fixture
def hit(tallinn: World, tartu: World, pool: Jackpot) -> Claim:
    """Award at Tartu 4,000.00 of its own and 2,000.00 of Tallinn's."""
    closed(pool, tallinn)
    return awarded(tartu, claimed(tartu, six_seated(tartu)))


def asked(world: World, claim: Claim, clock: str = "23:20") -> Proposal:
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    return take_back_award.ask(stamp, claim_id=claim.pk, reason=WHY)


def agreed(world: World, proposal: Proposal, clock: str = "23:21") -> None:
    manager = world.stamp(clock, role=Role.MANAGER)
    approve(manager, proposal_id=proposal.pk, digest=proposal.digest)


def test_each_club_gets_back_its_part_and_owes_the_other_nothing(
    tallinn: World, tartu: World, pool: Jackpot, hit: Claim
):
    agreed(tartu, asked(tartu, hit))

    held = {each.club.pk: each.balance("jackpot:pool", pool.pk) for each in (tallinn, tartu)}
    assert held == {tallinn.club.pk: -600_000, tartu.club.pk: -400_000}
    for one in (tallinn, tartu):
        owes = [(each.owes_cents, each.owed_cents) for each in intercompany(one.club.pk)]
        assert owes == [(0, 0)]
    both = {tallinn.club.pk, tartu.club.pk}
    assert {each.taken_cents for each in parts(pool, seen=both)} == {0}
    assert levels.level(pool).base_cents == 1_000_000
    assert findings(tallinn, tartu) == []
    there = exceptions(tallinn.club, first=EVENING, last=EVENING)
    assert "jackpot.awarded_elsewhere.reversed" in [row.operation for _, row, _ in there]

    again = award_claim.ask(tartu.stamp("23:30", role=Role.SUPERVISOR), claim_id=hit.pk)
    agreed(tartu, again, "23:31")
    assert Award.objects.latest("id").base_cents == 1_000_000
    assert tallinn.balance("group:owes", tartu.club.pk) == -200_000
    assert findings(tallinn, tartu) == []


def test_a_part_that_was_sent_is_sent_back_first(tallinn: World, tartu: World, hit: Claim):
    tallinn.fund()
    terms = {"cents": 150_000, "through": "cash:vault", "note": "Carried by two."}
    manager = tallinn.stamp("23:20", role=Role.MANAGER)
    sent = settle.ask(manager, club_id=tartu.club.pk, **terms)
    signed(tallinn, sent, "23:21", day=EVENING, role=Role.ACCOUNTANT)

    said = refused(PartSettled, asked, tartu, hit, "23:25")
    assert tallinn.club.name in str(said.message)

    manager = tallinn.stamp("23:30", role=Role.MANAGER)
    which = {"settlement_id": Settlement.objects.get().pk, "reason": "It came back."}
    back = reverse_settlement.ask(manager, **which)
    signed(tallinn, back, "23:31", day=EVENING, role=Role.ACCOUNTANT)
    agreed(tartu, asked(tartu, hit, "23:32"), "23:33")
    assert findings(tallinn, tartu) == []


@pytest.mark.rule("AMB-29")
def test_a_later_hit_of_the_other_club_is_taken_back_there_first(
    tallinn: World, tartu: World, hit: Claim
):
    second = claimed(tallinn, six_seated(tallinn), played_at=tallinn.at("23:01"))
    second = awarded(tallinn, second, base=400_000)

    said = refused(LaterHit, asked, tartu, hit)

    assert str(second) not in str(said.message)
    assert (said.next_page, said.about) == (None, {})
    agreed(tallinn, asked(tallinn, second, "23:22"), "23:23")
    agreed(tartu, asked(tartu, hit, "23:24"), "23:25")
    assert tartu.balance("jackpot:pool", hit.jackpot_id) == -400_000
    assert findings(tallinn, tartu) == []


def test_an_award_of_a_pool_that_went_into_a_shared_one_stays(tallinn: World, tartu: World):
    """Its account is closed, its players' money is in the other pool."""
    pool = tallinn.jackpot()
    fed(tartu)
    claim = awarded(tartu, claimed(tartu, six_seated(tartu)))
    Feeder.objects.create(
        jackpot=pool, club=tartu.club, since=tartu.at("23:16"), proposal=claim.proposal, act_id=-5
    )
    refused(PoolJoined, asked, tartu, claim)
    assert Award.objects.get().stands
