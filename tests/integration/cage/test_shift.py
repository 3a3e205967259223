"""A cashier's shift: float, sales, reversals, the blind count, what is over or short."""

from typing import Any

import pytest
from django.db import ProgrammingError, transaction

from casino.approvals.models import Proposal
from casino.approvals.services import approve, shown_to
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.cage import postings
from casino.cage.models import Shift, ShiftNote
from casino.cage.queries import shifts, tallies
from casino.cage.queries.shifts import ShiftNotOpen
from casino.cage.services.closing import (
    SECOND,
    NotCounted,
    ReasonMissing,
    close_shift,
    closing_signatures,
)
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import DrawerTaken, note_shift, redeem_chips, sell_chips
from casino.cage.services.opening import open_shift
from casino.cage.services.reversals import NotReversible, reverse_slip
from casino.ledger import services as ledger
from casino.ledger.refusals import AccountClosed, AlreadyReversed, NotEnough
from casino.limits import AboveLimit
from casino.players.queries import PlayerExcluded
from casino.players.services.guests import exclude_player
from casino.refusals import BadInput, Refusal
from casino.staff.models import Membership, Role
from tests.counting import close_by_two, reverse_by_two
from tests.world import EVENING, FLOAT, RACK, World, a_key

pytestmark = pytest.mark.django_db


def refused(kind: type[Refusal], act, *arguments, **more) -> Refusal:
    """Return the refusal of an act; the test's own transaction stays usable."""
    before = transaction.savepoint()
    with pytest.raises(kind) as caught:
        act(*arguments, **more)
    transaction.savepoint_rollback(before)
    return caught.value


def count(world: World, shift: Shift, clock: str = "23:00", **fewer: int) -> None:
    """Count the float and rack of the opening, less what `cash` and `chips` take away."""
    cash = dict(FLOAT) | {1000: FLOAT[1000] + fewer.get("tens", 0)}
    chips = dict(RACK) | {2500: RACK[2500] + fewer.get("chips", 0)}
    submit_count(world.stamp(clock), shift_id=shift.pk, cash=cash, chips=chips)


def test_the_float_comes_out_of_the_vault_and_opens_the_drawer(world: World):
    shift = world.open_shift()

    assert world.balance("cash:drawer", shift.drawer_id) == 400_000
    assert world.balance("cash:vault") == 4_600_000


def test_money_moves_only_while_the_drawer_is_open(world: World):
    drawer = world.drawer()
    world.fund()
    draft = postings.chips_sold(drawer.pk, 100, player_id=None)

    refused(AccountClosed, ledger.post_once, world.stamp(), "test", draft)


def test_a_second_shift_on_a_drawer_is_refused(world: World):
    shift = world.open_shift()
    world.also(Role.SUPERVISOR, Role.CASHIER)
    stamp = world.stamp(role=Role.SUPERVISOR)

    said = refused(DrawerTaken, open_shift, stamp, drawer_id=shift.drawer_id, cash={}, chips={})
    holder = f"{world.staff[Role.CASHIER]} has a shift open there since 27.02.2026"
    assert holder in str(said.message)
    asked = {"drawer_id": shift.drawer_id, "cash": FLOAT, "chips": {}}
    refused(DrawerTaken, open_shift.ask, stamp, **asked)
    page = world.browser(Role.SUPERVISOR).get("/tallinn/till/open/").content.decode()
    assert f"{shift.drawer.name} is taken: {world.staff[Role.CASHIER]}, since" in page
    assert f'<option value="{shift.drawer_id}"' not in page


def test_who_has_a_shift_open_reads_at_which_drawer(world: World):
    shift = world.open_shift()
    other = world.drawer("Desk 9")
    what = {"drawer_id": other.pk, "cash": {}, "chips": {}}
    said = refused(DrawerTaken, open_shift, world.stamp("21:00"), **what)
    assert f"has a shift open at {shift.drawer.name} since" in str(said.message)
    assert str(said.next_step) == "Count and close that shift first."


def test_slips_are_numbered_without_a_gap_though_some_are_refused(world: World):
    shift = world.open_shift()
    numbers = []
    for cents in (5_000, 150_000, 7_000):
        if cents > 10**5:
            refused(NotEnough, redeem_chips, world.stamp(), shift_id=shift.pk, cents=cents)
        else:
            numbers.append(sell_chips(world.stamp(), shift_id=shift.pk, cents=cents).number)

    assert numbers == [2, 3]


def test_nobody_works_in_the_shift_of_another(world: World):
    shift = world.open_shift()
    world.also(Role.SUPERVISOR, Role.CASHIER)
    stamp = world.stamp(role=Role.SUPERVISOR)

    refused(ShiftNotOpen, sell_chips, stamp, shift_id=shift.pk, cents=100)


@pytest.mark.parametrize("cents", [0, -5])
def test_chips_are_sold_for_more_than_nothing(world: World, cents: int):
    shift = world.open_shift()

    assert (
        refused(BadInput, sell_chips, world.stamp(), shift_id=shift.pk, cents=cents).field
        == "cents"
    )


