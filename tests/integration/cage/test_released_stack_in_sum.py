"""A kept stack that is paid in cash is one sum with what its guest gets for chips that day."""

from functools import partial

import pytest
from django.db import models

from cashgames.models import ChipMove, HeldStack
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.chip_corrections import correct_chips
from cashgames.services.stacks import release_stack
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.cage.models import Payable, Payment, Shift
from casino.cage.services.desk import redeem_chips
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import pay_out
from casino.players.models import Player
from casino.staff.models import Role
from tests.correcting import floor
from tests.shifted import Clock
from tests.world import FLOAT, RACK, World

pytestmark = pytest.mark.django_db


def take_off(world: World, cents: int) -> None:
    """Let a guest leave a table for long, and the floor take the stack to safekeeping."""
    world.sell(500_000, "19:00")
    session = world.session()
    guest = world.seat(session, "Rein", "Mari", cents=cents)[0].seat.player_id
    Player.objects.filter(pk=guest).update(document="AB 1234567", birth_date="1988-06-24")
    leave_seat(floor(world, "20:45"), session_id=session.pk, player_id=guest)
    remove_stack(floor(world, "23:00"), session_id=session.pk, player_id=guest, cents=cents)


@pytest.fixture
def released(world: World, shift: Shift) -> Payable:
    take_off(world, 49_900)
    release_stack(world.stamp("23:01"), stack_id=HeldStack.objects.get().pk)
    return Payable.objects.get()


def paid(world: World, shift: Shift, owed: Payable, paid_with: str) -> models.Model:
    stamp = world.stamp("23:12")
    return pay_out.submit(stamp, payable_id=owed.pk, shift_id=shift.pk, paid_with=paid_with)


def redeemed(world: World, shift: Shift, owed: Payable, cents: int, clock: str) -> object:
    stamp = world.stamp(clock)
    said = {"shift_id": shift.pk, "cents": cents, "player_id": owed.player_id}
    return redeem_chips.submit(stamp, **said)


@pytest.mark.parametrize(
    ("before", "paid_with", "done"),
    [(199_000, "cash", Proposal), (100_000, "cash", Payment), (199_000, "chips", Payment)],
)
def test_a_stack_in_cash_is_signed_by_what_the_guest_got_for_chips(
    world: World, released: Payable, before: int, paid_with: str, done: type[models.Model]
):
    shift = Shift.objects.get()
    redeemed(world, shift, released, before, "23:10")
    assert isinstance(paid(world, shift, released, paid_with), done)


def test_chips_are_signed_by_the_stack_that_was_paid_before(
    world: World, shift: Shift, released: Payable
):
    assert not isinstance(paid(world, shift, released, "cash"), Proposal)
    assert isinstance(redeemed(world, shift, released, 199_000, "23:13"), Proposal)


@pytest.mark.parametrize("by", [Role.CASHIER, Role.SUPERVISOR])
def test_who_counted_a_stack_alone_does_not_pay_it_alone(
    world: World, shift: Shift, released: Payable, by: str, clock: Clock
):
    """One person of the floor and the desk would make a stack larger, let it go and pay it."""
    world.also(Role.SUPERVISOR, Role.CASHIER)
    stamp = partial(world.stamp, role=by)
    if by == Role.SUPERVISOR:
        where = world.drawer("Desk 2")
        shift = open_shift(stamp("23:20"), drawer_id=where.pk, cash=FLOAT, chips=RACK)
    what = {"payable_id": released.pk, "shift_id": shift.pk, "paid_with": "cash"}
    clock.stop(world.at("23:29"))
    page = world.browser(by).get(f"/tallinn/payments/{released.pk}/").content.decode()
    assert ("must approve this" in page) == (by == Role.SUPERVISOR)
    done = pay_out.submit(stamp("23:30"), **what)
    if by == Role.CASHIER:
        assert isinstance(done, Payment)
        return
    assert isinstance(done, Proposal)
    approve(world.stamp("23:31", role=Role.MANAGER), proposal_id=done.pk, digest=done.digest)
    assert Payment.objects.get().second


def test_who_alone_corrected_a_stack_does_not_pay_it_alone(world: World, shift: Shift):
    take_off(world, 30_000)
    world.also(Role.MANAGER, Role.CASHIER)
    stamp = partial(world.stamp, role=Role.MANAGER)
    move = ChipMove.objects.get(kind=ChipMove.Kind.REMOVED)
    right = {"cents": 29_900, "paid_with": move.paid_with or "table", "reason": "Counted wrongly"}
    correct_chips(stamp("23:01"), move_id=move.pk, **right)
    release_stack(world.stamp("23:02"), stack_id=HeldStack.objects.get(settled_at=None).pk)
    where = world.drawer("Desk 2")
    own = open_shift(stamp("23:20"), drawer_id=where.pk, cash=FLOAT, chips=RACK)
    what = {"payable_id": Payable.objects.get().pk, "shift_id": own.pk, "paid_with": "cash"}
    assert isinstance(pay_out.submit(stamp("23:30"), **what), Proposal)
