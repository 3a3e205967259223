"""Who is erased, what stays, and whom the house does not forget."""

from datetime import date

import pytest
from django.db import connection

from cashgames.services.absence import leave_seat, remove_stack
from casino.cage.services.desk import sell_chips
from casino.cage.services.payables import identify, pay_out
from casino.players import queries
from casino.players.models import Player, PlayingPlace, Version
from casino.players.queries import Gone
from casino.players.services.erasing import ExclusionStands, StillHeld, anonymise_player
from casino.players.services.guests import (
    change_player,
    exclude_player,
)
from casino.staff.models import Role
from tests.claiming import claimed, fed, six_seated
from tests.integration.players.cards import approve, guest
from tests.owing import owe_prize
from tests.refusing import refused
from tests.tournaments import a_tournament, enter, ticket_given
from tests.world import EVENING, World
from tournaments.services.selling import sell_entry

pytestmark = pytest.mark.django_db


def test_erasing_a_guest_leaves_the_books_as_they_were(world: World):
    shift, mari = world.open_shift(), guest(world, document="AB 1234567", notes="Tall")
    sold = sell_chips(world.stamp("20:10"), shift_id=shift.pk, cents=5_000, player_id=mari.pk)
    change_player(world.stamp("20:15"), player_id=mari.pk, name="Mari Kask")
    before = world.balance("chips:floor")
    asked = anonymise_player.ask(
        world.stamp("20:20", role=Role.SUPERVISOR), player_id=mari.pk, reason="Asked"
    )
    approve(world, asked, Role.ACCOUNTANT)

    gone = queries.player(world.club.pk, mari.pk)
    assert (gone.name, gone.document, gone.notes) == (f"Guest {mari.code}", "", "")
    assert set(Version.objects.values_list("name", "document")) == {(gone.name, "")}
    assert world.balance("chips:floor") == before
    with connection.cursor() as cursor:
        cursor.execute("SELECT player_id FROM ledger_entry WHERE id = %s", [sold.entry_id])
        assert cursor.fetchone() == (mari.pk,)


def owed_a_prize(world: World) -> int:
    mari = guest(world).pk
    owe_prize(world.stamp("20:00", role=Role.SUPERVISOR), player_id=mari)
    return mari


def with_a_stack_kept(world: World) -> int:
    session = world.session()
    (move,) = world.seat(session, "Mari")
    who = {"session_id": session.pk, "player_id": move.seat.player_id}
    leave_seat(world.stamp("20:40", role=Role.SUPERVISOR), **who)
    remove_stack(world.stamp("21:40", role=Role.SUPERVISOR), **who, cents=19_000)
    return move.seat.player_id


def with_a_ticket(world: World) -> int:
    return ticket_given(world, a_tournament(world), "Mari").player_id


def entered(world: World) -> int:
    shift = world.open_shift(clock="19:00").pk
    return enter(world, a_tournament(world), "Mari", shift_id=shift)[0].player_id


def with_a_claim(world: World) -> int:
    fed(world)
    claim = claimed(world, six_seated(world))
    PlayingPlace.objects.update(until=world.at("23:08"))
    return claim.seated[5]["player_id"]


@pytest.mark.parametrize(
    ("holds", "page"),
    [
        (owed_a_prize, "payments"),
        (with_a_stack_kept, "stacks"),
        (with_a_ticket, "tournaments"),
        (entered, "tournaments"),
        (with_a_claim, "claims"),
    ],
)
def test_whose_money_or_place_the_house_holds_it_does_not_forget(world: World, holds, page: str):
    mari, twin = holds(world), guest(world).pk
    stamp = world.stamp("23:30", role=Role.MANAGER)
    found = refused(StillHeld, anonymise_player.ask, stamp, player_id=mari, reason="Asked")
    assert found.next_page == page
    # Nor under the card of the same person that goes on.
    Player.objects.filter(id=mari).update(merged_into=twin)
    stamp = world.stamp("23:31", role=Role.MANAGER)
    refused(StillHeld, anonymise_player.ask, stamp, player_id=twin, reason="Asked")


def test_who_was_owed_while_the_second_person_looked_is_not_erased(world: World):
    mari, shift = guest(world).pk, world.open_shift(clock="19:00")
    world.fund()
    asked = anonymise_player.ask(
        world.stamp("20:10", role=Role.SUPERVISOR), player_id=mari, reason="Asked"
    )
    prize = owe_prize(world.stamp("20:20", role=Role.SUPERVISOR), player_id=mari)
    refused(StillHeld, approve, world, asked, Role.ACCOUNTANT)
    pay_out(world.stamp("21:10"), payable_id=prize.pk, shift_id=shift.pk, paid_with="cash")
    approve(world, asked, Role.ACCOUNTANT)
    assert Player.objects.get(id=mari).anonymised_at


def test_an_erased_card_neither_plays_nor_is_owed_anything(world: World):
    mari, shift = guest(world).pk, world.open_shift(clock="19:00").pk
    asked = anonymise_player.ask(
        world.stamp("20:10", role=Role.SUPERVISOR), player_id=mari, reason="Asked"
    )
    approve(world, asked, Role.ACCOUNTANT)
    refused(Gone, queries.admitted_player, world.club.pk, mari, gaming_day=EVENING)
    entry = {"tournament_id": a_tournament(world).pk, "shift_id": shift, "paid_with": "cash"}
    refused(Gone, sell_entry, world.stamp("21:10"), player_id=mari, **entry)
    prize = owe_prize(world.stamp("21:20", role=Role.SUPERVISOR)).pk
    refused(Gone, identify, world.stamp("21:30"), payable_id=prize, player_id=mari)


def test_whom_the_house_keeps_out_it_does_not_forget(world: World):
    mari, manager = guest(world).pk, world.stamp("20:10", role=Role.MANAGER)
    until = date(2027, 1, 1)
    exclude_player(manager, player_id=mari, until=until, reason="Cheated")
    stamp = world.stamp("20:20", role=Role.MANAGER)
    refused(ExclusionStands, anonymise_player.ask, stamp, player_id=mari, reason="Asked")
