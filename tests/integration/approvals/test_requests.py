"""How long a request waits, and when it leaves the queue."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.queries import belonging, digest_of_all, open_proposals
from casino.approvals.services import (
    COMPLETIONS,
    OtherContent,
    approve_at_screen,
    approve_together,
)
from casino.approvals.signed import USUAL, Preview, signed
from casino.cage.models import Payment
from casino.cage.services.payables import pay_out
from casino.house.stamp import Stamp
from casino.staff.models import Role
from casino.web.templatetags.office import named
from tests.api.program import program
from tests.owing import owe_prize, owe_prizes
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import a_club, a_key

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
@pytest.mark.parametrize("where", ["own screen", "at the cashier's", "page", "API"])
def test_a_repeat_of_signing_several_at_once_answers_as_the_first(where: str, clock: Clock):
    world, key = a_club(), a_key()
    shift = world.open_shift()
    clock.stop(world.at("22:06"))
    owed = owe_prizes(world.stamp("21:00", role=Role.SUPERVISOR), 60_000, 70_000)
    asked = [
        pay_out.ask(
            world.stamp(f"22:0{n}"), payable_id=each.pk, shift_id=shift.pk, paid_with="cash"
        )
        for n, each in enumerate(owed)
    ]
    what = {
        "proposal_id": asked[0].pk,
        "digest": digest_of_all(belonging(asked[0], at=clock.now())),
    }
    supervisor = world.staff[Role.SUPERVISOR]

    def signs() -> Any:
        if where == "own screen":
            stamp = world.stamp("22:06", role=Role.SUPERVISOR, key=key)
            return [each.pk for each in approve_together(stamp, **what)]
        if where == "at the cashier's":
            stamp = world.stamp("22:06", key=key)
            return [each.pk for each in approve_at_screen(stamp, by=supervisor, **what)]
        if where == "API":
            send, path = program(world, Role.SUPERVISOR).post, f"proposals/{asked[0].pk}/together/"
            return [each["id"] for each in send(path, key=key, digest=what["digest"]).json()]
        client = Client()
        client.force_login(supervisor)
        form = {"key": str(key), "digest": what["digest"]}
        return client.post(f"/tallinn/approvals/{asked[0].pk}/", form)["Location"]

    first = signs()
    assert signs() == first
    assert Payment.objects.count() == 2
    if where != "page":
        assert first == [each.pk for each in asked]


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


def test_a_request_without_a_page_of_its_own_shows_no_numbers_of_rows():
    shown = named({"player": "Ann Tamm", "player_id": 7, "ticket_id": 3, "worth_cents": 5_500})
    assert shown == {"player": "Ann Tamm", "worth_cents": 5_500}
