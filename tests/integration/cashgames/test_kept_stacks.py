"""A stack in safekeeping that is no buy-in: back whole by IMG-C18, elsewhere the desk pays it."""

import pytest

from cashgames.models import HeldStack, WaitlistEntry
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.seats import BuyInRefused, seat_player
from cashgames.services.stacks import give_back
from cashgames.services.waiting import join_list
from casino.ledger.queries.documents import entry
from tests.correcting import floor
from tests.refusing import refused
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


def kept(book: str, cents: int) -> tuple[World, dict[str, int]]:
    """Return a club where a stack was taken off the table at 22:00, and what gives it back."""
    world = a_club(book=book)
    session = world.session()
    for number, name in enumerate(("Ann", "Bob", "Cat"), start=1):
        seat_player(
            floor(world, "20:30"), session_id=session.pk, seat_no=number,
            player_id=world.player(name).pk, cents=20_000, paid_with="table",
        )  # fmt: skip
    who = {"session_id": session.pk, "player_id": session.seats.get(number=1).player_id}
    leave_seat(floor(world, "21:10"), **who)
    game = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    join_list(floor(world, "21:11"), **game, player_id=world.player("Eve").pk)
    remove_stack(floor(world, "22:00"), **who, cents=cents)
    WaitlistEntry.objects.update(state="left", ended_at=world.at("22:05"))
    stack = HeldStack.objects.get()
    return world, {"stack_id": stack.pk, "session_id": session.pk, "seat_no": 1}


@pytest.mark.rule("IMG-C18")
@pytest.mark.parametrize(("cents", "clock"), [(4_000, "22:14"), (59_000, "23:50")])
def test_a_kept_stack_comes_back_whole_though_it_is_no_buy_in(cents: int, clock: str):
    world, where = kept("img", cents)
    move = give_back(floor(world, clock), **where)
    assert (move.cents, move.seat.number) == (cents, 1)
    (why,) = entry(world.club.pk, move.entry_id or 0).because
    assert (why["rule"], why["result"]) == ("IMG-C18", "returned_whole")
    assert world.balance("safekeeping", where["stack_id"]) == 0


def test_elsewhere_a_kept_stack_that_is_no_buy_in_leads_to_its_release():
    world, where = kept("olympic", 4_000)
    said = refused(BuyInRefused, give_back, floor(world, "22:14"), **where)
    assert "Release the stack to payment" in str(said.next_step)
