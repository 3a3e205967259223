"""What one person may do alone, or without the manager, is a sum: split, it comes to as much."""

from dataclasses import replace

from django.test import Client
from django.utils import timezone

from cashgames.models import OverShort
from cashgames.queries.tables import chips_cents
from cashgames.services.cash_outs import cash_out
from cashgames.services.over_short import book_over_short
from casino.approvals.models import Proposal
from casino.approvals.services import COMPLETIONS, approve
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Payment, Shift
from casino.cage.queries.tallies import over_short_cents
from casino.cage.services.closing import close_shift
from casino.cage.services.count_corrections import correct_count
from casino.cage.services.counts import submit_count
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import PAID_ALONE, pay_out
from casino.house.queries import club_stamp
from casino.players.models import Player
from casino.staff.models import Role
from tests.counting import sign
from tests.owing import owe_prize
from tests.world import EVENING, FLOAT, RACK, World, a_key, a_member

SUPERVISOR = Role.SUPERVISOR


def test_a_count_that_is_corrected_in_parts_takes_the_manager_as_at_once(world: World):
    world.fund()
    shift = world.open_shift()
    submit_count(world.stamp("21:00"), shift_id=shift.pk, cash=FLOAT | {5_000: 17}, chips=RACK)
    sign(
        world,
        world.stamp("21:01"),
        close_shift.ask(world.stamp("21:01"), shift_id=shift.pk, reason="?"),
    )
    sven = a_member(world.club, SUPERVISOR, name="sven")
    what = {"shift_id": shift.pk, "moment": "closing", "chips": RACK, "reason": "Typed wrongly"}
    kinds = []
    for clock, cash in (
        ("21:10", FLOAT | {5_000: 18}),
        ("21:20", FLOAT | {5_000: 19}),
        ("21:30", FLOAT),
    ):
        asked = correct_count.ask(world.stamp(clock, role=SUPERVISOR), cash=cash, **what)
        kinds.append(asked.operation)
        if asked.operation == "cage.correct_count":
            second = replace(world.stamp(clock), actor_id=sven.pk, key=a_key())
            approve(second, proposal_id=asked.pk, digest=asked.digest)
    assert kinds == ["cage.correct_count", "cage.correct_count", "cage.correct_count_large"]
    assert over_short_cents(Shift.objects.get(pk=shift.pk)) == -5_000


def test_what_the_manager_signed_is_none_of_what_two_others_correct(world: World):
    world.fund()
    shift = world.open_shift()
    submit_count(world.stamp("21:00"), shift_id=shift.pk, cash=FLOAT | {5_000: 17}, chips=RACK)
    sign(
        world,
        world.stamp("21:01"),
        close_shift.ask(world.stamp("21:01"), shift_id=shift.pk, reason="?"),
    )
    what = {"shift_id": shift.pk, "moment": "closing", "chips": RACK, "reason": "Typed wrongly"}
    large = correct_count.ask(world.stamp("21:10", role=SUPERVISOR), cash=FLOAT, **what)
    assert large.operation == "cage.correct_count_large"
    approve(world.stamp("21:11", role=Role.MANAGER), proposal_id=large.pk, digest=large.digest)
    more = FLOAT | {1_000: FLOAT[1_000] + 1}
    again = correct_count.ask(world.stamp("21:20", role=SUPERVISOR), cash=more, **what)
    assert again.operation == "cage.correct_count"


def test_a_table_that_is_short_again_and_again_takes_a_second_person(world: World):
    session = world.session("1")
    seats = world.seat(session, "Ann", "Bob", cents=50_000)
    what = {"session_id": session.pk, "reason": "Short"}
    done = []
    for minute in range(3):
        floor = world.stamp(f"22:0{minute}", role=SUPERVISOR)
        counted = chips_cents(session) + (-250 if minute else 250)
        done.append(book_over_short.submit(floor, **what, counted_cents=counted))
    assert [type(each) for each in done] == [OverShort, OverShort, Proposal]
    assert done[-1].operation == "cashgames.over_short"

    approve(
        world.stamp("22:10", role=Role.MANAGER), proposal_id=done[-1].pk, digest=done[-1].digest
    )
    cash_out(
        world.stamp("22:20", role=SUPERVISOR),
        session_id=session.pk,
        player_id=seats[0].seat.player_id,
        cents=50_000,
        paid_with="chips",
    )
    over = cash_out.submit(
        world.stamp("22:21", role=SUPERVISOR),
        session_id=session.pk,
        player_id=seats[1].seat.player_id,
        cents=chips_cents(session) + 50,
        paid_with="chips",
        reason="Lies there",
    )
    assert isinstance(over, Proposal)
    assert over.operation == "cashgames.cash_out_over"


