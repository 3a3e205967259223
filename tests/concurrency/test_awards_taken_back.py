"""A share is paid, or another hand is awarded, at the moment in which an award is taken back."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.cage.models import Payable, Payment
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.models import Award, AwardReversal, Claim
from jackpot.services.taking_back import take_back_award
from tests.claiming import LATER, approved, awarded, claimed, fed, proposed, six_seated
from tests.racing import outcomes, race
from tests.world import World, a_club


def of_two(world: World, claim: Claim) -> Proposal:
    stamp = world.stamp("23:20", role=Role.SUPERVISOR)
    return take_back_award.ask(stamp, claim_id=claim.pk, reason="Seats 1 and 2 were mixed up")


def paid(world: World, claim: Claim) -> Callable[[], Any]:
    """Return what pays Kati's share."""
    owed = Payable.objects.get(player__name="Kati")
    shift = world.open_shift(clock="20:01")
    what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    asked = pay_out.ask(world.stamp("23:19"), **what)
    second = world.stamp("23:21", role=Role.SUPERVISOR)
    return partial(approve, second, proposal_id=asked.pk, digest=asked.digest)


def hit_again(world: World, claim: Claim) -> Callable[[], Any]:
    """Return what awards a later hand of the table."""
    more = {"hand_name": "18", "played_at": world.at("23:16"), **LATER}
    later = claimed(world, claim.session, "23:17", **more)
    return partial(approved, world, proposed(world, later, "23:18", base=400_000), "23:21")


@pytest.mark.parametrize("meanwhile", [paid, hit_again])
def test_an_award_is_taken_back_or_stands_whole(
    committed_db: None, meanwhile: Callable[[World, Claim], Callable[[], Any]]
):
    world = a_club()
    fed(world)
    claim = awarded(world, claimed(world, six_seated(world)))
    other = meanwhile(world, claim)
    back = of_two(world, claim)

    results = race(partial(approved, world, back, "23:22"), other)

    done = AwardReversal.objects.count()
    assert done + Payment.objects.count() + Award.objects.count() - 1 == 1, results
    expected = {"Proposal", "SharePaid", "NotOwed", "LaterHit", "EarlierHandWaits"}
    assert outcomes(results).keys() <= expected, results
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_two_approvals_at_once_take_it_back_once(committed_db: None):
    world = a_club()
    fed(world)
    claim = awarded(world, claimed(world, six_seated(world)))
    back = of_two(world, claim)

    results = race(*[partial(approved, world, back, "23:22") for _ in range(4)])

    assert (AwardReversal.objects.count(), outcomes(results)["Proposal"]) == (1, 1), results
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
