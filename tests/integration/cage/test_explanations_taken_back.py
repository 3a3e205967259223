"""A slip that explains a count is taken back: the count is off as it was, and another is not."""

from datetime import timedelta
from functools import partial

import pytest

from casino.approvals.services import NotYours
from casino.cage.models import Payable, Shift
from casino.cage.queries import shifts_off
from casino.cage.queries.due import payment_of
from casino.cage.services import opening
from casino.cage.services.desk import add_drawer, retire_drawer, sell_chips
from casino.cage.services.explained_counts import (
    ExplainedBefore,
    NotExplained,
    explain_count,
    shifts_to_explain,
)
from casino.cage.services.payables import pay_out
from casino.cage.services.reversals import NotReversible, reverse_slip
from casino.cage.services.vault import move_vault
from casino.ledger.models import Entry
from casino.ledger.queries import documents
from casino.staff.models import Role
from tests.correcting import wrong
from tests.counting import sign
from tests.integration.cage.test_explained_counts import (
    closed,
    explained,
    forgotten,
    of_slip,
    over,
    reopened,
    reversed_slip,
)
from tests.owing import owe_prize
from tests.refusing import refused
from tests.tournaments import a_tournament, enter
from tests.world import FLOAT, RACK, World
from tournaments.models import Purchase
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.tender_corrections import correct_tender

pytestmark = pytest.mark.django_db
PAID = FLOAT | {10_000: FLOAT[10_000] - 3}


def offered(world: World, entry_id: int) -> list[Shift]:
    slip = documents.entry(world.club.pk, entry_id)
    assert slip
    return shifts_to_explain(world.club.pk, slip)


def test_who_named_the_wrong_shift_takes_it_back_and_names_the_right_one(world: World):
    first = world.open_shift()
    prize = owe_prize(world.stamp("20:05", role=Role.SUPERVISOR), cents=30_000)
    first = closed(world, first, "20:30", cash=PAID)
    second = closed(world, reopened(world, first, "21:00"), "22:00", cash=PAID)
    third = reopened(world, first)
    pay = partial(pay_out, payable_id=prize.pk, shift_id=third.pk, paid_with="cash")
    pay(world.stamp("22:35"))
    entered = payment_of(prize).entry_id
    explained(world, third, entered, first, "22:36")
    assert (over(first), over(second)) == (0, -30_000)
    right = of_slip(third, entered, second)
    said = refused(ExplainedBefore, explain_count.ask, world.stamp("22:37"), **right)
    assert "Enter it anew and name the right shift." in str(said.next_step)

    back = reversed_slip(world, third, entered)
    assert (over(first), over(second)) == (-30_000, -30_000)
    refused(ExplainedBefore, explain_count.ask, world.stamp("22:43"), **right | {"entry_id": back})
    pay(world.stamp("22:45"))
    explained(world, third, payment_of(prize).entry_id, second, "22:46")
    third = closed(world, third, "23:00")
    assert (over(first), over(second), over(third)) == (-30_000, 0, 0)
    assert wrong(world) == []


def test_a_prize_that_was_never_paid_leaves_its_shift_short_and_no_other(world: World):
    first, second, paid = forgotten(world)
    explained(world, second, paid, first, "22:46")
    what = {"shift_id": second.pk, "entry_id": paid, "reason": "Never paid"}
    asked = reverse_slip.ask(world.stamp("22:47"), **what)
    assert world.staff[Role.CASHIER].pk in asked.not_by
    page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").text
    assert "which is then off again" in page
    sign(world, world.stamp("22:47"), asked, by=Role.MANAGER)
    second = closed(world, second, "23:00")
    assert (over(first), over(second)) == (-30_000, 0)
    assert wrong(world) == []


def test_who_signs_an_explanation_signs_that_its_payment_is_taken_back(world: World):
    first, second, paid = forgotten(world)
    ask = partial(reverse_slip.ask, shift_id=second.pk, entry_id=paid, reason="Never paid")
    assert ask(world.stamp("22:46")).operation == "cage.reverse_payment"
    asked = explain_count.ask(world.stamp("22:47"), **of_slip(second, paid, first))
    assert asked.operation == "cage.explain_count_large"
    sign(world, world.stamp("22:47"), asked, by=Role.MANAGER)
    asked = ask(world.stamp("22:49"))
    assert asked.operation == "cage.reverse_slip_large"
    refused(NotYours, partial(sign, world, world.stamp("22:50"), asked), by=Role.ACCOUNTANT)
    sign(world, world.stamp("22:51"), asked, by=Role.MANAGER)
    assert over(first) == -30_000


def test_a_transfer_that_explained_the_wrong_shift_is_unsaid_by_its_opposite(world: World):
    more = FLOAT | {5_000: FLOAT[5_000] - 10}
    first = closed(world, world.open_shift(), "21:00", cash=more)
    second = reopened(world, first)
    slips = []
    for clock, way in (("22:35", "bring"), ("22:40", "fetch")):
        what = {"shift_id": second.pk, "way": way, "cash": {5_000: 10}}
        sign(world, world.stamp(clock), move_vault.ask(world.stamp(clock), **what))
        slips.append(Entry.objects.filter(kind__startswith="cage.vault_").latest("id").pk)
    explained(world, second, slips[0], first, "22:46")
    assert over(first) == 0
    explained(world, second, slips[1], first, "22:47")
    second = closed(world, second, "23:00")
    assert (over(first), over(second)) == (-50_000, 0)


