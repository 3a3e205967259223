"""How long a request waits, and when it leaves the queue."""

from datetime import timedelta

import pytest

from casino.approvals.models import Proposal
from casino.approvals.queries import belonging, open_proposals
from casino.approvals.services import (
    COMPLETIONS,
    OtherContent,
    approve_together,
    digest_of_all,
)
from casino.approvals.signed import USUAL, Preview, signed
from casino.cage.models import Payment
from casino.cage.services.payables import pay_out
from casino.house.stamp import Stamp
from casino.staff.models import Role
from tests.owing import owe_prize, owe_prizes
from tests.refusing import refused
from tests.world import a_club

MONEY = ("cage.pay_out", "cage.close_shift", "cage.reverse_slip", "jackpot.award", "cage.pack_bag")


def test_a_signature_lives_a_quarter_of_an_hour_unless_the_act_says_why_longer():
    assert timedelta(minutes=15) == USUAL
    assert {COMPLETIONS[kind].lives for kind in MONEY} == {USUAL}

    def preview(stamp: Stamp) -> Preview:
        return Preview()

    with pytest.raises(AssertionError):
        signed(
            "test.waits",
            asked_as="test.ask_waiting",
            preview=preview,
            kinds={"test.waits": "Of the tests"},
            lives=USUAL + timedelta(seconds=1),
        )


@pytest.mark.django_db
def test_all_shares_of_one_hit_are_signed_at_once_or_none():
    world = a_club()
    shift = world.open_shift()
    owed = owe_prizes(world.stamp("21:00", role=Role.SUPERVISOR), 60_000, 70_000)
    other = owe_prize(world.stamp("21:01", role=Role.SUPERVISOR), cents=80_000)
    what = {"shift_id": shift.pk, "paid_with": "cash"}
    asked = [
        pay_out.ask(world.stamp(f"22:0{n}"), payable_id=each.pk, **what)
        for n, each in enumerate([*owed, other])
    ]
    shares = belonging(asked[0], at=world.at("22:04"))
    assert [each.pk for each in shares] == [each.pk for each in asked[:2]]
    first = {"proposal_id": asked[0].pk}
    signer = world.stamp("22:05", role=Role.SUPERVISOR)
    refused(OtherContent, approve_together, signer, **first, digest=asked[0].digest)

    approve_together(
        world.stamp("22:06", role=Role.SUPERVISOR), **first, digest=digest_of_all(shares)
    )

    paid = Payment.objects.order_by("id")
    assert [each.payable_id for each in paid] == [each.pk for each in owed]
    assert {each.second for each in paid} == {world.staff[Role.SUPERVISOR]}


@pytest.mark.django_db
def test_a_later_request_of_the_same_payment_takes_the_place_of_the_first():
    world = a_club()
    shift = world.open_shift()
    owed = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=60_000)
    other = owe_prize(world.stamp("21:01", role=Role.SUPERVISOR), cents=70_000)
    what = {"shift_id": shift.pk, "paid_with": "cash"}
    first = pay_out.ask(world.stamp("22:00"), payable_id=owed.pk, **what)
    beside = pay_out.ask(world.stamp("22:01"), payable_id=other.pk, **what)

    second = pay_out.ask(world.stamp("22:02"), payable_id=owed.pk, **what | {"paid_with": "chips"})

    waiting = open_proposals(world.club.pk, at=world.at("22:03"))
    assert {each.pk for each in waiting} == {beside.pk, second.pk}
    gone = Proposal.objects.get(id=first.pk)
    assert (gone.approved, gone.remark) == (False, "A later request took its place.")
