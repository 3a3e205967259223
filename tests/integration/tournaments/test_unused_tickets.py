"""Tickets that cannot be used any more: paid, moved or lapsed, and never owed for good."""

from functools import partial
from typing import Any

import pytest

from casino.approvals.services import OwnProposal
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.closing.services.checklist import checklist
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.merging import merged
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import (
    a_tournament,
    decided,
    enter,
    now,
    satellite_won,
    signed,
    ticket_given,
)
from tests.world import EVENING, World, a_key
from tournaments.models import Ticket, Tournament
from tournaments.queries.tournaments import open_tickets
from tournaments.services.campaigns import HasTicket, give_ticket
from tournaments.services.refunds import cancel_tournament, refund_all
from tournaments.services.selling import EnteredBefore, sell_entry
from tournaments.services.starting import close_registration, start
from tournaments.services.tickets import (
    OtherPrice,
    TicketCleared,
    TicketLapses,
    TicketUsable,
    clear_cancelled,
    clear_ticket,
)
from tournaments.services.used_tickets import NoTicket


@pytest.fixture
def main(world: World) -> Tournament:
    return a_tournament(world, "Main", price_cents=10_000, fee_cents=1_000)


@pytest.fixture
def won(world: World, shift: Shift, main: Tournament) -> Ticket:
    """Ann wins a ticket to the main event."""
    return satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)[0]


def cancelled(world: World, tournament: Tournament) -> None:
    where = {"tournament_id": tournament.pk}
    signed(
        world, cancel_tournament.ask(td(world, "23:30"), **where, reason="No power"), clock="23:31"
    )


def closed(world: World, tournament: Tournament, shift: Shift) -> list[Any]:
    """Play goes on without the holders of tickets: registration is closed."""
    entries = enter(world, tournament, "Eve", "Fred", shift_id=shift.pk, clock="23:20")
    start(td(world, "23:25"), tournament_id=tournament.pk)
    close_registration(td(world, "23:30"), tournament_id=tournament.pk)
    return entries


def listed(world: World) -> list[str]:
    lines = checklist(world.club.pk, EVENING, at=world.at("23:59"))
    (line,) = (one for one in lines if one.what == "Unusable tickets")
    return [str(one.says) for one in line.things]