@pytest.mark.parametrize("correction", ["tender", "sale"])
def test_a_tournament_sale_that_explained_a_count_is_corrected(world: World, correction: str):
    first = world.open_shift()
    more = FLOAT | {5_000: FLOAT[5_000] + 2}
    first = closed(world, first, "20:20", cash=more)
    stamp = world.stamp("20:30")
    second = opening.open_shift(stamp, drawer_id=first.drawer_id, cash=FLOAT, chips=RACK)
    friday = a_tournament(world)
    enter(world, friday, "Ann", shift_id=second.pk)
    sale = Purchase.objects.get()
    was = over(first)
    explained(world, second, sale.slip_id, first, "20:50")
    assert over(first) == was - sale.total_cents
    what = {"purchase_id": sale.pk, "shift_id": second.pk, "reason": "Never so"}
    if correction == "tender":
        asked = correct_tender.ask(world.stamp("20:52"), **what, paid_with="bank")
    else:
        asked = take_back_sale.ask(world.stamp("20:52"), **what)
    sign(world, world.stamp("20:52"), asked, by=Role.MANAGER)
    second = closed(world, second, "23:00")
    assert (over(first), over(second)) == (was, 0)
    assert wrong(world) == []


def test_a_shift_of_last_week_is_offered_where_the_slip_explains_it_and_no_other(world: World):
    first, _, paid = forgotten(world)
    for number in range(31):
        at = world.at("22:31") + timedelta(seconds=number)
        Shift.objects.create(
            club=world.club, drawer=first.drawer, cashier=first.cashier, state="closed",
            opened_at=at, closed_at=at + timedelta(seconds=1), gaming_day=first.gaming_day,
            act_id=10**6 + number, notes_cents=[], chips_cents=[],
        )  # fmt: skip
    page = world.browser(Role.CASHIER).get(f"/tallinn/slips/{paid}/explain/").text
    offered = page.partition("<select")[2].partition("</select>")[0]
    assert f'value="{first.pk}"' in offered
    assert offered.count("<option") <= 2


def test_no_shift_is_offered_whose_explanation_was_taken_back_since(world: World):
    first, second, paid = forgotten(world)
    explained(world, second, paid, first, "22:46")
    reversed_slip(world, second, paid, "22:48")
    assert over(first) == -30_000
    prize = Payable.objects.get()
    pay_out(world.stamp("22:50"), payable_id=prize.pk, shift_id=second.pk, paid_with="cash")
    back = reversed_slip(world, second, payment_of(prize).entry_id, "22:52")
    named = of_slip(second, back, first)
    refused(NotExplained, explain_count.ask, world.stamp("22:54"), **named)
    assert offered(world, back) == []


def test_shifts_of_more_than_a_hundred_days_ago_are_not_read(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    first, _, paid = forgotten(world)
    for number in range(5):
        at = world.at("22:31") - timedelta(days=101 + number)
        Shift.objects.create(
            club=world.club, drawer=first.drawer, cashier=first.cashier, state="closed",
            opened_at=at, closed_at=at + timedelta(seconds=1), gaming_day=at.date(),
            act_id=10**6 + number, notes_cents=[], chips_cents=[],
        )  # fmt: skip
    read, over_cents = list[int](), shifts_off._over_cents
    monkeypatch.setattr(
        shifts_off,
        "_over_cents",
        lambda club_id, shifts, **of: read.append(len(shifts)) or over_cents(club_id, shifts, **of),
    )
    assert offered(world, paid) == [first]
    assert read == [1]


def test_a_slip_of_a_retired_drawer_leads_to_its_reinstatement(world: World):
    first = world.open_shift()
    sold = sell_chips(world.stamp("20:35"), shift_id=first.pk, cents=1_000)
    more = FLOAT | {1_000: FLOAT[1_000] + 1}
    first = closed(world, first, "21:00", cash=more)
    manager = partial(world.stamp, role=Role.MANAGER)
    retire_drawer(manager("21:10"), drawer_id=first.drawer_id)
    other = add_drawer(manager("21:11"), name="Desk 9")
    stamp = world.stamp("21:20")
    shift = opening.open_shift(stamp, drawer_id=other.pk, cash=FLOAT, chips=RACK)
    what = {"shift_id": shift.pk, "entry_id": sold.entry_id, "reason": "Wrong"}
    said = refused(NotReversible, reverse_slip, world.stamp("21:30"), **what)
    assert "Reinstate it" in str(said.next_step)
    assert (said.next_page, said.about) == ("drawer-levels", {"drawer_id": first.drawer_id})


def test_a_buy_in_of_now_makes_no_explained_shift_short_again(world: World):
    first, second, paid = forgotten(world)
    explained(world, second, paid, first, "22:46")
    enter(world, a_tournament(world), "Ann", shift_id=second.pk, clock="22:47")
    bought = of_slip(second, Purchase.objects.get().slip_id or 0, first)
    refused(NotExplained, explain_count.ask, world.stamp("22:48"), **bought)
    assert over(first) == 0
