"""A stack that is said to have been larger once its table is closed: no count shows it."""

import pytest

from cashgames.models import ChipMove, HeldStack, Session
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.chip_corrections import CORRECT, CORRECT_LATE, correct_chips
from cashgames.services.moves import move_player
from cashgames.services.tables import close_session
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.correcting import WHY, buy, floor, leave, signed
from tests.refusing import refused
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(world: World) -> ChipMove:
    """The floor took a stack of 100 off a table; the other guest won the rest."""
    world.sell(50_000, "20:00")
    session = world.session()
    mari, ann = buy(world, session, None), buy(world, session, None, 2)
    away = {"session_id": session.pk, "player_id": mari.seat.player_id}
    leave_seat(floor(world, "21:30"), **away)
    move = remove_stack(floor(world, "22:00"), **away, cents=10_000)
    leave(world, session, ann, 30_000, "22:05")
    return move


def closed(world: World) -> None:
    close_session(floor(world, "22:10"), session_id=Session.objects.get().pk)


def right(world: World, move: ChipMove, cents: int, clock: str) -> None:
    what = {"move_id": move.pk, "cents": cents, "paid_with": "chips", "reason": WHY}
    correct_chips(floor(world, clock), **what)


@pytest.mark.parametrize(
    ("cents", "needs", "role"),
    [(15_000, CORRECT, Role.SUPERVISOR), (49_900, CORRECT_LATE, Role.MANAGER)],
)
def test_more_than_was_counted_of_a_stack_is_signed_once_its_table_is_closed(
    world: World, kept: ChipMove, cents: int, needs: str, role: str
):
    closed(world)
    refused(NeedsSignature, right, world, kept, cents, "22:20")
    what = {"move_id": kept.pk, "cents": cents, "paid_with": "chips", "reason": WHY}
    assert correct_chips.preview(floor(world, "22:20"), **what).needs == needs
    signed(world, correct_chips, "22:25", role=role, **what)
    assert HeldStack.objects.get().cents == cents
    listed = {row.operation for _, row, _ in exceptions(world.club, first=EVENING, last=EVENING)}
    assert needs in listed
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_in_small_parts_it_is_one_sum_and_less_is_the_floors(world: World, kept: ChipMove):
    closed(world)
    right(world, kept, 9_000, "22:20")
    again = ChipMove.objects.get(ChipMove.STANDS, kind="removed")
    right(world, again, 10_500, "22:21")
    again = ChipMove.objects.get(ChipMove.STANDS, kind="removed")
    refused(NeedsSignature, right, world, again, 11_000, "22:22")


def test_so_is_what_went_to_another_table(world: World):
    world.sell(50_000, "20:00")
    session, other = world.session(), world.session("2")
    mari, ann = buy(world, session, None), buy(world, session, None, 2)
    move_player(
        floor(world, "21:30"), session_id=session.pk, player_id=mari.seat.player_id,
        to_session_id=other.pk, seat_no=1, stack_cents=10_000, others_agree=True,
    )  # fmt: skip
    leave(world, session, ann, 30_000, "22:05")
    close_session(floor(world, "22:10"), session_id=session.pk)
    moved = ChipMove.objects.get(kind="moved_in")
    refused(NeedsSignature, right, world, moved, 15_000, "22:20")
    right(world, moved, 10_500, "22:21")


def test_while_the_table_is_open_its_close_shows_what_is_missing(world: World, kept: ChipMove):
    right(world, kept, 9_000, "22:08")
    again = ChipMove.objects.get(ChipMove.STANDS, kind="removed")
    right(world, again, 10_000, "22:09")
    closed(world)
