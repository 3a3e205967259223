"""Cash paid for chips from the club's amounts on: signed, whether at once or in many parts."""

from datetime import timedelta

import pytest

from cashgames.models import ChipMove
from cashgames.services.cash_outs import cash_out
from cashgames.services.seats import seat_player
from casino.approvals.models import Proposal
from casino.approvals.services import NotYours, approve
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Shift
from casino.cage.services.desk import REDEEM, REDEEM_LARGE, redeem_chips, sell_chips
from casino.cage.services.payables import pay_out
from casino.cage.services.redemptions import PAID_UNSEEN, STACK
from casino.cage.services.reversals import reverse_slip
from casino.ledger.refusals import NotEnough
from casino.names import with_names
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import EVENING, World, a_key, of_the_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def shift(world: World) -> Shift:
    shift = world.open_shift()
    world.sell(3_000_000, "20:10")
    for clock in ("20:20", "20:21"):
        sell_chips(
            world.stamp(clock), shift_id=shift.pk, cents=1_000_000, player_id=known(world).pk
        )
    return shift


def known(world: World, name: str = "Rein Known") -> Player:
    found, _ = Player.objects.get_or_create(
        club=world.club,
        name=name,
        defaults={
            "code": 900 + Player.objects.count(),
            "document": "AB 1234567",
            "birth_date": "1988-06-24",
            "act_id": -Player.objects.count() - 1,
        },
    )
    return found


def asked(world: World, clock: str, **what: object) -> Proposal:
    found = redeem_chips.submit(world.stamp(clock), **what)
    assert isinstance(found, Proposal)
    return found


def signed(world: World, found: Proposal, clock: str, role: str = Role.SUPERVISOR) -> None:
    approve(world.stamp(clock, role=role), proposal_id=found.pk, digest=found.digest)


def test_a_large_redemption_is_paid_once_the_supervisor_signed_it(world: World, shift: Shift):
    what = {"shift_id": shift.pk, "cents": 200_000, "player_id": known(world).pk}
    refused(NeedsSignature, redeem_chips, world.stamp("22:00"), **what)
    before = world.balance("cash:drawer", shift.drawer_id)
    found = asked(world, "22:01", **what)
    assert (found.operation, with_names(found.content)["player"]) == (REDEEM, "Rein Known")
    assert world.balance("cash:drawer", shift.drawer_id) == before
    signed(world, found, "22:02")
    assert world.balance("cash:drawer", shift.drawer_id) == before - 200_000


def test_from_ten_thousand_on_the_manager_signs(world: World, shift: Shift):
    found = asked(world, "22:00", shift_id=shift.pk, cents=1_000_000, player_id=known(world).pk)
    assert found.operation == REDEEM_LARGE
    refused(NotYours, signed, world, found, "22:01")
    signed(world, found, "22:01", Role.MANAGER)


def test_split_over_the_day_it_is_signed_all_the_same_and_by_the_manager_in_the_end(
    world: World, shift: Shift
):
    what = {"shift_id": shift.pk, "player_id": known(world).pk}
    for clock in ("21:00", "22:00", "23:00", "23:30"):
        redeem_chips(world.stamp(clock), cents=49_900, **what)
    assert asked(world, "23:40", cents=400, **what).operation == REDEEM
    signed(world, asked(world, "23:50", cents=750_000, **what), "23:51")
    assert asked(world, "23:55", cents=50_400, **what).operation == REDEEM_LARGE


def test_another_card_of_the_guest_and_another_drawer_belong_to_the_same_sum(
    world: World, shift: Shift
):
    first, second = known(world), known(world, "Reinhold Known")
    redeem_chips(world.stamp("21:00"), shift_id=shift.pk, cents=150_000, player_id=first.pk)
    Player.objects.filter(pk=second.pk).update(merged_into=first)
    asked(world, "21:30", shift_id=shift.pk, cents=50_000, player_id=second.pk)


def test_without_a_name_the_desks_hour_is_one_sum_that_begins_anew_once_it_was_signed(
    world: World, shift: Shift
):
    what = {"shift_id": shift.pk}
    redeem_chips(world.stamp("21:00"), cents=100_000, **what)
    redeem_chips(world.stamp("22:05"), cents=150_000, **what)
    signed(world, asked(world, "22:10", cents=60_000, **what), "22:11")
    redeem_chips(world.stamp("22:20"), cents=60_000, **what)
    assert redeem_chips.preview(world.stamp("22:25"), cents=150_000, **what).needs == REDEEM


def test_what_is_paid_to_guests_whom_the_cashier_added_that_day_is_one_sum(
    world: World, shift: Shift
):
    """A name that nobody else has looked at is none: split over such, it is signed all the same."""
    guests = [add_player(world.stamp(f"21:0{n}"), name=f"Guest {n}").pk for n in range(4)]
    what = {"shift_id": shift.pk, "cents": 120_000}
    redeem_chips(world.stamp("21:10"), player_id=guests[0], **what)
    look = redeem_chips.preview(world.stamp("22:20"), player_id=guests[1], **what)
    assert (look.needs, look.ahead) == (REDEEM, {PAID_UNSEEN: "2\xa0400,00"})
    signed(world, asked(world, "22:21", player_id=guests[1], **what), "22:22")
    redeem_chips(world.stamp("22:30"), player_id=guests[2], cents=60_000, shift_id=shift.pk)
    asked(world, "22:31", player_id=guests[3], cents=140_000, shift_id=shift.pk)
    assert (
        redeem_chips.preview(world.stamp("22:32"), player_id=known(world).pk, **what).needs is None
    )


