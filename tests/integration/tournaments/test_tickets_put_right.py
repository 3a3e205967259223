"""A ticket that was given to the wrong guest, or moved to the wrong tournament, is put right."""

from functools import partial

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.ledger.verify import Books, verify_ledger
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, td
from tests.tournaments import a_tournament, enter, satellite_won, signed, ticket_given
from tests.world import EVENING, World, a_key
from tournaments.models import Ticket, Tournament
from tournaments.services.campaigns import give_ticket
from tournaments.services.selling import sell_entry
from tournaments.services.starting import close_registration
from tournaments.services.tickets import (
    OtherPrice,
    TicketCleared,
    TicketUsable,
    clear_ticket,
    take_back_ticket,
)
from tournaments.services.used_tickets import TicketFirst


@pytest.fixture
def main(world: World) -> Tournament:
    return a_tournament(world, "Main")


def asked(world: World, ticket: Ticket, clock: str = "12:10") -> Proposal:
    return take_back_ticket.ask(td(world, clock), ticket_id=ticket.pk, reason="Another Mari")


def test_a_ticket_given_to_the_wrong_guest_is_taken_back_by_two(
    world: World, shift: Shift, main: Tournament
):
    given = ticket_given(world, main, "Mari Tamm")
    cash = {"tournament_id": main.pk, "player_id": given.player_id, "paid_with": "cash"}
    sell = partial(sell_entry, **cash, shift_id=shift.pk)
    refused(TicketFirst, sell, world.stamp("12:07"))
    wanted, twin = asked(world, given), asked(world, given)
    said = {name: wanted.content[name] for name in ("tournament", "promotion", "worth_cents")}
    assert said == {"tournament": "Main", "promotion": "Advent", "worth_cents": 11_000}
    refused(OwnProposal, signed, world, wanted, role=Role.DIRECTOR, clock="12:11")
    signed(world, wanted, clock="12:11")

    assert world.balance("tickets", main.pk) == world.balance("expense:campaign") == 0
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert next(row.operation for _, row, _ in listed) == "tournaments.take_back_ticket"
    refused(TicketCleared, signed, world, twin, clock="12:12")
    assert sell(world.stamp("20:30")).entry.player_id == given.player_id
    assert list(verify_ledger(Books(club_id=world.club.pk))) == []


def test_who_lost_a_ticket_can_be_given_another_one_and_lose_that(world: World, main: Tournament):
    given = ticket_given(world, main, "Mari")
    again = {"tournament_id": main.pk, "player_id": given.player_id, "campaign": "Easter"}
    for clock in ("12:11", "12:21"):
        (held,) = Ticket.objects.unused()
        signed(world, asked(world, held), clock=clock)
        assert not Ticket.objects.unused().exists()
        signed(world, give_ticket.ask(td(world, clock), **again), clock=clock)
    assert world.balance("tickets", main.pk) == -11_000


def test_a_ticket_that_was_used_or_won_is_not_taken_back(
    world: World, shift: Shift, main: Tournament
):
    given = ticket_given(world, main, "Mari")
    wanted = asked(world, given, "20:28")
    use = {"tournament_id": main.pk, "player_id": given.player_id, "shift_id": shift.pk}
    sell_entry(world.stamp("20:30"), **use, paid_with="ticket")
    refused(TicketCleared, signed, world, wanted, clock="20:32")
    won, _ = satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)
    assert refused(BadInput, asked, world, won, "23:10").field == "ticket_id"


def test_the_page_of_a_tournament_leads_there(world: World, main: Tournament):
    given = ticket_given(world, main, "Mari")
    client = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/tickets/{given.pk}/take-back/"
    page = client.get(f"/tallinn/tournaments/{main.pk}/").content.decode()
    assert where in page
    assert f"tickets/{given.pk}/clear/" not in page
    sent = client.post(where, {"reason": "Another Mari", "key": a_key()})
    assert sent["Location"].startswith("/tallinn/approvals/")


def test_a_won_ticket_moved_to_the_wrong_tournament_moves_on_while_it_can_be_used(
    world: World, shift: Shift, main: Tournament
):
    wrong, right = (a_tournament(world, name) for name in ("Wrong", "Right"))
    dear = a_tournament(world, "Dear", price_cents=20_000)
    won, _ = satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)
    ask = partial(clear_ticket.ask, ticket_id=won.pk, reason="Ill")
    refused(TicketUsable, ask, td(world, "23:10"), move_to_id=wrong.pk)
    enter(world, main, "Eve", "Fred", shift_id=shift.pk)
    begun(world, main)
    close_registration(td(world, "23:12"), tournament_id=main.pk)
    signed(world, ask(td(world, "23:13"), move_to_id=wrong.pk), clock="23:14")
    refused(TicketUsable, ask, td(world, "23:15"))
    refused(OtherPrice, ask, td(world, "23:15"), move_to_id=dear.pk)
    client = world.browser(Role.DIRECTOR)
    page = client.get(f"/tallinn/tournaments/{wrong.pk}/").content.decode()
    assert f"tickets/{won.pk}/clear/" in page

    signed(world, ask(td(world, "23:16"), move_to_id=right.pk), clock="23:17")

    balances = [world.balance("tickets", each.pk) for each in (main, wrong, right)]
    assert balances == [0, 0, -11_000]
    use = {"tournament_id": right.pk, "player_id": won.player_id, "shift_id": shift.pk}
    sell_entry(world.stamp("23:20"), **use, paid_with="ticket")
    assert world.balance("tickets", right.pk) == 0
