"""No more play than there are places; who holds a ticket is not sold an entry for money."""

from typing import Any

import pytest

from tests.refusing import refused
from tests.tournament_floor import at_seat, begun, opened, out, placed, td
from tests.tournaments import a_tournament, enter, now, signed, ticket_given
from tests.world import World, a_club
from tournaments.models import Entry, Ticket, Tournament
from tournaments.queries.order import playing
from tournaments.services.campaigns import give_ticket
from tournaments.services.during_play import NotSold
from tournaments.services.listing import join_list
from tournaments.services.moves import balance_tables
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.tables import break_table, open_tables
from tournaments.services.used_tickets import TicketFirst

REBUYS: dict[str, Any] = {
    "variants": ["rebuy_when_broke"],
    "rebuy_cents": 10_000,
    "rebuy_levels": 4,
    "late_levels": 4,
}


def out_with_two_waiting(world: World) -> tuple[Tournament, Entry, int, list[int]]:
    """Play at three places, of which the first player is out; two others wait."""
    shift, friday = world.open_shift(), a_tournament(world, places=3, **REBUYS)
    opened(world, friday, 1)
    ann, *_ = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    waiting = [world.player(name).pk for name in ("Wim", "Xia")]
    for each in waiting:
        join_list(world.stamp("20:40"), tournament_id=friday.pk, player_id=each)
    begun(world, friday)
    out(world, friday, ann, "21:05")
    return friday, ann, shift.pk, waiting


def test_a_rebuy_takes_no_place_that_went_to_the_list(world: World):
    friday, ann, shift, (wim, _) = out_with_two_waiting(world)
    pays = {"shift_id": shift, "paid_with": "cash"}
    sell_entry(world.stamp("21:06"), tournament_id=friday.pk, player_id=wim, **pays)

    again = {"entry_id": ann.pk, "what": "rebuy"}
    assert refused(NotSold, sell_more, world.stamp("21:08"), **again, **pays).next_step
    assert {str(each.player) for each in playing(now(friday))} == {"Bob", "Cat", "Wim"}


def test_a_rebuy_at_once_keeps_the_place_before_who_waits(world: World):
    friday, ann, shift, _ = out_with_two_waiting(world)
    pays = {"shift_id": shift, "paid_with": "cash"}
    sell_more(world.stamp("21:06"), entry_id=ann.pk, what="rebuy", **pays)
    assert {str(each.player) for each in playing(now(friday))} == {"Ann", "Bob", "Cat"}


@pytest.mark.parametrize("given", ["before", "since"])
def test_a_ticket_to_a_full_tournament_takes_no_rebuy_of_who_played(world: World, given: str):
    shift, friday = world.open_shift(), a_tournament(world, places=3, **REBUYS)
    opened(world, friday, 1)
    ann, *_ = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    lea = {"tournament_id": friday.pk, "player_id": world.player("Lea").pk, "campaign": "Advent"}
    if given == "before":
        signed(world, give_ticket.ask(td(world, "20:50"), **lea), clock="20:51")
    begun(world, friday)
    out(world, friday, ann, "21:05")
    if given == "since":
        signed(world, give_ticket.ask(td(world, "21:06"), **lea), clock="21:07")

    pays = {"entry_id": ann.pk, "what": "rebuy", "shift_id": shift.pk, "paid_with": "cash"}
    if given == "since":
        refused(NotSold, sell_more, world.stamp("21:08"), **pays)
    else:
        sell_more(world.stamp("21:08"), **pays)
        assert {str(each.player) for each in playing(now(friday))} == {"Ann", "Bob", "Cat"}


def test_who_holds_a_ticket_is_sold_no_entry_for_money(world: World):
    shift, friday = world.open_shift(clock="11:00"), a_tournament(world)
    ticket = ticket_given(world, friday, "Ann")
    at = {"tournament_id": friday.pk, "player_id": ticket.player_id, "shift_id": shift.pk}

    for paid_with in ("cash", "bank"):
        refused(TicketFirst, sell_entry, world.stamp("20:30"), **at, paid_with=paid_with)
    sell_entry(world.stamp("20:31"), **at, paid_with="ticket")
    assert Ticket.objects.get().used_by_id


def test_the_seat_of_an_earlier_table_of_a_number_is_nobodys_vacated_seat(db: None):
    world = a_club(book="voodoo")
    shift, friday = world.open_shift(), a_tournament(world, shares_bp=[6000, 4000])
    opened(world, friday, 1, 2, seats=9)
    enter(world, friday, *[f"P{number}" for number in range(9)], shift_id=shift.pk)
    placed(friday, {1: [7], 2: [1, 2, 3, 4, 5, 6, 7, 8]})
    begun(world, friday)
    out(world, friday, at_seat(now(friday), 1, 7), "21:10")
    break_table(td(world, "21:15"), tournament_id=friday.pk, table_no=1)
    open_tables(td(world, "22:00"), tournament_id=friday.pk, numbers=[1], seats=9)

    where = {"from_table": 2, "to_table": 1, "from_button": 1, "to_button": 2}
    move = balance_tables(td(world, "22:01"), tournament_id=friday.pk, **where)

    assert move.to_seat != 7
