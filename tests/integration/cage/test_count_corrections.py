"""A count of a drawer that was typed wrongly is put right by two, and booked once."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import ProgrammingError, transaction

from casino.approvals.models import Proposal
from casino.approvals.services import BeneficiaryCannotApprove, OwnProposal, approve
from casino.approvals.signed import NeedsSignature, NothingChanges, StaleProposal
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Count, CountCorrection, HandOver, Shift
from casino.cage.queries.shifts import count_lines, last_closing
from casino.cage.queries.tallies import over_short, over_short_cents, tally
from casino.cage.services.closing import close_shift, force_close
from casino.cage.services.count_corrections import DayIsSealed, correct_count
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import sell_chips
from casino.cage.services.faulty_counts import (
    AcceptedAsCounted,
    CountedSince,
    CountNotFinal,
    FloatIssued,
)
from casino.cage.services.handover import accept_drawer, take_over
from casino.cage.services.opening import open_shift
from casino.cage.services.vault import VaultLacks
from casino.cage.services.vault_count import count_vault
from casino.closing.reports import day_report
from casino.closing.services.days import close_day
from casino.ledger.models import Entry
from casino.ledger.queries import gaming_days
from casino.ledger.verify import Books
from casino.staff.models import Role, User
from casino.verify.findings import broken
from tests.books import sealed
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_key, a_member

pytestmark = pytest.mark.django_db
# One note of 100 typed for ten.
TYPED = FLOAT | {10_000: 1}
SHORT = 90_000
WHY = "Ten notes of 100, not one"


@pytest.fixture
def berta(world: World) -> User:
    return a_member(world.club, Role.CASHIER, name="berta")


def by(world: World, person: User, clock: str) -> Any:
    return replace(world.stamp(clock), actor_id=person.pk, key=a_key())


def forced(world: World, *, cash: dict[int, int] = TYPED) -> Shift:
    """A shift of the cashier, closed by force on a count."""
    shift = world.open_shift()
    stamp = world.stamp("05:00", role=Role.SUPERVISOR)
    count = {"shift_id": shift.pk, "cash": cash, "chips": RACK, "reason": "Went home"}
    sign(world, stamp, force_close.ask(stamp, **count))
    return Shift.objects.get(id=shift.pk)


def right(shift: Shift, moment: str = "closing", **more: Any) -> dict[str, Any]:
    """What puts a count right: the whole float is there."""
    count = {"shift_id": shift.pk, "moment": moment, "cash": FLOAT, "chips": RACK, "reason": WHY}
    return count | more


def asked(world: World, clock: str = "05:10", **what: Any) -> Proposal:
    return correct_count.ask(world.stamp(clock, role=Role.SUPERVISOR), **what)


def corrected(world: World, clock: str = "05:10", **what: Any) -> None:
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    sign(world, stamp, correct_count.ask(stamp, **what))
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def closed(world: World, *, cash: dict[int, int] = TYPED, hand_over: bool = False) -> Shift:
    """A shift of the cashier, closed by its cashier and the manager on a count."""
    shift = world.open_shift()
    submit_count(world.stamp("21:00"), shift_id=shift.pk, cash=cash, chips=RACK)
    why = {"reason": "" if cash == FLOAT else "?", "hand_over": hand_over}
    stamp = world.stamp("21:01")
    if cash == FLOAT:
        close_shift(stamp, shift_id=shift.pk, **why)
    else:
        sign(world, stamp, close_shift.ask(stamp, shift_id=shift.pk, **why))
    return Shift.objects.get(id=shift.pk)


def test_a_forced_close_that_was_typed_wrongly_comes_out_even(world: World):
    shift = forced(world)
    assert (world.balance("expense:over-short"), over_short_cents(shift)) == (SHORT, -SHORT)
    before = world.balance("cash:vault")

    corrected(world, **right(shift))

    assert world.balance("expense:over-short") == 0
    assert world.balance("cash:vault") == before + SHORT == 5_000_000
    assert over_short_cents(shift) == 0
    assert [each.cents for each in over_short(world.club.pk)] == [0]
    assert tally(shift).cash.over_cents == 0
    assert last_closing(world.club.pk)[shift.drawer_id]["cash"] == FLOAT
    again = open_shift(world.stamp("05:30"), drawer_id=shift.drawer_id, cash=FLOAT, chips=RACK)
    submit_count(world.stamp("05:40"), shift_id=again.pk, cash=FLOAT, chips=RACK)
    close_shift(world.stamp("05:41"), shift_id=again.pk)
    assert world.balance("expense:over-short") == 0


def test_both_counts_are_kept_with_who_put_them_right(world: World):
    shift = forced(world)

    corrected(world, **right(shift))

    kept = CountCorrection.objects.get()
    assert (kept.shift_id, kept.moment, kept.cash_cents, kept.chips_cents) == (
        shift.pk,
        "closing",
        SHORT,
        0,
    )
    assert (kept.asked_by, kept.second) == (
        world.staff[Role.SUPERVISOR],
        world.staff[Role.MANAGER],
    )
    assert kept.reason == WHY
    assert [count_of(each) for each in (kept.wrong, kept.right)] == [TYPED, FLOAT]
    assert kept.right.counted_at == kept.wrong.counted_at
    entry = Entry.objects.get(id=kept.entry_id)
    assert (entry.kind, entry.adjustment, entry.memo) == ("cage.count_corrected", True, WHY)
    with pytest.raises(ProgrammingError, match="denied"), transaction.atomic():
        CountCorrection.objects.update(reason="Otherwise")


def count_of(count: Count | None) -> dict[int, int]:
    assert count
    return {each.cents: each.quantity for each in count.lines.filter(tender="cash")}


def test_what_is_put_right_is_asked_for_and_signed_by_another(world: World):
    world.also(Role.CASHIER, Role.MANAGER)
    shift = forced(world, cash=FLOAT | {500: 1})
    small = right(shift)
    refused(NeedsSignature, correct_count, world.stamp("05:09", role=Role.SUPERVISOR), **small)
    assert asked(world, **small).operation == "cage.correct_count"
    large = asked(world, clock="05:11", **small | {"cash": TYPED})
    assert large.operation == "cage.correct_count_large"
    what = {"proposal_id": large.pk, "digest": large.digest}
    refused(OwnProposal, approve, world.stamp("05:12", role=Role.SUPERVISOR), **what)
    refused(BeneficiaryCannotApprove, approve, world.stamp("05:12"), **what)
    approve(world.stamp("05:13", role=Role.MANAGER), **what)
    assert world.balance("expense:over-short") == SHORT


def test_a_correction_stands_under_exceptions(world: World):
    shift = forced(world)

    corrected(world, **right(shift))

    found = exceptions(world.club, first=EVENING, last=EVENING)
    (act,) = [act for _, act, _ in found if act.operation == "cage.correct_count_large"]
    assert act.arguments["reason"] == WHY


def test_a_close_that_was_typed_wrongly_is_put_right_again_and_to_less(world: World):
    shift = closed(world, cash=FLOAT | {10_000: 100})
    assert world.balance("expense:over-short") == -SHORT * 10

    corrected(world, clock="21:10", **right(shift, cash=TYPED))
    assert world.balance("expense:over-short") == SHORT
    corrected(world, clock="21:20", **right(shift))

    assert world.balance("expense:over-short") == 0
    assert world.balance("cash:vault") == 5_000_000
    assert over_short_cents(shift) == 0
    assert CountCorrection.objects.count() == 2


def test_chips_that_were_typed_wrongly_are_owed_to_guests_no_more(world: World):
    shift = world.open_shift()
    sell_chips(world.stamp("20:30"), shift_id=shift.pk, cents=150_000)
    cash, there = FLOAT | {10_000: 25}, RACK | {2500: 40}
    typed = there | {500: 20}  # a nought too few: 900,00
    stamp = world.stamp("05:00", role=Role.SUPERVISOR)
    count = {"shift_id": shift.pk, "cash": cash, "reason": "Went home"}
    sign(world, stamp, force_close.ask(stamp, **count, chips=typed))
    assert -world.balance("chips:floor") == 150_000 + SHORT

    corrected(world, **right(shift, cash=cash, chips=there))

    assert -world.balance("chips:floor") == 150_000
    assert world.balance("expense:over-short") == 0


def test_chips_beyond_those_that_guests_hold_are_no_money(world: World):
    shift = forced(world, cash=FLOAT)
    corrected(world, **right(shift, chips=RACK | {500: 20}))
    assert world.balance("expense:over-short") == SHORT

    corrected(world, clock="05:20", **right(shift, chips=RACK | {500: 2000}))

    assert world.balance("chips:floor") == world.balance("expense:over-short") == 0


def test_a_drawer_that_waits_for_the_next_cashier_is_taken_over_even(world: World, berta: User):
    shift = closed(world, hand_over=True)

    corrected(world, clock="21:10", **right(shift))

    assert world.balance("cash:drawer", shift.drawer_id) == 400_000
    where = {"drawer_id": shift.drawer_id, "cash": FLOAT, "chips": RACK}
    taken = take_over(by(world, berta, "21:20"), **where)
    assert world.balance("expense:over-short") == over_short_cents(taken) == 0
    sell_chips(by(world, berta, "21:25"), shift_id=taken.pk, cents=10_000)


def test_what_the_next_cashier_found_is_not_booked_twice(world: World, berta: User):
    shift = closed(world, hand_over=True)
    taken = took(world, berta, shift, cash=FLOAT)
    assert world.balance("expense:over-short") == 0
    assert (over_short_cents(shift), over_short_cents(taken)) == (-SHORT, SHORT)

    corrected(world, clock="21:30", **right(shift))

    assert world.balance("expense:over-short") == 0
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000
    assert (over_short_cents(shift), over_short_cents(taken)) == (0, 0)
    assert HandOver.objects.get().cash_over_cents == 0
    assert [each.cents for each in over_short(world.club.pk)] == [0]


def took(world: World, person: User, shift: Shift, *, cash: dict[int, int]) -> Shift:
    """Take a drawer over with a count that differs, signed by the manager."""
    stamp = by(world, person, "21:20")
    where = {"drawer_id": shift.drawer_id, "cash": cash, "chips": RACK, "reason": "Differs"}
    sign(world, stamp, take_over.ask(stamp, **where))
    return Shift.objects.get(drawer_id=shift.drawer_id, state="open")


def test_a_drawer_that_was_accepted_as_counted_holds_the_right_sum(world: World, berta: User):
    shift = closed(world, hand_over=True)
    taken = accept_drawer(by(world, berta, "21:20"), drawer_id=shift.drawer_id)

    refused(AcceptedAsCounted, asked, world, clock="21:25", **right(taken, "opening"))
    corrected(world, clock="21:30", **right(shift))

    assert tally(taken).cash.expected_cents == 400_000
    lines = [each for each in count_lines(taken, "opening") if each.tender == "cash"]
    assert {each.cents: each.quantity for each in lines} == FLOAT
    submit_count(by(world, berta, "22:00"), shift_id=taken.pk, cash=FLOAT, chips=RACK)
    close_shift(by(world, berta, "22:01"), shift_id=taken.pk)
    assert world.balance("expense:over-short") == 0


def test_what_the_next_cashier_counted_at_the_close_is_not_booked_twice(world: World, berta: User):
    shift = closed(world, hand_over=True)
    taken = accept_drawer(by(world, berta, "21:20"), drawer_id=shift.drawer_id)
    submit_count(by(world, berta, "22:00"), shift_id=taken.pk, cash=FLOAT, chips=RACK)
    stamp = by(world, berta, "22:01")
    sign(world, stamp, close_shift.ask(stamp, shift_id=taken.pk, reason="Over"))
    assert (over_short_cents(shift), over_short_cents(taken)) == (-SHORT, SHORT)

    corrected(world, clock="22:10", **right(shift))

    assert (over_short_cents(shift), over_short_cents(taken)) == (0, 0)
    assert tally(Shift.objects.get(id=taken.pk)).cash.over_cents == 0
    assert world.balance("expense:over-short") == 0
    assert world.balance("cash:vault") == 5_000_000


@pytest.mark.parametrize("counted", [False, True])
def test_a_take_over_that_was_typed_wrongly_is_put_right(
    world: World, berta: User, *, counted: bool
):
    shift = closed(world, cash=FLOAT, hand_over=True)
    taken = took(world, berta, shift, cash=TYPED)
    assert over_short_cents(taken) == -SHORT
    if counted:
        submit_count(by(world, berta, "21:50"), shift_id=taken.pk, cash=FLOAT, chips=RACK)

    corrected(world, clock="22:00", **right(taken, "opening"))

    assert over_short_cents(taken) == world.balance("expense:over-short") == 0
    assert HandOver.objects.get().cash_over_cents == 0
    if not counted:
        submit_count(by(world, berta, "22:10"), shift_id=taken.pk, cash=FLOAT, chips=RACK)
    close_shift(by(world, berta, "22:11"), shift_id=taken.pk)
    assert over_short_cents(taken) == world.balance("expense:over-short") == 0


def test_a_take_over_whose_close_has_shown_it_is_told_right(world: World, berta: User):
    shift = closed(world, cash=FLOAT, hand_over=True)
    taken = took(world, berta, shift, cash=TYPED)
    submit_count(by(world, berta, "22:00"), shift_id=taken.pk, cash=FLOAT, chips=RACK)
    stamp = by(world, berta, "22:01")
    sign(world, stamp, close_shift.ask(stamp, shift_id=taken.pk, reason="Over"))
    assert over_short_cents(taken) == 0

    corrected(world, clock="22:10", **right(taken, "opening"))

    assert tally(Shift.objects.get(id=taken.pk)).cash.over_cents == 0
    assert over_short_cents(taken) == world.balance("expense:over-short") == 0


def test_what_was_counted_since_stands(world: World, berta: User):
    shift = closed(world, cash=FLOAT, hand_over=True)
    took(world, berta, shift, cash=FLOAT | {500: 1})
    error = refused(CountedSince, asked, world, clock="21:30", **right(shift, cash=TYPED))
    assert error.about == {"shift_id": Shift.objects.get(state="open").pk, "moment": "opening"}


def test_a_vault_that_was_counted_since_keeps_what_it_showed(world: World):
    shift = forced(world)
    stamp = world.stamp("05:20", role=Role.SUPERVISOR)
    vault = {10_000: 500}
    sign(world, stamp, count_vault.ask(stamp, cash=vault, reason="Ten, not one"))
    assert world.balance("expense:over-short") == 0

    error = refused(CountedSince, asked, world, clock="05:30", **right(shift))

    assert error.next_page == "shift"
    assert world.balance("expense:over-short") == 0


def test_a_vault_gives_no_more_than_it_holds(world: World):
    shift = closed(world, cash=FLOAT | {10_000: 1000})
    what = {"drawer_id": shift.drawer_id, "cash": {10_000: 1480}, "chips": {}}
    sign(world, world.stamp("21:10"), open_shift.ask(world.stamp("21:10"), **what))
    refused(VaultLacks, asked, world, clock="21:20", **right(shift))


def test_what_cannot_be_put_right_says_what_to_do(world: World):
    shift = world.open_shift()
    refused(CountNotFinal, asked, world, clock="20:30", **right(shift))
    refused(FloatIssued, asked, world, clock="20:30", **right(shift, "opening"))
    submit_count(world.stamp("21:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    refused(CountNotFinal, asked, world, clock="21:01", **right(shift))
    close_shift(world.stamp("21:02"), shift_id=shift.pk)
    refused(NothingChanges, asked, world, clock="21:10", **right(shift))


def test_one_of_two_corrections_is_signed(world: World):
    shift = forced(world)
    first = asked(world, **right(shift))
    second = correct_count.ask(
        world.stamp("05:11", role=Role.MANAGER), **right(shift, reason="The same again")
    )
    sign(world, world.stamp("05:12"), first)
    refused(
        (NothingChanges, StaleProposal),
        sign,
        world,
        world.stamp("05:13"),
        second,
        by=Role.ACCOUNTANT,
    )
    assert world.balance("expense:over-short") == 0


def test_a_repeat_of_the_key_asks_once(world: World):
    shift = forced(world)
    stamp = world.stamp("05:10", role=Role.SUPERVISOR)
    first, again = (correct_count.ask(stamp, **right(shift)) for _ in range(2))
    assert first.pk == again.pk
    assert Proposal.objects.filter(operation="cage.correct_count_large").count() == 1


def test_a_sealed_day_keeps_its_counts(world: World):
    shift = forced(world)
    sealed(world, EVENING)
    morning = EVENING + timedelta(1)
    stamp = world.stamp("13:00", role=Role.SUPERVISOR, day=morning)
    assert refused(DayIsSealed, correct_count.ask, stamp, **right(shift)).next_page == "late-entry"


def test_until_the_seal_a_count_is_put_right_on_its_own_day(world: World):
    shift = forced(world)
    morning = EVENING + timedelta(1)
    close_day(world.club, EVENING, now=world.at("07:00", day=morning))
    stamp = world.stamp("11:00", role=Role.SUPERVISOR, day=morning)

    sign(world, stamp, correct_count.ask(stamp, **right(shift)))

    assert CountCorrection.objects.get().gaming_day == EVENING
    assert Entry.objects.get(kind="cage.count_corrected").gaming_day == EVENING
    day = gaming_days.day(world.club.pk, EVENING)
    assert day
    sections = day_report(world.club, day).sections
    (row,) = next(each.rows for each in sections if each.name == "shift")
    assert (row.amount_cents, WHY in row.note) == (0, True)
