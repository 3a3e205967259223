"""A box is voided while it is counted; a kept stack is given back while its removal is undone."""

from functools import partial

from cashgames.models import Correction, HeldStack
from cashgames.queries.tables import seats, table_check
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.chip_corrections import take_back_chips
from cashgames.services.stacks import give_back
from casino.countroom.models import Box
from casino.countroom.services.boxes import count_box, take_box
from casino.countroom.services.corrections import void_box
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.correcting import WHY, floor
from tests.racing import outcomes, race
from tests.world import World, a_club


def in_order(world: World) -> bool:
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
    return True


def test_a_box_is_voided_once_or_booked(committed_db: None):
    world = a_club()
    world.jackpot()
    session = world.session(by_box=True)
    world.seat(session, *"ABCDEF", cents=50_000)
    box = take_box(floor(world), session_id=session.pk, fee="rake", number="R1")
    count_box(floor(world), box_id=box.pk, chips={500: 2})
    voids = [partial(void_box, floor(world), box_id=box.pk, reason=WHY) for _ in range(2)]
    second = partial(count_box, world.stamp("22:00"), box_id=box.pk, chips={500: 2})

    assert void_box.preview(floor(world), box_id=box.pk, reason=WHY).needs is None
    results = race(*voids, second)

    box = Box.objects.get(reverses=None)
    assert bool(box.void_at) != bool(box.booked_at), results
    assert Correction.objects.count() == (1 if box.void_at else 0)
    assert outcomes(results).keys() <= {
        "Correction", "Count", "CorrectedMeanwhile", "NeedsSignature",
    }, results  # fmt: skip
    assert table_check(session).difference_cents == 0
    assert in_order(world)


def test_a_stack_is_at_one_place(committed_db: None):
    world = a_club()
    world.sell(50_000, "20:00")
    session = world.session()
    world.seat(session, *"ABC", cents=20_000)
    who = {"session_id": session.pk, "player_id": session.seats.get(number=1).player_id}
    leave_seat(floor(world, "21:00"), **who)
    move = remove_stack(floor(world, "21:30"), cents=20_000, **who)
    stack = HeldStack.objects.get()
    undo = partial(take_back_chips, floor(world), move_id=move.pk, reason=WHY)
    back = {"stack_id": stack.pk, "session_id": session.pk, "seat_no": 5}

    assert take_back_chips.preview(floor(world), move_id=move.pk, reason=WHY).ahead["sits_again"]
    results = race(undo, partial(give_back, world.stamp("22:00", role=Role.MANAGER), **back))

    assert sum(isinstance(each, Exception) for each in results) == 1, results
    assert len([seat for seat in seats(session.pk) if seat.player_id == who["player_id"]]) == 1
    assert world.balance("safekeeping", stack.pk) == 0
    assert table_check(session).difference_cents == 0
    assert in_order(world)