def test_payments_without_a_name_and_to_guests_just_added_are_one_sum(world: World, shift: Shift):
    new = add_player(world.stamp("21:00"), name="New").pk
    what = {"shift_id": shift.pk, "cents": 120_000}
    redeem_chips(world.stamp("21:10"), **what)
    look = redeem_chips.preview(world.stamp("21:12"), player_id=new, **what)
    assert (look.needs, look.ahead) == (REDEEM, {PAID_UNSEEN: "2\xa0400,00"})
    signed(world, asked(world, "21:13", player_id=new, **what), "21:14")
    redeem_chips(world.stamp("21:20"), player_id=new, cents=60_000, shift_id=shift.pk)
    look = redeem_chips.preview(world.stamp("21:22"), cents=140_000, shift_id=shift.pk)
    assert (look.needs, look.ahead) == (REDEEM, {PAID_UNSEEN: "4\xa0400,00"})
    assert (
        redeem_chips.preview(world.stamp("21:23"), player_id=known(world).pk, **what).needs is None
    )


def test_a_kept_stack_paid_to_a_guest_just_added_is_of_the_same_sum_in_either_order(
    world: World, shift: Shift
):
    of_the_desk(world.club, second_from_cents=10**8, manager_from_cents=10**8)
    one, two = (add_player(world.stamp(f"21:0{n}"), name=f"Guest {n}").pk for n in range(2))
    stamp = world.stamp("21:05", role=Role.SUPERVISOR)
    owed = owe_prize(stamp, cents=150_000, kind=STACK, player_id=one)
    pay = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    redeem = {"player_id": two, "shift_id": shift.pk, "cents": 150_000}
    assert pay_out.preview(world.stamp("21:10"), **pay).needs is None
    assert redeem_chips.preview(world.stamp("21:10"), **redeem).needs is None
    pay_out(world.stamp("21:10"), **pay)
    assert redeem_chips.preview(world.stamp("21:20"), **redeem).needs == REDEEM


def test_guests_whom_somebody_else_added_or_on_another_day_are_sums_of_their_own(
    world: World, shift: Shift
):
    other = world.stamp("21:00", role=Role.SUPERVISOR)
    before = world.stamp("21:00", day=EVENING - timedelta(1))
    guests = [
        add_player(other, name="Seen").pk,
        add_player(before, name="Of yesterday").pk,
        add_player(world.stamp("21:02"), name="New").pk,
    ]
    for n, each in enumerate(guests):
        what = {"shift_id": shift.pk, "cents": 150_000, "player_id": each}
        redeem_chips(world.stamp(f"21:1{n}"), **what)


def test_what_was_taken_back_is_not_counted_and_a_club_has_its_own_amounts(
    world: World, shift: Shift
):
    of_the_desk(world.club, redeem_second_from_cents=50_000, reverse_alone_under_cents=100_000)

    what = {"shift_id": shift.pk, "player_id": known(world).pk}
    paid = redeem_chips(world.stamp("21:00"), cents=49_000, **what)
    reverse_slip(world.stamp("21:01"), shift_id=shift.pk, entry_id=paid.entry_id, reason="Typo")
    redeem_chips(world.stamp("21:02"), cents=49_000, **what)
    asked(world, "21:03", cents=1_000, **what)


def test_nobody_signs_for_cash_that_the_drawer_does_not_hold(world: World, shift: Shift):
    what = {"shift_id": shift.pk, "player_id": known(world).pk, "cents": 2_500_000}
    said = refused(NotEnough, redeem_chips.submit, world.stamp("22:00"), **what)
    assert not any(digit in str(said.message) for digit in "0123456789")


def test_a_cash_out_at_a_table_is_signed_like_a_redemption_and_adds_to_its_sum(
    world: World, shift: Shift
):
    guest, session = known(world), world.session()
    redeem_chips(world.stamp("21:00"), shift_id=shift.pk, cents=180_000, player_id=guest.pk)
    seat = {"session_id": session.pk, "player_id": guest.pk, "paid_with": "cash"}
    seat |= {"shift_id": shift.pk, "cents": 30_000}
    seat_player(world.stamp("21:10"), seat_no=1, **seat)
    refused(NeedsSignature, cash_out, world.stamp("22:00"), **seat)
    found = cash_out.submit(world.stamp("22:01"), **seat)
    assert not ChipMove.objects.filter(kind="cash_out").exists()
    signed(world, found, "22:02")
    assert ChipMove.objects.get(kind="cash_out").cents == 30_000


def test_chips_that_leave_the_table_as_chips_are_not_signed(world: World, shift: Shift):
    guest, session = known(world), world.session()
    seat = {"session_id": session.pk, "player_id": guest.pk, "cents": 50_000}
    of_the_desk(world.club, redeem_second_from_cents=100)
    seat_player(world.stamp("21:10"), seat_no=1, paid_with="chips", **seat)
    assert cash_out(world.stamp("22:00"), paid_with="chips", **seat).cents == 50_000


def test_the_till_sends_a_large_redemption_to_the_signature_at_this_screen(
    world: World, shift: Shift
):
    of_the_desk(world.club, redeem_second_from_cents=50_000)
    desk = world.browser(Role.CASHIER)
    guest = known(world)
    typed = {"key": str(a_key()), "player": str(guest.code), "cents": "600"}
    sent = desk.post("/tallinn/till/redeem/", typed)
    page = desk.get(sent["Location"]).content.decode()
    assert sent["Location"].endswith("/sign/")
    assert "Paid out to the guest today, with this" in page
    assert "600,00" in page