def test_a_barred_guest_buys_nothing_but_is_paid(world: World):
    shift, guest = world.open_shift(), world.player()
    sell_chips(world.stamp(), shift_id=shift.pk, cents=5_000, player_id=guest.pk)
    stamp = world.stamp(role=Role.SUPERVISOR)
    exclude_player(stamp, player_id=guest.pk, until=EVENING, reason="asked for it")

    refused(
        PlayerExcluded,
        sell_chips,
        world.stamp(),
        shift_id=shift.pk,
        cents=100,
        player_id=guest.pk,
    )
    assert redeem_chips(world.stamp(), shift_id=shift.pk, cents=5_000, player_id=guest.pk).number


def test_a_repeat_gets_its_first_slip_even_after_the_shift_was_counted(world: World):
    shift = world.open_shift()
    stamp = world.stamp(key=a_key())
    first = sell_chips(stamp, shift_id=shift.pk, cents=5_000)
    count(world, shift)

    again = sell_chips(stamp, shift_id=shift.pk, cents=5_000)

    assert (again.entry_id, again.replayed) == (first.entry_id, True)
    refused(ShiftNotOpen, sell_chips, world.stamp(), shift_id=shift.pk, cents=5_000)


def test_a_slip_is_taken_back_once_by_a_slip_that_names_it(world: World):
    shift = world.open_shift()
    sold = sell_chips(world.stamp(), shift_id=shift.pk, cents=5_000)

    what = {"shift_id": shift.pk, "entry_id": sold.entry_id, "reason": "wrong amount"}
    reverse_by_two(world, world.stamp(), **what)

    slip = tallies.slip(world.club.pk, tallies.slips(shift)[0].id)
    assert (slip.number, slip.reverses_id, slip.memo) == (3, sold.entry_id, "wrong amount")
    assert world.balance("chips:floor") == 0
    refused(AlreadyReversed, reverse_slip.ask, world.stamp(), **what)


def test_a_float_is_not_taken_back_at_the_desk(world: World):
    shift = world.open_shift()
    slip = tallies.slips(shift)[0]

    refused(
        NotReversible,
        reverse_slip,
        world.stamp(),
        shift_id=shift.pk,
        entry_id=slip.id,
        reason="x",
    )


def test_a_shift_that_agrees_closes_without_a_word(world: World):
    shift = world.open_shift()
    count(world, shift)

    close_shift(world.stamp("23:10"), shift_id=shift.pk)

    assert world.balance("cash:vault") == 5_000_000
    assert world.balance("cash:drawer", shift.drawer_id) == 0
    assert world.balance("expense:over-short") == 0


def test_the_books_wait_for_the_count(world: World):
    shift = world.open_shift()

    refused(NotCounted, close_shift, world.stamp(), shift_id=shift.pk)


def test_a_difference_needs_a_reason_and_goes_to_over_and_short(world: World):
    shift = world.open_shift()
    count(world, shift, tens=-3)

    refused(ReasonMissing, close_shift, world.stamp("23:10"), shift_id=shift.pk)
    close_by_two(world, world.stamp("23:10"), shift_id=shift.pk, reason="a fold of notes")

    assert world.balance("expense:over-short") == 3_000
    assert world.balance("cash:vault") == 4_997_000
    assert tallies.over_short_cents(shifts.shift(world.club.pk, shift.pk)) == -3_000


def test_over_and_short_of_many_shifts_is_asked_at_once(
    world: World, django_assert_num_queries: Any
):
    drawer = world.drawer()
    for hour, missing in ((12, -1), (15, 0), (18, -3)):
        shift = world.open_shift(drawer, clock=f"{hour}:00")
        count(world, shift, f"{hour + 1}:00", tens=missing)
        at = world.stamp(f"{hour + 1}:10")
        if missing:
            close_by_two(world, at, shift_id=shift.pk, reason="miscounted")
        else:
            close_shift(at, shift_id=shift.pk)
    with django_assert_num_queries(4):
        found = tallies.over_short(world.club.pk)
    assert [each.cents for each in found] == [-3_000, 0, -1_000]


def test_chips_short_at_the_desk_are_chips_that_guests_hold(world: World):
    shift = world.open_shift()
    count(world, shift, chips=-2)

    close_by_two(world, world.stamp("23:10"), shift_id=shift.pk, reason="two chips given away")

    assert world.balance("chips:floor") == -5_000
    assert world.balance("expense:over-short") == 5_000


def test_chips_beyond_those_that_guests_hold_are_stock_and_no_money(world: World):
    shift = world.open_shift()
    count(world, shift, chips=2)

    close_shift(world.stamp("23:10"), shift_id=shift.pk, reason="a forgotten rack")

    assert world.balance("expense:over-short") == 0


def test_every_count_is_kept(world: World):
    shift = world.open_shift()
    count(world, shift, "23:00", tens=-1)
    count(world, shift, "23:05")

    assert shift.counts.filter(moment="closing").count() == 2
    assert tallies.tally(shift).cash.over_cents == 0
    assert [each.cash_cents for each in tallies.closing_counts(shift)] == [399_000, 400_000]


