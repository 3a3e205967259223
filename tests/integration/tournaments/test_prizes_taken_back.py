"""Prizes awarded for a wrong order of places are taken back by two, and awarded anew."""

from typing import Any

import pytest
from django.db import Error, IntegrityError
from django.db.transaction import atomic

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Payable, Shift
from casino.cage.queries.due import payables
from casino.cage.services.payables import NotOwed, pay_out
from casino.cage.services.reversals import reverse_slip
from casino.ledger.models import Entry
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, now, signed
from tests.world import World
from tournaments.models import Knockout, Prize, Tournament
from tournaments.queries.ending import ending
from tournaments.queries.pools import money_check
from tournaments.services.knockouts import Out, knock_out, undo_knockout
from tournaments.services.prizes import award_prizes
from tournaments.services.shared import TournamentOver
from tournaments.services.summary import NotEnded, sign_summary
from tournaments.services.taking_back import NothingAwarded, PrizePaid, take_back_awards

NAMES = [f"G{number}" for number in range(1, 13)]
WHY = "Places 1 and 2 were swapped"


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    event = a_tournament(world)
    entries = enter(world, event, *NAMES, shift_id=shift.pk)
    return decided(world, event, entries)


def taken_back(world: World, event: Tournament, clock: str = "23:05") -> Tournament:
    asked = take_back_awards.ask(td(world, clock), tournament_id=event.pk, reason=WHY)
    signed(world, asked, clock=clock)
    return now(event)


def swapped(world: World, event: Tournament, clock: str = "23:10") -> Tournament:
    """Put the last elimination right: it was the other of the two; award anew."""
    last = Knockout.objects.filter(entry__tournament=event, undone_at=None).latest("id")
    won = event.entries.get(out_at=None)
    undo_knockout(td(world, clock), tournament_id=event.pk, knockout_id=last.pk)
    outs = [Out(entry_id=won.pk, stack=100)]
    knock_out(td(world, clock), tournament_id=event.pk, outs=outs)
    prizes = award_prizes.ask(td(world, clock), tournament_id=event.pk)
    signed(world, prizes, clock=clock)
    return now(event)


def pay(world: World, shift: Shift, owed: Payable, clock: str = "23:03") -> Any:
    what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    done = pay_out.submit(world.stamp(clock), **what)
    if isinstance(done, Proposal):
        signed(world, done, clock=clock)
        return owed.payments.get()
    return done


def won(event: Tournament) -> dict[str, int]:
    found = ending(event, at=event.finished_at or event.starts_at).won
    return {str(one.entry.player): one.cents for one in found if one.cents}


def intact(world: World) -> bool:
    return list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_prizes_of_a_wrong_order_are_taken_back_and_awarded_anew(world: World, friday: Tournament):
    before, pool = won(friday), sum(won(friday).values())
    first = list(Payable.objects.order_by("id"))
    refused(
        NeedsSignature, take_back_awards, td(world, "23:04"), tournament_id=friday.pk, reason=WHY
    )

    reopened = taken_back(world, friday)

    assert (reopened.finished_at, payables(world.club.pk), won(reopened)) == (None, [], {})
    assert [world.balance("payable", each.pk) for each in first] == [0] * len(first)
    assert world.balance("tournament:pool", friday.pk) == -pool
    assert money_check(reopened).agrees
    assert intact(world)
    for each in first:
        each.refresh_from_db()
        assert each.reversal.memo == WHY

    again = swapped(world, reopened)

    after = won(again)
    assert again.finished_at
    assert sum(after.values()) == pool
    assert after == before | {"G1": before["G2"], "G2": before["G1"]}
    assert world.balance("tournament:pool", friday.pk) == 0
    assert money_check(again).agrees
    assert intact(world)


def test_what_was_paid_is_reversed_first_and_the_refusal_names_it(
    world: World, shift: Shift, friday: Tournament
):
    owed = min(payables(world.club.pk), key=lambda each: each.cents)
    paid = pay(world, shift, owed)
    what = {"tournament_id": friday.pk, "reason": WHY}

    said = refused(PrizePaid, take_back_awards.ask, td(world, "23:05"), **what)

    assert f"slip {paid.entry.number}" in str(said.message)
    assert (said.next_page, said.about) == ("slip-reverse", {"entry_id": paid.entry_id})
    back = {"shift_id": shift.pk, "entry_id": paid.entry_id, "reason": WHY}
    signed(world, reverse_slip.ask(world.stamp("23:06"), **back), clock="23:06")
    again = swapped(world, taken_back(world, friday, "23:07"))
    assert again.finished_at
    assert intact(world)


def test_a_prize_that_is_paid_meanwhile_makes_the_request_void(
    world: World, shift: Shift, friday: Tournament
):
    asked = take_back_awards.ask(td(world, "23:05"), tournament_id=friday.pk, reason=WHY)
    pay(world, shift, payables(world.club.pk)[0], "23:06")

    refused(PrizePaid, signed, world, asked, clock="23:07")

    assert now(friday).finished_at


def test_what_was_taken_back_is_paid_no_more(world: World, shift: Shift, friday: Tournament):
    owed = payables(world.club.pk)[0]
    taken_back(world, friday)
    what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    refused(NotOwed, pay_out.submit, world.stamp("23:08"), **what)


def test_it_happens_once_and_only_where_something_was_awarded(world: World, friday: Tournament):
    what = {"tournament_id": friday.pk, "reason": WHY}
    asked = take_back_awards.ask(td(world, "23:05"), **what)
    signed(world, asked, clock="23:06")
    kept = list(Prize.objects.values_list("reversal", flat=True))

    refused(NothingAwarded, take_back_awards.ask, td(world, "23:07"), **what)

    assert list(Prize.objects.values_list("reversal", flat=True)) == kept
    assert None not in kept


def test_a_signed_summary_is_signed_anew(world: World, friday: Tournament):
    def sign(event: Tournament, clock: str) -> None:
        asked = sign_summary.ask(td(world, clock), tournament_id=event.pk)
        signed(world, asked, role=Role.CASHIER, clock=clock)

    sign(friday, "23:03")
    refused(NotEnded, sign_summary.ask, td(world, "23:04"), tournament_id=friday.pk)
    again = swapped(world, taken_back(world, friday))
    sign(again, "23:30")
    refused(NotEnded, sign_summary.ask, td(world, "23:31"), tournament_id=friday.pk)


def test_what_was_right_is_awarded_as_before(world: World, friday: Tournament):
    refused(TournamentOver, award_prizes.ask, td(world, "23:05"), tournament_id=friday.pk)
    before = won(friday)
    taken_back(world, friday)
    asked = award_prizes.ask(td(world, "23:06"), tournament_id=friday.pk)
    signed(world, asked, clock="23:07")
    assert won(now(friday)) == before


def test_the_database_lets_only_a_reversal_of_its_entry_end_an_award(
    world: World, friday: Tournament
):
    prize = Prize.objects.latest("id")
    elsewhere = Entry.objects.exclude(act_id=prize.act_id).latest("id").pk
    with pytest.raises(IntegrityError, match="by a reversal of its entry"), atomic():
        Prize.objects.filter(id=prize.pk).update(reversal_id=elsewhere)
    taken_back(world, friday)
    with pytest.raises(IntegrityError, match="by a reversal of its entry"), atomic():
        Prize.objects.filter(id=prize.pk).update(reversal_id=None)
    with pytest.raises(Error, match="permission denied"), atomic():
        Prize.objects.filter(id=prize.pk).update(cents=1)
