"""A released stack is paid while its release is taken back, and that by two at once."""

from functools import partial

from cashgames.models import Correction, HeldStack
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.release_corrections import take_back_release
from cashgames.services.stacks import release_stack
from casino.cage.models import Payable, Payment
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books
from casino.verify.findings import broken
from tests.correcting import WHY, buy, floor
from tests.racing import outcomes, race
from tests.world import a_club


def test_a_stack_is_paid_or_in_safekeeping_again(committed_db: None):
    world = a_club()
    shift, session = world.open_shift(), world.session()
    seat = {"session_id": session.pk, "player_id": buy(world, session, None).seat.player_id}
    leave_seat(floor(world, "22:00"), **seat)
    remove_stack(floor(world, "22:30"), cents=19_000, **seat)
    stack = {"stack_id": HeldStack.objects.get().pk}
    release_stack(floor(world, "22:40"), **stack)
    due = {"payable_id": Payable.objects.get().pk, "shift_id": shift.pk, "paid_with": "cash"}
    backs = [
        partial(take_back_release, floor(world, "22:50"), **stack, reason=WHY) for _ in range(2)
    ]

    results = race(*backs, partial(pay_out, world.stamp("22:50"), **due))

    paid = Payment.objects.count()
    assert (HeldStack.objects.get().settled_at is None) == (not paid), results
    assert Correction.objects.count() == 1 - paid, results
    assert outcomes(results).keys() <= {
        "Correction", "Payment", "NotReleased", "StackPaid", "NotOwed",
    }, results  # fmt: skip
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
