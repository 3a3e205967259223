"""What the house gives: the jackpot of a series from its surcharges, tickets of a campaign."""

import pytest

from casino.approvals.models import Proposal
from casino.approvals.signed import StaleProposal
from casino.cage.models import Payable, Shift
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_tournament, enter, now, signed, sold
from tests.world import World, a_club
from tournaments.models import Ticket
from tournaments.queries.pool_awards import surcharge_pool_cents
from tournaments.queries.pools import day_check, money_check
from tournaments.services.campaigns import HasTicket, give_ticket
from tournaments.services.selling import sell_entry
from tournaments.services.series_jackpot import MoreThanCollected, Winner, pay_series_jackpot
from tournaments.services.shared import TournamentOver


@pytest.fixture
def world(db: None) -> World:
    return a_club(book="img")


def test_a_tournament_jackpot_is_paid_by_two_from_what_was_collected(world: World, shift: Shift):
    friday = a_tournament(world, surcharge_cents=500, series=True)
    ann, bob, _ = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    assert surcharge_pool_cents(world.club.pk, friday.series_id or 0) == 1_500

    def ask(shares: dict[int, int], clock: str = "22:00") -> Proposal:
        director = world.stamp(clock, role=Role.DIRECTOR)
        winners = [Winner(entry_id=who, cents=cents) for who, cents in shares.items()]
        why = "Both lost with aces"
        return pay_series_jackpot.ask(director, tournament_id=friday.pk, shares=winners, reason=why)

    refused(MoreThanCollected, ask, {ann.pk: 1_501})
    refused(BadInput, ask, {ann.pk: 0})
    refused(BadInput, ask, {10**12: 100})
    asked = ask({ann.pk: 700, bob.pk: 300})
    late = ask({ann.pk: 100}, "22:01")
    signed(world, asked, clock="22:05")

    assert surcharge_pool_cents(world.club.pk, friday.series_id or 0) == 500
    owed = Payable.objects.filter(kind="tournament.jackpot").order_by("id")
    assert [(one.player.name, one.cents, one.two) for one in owed if one.player] == [
        ("Ann", 700, True),
        ("Bob", 300, True),
    ]
    refused(StaleProposal, signed, world, late, clock="22:06")
    kept, moved = day_check(world.club.pk, friday.gaming_day)
    assert kept == moved


def test_a_given_ticket_costs_the_house_until_it_pays_an_entry(world: World, shift: Shift):
    friday = a_tournament(world)
    guest, one = world.player("Ann").pk, {"tournament_id": friday.pk}
    asked = give_ticket.ask(
        world.stamp("12:00", role=Role.DIRECTOR), **one, player_id=guest, campaign="Advent"
    )
    signed(world, asked, clock="12:05")

    assert world.balance("expense:campaign") == 11_000
    assert world.balance("tickets", friday.pk) == -11_000
    again = {"player_id": guest, "campaign": "Advent"}
    refused(HasTicket, give_ticket.ask, world.stamp("12:10", role=Role.DIRECTOR), **one, **again)
    sold(world, friday, "Bob", shift_id=shift.pk)
    desk = {"player_id": guest, "shift_id": shift.pk}
    sell_entry(world.stamp("20:40"), **one, **desk, paid_with="ticket")

    assert world.balance("tickets", friday.pk) == 0
    assert world.balance("tournament:pool", friday.pk) == -20_000
    assert Ticket.objects.get().used_by_id is not None
    assert money_check(now(friday)).agrees


def test_no_ticket_is_given_to_what_is_over(world: World, shift: Shift):
    friday = a_tournament(world)
    friday.cancelled_at = world.at("20:00")
    friday.save()
    refused(
        TournamentOver, give_ticket.ask, world.stamp("20:10", role=Role.DIRECTOR),
        tournament_id=friday.pk, player_id=world.player("Ann").pk, campaign="Advent",
    )  # fmt: skip
