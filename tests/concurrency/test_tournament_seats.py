"""Tickets sold at four desks at the same time: no seat twice, no number twice, every cent."""

import os
from collections import Counter
from functools import partial
from typing import Any

import pytest

from casino.cage.services.opening import open_shift
from casino.house.queries import book_on, club_stamp
from casino.house.stamp import Stamp
from casino.players.models import Player
from casino.staff.models import Role
from tests.racing import race
from tests.tournaments import a_tournament
from tests.world import EVENING, FLOAT, World, a_club, a_member
from tournaments.models import Entry, SeatDraw, Tournament
from tournaments.queries import tournaments
from tournaments.queries.floor import drawn_again, floor
from tournaments.queries.pools import money_check
from tournaments.services.selling import sell_entry
from tournaments.services.starting import start
from tournaments.services.tables import open_tables

DESKS, SEATS, TICKET_CENTS = 4, 8, 11_000


class Desk:
    """A cashier with an open shift at a drawer of the own."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.cashier = a_member(world.club, Role.CASHIER, name=f"desk{number}@tallinn")
        drawer = world.drawer(f"Desk {number}").pk
        self.shift = open_shift(self.stamp("20:00"), drawer_id=drawer, cash=FLOAT, chips={})

    def stamp(self, clock: str) -> Stamp:
        at = self.world.at(clock)
        return club_stamp(self.world.club, at=at, actor_id=self.cashier.pk)

    def sell_all(self, tournament: Tournament, players: list[int], clock: str) -> list[Any]:
        """Sell one ticket after the other."""
        return [self.sell(tournament, player, clock) for player in players]

    def sell(self, tournament: Tournament, player_id: int, clock: str) -> Any:
        return sell_entry(
            self.stamp(clock),
            tournament_id=tournament.pk,
            player_id=player_id,
            paid_with="cash",
            shift_id=self.shift.pk,
        )


def guests(world: World, how_many: int) -> list[int]:
    """Add guests in one act: who they are plays no part here."""
    world.player("Guest 0")
    made = Player.objects.bulk_create(
        Player(club=world.club, code=1_000 + one, name=f"Guest {one}", act_id=-one)
        for one in range(1, how_many + 1)
    )
    return [each.pk for each in made]


def sold_at_four_desks(entrants: int) -> tuple[World, Tournament]:
    """Sell all places of a tournament, whose tables are open, at four desks at once."""
    world = a_club()
    world.fund(10_000_000)
    tournament = a_tournament(world, places=entrants)
    tables = list(range(1, -(-entrants // SEATS) + 1))
    supervisor = world.stamp("19:00", role=Role.SUPERVISOR)
    open_tables(supervisor, tournament_id=tournament.pk, numbers=tables, seats=SEATS)
    desks = [Desk(world, number) for number in range(1, DESKS + 1)]
    players = guests(world, entrants)
    selling = [
        partial(desk.sell_all, tournament, players[one::DESKS], "20:30")
        for one, desk in enumerate(desks)
    ]
    sales = race(*selling)
    assert [len(each) for each in sales] == [len(players[one::DESKS]) for one in range(DESKS)]
    return world, tournament


@pytest.mark.parametrize("entrants", [160, 1_000] if os.environ.get("LONG") else [160])
def test_four_desks_sell_all_places_and_no_seat_twice(committed_db: None, entrants: int):
    world, tournament = sold_at_four_desks(entrants)

    entries = list(Entry.objects.filter(tournament=tournament))
    assert sorted(each.number for each in entries) == list(range(1, entrants + 1))
    seats = Counter(each.seat for each in entries)
    assert len(seats) == entrants
    assert None not in seats
    taken = Counter(each.table_no for each in entries)
    assert set(taken.values()) == {SEATS}
    assert world.balance("tournament:pool", tournament.pk) == -10_000 * entrants
    assert money_check(tournament).received_cents == TICKET_CENTS * entrants

    draws = list(SeatDraw.objects.filter(tournament=tournament))
    book = book_on(world.club.pk, EVENING)
    assert len({each.seed for each in draws}) == entrants
    assert all(drawn_again(book, each) for each in draws[:: entrants // 20])
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=tournament.pk)
    assert not floor(tournaments.tournament(world.club.pk, tournament.pk)).elsewhere


def test_the_last_seat_is_sold_once(committed_db: None):
    world = a_club()
    world.fund(10_000_000)
    tournament = a_tournament(world, places=2)
    supervisor = world.stamp("19:00", role=Role.SUPERVISOR)
    open_tables(supervisor, tournament_id=tournament.pk, numbers=[1], seats=2)
    desks = [Desk(world, number) for number in range(1, DESKS + 1)]
    players = guests(world, DESKS)
    selling = [
        partial(desk.sell, tournament, player, "20:30")
        for desk, player in zip(desks, players, strict=True)
    ]
    kinds = Counter(type(each).__name__ for each in race(*selling))
    assert kinds == {"Purchase": 2, "NotAdmitted": 2}
    assert world.balance("tournament:pool", tournament.pk) == -20_000


def test_one_guest_at_two_desks_has_one_seat(committed_db: None):
    world = a_club()
    world.fund(10_000_000)
    tournament = a_tournament(world)
    supervisor = world.stamp("19:00", role=Role.SUPERVISOR)
    open_tables(supervisor, tournament_id=tournament.pk, numbers=[1], seats=9)
    desks = [Desk(world, number) for number in (1, 2)]
    (player,) = guests(world, 1)
    results = race(*[partial(desk.sell, tournament, player, "20:30") for desk in desks])
    assert {type(each).__name__ for each in results} == {"Purchase", "EnteredBefore"}
    assert SeatDraw.objects.count() == 1
