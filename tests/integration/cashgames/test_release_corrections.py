"""Stacks released to be paid with a wrong amount: kept again, put right, released anew."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from cashgames.models import ChipMove, Correction, HeldStack, Session
from cashgames.queries.absence import held_stacks, released_stacks
from cashgames.queries.corrections import corrections
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.release_corrections import NotReleased, StackPaid, take_back_release
from cashgames.services.stack_corrections import StackLeft
from cashgames.services.stacks import release_stack
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Payable, Payment
from casino.cage.queries.due import due_after, payables
from casino.cage.services.payables import NotOwed, pay_out
from casino.cage.services.reversals import reverse_slip
from casino.staff.models import Role
from tests.correcting import WHY, buy, floor, in_order, signed
from tests.refusing import refused
from tests.world import EVENING, World, of_the_desk

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


@pytest.fixture
def session(world: World) -> Session:
    return world.session()


@pytest.fixture
def move(world: World, session: Session) -> ChipMove:
    """A stack of 190,00 taken to safekeeping and released; 120,00 lay there."""
    player_id = buy(world, session, None).seat.player_id
    mari = {"session_id": session.pk, "player_id": player_id}
    leave_seat(floor(world, "22:00"), **mari)
    removed = remove_stack(floor(world, "22:30"), cents=19_000, **mari)
    release_stack(floor(world, "22:40"), stack_id=HeldStack.objects.get().pk)
    return removed


def undo(world: World, clock: str = "22:50", role: str = Role.SUPERVISOR, **more):
    stamp = world.stamp(clock, role=role, **more)
    return take_back_release(stamp, stack_id=HeldStack.objects.get().pk, reason=WHY)


def right(world: World, move: ChipMove, cents: int = 12_000):
    what = {"move_id": move.pk, "cents": cents, "paid_with": "chips", "reason": WHY}
    return correct_chips(floor(world, "22:55"), **what)


def paid(world: World) -> Payment:
    owed = payables(world.club.pk)[0]
    shift = world.open_shift(clock="22:45")
    return pay_out(world.stamp("22:46"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")


def test_a_release_of_a_wrong_amount_is_taken_back_put_right_and_paid(world, session, move):
    undo(world)
    assert (payables(world.club.pk), released_stacks(world.club.pk)) == ([], [])
    assert [each.cents for each in held_stacks(world.club.pk)] == [19_000]

    right(world, move)
    release_stack(floor(world, "22:58"), stack_id=HeldStack.objects.get().pk)

    assert [each.cents for each in payables(world.club.pk)] == [12_000]
    assert [each.cents for each in due_after(world.club.pk, EVENING)] == [12_000]
    assert paid(world).payable.cents == 12_000
    assert in_order(world, session)


def test_the_preview_says_what_is_due_no_more(world: World, session: Session, move: ChipMove):
    seen = take_back_release.preview(
        floor(world, "22:50"), stack_id=HeldStack.objects.get().pk, reason=WHY
    )

    assert seen.needs is None
    assert seen.content["before"] == {"cents": 19_000}
    assert seen.content["payable_id"] == Payable.objects.get().pk
    assert (seen.ahead["kept_again"], seen.ahead["day_state"]) == (True, "open")


def test_until_then_the_stack_says_where_it_is_put_right(world, session, move):
    what = {"move_id": move.pk, "reason": WHY}
    corrected = {"cents": 12_000, "paid_with": "chips"} | what
    for refusal in (
        refused(StackLeft, take_back_chips, floor(world, "22:50"), **what),
        refused(StackLeft, correct_chips, floor(world, "22:50"), **corrected),
    ):
        assert refusal.next_page == "release-take-back"
        assert refusal.about == {"stack_id": HeldStack.objects.get().pk}


def test_what_was_taken_back_is_paid_to_nobody(world: World, session: Session, move: ChipMove):
    shift, owed = world.open_shift(clock="22:45"), payables(world.club.pk)[0]
    undo(world)

    pay = partial(pay_out, payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    refused(NotOwed, pay, world.stamp("22:51"))

    refused(NotReleased, undo, world)
    assert in_order(world, session)


def test_a_payment_that_waits_for_its_signature_is_not_made_then(world, session, move):
    of_the_desk(world.club, second_from_cents=1)
    shift, owed = world.open_shift(clock="22:45"), payables(world.club.pk)[0]
    asked = pay_out.ask(
        world.stamp("22:46"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash"
    )
    undo(world, "22:47")

    signs = world.stamp("22:48", role=Role.SUPERVISOR)
    refused(NotOwed, approve, signs, proposal_id=asked.pk, digest=asked.digest)

    assert Payment.objects.count() == 0


def test_once_it_is_paid_the_payment_comes_back_first(world, session, move):
    payment = paid(world)
    refusal = refused(StackPaid, undo, world)
    assert (refusal.next_page, refusal.about) == ("slip-reverse", {"entry_id": payment.entry_id})

    slip = {"shift_id": payment.shift_id, "entry_id": payment.entry_id, "reason": WHY}
    signed(world, reverse_slip, "22:48", role=Role.MANAGER, **slip)
    undo(world)
    right(world, move)

    assert world.balance("cash:drawer", payment.shift.drawer_id) == 400_000
    assert [each.cents for each in held_stacks(world.club.pk)] == [12_000]
    assert in_order(world, session)


def test_the_cashier_asks_the_floor_and_the_next_day_the_manager_signs(world, session, move):
    what = {"stack_id": HeldStack.objects.get().pk, "reason": WHY}
    assert take_back_release.preview(world.stamp("22:50"), **what).needs == (
        "cashgames.take_back_release"
    )
    refused(NeedsSignature, undo, world, "12:00", day=NEXT)
    assert take_back_release.ask(floor(world, "12:00", day=NEXT), **what).operation == (
        "cashgames.take_back_release_large"
    )

    signed(world, take_back_release, "22:52", **what)

    kept = Correction.objects.get()
    assert (kept.what, kept.signed_by.username) == ("stack", "supervisor@tallinn")
    assert Proposal.objects.filter(approved=True).count() == 1


def test_it_is_listed_with_the_corrections_of_its_table(world, session, move):
    undo(world)

    listed = corrections(world.club.pk, session_id=session.pk)

    said = [(str(each.about), each.before_cents, each.after_cents) for each in listed]
    assert said == [("1, Guest 1: Stack in safekeeping, to be paid", 19_000, 0)]


def test_the_database_lets_nothing_else_end_what_is_owed(world, session, move):
    owed, elsewhere = Payable.objects.get(), move.entry_id

    with pytest.raises(IntegrityError, match="a reversal of its entry only"), transaction.atomic():
        Payable.objects.filter(id=owed.pk).update(reversal_id=elsewhere)
    undo(world)
    with pytest.raises(IntegrityError, match="a reversal of its entry only"), transaction.atomic():
        Payable.objects.filter(id=owed.pk).update(reversal_id=None)


def test_the_page_of_the_stacks_leads_there_and_the_payment_says_it(world, session, move):
    client, stack = Client(), HeldStack.objects.get()
    client.force_login(world.staff[Role.SUPERVISOR])
    where = f"/tallinn/stacks/{stack.pk}/take-back/"
    assert where in client.get("/tallinn/stacks/").content.decode()
    undo(world)

    page = client.get(f"/tallinn/payments/{Payable.objects.get().pk}/").content.decode()

    assert WHY in page
    assert where not in client.get("/tallinn/stacks/").content.decode()
