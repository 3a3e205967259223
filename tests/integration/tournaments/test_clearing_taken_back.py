"""A ticket settled in money by mistake is a ticket again, by two, until its price is paid."""

from typing import Any
from uuid import uuid4

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.audit.queries.listed import SIGNED
from casino.cage.models import Payable, Payment, Shift
from casino.cage.services.payables import NotOwed, pay_out
from casino.cage.services.reversals import reverse_slip
from casino.ledger.verify import Books
from casino.refusals import NotFound
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.integration.tournaments.test_unused_tickets import cancelled, closed, listed
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, now, satellite_won, signed
from tests.world import World
from tournaments.models import Ticket, Tournament
from tournaments.services.refunds import refund_all
from tournaments.services.reopening import take_back_cancel
from tournaments.services.selling import sell_entry
from tournaments.services.tickets import ClearingStands, clear_ticket, take_back_clearing


@pytest.fixture
def main(world: World) -> Tournament:
    return a_tournament(world, "Main", price_cents=10_000, fee_cents=1_000)


@pytest.fixture
def won(world: World, shift: Shift, main: Tournament) -> Ticket:
    """Ann wins a ticket to the main event."""
    return satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)[0]


def settled(world: World, ticket: Ticket, clock: str = "23:40") -> Payable:
    asked = clear_ticket.ask(td(world, clock), ticket_id=ticket.pk, reason="Was ill")
    signed(world, asked, clock=clock)
    return Payable.objects.filter(kind="tournament.ticket").latest("id")


def asked_back(world: World, owed: Payable, clock: str = "23:42") -> Any:
    return take_back_clearing.ask(td(world, clock), payable_id=owed.pk, reason="Plays on Sunday")


def sound(world: World) -> bool:
    return list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_what_was_to_be_paid_is_a_ticket_again_and_leads_to_another_tournament(
    world: World, shift: Shift, main: Tournament, won: Ticket
):
    closed(world, main, shift)
    owed = settled(world, won)
    asked = asked_back(world, owed)
    assert asked.content["worth_cents"] == 11_000
    refused(OwnProposal, signed, world, asked, role=Role.DIRECTOR, clock="23:43")
    signed(world, asked, clock="23:43")

    won.refresh_from_db()
    assert (won.cleared_at, won.payable) == (None, None)
    assert world.balance("tickets", main.pk) == -11_000
    assert world.balance("payable", owed.pk) == 0
    assert listed(world) == ["Ann, ticket to Main: 110,00."]
    assert SIGNED[take_back_clearing.name] == SIGNED["tournaments.take_back_ticket"]
    refused(NotOwed, asked_back, world, owed)
    due = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    refused(NotOwed, pay_out, world.stamp("23:44"), **due)

    later = a_tournament(world, "Later")
    move = {"ticket_id": won.pk, "move_to_id": later.pk, "reason": "Plays on Sunday"}
    signed(world, clear_ticket.ask(td(world, "23:45"), **move), clock="23:46")
    ann = {"player_id": won.player_id, "paid_with": "ticket", "shift_id": shift.pk}
    sell_entry(world.stamp("23:47"), tournament_id=later.pk, **ann)
    assert sound(world)


def test_a_paid_ticket_comes_back_by_its_slip_first(
    world: World, shift: Shift, main: Tournament, won: Ticket
):
    closed(world, main, shift)
    owed = settled(world, won)
    asked = asked_back(world, owed)
    due = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    pay_out(world.stamp("23:44"), **due)
    slip = Payment.objects.get().entry_id
    said = refused(ClearingStands, asked_back, world, owed)
    assert (said.next_page, said.about) == ("slip-reverse", {"entry_id": slip})
    refused(ClearingStands, signed, world, asked, clock="23:45")
    what = {"entry_id": slip, "shift_id": shift.pk, "reason": "Handed back"}
    signed(world, reverse_slip.ask(world.stamp("23:46"), **what), clock="23:47")
    signed(world, asked_back(world, owed, "23:48"), clock="23:49")
    anew = settled(world, won, "23:50")
    assert (anew.cents, anew.player_id, anew == owed) == (11_000, won.player_id, False)
    assert anew.not_by == sorted([world.staff[Role.DIRECTOR].pk, world.staff[Role.MANAGER].pk])
    assert sound(world)


def test_of_a_wrong_cancellation_the_tickets_go_back_too(
    world: World, main: Tournament, won: Ticket
):
    cancelled(world, main)
    refund_all(td(world, "23:40"), tournament_id=main.pk)
    owed = Payable.objects.get(kind="tournament.ticket")
    signed(world, asked_back(world, owed), clock="23:43")
    what = {"tournament_id": main.pk, "reason": "Meant Saturday"}
    signed(world, take_back_cancel.ask(td(world, "23:44"), **what), clock="23:45")
    assert now(main).cancelled_at is None
    assert won.player_id == main.tickets.unused().get().player_id
    assert sound(world)


def test_a_prize_is_no_settled_ticket(world: World, shift: Shift):
    event = a_tournament(world)
    decided(world, event, enter(world, event, "Ann", "Bob", shift_id=shift.pk))
    refused(NotFound, asked_back, world, Payable.objects.filter(kind="tournament.prize")[0])


def test_the_page_of_a_payment_leads_to_it(
    world: World, shift: Shift, main: Tournament, won: Ticket
):
    closed(world, main, shift)
    owed = settled(world, won)
    director, cashier = world.browser(Role.DIRECTOR), world.browser(Role.CASHIER)
    page = f"/tallinn/payments/{owed.pk}/"
    at = f"/tallinn/tournaments/tickets/payments/{owed.pk}/take-back/"
    assert at in director.get(page).content.decode()
    assert at not in cashier.get(page).content.decode()
    assert "Ann" in director.get(at).content.decode()
    director.post(at, {"key": uuid4(), "reason": "Plays on Sunday"})
    signed(world, Proposal.objects.latest("id"), clock="23:45")
    after = director.get(page).content.decode()
    assert "Plays on Sunday" in after
    assert at not in after
