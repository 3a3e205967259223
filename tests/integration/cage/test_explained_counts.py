"""What was typed wrongly and found in a later shift is the over/short of neither."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.template.loader import render_to_string

from casino.approvals.models import Proposal
from casino.cage.models import CountCorrection, Shift
from casino.cage.queries.due import payment_of
from casino.cage.queries.tallies import booked_over_cents, over_short_cents
from casino.cage.services import opening
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.explained_counts import (
    ExplainedBefore,
    NotExplained,
    NotOfThisShift,
    explain_count,
)
from casino.cage.services.payables import pay_out
from casino.cage.services.reversals import NotReversible, reverse_slip
from casino.cage.services.vault import move_vault
from casino.closing.services.days import close_day, seal_day
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.models import Entry
from casino.staff.models import Role
from tests.correcting import wrong
from tests.counting import close_by_two, sign
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_key, a_member

pytestmark = pytest.mark.django_db
WHY = "It moved in the shift before"


def over(shift: Shift) -> int:
    return over_short_cents(Shift.objects.get(pk=shift.pk))


def closed(world: World, shift: Shift, clock: str, cash=FLOAT, chips=RACK) -> Shift:
    submit_count(world.stamp(clock), shift_id=shift.pk, cash=cash, chips=chips)
    close_by_two(world, world.stamp(clock), shift_id=shift.pk, reason="Nobody knows why")
    return Shift.objects.get(pk=shift.pk)


def reopened(world: World, shift: Shift, clock: str = "22:30") -> Shift:
    stamp = world.stamp(clock)
    return opening.open_shift(stamp, drawer_id=shift.drawer_id, cash=FLOAT, chips=RACK)


def of_slip(at_work: Shift, entry_id: int, first: Shift) -> dict[str, Any]:
    what = {"shift_id": at_work.pk, "entry_id": entry_id, "counted_shift_id": first.pk}
    return what | {"reason": WHY}


def explained(world: World, second: Shift, entry_id: int, first: Shift, clock: str) -> None:
    stamp = world.stamp(clock)
    asked = explain_count.ask(stamp, **of_slip(second, entry_id, first))
    sign(world, stamp, asked, by=Role.MANAGER)


def reversed_slip(world: World, second: Shift, entry_id: int, clock: str = "22:40") -> int:
    what = {"shift_id": second.pk, "entry_id": entry_id, "reason": "Typed wrongly"}
    stamp = world.stamp(clock)
    sign(world, stamp, reverse_slip.ask(stamp, **what), by=Role.MANAGER)
    return Entry.objects.get(reverses_id=entry_id).pk


def forgotten(world: World) -> tuple[Shift, Shift, int]:
    """Hand a prize of 300.00 out and forget it: 300.00 short; the next shift enters it."""
    first = world.open_shift()
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    paid = FLOAT | {10_000: FLOAT[10_000] - 3}
    first = closed(world, first, "22:00", cash=paid)
    second = reopened(world, first)
    pay_out(world.stamp("22:45"), payable_id=prize.pk, shift_id=second.pk, paid_with="cash")
    return first, second, payment_of(prize).entry_id


def test_a_payment_handed_out_and_entered_by_the_next_shift_is_explained(world: World):
    first, second, paid = forgotten(world)
    assert over(first) == -30_000
    lost = world.balance("expense:over-short")
    explained(world, second, paid, first, "22:46")
    second = closed(world, second, "23:00")
    assert (over(first), over(second)) == (0, 0)
    assert world.balance("expense:over-short") == lost - 30_000
    kept = CountCorrection.objects.get()
    assert (kept.shift_id, kept.slip_id, kept.cash_cents) == (first.pk, paid, 30_000)
    assert wrong(world) == []


def test_a_wire_typed_as_cash_is_explained_by_its_reversal(world: World):
    wires = club_stamp(world.club, at=world.at("20:00"), actor_id=None)
    lines = (debit("bank", 50_000), credit("equity:funding", 50_000))
    ledger.post_once(wires, "test.bank", Draft(kind="test.bank_funded", lines=lines))
    first = world.open_shift()
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    pay_out(world.stamp("21:30"), payable_id=prize.pk, shift_id=first.pk, paid_with="cash")
    paid = payment_of(prize).entry_id
    first = closed(world, first, "22:00")
    assert over(first) == 30_000
    second = reopened(world, first)
    back = reversed_slip(world, second, paid)
    pay_out(world.stamp("22:45"), payable_id=prize.pk, shift_id=second.pk, paid_with="bank")
    explained(world, second, back, first, "22:46")
    second = closed(world, second, "23:00")
    assert (over(first), over(second)) == (0, 0)
    assert wrong(world) == []


def test_a_fetch_of_ten_typed_as_twenty_is_explained_by_ten_brought_back(world: World):
    first = world.open_shift()
    asked = move_vault.ask(world.stamp("21:00"), shift_id=first.pk, way="fetch", cash={5_000: 20})
    sign(world, world.stamp("21:00"), asked)
    first = closed(world, first, "22:00", cash=FLOAT | {5_000: FLOAT[5_000] + 10})
    assert over(first) == -50_000
    second = reopened(world, first)
    asked = move_vault.ask(world.stamp("22:40"), shift_id=second.pk, way="bring", cash={5_000: 10})
    sign(world, world.stamp("22:40"), asked)
    brought = Entry.objects.filter(kind="cage.vault_brought").latest("id")
    explained(world, second, brought.pk, first, "22:46")
    second = closed(world, second, "23:00")
    assert (over(first), over(second)) == (0, 0)
    assert wrong(world) == []


def test_chips_that_were_taken_and_paid_and_entered_later_are_explained_too(world: World):
    world.sell(50_000, "20:10")
    first = world.open_shift()
    paid = FLOAT | {1_000: FLOAT[1_000] - 3}
    more = RACK | {500: RACK[500] + 6}
    first = closed(world, first, "22:00", cash=paid, chips=more)
    tenders = booked_over_cents(first)[first.gaming_day]
    assert tenders == {"cash": -3_000, "chips": 3_000}
    stamp = world.stamp("22:30")
    second = opening.open_shift(stamp, drawer_id=first.drawer_id, cash=FLOAT, chips=more)
    entered = redeem_chips(world.stamp("22:45"), shift_id=second.pk, cents=3_000)
    explained(world, second, entered.entry_id, first, "22:46")
    second = closed(world, second, "23:00", chips=more)
    for each in (first, second):
        assert booked_over_cents(each)[first.gaming_day] == {"cash": 0, "chips": 0}
    assert world.balance("chips:floor") == -47_000
    assert wrong(world) == []


def test_a_slip_whose_own_shift_is_closed_too_is_no_over_short_of_either(world: World):
    first, second, paid = forgotten(world)
    # It left the drawer in the first shift: the second holds what its slip says it paid.
    second = closed(world, second, "23:00")
    assert (over(first), over(second)) == (-30_000, 30_000)
    lost = world.balance("expense:over-short")
    third = reopened(world, second, "23:10")
    client = world.browser(Role.CASHIER)
    assert f"/slips/{paid}/explain/" in client.get(f"/tallinn/slips/{paid}/").text
    asked = explain_count.ask(world.stamp("23:15"), **of_slip(third, paid, first))
    client.force_login(world.staff[Role.MANAGER])
    page = " ".join(client.get(f"/tallinn/approvals/{asked.pk}/").text.split())
    assert "The slip's own shift was off by it as well." in page
    assert asked.content["since"]["cash_over_cents"] == [30_000, 0]
    sign(world, world.stamp("23:15"), asked, by=Role.MANAGER)
    assert (over(first), over(second)) == (0, 0)
    assert world.balance("expense:over-short") == lost
    assert f'/slips/{paid}/"' in client.get(f"/tallinn/shifts/{second.pk}/").text
    refused(ExplainedBefore, explain_count.ask, world.stamp("23:16"), **of_slip(third, paid, first))
    third = closed(world, third, "23:30")
    assert over(third) == 0
    assert wrong(world) == []


def test_a_slip_that_its_own_count_was_not_off_by_moved_in_its_own_shift(world: World):
    first, second, paid = forgotten(world)
    second = closed(world, second, "23:00", cash=FLOAT | {10_000: FLOAT[10_000] - 3})
    assert (over(first), over(second)) == (-30_000, 0)
    third = reopened(world, second, "23:10")
    refused(NotOfThisShift, explain_count.ask, world.stamp("23:15"), **of_slip(third, paid, first))
    client = world.browser(Role.CASHIER)
    assert f"/slips/{paid}/explain/" not in client.get(f"/tallinn/slips/{paid}/").text


def test_the_hands_of_both_counts_do_not_sign_that_a_slip_is_of_the_first(world: World):
    world.staff["second"] = a_member(world.club, Role.CASHIER, name="second")
    world.staff["third"] = a_member(world.club, Role.CASHIER, name="third")
    first = world.open_shift()
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    first = closed(world, first, "22:00", cash=FLOAT | {10_000: FLOAT[10_000] - 3})
    at = partial(world.stamp, role="second")
    second = opening.open_shift(at("22:30"), drawer_id=first.drawer_id, cash=FLOAT, chips=RACK)
    pay_out(at("22:45"), payable_id=prize.pk, shift_id=second.pk, paid_with="cash")
    submit_count(at("23:00"), shift_id=second.pk, cash=FLOAT, chips=RACK)
    close_by_two(world, at("23:00"), shift_id=second.pk, reason="Nobody knows why")
    at = partial(world.stamp, role="third")
    third = opening.open_shift(at("23:10"), drawer_id=first.drawer_id, cash=FLOAT, chips=RACK)
    entered = payment_of(prize).entry_id
    asked = explain_count.ask(at("23:15"), **of_slip(third, entered, first))
    assert {world.staff[Role.CASHIER].pk, world.staff["second"].pk} <= set(asked.not_by)


def test_a_slip_that_is_not_reversed_leads_to_the_count_it_was_in(world: World):
    first = world.open_shift()
    asked = move_vault.ask(world.stamp("21:00"), shift_id=first.pk, way="fetch", cash={5_000: 20})
    sign(world, world.stamp("21:00"), asked)
    fetched = Entry.objects.filter(kind="cage.vault_fetched").latest("id").pk
    what = {"entry_id": fetched, "reason": "Ten, not twenty"}
    said = refused(NotReversible, reverse_slip, world.stamp("21:10"), shift_id=first.pk, **what)
    assert "earlier" not in str(said.next_step)
    first = closed(world, first, "22:00", cash=FLOAT | {5_000: FLOAT[5_000] + 10})
    second = reopened(world, first)
    said = refused(NotReversible, reverse_slip, world.stamp("22:40"), shift_id=second.pk, **what)
    assert str(said.next_step).endswith("It moved in an earlier shift.")


def test_who_was_counted_does_not_sign_that_it_is_explained(world: World):
    world.staff["second"] = a_member(world.club, Role.CASHIER, name="second")
    first = world.open_shift()
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    first = closed(world, first, "22:00", cash=FLOAT | {10_000: FLOAT[10_000] - 3})
    at = partial(world.stamp, role="second")
    second = opening.open_shift(at("22:30"), drawer_id=first.drawer_id, cash=FLOAT, chips=RACK)
    pay_out(at("22:45"), payable_id=prize.pk, shift_id=second.pk, paid_with="cash")
    what = {"shift_id": second.pk, "counted_shift_id": first.pk, "reason": WHY}
    asked = explain_count.ask(at("22:46"), **what, entry_id=payment_of(prize).entry_id)
    assert world.staff[Role.CASHIER].pk in asked.not_by


def test_who_signs_reads_what_cash_and_chips_are_over_and_short_apart(world: World):
    first = world.open_shift()
    sold = sell_chips(world.stamp("21:00"), shift_id=first.pk, cents=30_000)
    # It was paid by wire: the chips are gone, the cash never came.
    gone = RACK | {2_500: RACK[2_500] - 12}
    first = closed(world, first, "22:00", chips=gone)
    second = opening.open_shift(
        world.stamp("22:30"), drawer_id=first.drawer_id, cash=FLOAT, chips=gone
    )
    back = reversed_slip(world, second, sold.entry_id)
    what = {"shift_id": second.pk, "entry_id": back, "counted_shift_id": first.pk, "reason": WHY}
    asked = explain_count.ask(world.stamp("22:46"), **what)
    told = {name: asked.content[f"{name}_over_cents"] for name in ("cash", "chips")}
    assert told == {"cash": [-30_000, 0], "chips": [0, -30_000]}
    client = world.browser(Role.MANAGER)
    page = " ".join(client.get(f"/tallinn/approvals/{asked.pk}/").text.split())
    assert '<th>Chips</th> <td class="n"><del>0,00</del></td>' in page

    # One of the program before said both in one sum.
    old = {"kind": "cage.sale_reversed", "cents": 30_000, "gaming_day": "2026-02-27"}
    old |= {"entry_id": back, "counted_shift_id": first.pk, "over_short": {"Desk 1": [-30_000, 0]}}
    shown = {"proposal": Proposal(content=old), "club": world.club}
    assert "Desk 1" in render_to_string("approvals/cage.explain_count.html", shown)


def test_a_slip_explains_what_a_count_was_off_by_and_once(world: World):
    first, second, paid = forgotten(world)
    what = {"shift_id": second.pk, "entry_id": paid, "counted_shift_id": first.pk, "reason": WHY}
    refused(NotExplained, explain_count.ask, world.stamp("22:46"), **what | {
        "counted_shift_id": second.pk,
    })  # fmt: skip
    sold = sell_chips(world.stamp("22:46"), shift_id=second.pk, cents=1_000)
    # It would make that shift shorter still.
    refused(NotExplained, explain_count.ask, world.stamp("22:46"), **what | {
        "entry_id": sold.entry_id,
    })  # fmt: skip
    counted = Entry.objects.get(kind="cage.drawer_counted").pk
    for entry_id in (counted, Entry.objects.filter(kind="cage.float_issued").latest("id").pk):
        refused(
            NotOfThisShift, explain_count.ask, world.stamp("22:47"), **what | {"entry_id": entry_id}
        )
    explained(world, second, paid, first, "22:48")
    refused(ExplainedBefore, explain_count.ask, world.stamp("22:49"), **what)


def test_the_slip_leads_to_it_and_both_pages_say_why(world: World):
    first, _, paid = forgotten(world)
    client = world.browser(Role.CASHIER)
    door = f"/tallinn/slips/{paid}/explain/"
    assert f'href="{door}"' in client.get(f"/tallinn/slips/{paid}/").text
    typed = {"counted_shift_id": str(first.pk), "reason": WHY, "key": str(a_key())}
    assert client.post(door, typed).status_code == 302
    asked = Proposal.objects.get(operation__startswith="cage.explain_count")
    client.force_login(world.staff[Role.MANAGER])
    page = client.get(f"/tallinn/approvals/{asked.pk}/").text
    assert f"{first.drawer}, {first.cashier}" in page
    sign(world, world.stamp("22:50"), asked, by=Role.MANAGER)
    assert WHY in client.get(f"/tallinn/shifts/{first.pk}/").text
    assert over(first) == 0


def test_of_a_day_that_is_sealed_it_is_booked_on_the_day_of_the_slip(world: World):
    first = world.open_shift()
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), cents=30_000)
    paid = FLOAT | {10_000: FLOAT[10_000] - 3}
    first = closed(world, first, "22:00", cash=paid)
    morning = EVENING + timedelta(1)
    close_day(world.club, EVENING, now=world.at("07:00", day=morning))
    seal_day(world.stamp("07:30", role=Role.ACCOUNTANT, day=morning), day=EVENING)
    stamp = world.stamp("20:00", day=morning)
    second = opening.open_shift(stamp, drawer_id=first.drawer_id, cash=FLOAT, chips=RACK)
    stamp = world.stamp("20:05", day=morning)
    pay_out(stamp, payable_id=prize.pk, shift_id=second.pk, paid_with="cash")
    what = {"shift_id": second.pk, "counted_shift_id": first.pk, "reason": WHY}
    stamp = world.stamp("20:10", day=morning)
    asked = explain_count.ask(stamp, entry_id=payment_of(prize).entry_id, **what)
    sign(world, stamp, asked, by=Role.MANAGER)

    assert booked_over_cents(first) == {
        EVENING: {"cash": -30_000, "chips": 0},
        morning: {"cash": 30_000, "chips": 0},
    }
    assert over(first) == 0
    assert wrong(world) == []
