"""A sale's tender that is put right after its shift was counted: the over/short is that shift's."""

from typing import Any

from django.template.loader import render_to_string

from casino.approvals.services import COMPLETIONS
from casino.bookkeeping.queries.registers import over_short
from casino.cage.models import Shift
from casino.cage.queries.tallies import over_short_cents
from casino.cage.services.closing import close_shift
from casino.cage.services.count_corrections import correct_count
from casino.cage.services.counts import submit_count
from casino.ledger.verify import Books, verify_ledger
from casino.staff.models import Role
from casino.verify.amounts import verify_amounts
from tests.integration.tournaments.test_tender_corrected import ask
from tests.tournaments import a_tournament, signed, sold
from tests.world import FLOAT, RACK, World

PRICE = 11_000
MISSING = FLOAT | {10_000: FLOAT[10_000] - 1, 1_000: FLOAT[1_000] - 1}


def closed(
    world: World, shift: Shift, clock: str, *, cash: Any = FLOAT, chips: Any = RACK
) -> Shift:
    submit_count(world.stamp(clock), shift_id=shift.pk, cash=cash, chips=chips)
    asked = close_shift.ask(world.stamp(clock), shift_id=shift.pk, reason="Nobody knows why")
    if asked.approved is None:
        signed(world, asked, clock=clock)
    return Shift.objects.get(id=shift.pk)


def shown(world: World, asked: Any, ahead: Any) -> str:
    what = {"proposal": asked, "consequence": ahead, "club": world.club, "request": None}
    return render_to_string("approvals/tournaments.correct_tender.html", what)


def test_neither_shift_is_over_or_short_once_the_tender_is_right(world: World, shift: Shift):
    sale = sold(world, a_tournament(world), "Bob", shift_id=shift.pk)
    first = closed(world, shift, "22:00")
    assert over_short_cents(first) == -PRICE
    second = world.open_shift(first.drawer, clock="22:10")
    asked = ask(world, sale, second, "22:15")
    ahead = COMPLETIONS[asked.operation].ahead
    assert ahead
    page = shown(world, asked, ahead(world.stamp("22:16", role=Role.SUPERVISOR), asked))
    assert "was counted since" in page
    assert f"{first.drawer}, {first.cashier}" in page
    assert "110,00</del>" in page
    signed(world, asked, clock="22:16")
    assert world.balance("expense:over-short") == 0
    second = closed(world, second, "23:00")
    assert (over_short_cents(first), over_short_cents(second)) == (0, 0)
    assert {row[3]: row[-2] for row in over_short(first)} == {"cash": 0, "chips": 0}
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/shifts/{first.pk}/").content.decode()
    assert "how a sale was paid was corrected" in page
    assert not list(verify_ledger(Books(club_id=world.club.pk)))
    assert not list(verify_amounts(world.club.pk))


def test_who_takes_the_cash_at_the_shift_of_the_correction_is_short(world: World, shift: Shift):
    sale = sold(world, a_tournament(world), "Bob", shift_id=shift.pk)
    first = closed(world, shift, "22:00")
    second = world.open_shift(first.drawer, clock="22:10")
    signed(world, ask(world, sale, second, "22:15"), clock="22:16")
    assert over_short_cents(closed(world, second, "23:00", cash=MISSING)) == -PRICE


def test_a_tender_corrected_twice_is_still_the_first_shift_s(world: World, shift: Shift):
    friday = a_tournament(world)
    sale = sold(world, friday, "Bob", shift_id=shift.pk)
    first = closed(world, shift, "22:00")
    second = world.open_shift(first.drawer, clock="22:10")
    signed(world, ask(world, sale, second, "22:15"), clock="22:16")
    second = closed(world, second, "22:30")
    third = world.open_shift(first.drawer, clock="22:40")
    instead = sale.entry.purchases.get(refund=None, refund_of=None)
    signed(world, ask(world, instead, third, "22:45", "cash"), clock="22:46")
    third = closed(world, third, "23:00")
    found = [over_short_cents(each) for each in (first, second, third)]
    assert found == [-PRICE, 0, 0]


def test_chips_typed_as_a_card_are_the_counted_shift_s_and_its_count_can_be_corrected(
    world: World, shift: Shift
):
    world.sell(50_000, "20:10")
    sale = sold(world, a_tournament(world), "Bob", shift_id=shift.pk, paid_with="chips")
    came = FLOAT | {10_000: FLOAT[10_000] + 5}
    rack = RACK | {2_500: RACK[2_500] - 20}
    first = closed(world, shift, "22:00", cash=came, chips=rack)
    assert over_short_cents(first) == -PRICE
    second = world.open_shift(first.drawer, clock="22:10")
    signed(world, ask(world, sale, second, "22:15"), clock="22:16")
    assert (over_short_cents(first), world.balance("expense:over-short")) == (0, 0)
    assert over_short_cents(closed(world, second, "22:30")) == 0
    what = {"shift_id": first.pk, "moment": "closing", "reason": "One more"}
    chips = rack | {2_500: rack[2_500] + 1}
    stamp = world.stamp("22:50", role=Role.SUPERVISOR)
    asked = correct_count.ask(stamp, **what, cash=came, chips=chips)
    signed(world, asked, clock="22:55")
    assert over_short_cents(first) == 2_500
    assert not list(verify_amounts(world.club.pk))