def test_the_first_figure_of_a_drawer_is_not_counted_away(world: World):
    shift = world.open_shift()
    sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=150_000)
    first = {"cash": {10_000: 5}, "chips": RACK | {2500: 40}}
    submit_count(world.stamp("23:00"), shift_id=shift.pk, **first)
    assert closing_signatures(shift) == "manager"
    matching = {"cash": FLOAT | {10_000: 25}, "chips": RACK | {2500: 40}}
    submit_count(world.stamp("23:05"), shift_id=shift.pk, **matching)

    refused(NeedsSignature, close_shift, world.stamp("23:10"), shift_id=shift.pk)
    asked = close_shift.ask(world.stamp("23:11"), shift_id=shift.pk)

    assert (asked.operation, asked.reason) == (SECOND, "3\u00a0000,00 \u2192 8\u00a0000,00")
    assert [each["cash_cents"] for each in asked.content["counts"]] == [50_000, 550_000]
    own = shown_to(asked, world.staff[Role.CASHIER].pk, at=asked.proposed_at)
    assert not {name for name in own.content if "expected" in name}
    supervisor = world.stamp("23:12", role=Role.SUPERVISOR)
    approve(supervisor, proposal_id=asked.pk, digest=asked.digest)
    ((kind, act, _), *_) = [
        each
        for each in exceptions(world.club, first=EVENING, last=EVENING)
        if each[1].operation == "cage.submit_count"
    ]
    assert (str(kind), act.arguments["first_count_cents"]) == ("counted again", 300_000)
    assert act.arguments["last_count_cents"] == 800_000


def test_a_count_that_gets_worse_is_signed_by_its_worse_figure(world: World):
    shift = world.open_shift()
    count(world, shift, tens=-1)
    assert closing_signatures(shift) == "second"
    count(world, shift, "23:05", tens=-11)
    assert closing_signatures(shift) == "manager"
    count(world, shift, "23:06", tens=-1)
    assert closing_signatures(shift) == "second"


def test_what_should_be_there_is_said_nowhere_until_the_close(world: World):
    shift = world.open_shift()
    sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=123_400)
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash={}, chips={})
    desk = world.browser(Role.CASHIER)
    close_shift.ask(world.stamp("23:01"), shift_id=shift.pk, reason="Gone")
    asked = Proposal.objects.get()
    for page in ("till/close/", f"shifts/{shift.pk}/x/", f"approvals/{asked.pk}/", "approvals/"):
        seen = desk.get(f"/tallinn/{page}").content.decode()
        assert "5\u00a0234,00" not in seen, page
    assert "expected" not in str(desk.get(f"/api/v1/tallinn/proposals/{asked.pk}/").json())
    signer = world.browser(Role.MANAGER)
    assert "5\u00a0234,00" in signer.get(f"/tallinn/approvals/{asked.pk}/").content.decode()


def test_a_digit_too_many_is_refused(world: World):
    shift = world.open_shift()

    why = refused(AboveLimit, sell_chips, world.stamp(), shift_id=shift.pk, cents=10**9 + 1)

    assert why.field == "cents"


def test_a_denomination_that_the_club_does_not_have_is_refused(world: World):
    world.fund()
    drawer = world.drawer()

    why = refused(
        BadInput,
        open_shift,
        world.stamp(),
        drawer_id=drawer.pk,
        cash={7: 1},
        chips={},
    )

    assert why.field == "cash"


def test_a_million_of_a_denomination_is_a_number_as_any_other(world: World):
    shift = world.open_shift()
    counted = {"cash": FLOAT, "chips": {2500: 1_000_000}}
    submit_count(world.stamp("23:00"), shift_id=shift.pk, **counted)
    assert tallies.tally(shift).chips.counted_cents == 2_500_000_000


def test_a_note_on_a_shift_stays_and_is_told_apart_by_its_writer(world: World):
    shift = world.open_shift()
    which = {"shift_id": shift.pk}
    first = note_shift(world.stamp("22:00"), **which, text="The scanner sticks")
    supervisor = world.stamp("22:05", role=Role.SUPERVISOR)
    again = note_shift(supervisor, **which, text="It was cleaned")
    assert note_shift(supervisor, **which, text="It was cleaned") == again
    assert shifts.shift_notes(shift) == [first, again]
    assert again.written_by == world.staff[Role.SUPERVISOR]
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        ShiftNote.objects.update(text="Nothing")


def test_a_shift_is_closed_by_force_by_anybody_but_its_cashier(world: World):
    """Who works the drawer and answers for the floor, too, counts it: the button always refused."""
    cashier = world.staff[Role.CASHIER]
    Membership.objects.create(user=cashier, club=world.club, role=Role.SUPERVISOR)
    way = f"/tallinn/shifts/{world.open_shift().pk}/force/"
    offered = [
        way in world.browser(role).get("/tallinn/shifts/").content.decode()
        for role in (Role.SUPERVISOR, Role.CASHIER)
    ]
    assert offered == [True, False]
