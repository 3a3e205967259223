"""While a flight is played past its late registration, tickets lead to the flight that follows."""

from functools import partial
from typing import Any

import pytest
from django.urls import reverse

from casino.cage.models import Payable, Shift
from casino.staff.models import Role
from tests.integration.tournaments.test_changes import changed
from tests.integration.tournaments.test_tickets_too_late import left_two, won
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_template, a_tournament, chips_of, enter, now, signed
from tests.world import World
from tournaments.models import Ticket, Tournament
from tournaments.queries.clock import registration_open, same_price, takes_tickets
from tournaments.queries.order import playing
from tournaments.services.announcing import announce
from tournaments.services.campaigns import NoEntries, give_ticket
from tournaments.services.days import begin_day, end_day
from tournaments.services.starting import close_registration, start
from tournaments.services.tickets import TicketUsable, clear_ticket


@pytest.fixture
def main(world: World, shift: Shift) -> Tournament:
    """Two flights; the first takes entries until 21:20."""
    found = changed(world, a_tournament(world, "Main", late_levels=1), flights=2)
    enter(world, found, "Ann", "Bob", shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=found.pk)
    return found


def end_of_flight(world: World, main: Tournament, clock: str = "22:00", **more: Any) -> None:
    bags = chips_of({each.pk: 10_000 for each in playing(main)})
    end_day(td(world, clock), tournament_id=main.pk, bags=bags, another_flight=True, **more)


def test_a_satellite_to_the_next_flight_pays_its_ticket(
    world: World, shift: Shift, main: Tournament
):
    satellite, entries = left_two(world, shift, main)
    won(world, satellite, entries[1], "21:30")
    ticket = Ticket.objects.get()
    assert (ticket.player.name, ticket.target_id) == ("Sue", main.pk)
    assert not Payable.objects.filter(player__name="Sue").exists()

    clear = partial(clear_ticket.ask, ticket_id=ticket.pk, reason="Too late to play")
    refused(TicketUsable, clear, td(world, "21:50"))
    client = world.browser(Role.DIRECTOR)
    page = client.get(f"/tallinn/tournaments/{main.pk}/").content.decode()
    assert f"/tickets/{ticket.pk}/clear/" not in page

    end_of_flight(world, main)
    assert registration_open(now(main), world.at("22:05"))
    refused(TicketUsable, clear, td(world, "22:05"))


def test_the_house_gives_a_ticket_to_the_next_flight(world: World, main: Tournament):
    assert not registration_open(now(main), world.at("21:40"))
    where = {"tournament_id": main.pk, "player_id": world.player("Lea").pk}
    asked = give_ticket.ask(td(world, "21:40"), **where, campaign="Advent")
    signed(world, asked, clock="21:41")
    assert Ticket.objects.get().target == main


def test_a_ticket_is_too_late_in_the_last_flight(world: World, shift: Shift, main: Tournament):
    early = a_tournament(world, "Early")
    satellite, entries = left_two(world, shift, early)
    won(world, satellite, entries[1], "21:10")
    ticket = Ticket.objects.get()
    assert main in same_price(ticket, world.at("21:40"))

    end_of_flight(world, main)
    begin_day(td(world, "22:10"), tournament_id=main.pk)
    late = world.at("22:35")
    assert not takes_tickets(now(main), late)
    assert main not in same_price(ticket, late)
    give = partial(give_ticket.ask, tournament_id=main.pk, player_id=world.player("Lea").pk)
    refused(NoEntries, give, td(world, "22:35"), campaign="Advent")


def test_a_further_flight_is_said_while_the_first_is_played(world: World, main: Tournament):
    only = changed(world, main, flights=1, clock="21:25")
    assert not takes_tickets(only, world.at("21:30"))
    assert takes_tickets(changed(world, main, flights=3, clock="21:31"), world.at("21:32"))
    close_registration(td(world, "21:33"), tournament_id=main.pk)
    assert not takes_tickets(now(main), world.at("21:34"))


def test_flights_are_announced_and_changed_on_the_pages(world: World):
    template = a_template(world, "Main")
    manager = world.stamp("10:05", role=Role.MANAGER)
    made = announce(
        manager, template_id=template.pk, name="Main", starts_at=world.at("21:00"), flights=3
    )
    assert (made.flights, a_tournament(world, "Other").flights) == (3, 1)
    client = world.browser(Role.DIRECTOR)
    shown = client.get(reverse("tournament-structure", args=["tallinn", made.pk]))
    assert "3 flights" in shown.content.decode()
    form = client.get(f"/tallinn/tournaments/{made.pk}/terms/").context["form"]
    assert form["flights"].value() == 3
    changed(world, made, flights=4)
    page = client.get(f"/tallinn/tournaments/{made.pk}/").content.decode()
    assert '<td class="n">3</td>' in page
