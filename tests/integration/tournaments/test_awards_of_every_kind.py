"""Tickets, bounty chips, deals, shared places: awarded, taken back, awarded anew, to the cent."""

from typing import Any

import pytest

from casino.cage.models import Payable, Shift
from casino.cage.queries.due import payables
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, agreed, enter, now, satellite_won, signed
from tests.world import EVENING, World
from tournaments.models import Bounty, Entry, Prize, Ticket, Tournament
from tournaments.queries.ending import ending
from tournaments.queries.pools import day_check, money_check
from tournaments.queries.tournaments import open_tickets
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import CannotUndo, Out, knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.selling import sell_entry
from tournaments.services.starting import close_registration, start
from tournaments.services.taking_back import PrizePaid, TicketGone, take_back_awards

WHY = "The order of places was wrong"
TERMINATOR: dict[str, Any] = {
    "variants": ["terminator"], "price_cents": 15_000, "bounty_cents": 5_000,
}  # fmt: skip


def taken_back(world: World, event: Tournament, clock: str = "23:20") -> Tournament:
    asked = take_back_awards.ask(td(world, clock), tournament_id=event.pk, reason=WHY)
    signed(world, asked, clock=clock)
    return now(event)


def award(world: World, event: Tournament, clock: str, **more: Any) -> None:
    asked = award_prizes.ask(td(world, clock), tournament_id=event.pk, **more)
    signed(world, asked, clock=clock)


def hand_in(world: World, event: Tournament, clock: str) -> None:
    signed(
        world, collect_bounties.ask(td(world, clock), tournament_id=event.pk),
        role=Role.SUPERVISOR, clock=clock,
    )  # fmt: skip


def holds(world: World, event: Tournament) -> None:
    """Say that rows and books agree, whatever was taken back."""
    assert money_check(now(event)).agrees
    moved, booked = day_check(world.club.pk, EVENING)
    assert moved == booked
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_a_ticket_that_was_won_ends_and_is_won_anew(world: World, shift: Shift):
    main = a_tournament(world, "Main")
    ticket, satellite = satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)
    owed = world.balance("tickets", main.pk)

    taken_back(world, satellite)

    assert open_tickets(main) == []
    assert world.balance("tickets", main.pk) == owed + ticket.cents == 0
    holds(world, satellite)
    award(world, now(satellite), "23:30")
    (again,) = open_tickets(main)
    assert (again.player, again.cents) == (ticket.player, ticket.cents)
    assert world.balance("tickets", main.pk) == owed
    assert now(satellite).finished_at
    holds(world, satellite)


def test_a_ticket_that_was_played_is_not_taken_back(world: World, shift: Shift):
    main = a_tournament(world, "Main")
    ticket, satellite = satellite_won(world, main, "Ann", "Bob", shift_id=shift.pk)
    what = {"tournament_id": main.pk, "player_id": ticket.player_id, "shift_id": shift.pk}
    sale = sell_entry(world.stamp("23:10"), **what, paid_with="ticket")

    said = refused(
        TicketGone, take_back_awards.ask, td(world, "23:20"), tournament_id=satellite.pk, reason=WHY
    )

    assert (said.next_page, said.about) == ("sale-take-back", {"entry_id": sale.slip_id})
    assert Prize.objects.filter(reversal=None).exists()


@pytest.fixture
def hunt(world: World, shift: Shift) -> tuple[Tournament, list[Entry]]:
    """A terminator to its end: Ann put all out; chips and prizes are awarded."""
    event = a_tournament(world, **TERMINATOR)
    entries = enter(world, event, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=event.pk)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=event.pk), clock="22:02")
    for minute, entry in enumerate(reversed(entries[1:]), start=10):
        outs = [Out(entry_id=entry.pk, stack=500, by=(entries[0].pk,))]
        knock_out(td(world, f"22:{minute}"), tournament_id=event.pk, outs=outs)
    award(world, event, "23:00")
    hand_in(world, event, "23:05")
    return now(event), entries