def test_tickets_to_a_cancelled_tournament_are_paid_or_taken_back_once(
    world: World, shift: Shift, main: Tournament, won: Ticket
):
    ticket_given(world, main, "Cat")
    given = ticket_given(world, main, "Dan")
    dan = {"player_id": given.player_id, "paid_with": "ticket", "shift_id": shift.pk}
    sell_entry(world.stamp("20:40"), tournament_id=main.pk, **dan)
    refused(TicketUsable, clear_cancelled, td(world, "23:00"), ticket_id=won.pk)
    cancelled(world, main)
    unused = ["Cat, ticket to Main: 110,00.", "Ann, ticket to Main: 110,00."]
    assert listed(world) == unused

    key = a_key()
    for clock in ("23:40", "23:41"):
        refund_all(world.stamp(clock, role=Role.DIRECTOR, key=key), tournament_id=main.pk)
        refund_all(td(world, clock), tournament_id=main.pk)

    owed = Payable.objects.get(kind="tournament.ticket")
    assert (owed.cents, owed.player_id) == (11_000, won.player_id)
    assert not Payable.objects.filter(kind="tournament.refund").exists()
    assert world.balance("tickets", main.pk) == 0
    assert world.balance("expense:campaign") == 0
    assert open_tickets(main) == []
    assert listed(world) == []
    pay_out(world.stamp("23:50"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")
    assert world.balance("payable", owed.pk) == 0


def test_the_ticket_of_a_merged_card_is_the_guests_and_brings_one_entry(
    world: World, shift: Shift, main: Tournament
):
    double, stays = ticket_given(world, main, "Dan"), world.player("Daniel").pk
    merged(world, stays, double.player_id, clock="20:20")
    again = {"tournament_id": main.pk, "player_id": stays, "campaign": "Advent"}
    refused(HasTicket, give_ticket.ask, td(world, "20:25"), **again)
    dan = {"tournament_id": main.pk, "player_id": stays, "shift_id": shift.pk}
    sell_entry(world.stamp("20:30"), **dan, paid_with="ticket", ticket_id=double.pk)
    third = world.player("D.").pk
    merged(world, third, stays, clock="20:35")
    dan |= {"player_id": third, "paid_with": "cash"}
    refused(EnteredBefore, sell_entry, world.stamp("20:40"), **dan)


def test_a_given_ticket_lapses_when_its_tournament_has_ended(
    world: World, shift: Shift, main: Tournament
):
    ticket_given(world, main, "Cat")
    entries = enter(world, main, "Eve", "Fred", shift_id=shift.pk)
    assert world.balance("expense:campaign") == 11_000
    decided(world, main, entries)
    assert now(main).finished_at
    assert world.balance("expense:campaign") == world.balance("tickets", main.pk) == 0
    assert open_tickets(main) == []


def test_a_won_ticket_nobody_used_stays_owed_by_name_until_two_pay_it(
    world: World, shift: Shift, main: Tournament, won: Ticket
):
    ask = partial(clear_ticket.ask, ticket_id=won.pk, reason="Was ill")
    refused(TicketUsable, ask, td(world, "23:10"))
    closed(world, main, shift)
    assert listed(world) == ["Ann, ticket to Main: 110,00."]

    asked = ask(td(world, "23:40"))
    twin = ask(td(world, "23:41"))
    refused(OwnProposal, signed, world, asked, role=Role.DIRECTOR, clock="23:42")
    signed(world, asked, clock="23:43")

    owed = Payable.objects.get(kind="tournament.ticket")
    assert (owed.cents, owed.player_id) == (11_000, won.player_id)
    assert owed.not_by == sorted([asked.proposed_by_id, world.staff[Role.MANAGER].pk])
    assert world.balance("tickets", main.pk) == 0
    assert listed(world) == []
    refused(TicketCleared, signed, world, twin, clock="23:44")
    refused(TicketCleared, ask, td(world, "23:45"))


def test_a_won_ticket_moves_to_another_tournament_of_the_same_price_and_is_played_there(
    world: World, shift: Shift, main: Tournament, won: Ticket
):
    closed(world, main, shift)
    ask = partial(clear_ticket.ask, ticket_id=won.pk, reason="Was ill")
    dear = a_tournament(world, "Dear", price_cents=10_001, fee_cents=1_000)
    held = a_tournament(world, "Held")
    bought = {"player_id": won.player_id, "paid_with": "cash", "shift_id": shift.pk}
    sell_entry(world.stamp("20:40"), tournament_id=held.pk, **bought)
    refused(OtherPrice, ask, td(world, "23:40"), move_to_id=dear.pk)
    refused(HasTicket, ask, td(world, "23:40"), move_to_id=held.pk)
    refused(NotFound, ask, td(world, "23:40"), move_to_id=10**15)
    later = a_tournament(world, "Later")

    signed(world, ask(td(world, "23:41"), move_to_id=later.pk), clock="23:42")

    assert world.balance("tickets", main.pk) == 0
    assert world.balance("tickets", later.pk) == -11_000
    ann = {"player_id": won.player_id, "paid_with": "ticket", "shift_id": shift.pk}
    sell_entry(world.stamp("23:45"), tournament_id=later.pk, **ann)
    assert world.balance("tickets", later.pk) == 0
    assert not Payable.objects.filter(kind="tournament.ticket").exists()


def test_what_the_house_gave_is_never_paid_and_a_lapsed_ticket_never_played(
    world: World, shift: Shift, main: Tournament
):
    given = ticket_given(world, main, "Cat")
    cancelled(world, main)
    refused(TicketLapses, clear_ticket.ask, td(world, "23:35"), ticket_id=given.pk, reason="Kind")
    refund_all(td(world, "23:40"), tournament_id=main.pk)
    Tournament.objects.filter(id=main.pk).update(cancelled_at=None)
    use = {"player_id": given.player_id, "paid_with": "ticket", "shift_id": shift.pk}
    refused(NoTicket, sell_entry, world.stamp("23:45"), tournament_id=main.pk, **use)


def test_a_satellite_that_ends_after_its_target_pays_tickets_in_cash(
    world: World, shift: Shift, main: Tournament
):
    terms = {"variants": ["satellite"], "kind": "satellite", "target": main.pk}
    satellite = a_tournament(world, "Satellite", **terms)
    cancelled(world, main)
    decided(world, satellite, enter(world, satellite, "Ann", "Bob", shift_id=shift.pk))
    assert not Ticket.objects.exists()
    assert Payable.objects.get(kind="tournament.prize", player__name="Ann").cents == 11_000
    assert world.balance("tickets", main.pk) == 0
