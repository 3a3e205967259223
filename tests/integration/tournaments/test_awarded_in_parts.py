"""Prizes awarded as players go out: each award is taken back, and comes out again, as it was."""

from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.signed import StaleProposal
from casino.cage.models import Payment, Shift
from casino.cage.queries.due import payables
from casino.cage.services.payables import pay_out
from casino.cage.services.reversals import reverse_slip
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.models import Entry, Prize, Tournament
from tournaments.queries.order import standings
from tournaments.queries.pools import money_check
from tournaments.services.bounties import collect_bounties
from tournaments.services.knockouts import CannotUndo, Out, knock_out, undo_knockout
from tournaments.services.penalties import punish
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration, start
from tournaments.services.taking_back import PrizePaid, take_back_awards

NAMES = [f"G{number}" for number in range(1, 13)]
TERMINATOR: dict[str, Any] = {
    "variants": ["terminator"], "price_cents": 15_000, "bounty_cents": 5_000,
}  # fmt: skip


@pytest.fixture
def friday(request: pytest.FixtureRequest, world: World, shift: Shift) -> Tournament:
    """Of twelve two are left; third and fourth place are awarded at 22:30."""
    event = a_tournament(world, **getattr(request, "param", {}))
    entries = enter(world, event, *NAMES, shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=event.pk)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=event.pk), clock="22:02")
    for minute, entry in enumerate(reversed(entries[2:]), start=10):
        out(world, entry, f"22:{minute}")
    award(world, event, "22:30")
    assert list(won()) == [3, 4]
    return now(event)


def out(world: World, entry: Entry, clock: str) -> None:
    """Put a player out, by the first one where there is a bounty."""
    first = Entry.objects.filter(tournament=entry.tournament).exclude(id=entry.pk).earliest("id")
    by = (first.pk,) if entry.tournament.bounty_cents else ()
    outs = [Out(entry_id=entry.pk, stack=100, by=by)]
    knock_out(td(world, clock), tournament_id=entry.tournament_id, outs=outs)


def award(world: World, event: Tournament, clock: str) -> None:
    signed(world, award_prizes.ask(td(world, clock), tournament_id=event.pk), clock=clock)


def taken_back(world: World, event: Tournament, clock: str) -> None:
    asked = take_back_awards.ask(td(world, clock), tournament_id=event.pk, reason="To be sure")
    signed(world, asked, clock=clock)


def pay(world: World, shift: Shift, place: int, clock: str) -> Payment:
    owed = Prize.objects.get(place=place, reversal=None).payable
    assert owed
    what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    if isinstance(asked := pay_out.submit(world.stamp(clock), **what), Proposal):
        signed(world, asked, clock=clock)
    return owed.payments.get()


def won() -> dict[int, tuple[str, int]]:
    """Return who has which prize, by place."""
    prizes = Prize.objects.filter(reversal=None).select_related("entry__player").order_by("place")
    return {each.place: (str(each.entry.player), each.cents) for each in prizes}


def holds(world: World, event: Tournament) -> None:
    assert money_check(now(event)).agrees
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def withhold(world: World, entry: Entry, clock: str) -> None:
    rude = {"breach": "rudeness", "stack": 1_000, "reason": "Struck the dealer"}
    where = {"tournament_id": entry.tournament_id, "entry_id": entry.pk}
    punish(td(world, clock), **where, **rude, prize_withheld=True)


def test_a_prize_withheld_since_the_first_award_is_not_shared_with_it_anew(
    world: World, friday: Tournament
):
    second = friday.entries.get(player__name="G2")
    withhold(world, second, "22:40")
    award(world, friday, "22:50")
    before = won()
    prizes = friday.fixed.prizes_cents
    assert before[1] == ("G1", prizes[0] + prizes[1])

    taken_back(world, friday, "23:00")
    award(world, friday, "23:10")

    assert won() == before
    assert now(friday).finished_at
    holds(world, friday)


def test_what_is_disqualified_while_nothing_stands_is_shared_by_all(
    world: World, friday: Tournament
):
    taken_back(world, friday, "22:35")
    withhold(world, friday.entries.get(player__name="G2"), "22:40")

    award(world, friday, "22:50")

    first, second, third, fourth = friday.fixed.prizes_cents
    cents = {place: prize for place, (_, prize) in won().items()}
    assert cents.keys() == {1, 3, 4}
    assert sum(cents.values()) == first + second + third + fourth
    assert (cents[3] > third, cents[4] > fourth) == (True, True)
    holds(world, friday)