def test_bounty_chips_that_nobody_was_paid_go_back_with_the_prizes(
    world: World, hunt: tuple[Tournament, list[Entry]]
):
    event, (ann, bob, *_) = hunt
    assert event.finished_at

    reopened = taken_back(world, event)

    assert payables(world.club.pk) == []
    assert world.balance("tournament:bounties", event.pk) == -20_000
    holds(world, event)
    last = bob.knockouts.get(undone_at=None)
    undo_knockout(td(world, "23:21"), tournament_id=event.pk, knockout_id=last.pk)
    outs = [Out(entry_id=ann.pk, stack=500, by=(bob.pk,))]
    knock_out(td(world, "23:22"), tournament_id=event.pk, outs=outs)
    award(world, reopened, "23:25")
    hand_in(world, reopened, "23:30")
    chips = {one.entry_id: one.cents for one in Bounty.objects.filter(reversal=None)}
    assert chips == {ann.pk: 10_000, bob.pk: 10_000}
    assert now(event).finished_at
    holds(world, event)


def test_bounty_chips_that_were_paid_stay_until_their_payment_is_reversed(
    world: World, shift: Shift, hunt: tuple[Tournament, list[Entry]]
):
    event, (_, bob, *_) = hunt
    (owed,) = Payable.objects.filter(kind="tournament.bounty")
    what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    signed(world, pay_out.ask(world.stamp("23:10"), **what), clock="23:11")

    asked = take_back_awards.ask(td(world, "23:20"), tournament_id=event.pk, reason=WHY)
    signed(world, asked, clock="23:20")

    assert asked.content["bounties_kept_cents"] == 20_000
    assert Bounty.objects.get().reversal is None
    last = bob.knockouts.get(undone_at=None)
    back = {"tournament_id": event.pk, "knockout_id": last.pk}
    refused(CannotUndo, undo_knockout, td(world, "23:21"), **back)
    again = {"tournament_id": event.pk, "reason": WHY}
    said = refused(PrizePaid, take_back_awards.ask, td(world, "23:22"), **again)
    assert said.about == {"entry_id": owed.payments.get().entry_id}
    holds(world, event)


@pytest.mark.parametrize("guests", [3, 8, 13])
@pytest.mark.parametrize("ends", ["by place", "by a deal", "together"])
def test_what_is_taken_back_and_awarded_anew_is_the_pool_to_the_cent(
    world: World, shift: Shift, guests: int, ends: str
):
    event = a_tournament(world, price_cents=3_333)
    names = [f"G{number}" for number in range(1, guests + 1)]
    entries = enter(world, event, *names, shift_id=shift.pk)
    shown = []
    for again in range(2):
        clock = f"23:{again * 20:02}"
        if again:
            taken_back(world, event, "23:15")
            assert world.balance("tournament:pool", event.pk) == -now(event).fixed.net_cents
            holds(world, event)
        else:
            _play(world, event, entries, ends=ends)
        _award(world, event, ends=ends, clock=clock)
        found = ending(now(event), at=world.at("23:50"))
        shown.append([(one.entry.pk, one.place, one.cents) for one in found.won])
        assert sum(one.cents for one in found.won) == now(event).fixed.net_cents
        assert sum(each.cents for each in payables(world.club.pk)) == found.prizes_cents
        holds(world, event)
    assert shown[0] == shown[1]
    assert Ticket.objects.count() == 0


def _play(world: World, event: Tournament, entries: list[Entry], *, ends: str) -> None:
    start(td(world, "21:00"), tournament_id=event.pk)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=event.pk), clock="22:02")
    left = 2 if ends == "by a deal" else 1
    gone = list(reversed(entries[left:]))
    if ends == "together":
        outs = [Out(entry_id=one.pk, stack=100) for one in gone[-2:]]
        gone = gone[:-2]
    for one in gone:
        knock_out(
            td(world, "22:10"), tournament_id=event.pk, outs=[Out(entry_id=one.pk, stack=100)]
        )
    if ends == "together":
        knock_out(td(world, "22:40"), tournament_id=event.pk, outs=outs)


def _award(world: World, event: Tournament, *, ends: str, clock: str) -> None:
    if ends != "by a deal":
        award(world, now(event), clock)
        return
    left = list(Entry.objects.filter(tournament=event, out_at=None).order_by("id"))
    prizes = now(event).fixed.prizes_cents[:2]
    shares = dict(zip([one.pk for one in left], [*prizes, 0], strict=False))
    stacks = {one.pk: 5_000 for one in left}
    award(world, event, clock, deal_id=agreed(world, event, shares, stacks=stacks, clock=clock))