def test_another_tables_differences_are_a_sum_of_their_own(world: World):
    for table in ("1", "2"):
        session = world.session(table)
        world.seat(session, f"Guest of {table}", cents=50_000)
        floor = world.stamp(f"22:0{table}", role=SUPERVISOR)
        counted = chips_cents(session) - 500
        book_over_short(floor, session_id=session.pk, counted_cents=counted, reason="Short")
    assert OverShort.objects.count() == 2


def paid(world: World, *guests: Player, cents: int) -> list[object]:
    """Pay each guest a prize at one desk, five minutes after the one before, if one person may."""
    world.fund()
    shift = open_shift(
        world.stamp("20:00"), drawer_id=world.drawer().pk, cash={10_000: 100}, chips={2_500: 4}
    )
    done = []
    for number, guest in enumerate(guests):
        owed = owe_prize(world.stamp("21:00"), player_id=guest.pk, cents=cents)
        at = world.stamp(f"22:{5 * number:02}")
        what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
        done.append(pay_out.submit(at, **what))
    return done


def listed(world: World) -> list[str]:
    return [str(kind) for kind, *_ in exceptions(world.club, first=EVENING, last=EVENING)]


def test_what_a_guest_is_paid_in_parts_takes_a_second_person_as_at_once(world: World):
    guest = world.player("Friend")
    first, second, third = paid(world, guest, guest, guest, cents=24_900)
    assert [type(each) for each in (first, second, third)] == [Payment, Payment, Proposal]
    said = COMPLETIONS[third.operation].ahead
    assert said
    assert said(world.stamp("22:10"), third) == {PAID_ALONE: "747,00"}
    sign(world, world.stamp("22:11"), third)
    assert Payment.objects.count() == 3
    assert listed(world) == []


def test_what_two_paid_a_guest_is_none_of_what_is_said_to_be_paid_without_approval(world: World):
    guest, shift = world.player("Friend"), world.open_shift()
    what = {"shift_id": shift.pk, "paid_with": "cash"}
    large, first, second = (
        owe_prize(world.stamp("21:00"), player_id=guest.pk, cents=cents)
        for cents in (100_000, 30_000, 24_900)
    )
    asked = pay_out.submit(world.stamp("22:00"), payable_id=large.pk, **what)
    sign(world, world.stamp("22:01"), asked)
    pay_out.submit(world.stamp("22:05"), payable_id=first.pk, **what)
    third = pay_out.submit(world.stamp("22:10"), payable_id=second.pk, **what)
    said = COMPLETIONS[third.operation].ahead
    assert said
    shown = {str(name): sum_ for name, sum_ in said(world.stamp("22:10"), third).items()}
    assert shown == {"Payments to the guest today without approval, and this one": "549,00"}


def test_a_cashier_reads_what_a_guest_was_paid_today_where_it_takes_a_second_person(world: World):
    guest, shift = world.player("Friend"), world.open_shift()
    first, second = (
        owe_prize(world.stamp("21:00"), player_id=guest.pk, cents=cents)
        for cents in (30_000, 24_900)
    )
    cashier = world.staff[Role.CASHIER]
    now = club_stamp(world.club, at=timezone.now(), actor_id=cashier.pk, key=a_key())
    pay_out(now, payable_id=first.pk, shift_id=shift.pk, paid_with="cash")
    client = Client()
    client.force_login(cashier)
    page = client.get(f"/tallinn/payments/{second.pk}/").content.decode()
    assert f"{PAID_ALONE}: <strong>549,00</strong>" in page
    assert "must approve this" in page


def test_many_payments_by_one_person_within_an_hour_are_listed_once(world: World):
    guests = [world.player(f"Absent {number}") for number in range(7)]
    done = paid(world, *guests[:4], cents=49_900)
    assert listed(world) == []
    again = [
        owe_prize(world.stamp("21:00"), player_id=each.pk, cents=49_900) for each in guests[4:]
    ]
    shift = Shift.objects.get()
    for clock, owed in zip(("22:16", "22:17", "23:30"), again, strict=True):
        what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
        done.append(pay_out(world.stamp(clock), **what))
    ((kind, row, _),) = exceptions(world.club, first=EVENING, last=EVENING)
    assert (str(kind), row.id) == ("many payments by one person within an hour", done[4].act_id)