def test_the_last_two_are_put_right_though_the_fourth_was_paid_and_went_home(
    world: World, shift: Shift, friday: Tournament
):
    pay(world, shift, 4, "22:31")
    first, second = (friday.entries.get(player__name=name) for name in NAMES[:2])
    out(world, second, "23:00")  # It was the other one.
    award(world, friday, "23:05")
    before = won()

    asked = take_back_awards.ask(td(world, "23:10"), tournament_id=friday.pk, reason="Swapped")

    assert [each["place"] for each in asked.content["prizes"]] == [1, 2]
    assert asked.content["prizes_kept_cents"] == before[3][1] + before[4][1]
    client = world.browser(Role.DIRECTOR)
    page = client.get(f"/tallinn/tournaments/{friday.pk}/prizes/take-back/").content.decode()
    assert "they stay" in page
    signed(world, asked, clock="23:11")
    assert won() == {place: before[place] for place in (3, 4)}
    assert len(payables(world.club.pk)) == 1
    holds(world, friday)
    last, third = (each.knockout for each in standings(now(friday))[1:3])
    assert last
    assert third
    undo_knockout(td(world, "23:12"), tournament_id=friday.pk, knockout_id=last.pk)
    what = {"tournament_id": friday.pk, "knockout_id": third.pk}
    refused(CannotUndo, undo_knockout, td(world, "23:12"), **what)
    out(world, first, "23:13")
    award(world, friday, "23:14")
    assert won() == before | {1: ("G2", before[1][1]), 2: ("G1", before[2][1])}
    assert now(friday).finished_at
    holds(world, friday)


def test_what_was_awarded_before_a_paid_prize_stays_and_the_refusal_names_its_payment(
    world: World, shift: Shift, friday: Tournament
):
    out(world, friday.entries.get(player__name="G2"), "23:00")
    award(world, friday, "23:05")
    paid = pay(world, shift, 2, "23:06")
    what = {"tournament_id": friday.pk, "reason": "Swapped"}

    said = refused(PrizePaid, take_back_awards.ask, td(world, "23:10"), **what)

    assert said.about == {"entry_id": paid.entry_id}
    back = {"shift_id": shift.pk, "entry_id": paid.entry_id, "reason": "Swapped"}
    signed(world, reverse_slip.ask(world.stamp("23:11"), **back), clock="23:12")
    pay(world, shift, 4, "23:13")
    asked = take_back_awards.ask(td(world, "23:14"), **what)
    assert [each["place"] for each in asked.content["prizes"]] == [1, 2]


def test_a_prize_of_an_earlier_award_that_is_paid_meanwhile_makes_the_request_void(
    world: World, shift: Shift, friday: Tournament
):
    out(world, friday.entries.get(player__name="G2"), "23:00")
    award(world, friday, "23:05")
    before = won()
    what = {"tournament_id": friday.pk, "reason": "Swapped"}
    asked = take_back_awards.ask(td(world, "23:10"), **what)
    assert "prizes_kept_cents" not in asked.content
    pay(world, shift, 4, "23:11")

    refused(StaleProposal, signed, world, asked, clock="23:12")

    assert won() == before


@pytest.mark.parametrize("friday", [TERMINATOR], indirect=True)
def test_bounty_chips_handed_in_since_a_paid_prize_go_back_by_themselves(
    world: World, shift: Shift, friday: Tournament
):
    pay(world, shift, 4, "22:31")
    before = won()
    first, second = (friday.entries.get(player__name=name) for name in NAMES[:2])
    out(world, second, "23:00")
    what = {"tournament_id": friday.pk, "entry_id": first.pk}
    handed = collect_bounties.submit(td(world, "23:01"), **what)
    if isinstance(handed, Proposal):
        signed(world, handed, role=Role.SUPERVISOR, clock="23:02")
    undo = {"tournament_id": friday.pk, "knockout_id": second.knockouts.get().pk}
    refused(CannotUndo, undo_knockout, td(world, "23:03"), **undo)

    asked = take_back_awards.ask(td(world, "23:04"), tournament_id=friday.pk, reason="Swapped")
    signed(world, asked, clock="23:05")

    assert (asked.content["prizes"], asked.content["bounties_kept_cents"]) == ([], 0)
    assert won() == before
    undo_knockout(td(world, "23:06"), **undo)
    holds(world, friday)
