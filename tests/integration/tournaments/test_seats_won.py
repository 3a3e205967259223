"""Who holds a ticket has a place: it counts as already bought in (AMB-61)."""

from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, td
from tests.tournaments import a_tournament, enter, now, satellite_won, signed, ticket_given
from tests.world import World
from tournaments.models import Tournament
from tournaments.queries.waitlist import lists
from tournaments.services.changing import change_tournament
from tournaments.services.listing import join_list
from tournaments.services.selling import NotAdmitted, sell_entry
from tournaments.services.tickets import take_back_ticket


def free(world: World, main: Tournament, clock: str) -> int:
    return lists(now(main), world.at(clock)).free


def test_a_seat_that_was_won_is_sold_to_nobody_else(world: World):
    main, shift = a_tournament(world, "Main", places=3), world.open_shift(clock="18:00")
    won, _ = satellite_won(world, main, "Sue", "Tim", shift_id=shift.pk)
    assert free(world, main, "23:20") == 2
    enter(world, main, "Ann", "Bob", shift_id=shift.pk, clock="23:21")
    refused(NotAdmitted, enter, world, main, "Cat", shift_id=shift.pk, clock="23:22")

    where = {"tournament_id": main.pk, "shift_id": shift.pk}
    join_list(world.stamp("23:23"), tournament_id=main.pk, player_id=world.player("Dan").pk)
    client = world.browser(Role.DIRECTOR)
    page = client.get(f"/tallinn/tournaments/{main.pk}/waiting/").content.decode()
    assert "1 place held by a ticket" in page
    sell_entry(world.stamp("23:30"), **where, player_id=won.player_id, paid_with="ticket")
    assert lists(now(main), world.at("23:31")).held_by_tickets == 0
    assert free(world, main, "23:31") == 0


def test_a_ticket_taken_back_or_of_no_use_any_more_holds_no_place(world: World):
    main = a_tournament(world, "Main", places=3, late_levels=1)
    given = ticket_given(world, main, "Cat")
    ticket_given(world, main, "Dan")
    shift = world.open_shift(clock="18:00")
    few = {"tournament_id": main.pk, "places": 1, "notice": "Fewer tables"}
    refused(BadInput, change_tournament.ask, td(world, "18:01"), **few)
    assert free(world, main, "18:02") == 1
    back = take_back_ticket.ask(td(world, "18:03"), ticket_id=given.pk, reason="Wrong guest")
    signed(world, back, clock="18:04")
    assert free(world, main, "18:05") == 2

    enter(world, main, "Ann", "Bob", shift_id=shift.pk)
    begun(world, main)
    assert free(world, main, "21:10") == 0
    assert free(world, main, "21:30") == 1
