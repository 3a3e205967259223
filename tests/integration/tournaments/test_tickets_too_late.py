"""Late registration ends by the clock: a ticket is of no use then, whoever closes what."""

from functools import partial
from typing import Any

import pytest

from casino.cage.models import Payable, Shift
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, signed
from tests.world import World
from tournaments.models import Entry, Ticket, Tournament
from tournaments.queries.clock import same_price
from tournaments.services.campaigns import NoEntries, give_ticket
from tournaments.services.clock import pause_clock, set_clock
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.selling import NotAdmitted, sell_entry
from tournaments.services.starting import close_registration, start
from tournaments.services.tickets import TicketUsable, clear_ticket


@pytest.fixture
def main(world: World, shift: Shift) -> Tournament:
    """A tournament of 110.00 that began at nine and takes entries until 21:20."""
    found = a_tournament(world, "Main", late_levels=1)
    enter(world, found, "Ann", "Bob", shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=found.pk)
    return found


def left_two(world: World, shift: Shift, main: Tournament) -> tuple[Tournament, list[Entry]]:
    """Play a satellite that pays one ticket to its last two."""
    terms: dict[str, Any] = {"variants": ["satellite"], "kind": "satellite", "target": main.pk}
    terms |= {"price_cents": 5_000, "fee_cents": 500}
    found = a_tournament(world, "Satellite", **terms)
    entries = enter(world, found, "Sue", "Tim", "Uno", shift_id=shift.pk)
    where = {"tournament_id": found.pk}
    start(td(world, "21:00"), **where)
    close_registration(td(world, "21:02"), **where)
    signed(world, fix_pool.ask(td(world, "21:03"), **where), clock="21:04")
    knock_out(td(world, "21:05"), **where, outs=[Out(entry_id=entries[2].pk, stack=100)])
    return found, entries


def won(world: World, satellite: Tournament, last: Entry, clock: str) -> None:
    where = {"tournament_id": satellite.pk}
    knock_out(td(world, clock), **where, outs=[Out(entry_id=last.pk, stack=100)])
    signed(world, award_prizes.ask(td(world, clock), **where), clock=clock)


def test_a_satellite_that_ends_too_late_pays_in_cash(world: World, shift: Shift, main: Tournament):
    satellite, entries = left_two(world, shift, main)
    won(world, satellite, entries[1], "21:30")
    assert not Ticket.objects.exists()
    due = Payable.objects.get(kind="tournament.prize", player__name="Sue")
    assert due.cents == 11_000


def test_a_ticket_that_was_not_used_in_time_is_settled_before_anybody_closes_registration(
    world: World, shift: Shift, main: Tournament
):
    satellite, entries = left_two(world, shift, main)
    won(world, satellite, entries[1], "21:15")
    ticket = Ticket.objects.get()
    clear = partial(clear_ticket.ask, ticket_id=ticket.pk, reason="Too late to play")
    refused(TicketUsable, clear, td(world, "21:16"))

    buys = {"tournament_id": main.pk, "player_id": ticket.player_id, "shift_id": shift.pk}
    for paid_with in ("ticket", "cash"):
        said = refused(NotAdmitted, sell_entry, world.stamp("21:30"), **buys, paid_with=paid_with)
        assert said.message == "Registration for this tournament is closed."
    client = world.browser(Role.DIRECTOR)
    page = f"/tallinn/tournaments/{main.pk}/"
    assert f"/tickets/{ticket.pk}/clear/" in client.get(page).content.decode()

    signed(world, clear(td(world, "21:31")), clock="21:32")
    assert Payable.objects.get(kind="tournament.ticket").cents == 11_000


def test_the_house_gives_no_ticket_that_nobody_can_use(world: World, main: Tournament):
    guest = world.player("Lea").pk
    give = partial(give_ticket.ask, tournament_id=main.pk, player_id=guest, campaign="Advent")
    in_time = give(td(world, "21:15"))
    refused(NoEntries, give, td(world, "21:40"))
    refused(NoEntries, signed, world, in_time, clock="21:30")
    close_registration(td(world, "21:41"), tournament_id=main.pk)
    refused(NoEntries, give, td(world, "21:42"))
    assert not Ticket.objects.exists()


def test_a_ticket_moves_to_no_tournament_that_takes_no_entries_any_more(
    world: World, shift: Shift, main: Tournament
):
    early = a_tournament(world, "Early", late_levels=1)
    satellite, entries = left_two(world, shift, early)
    enter(world, early, "Ann", "Bob", shift_id=shift.pk)
    won(world, satellite, entries[1], "21:10")
    start(td(world, "21:10"), tournament_id=early.pk)
    pause_clock(td(world, "21:11"), tournament_id=early.pk)
    set_clock(td(world, "21:12"), tournament_id=early.pk, step=2, left_seconds=60, reason="Late")
    ticket = Ticket.objects.get()
    move = partial(clear_ticket.ask, ticket_id=ticket.pk, reason="Late", move_to_id=main.pk)
    move(td(world, "21:15"))
    assert main in same_price(ticket, world.at("21:15"))
    said = refused(NoEntries, move, td(world, "21:25"))
    assert said.field == "move_to_id"
    assert same_price(ticket, world.at("21:25")) == []
