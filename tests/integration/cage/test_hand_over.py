"""A drawer from one cashier to the next, counts that differ, and shifts that were forgotten."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import (
    BeneficiaryCannotApprove,
    NotYours,
    OwnProposal,
    OwnScreen,
    approve,
    shown_to,
)
from casino.approvals.signed import NeedsSignature, StaleProposal
from casino.audit.queries.exceptions import exceptions
from casino.cage.exports import over_short_csv
from casino.cage.models import Drawer, HandOver, Shift
from casino.cage.queries import shifts
from casino.cage.queries.stock import low_places
from casino.cage.queries.tallies import every_over_short, over_short_cents, tally
from casino.cage.services.closing import (
    NotYourShift,
    close_shift,
    force_close,
)
from casino.cage.services.counts import CountDiffers, submit_count
from casino.cage.services.desk import redeem_chips, sell_chips, set_levels
from casino.cage.services.funds import fund_vault
from casino.cage.services.handover import SECOND, OwnHandOver, accept_drawer, take_over
from casino.cage.services.opening import DrawerWaits, open_shift
from casino.ledger.verify import Books
from casino.refusals import BadInput
from casino.staff.models import Membership, Role, User
from casino.verify.findings import broken
from tests.hosting import CASH, a_home
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, FLOAT, RACK, World, a_key, a_member

pytestmark = pytest.mark.django_db
NOTE_LESS = FLOAT | {2000: FLOAT[2000] - 1}
COIN_LESS = FLOAT | {1000: FLOAT[1000] - 1, 500: 1}


@pytest.fixture
def berta(world: World) -> User:
    return a_member(world.club, Role.CASHIER, name="berta")


def by(world: World, person: User, clock: str) -> Any:
    return replace(world.stamp(clock), actor_id=person.pk, key=a_key())


def sign(
    world: World, asked: Proposal, clock: str, role: str = Role.SUPERVISOR, **more: int
) -> None:
    approve(world.stamp(clock, role=role), proposal_id=asked.pk, digest=asked.digest, **more)


def handed_over(world: World) -> Shift:
    shift = world.open_shift()
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    return close_shift(world.stamp("23:05"), shift_id=shift.pk, hand_over=True)


def test_a_drawer_handed_over_keeps_its_cash_and_waits(world: World, berta: User):
    given = handed_over(world)

    assert world.balance("cash:drawer", given.drawer_id) == 400_000
    where = {"drawer_id": given.drawer_id}
    stamp = by(world, berta, "23:10")
    refused(DrawerWaits, open_shift, stamp, **where, cash={}, chips={})
    # Who counted it out never signs for taking it.
    refused(OwnHandOver, accept_drawer, world.stamp("23:10"), **where)
    taken = accept_drawer(by(world, berta, "23:10"), **where)
    assert tally(taken).cash.expected_cents == 400_000
    sell_chips(by(world, berta, "23:20"), shift_id=taken.pk, cents=5_000)
    assert world.balance("cash:drawer", given.drawer_id) == 405_000
    # What is sold in the next shift is not the last one's, on the same drawer or not.
    assert [tally(each).cash.expected_cents for each in (given, taken)] == [400_000, 405_000]


def test_the_sheet_of_a_hand_over_shows_the_denominations_of_the_drawer_and_no_figure(
    world: World, berta: User
):
    given = handed_over(world)
    client = Client()
    client.force_login(berta)
    sheet = f"/tallinn/till/take/{given.drawer_id}/"
    page = client.get(sheet)
    text, fields = page.content.decode(), page.context["form"].fields
    first = {name for name, field in fields.items() if not getattr(field, "is_rare", True)}
    assert first == {f"cash_{cents}" for cents in FLOAT} | {f"chips_{cents}" for cents in RACK}
    assert len(fields) > len(first) + 10
    assert "4\u00a0000,00" not in text
    assert 'value="20"' not in text
    # Counting begins at once; a reason comes after a variance.
    begins = re.findall(r'<input[^>]*name="([^"]*)"[^>]* autofocus', text)
    assert begins == ["cash_10000"]
    giver = Client()
    giver.force_login(given.cashier)
    accepts = f"/tallinn/till/accept/{given.drawer_id}/"
    assert (accepts in text, accepts in giver.get(sheet).content.decode()) == (True, False)
    # One that the drawer was not left with is counted all the same, and stays on the sheet.
    typed = {f"cash_{cents}": str(many) for cents, many in FLOAT.items()} | {"cash_50": "1"}
    again = client.post(sheet, typed | {"key": a_key()}, follow=True)
    assert not again.context["form"].fields["cash_50"].is_rare
    assert again.context["form"].fields["cash_20"].is_rare


def test_what_differs_at_a_hand_over_keeps_both_numbers(world: World, berta: User):
    given = handed_over(world)
    count = {"drawer_id": given.drawer_id, "cash": COIN_LESS, "chips": RACK}

    taken = take_over(by(world, berta, "23:10"), **count, reason="A coin rolled away")

    both = HandOver.objects.get()
    assert (both.cash_cents, both.counted_cash_cents) == (400_000, 399_500)
    assert world.balance("expense:over-short") == 500
    assert world.balance("cash:drawer", given.drawer_id) == 399_500
    assert over_short_cents(taken) == -500
    assert over_short_cents(given) == 0


def test_a_drawer_counted_twice_at_a_hand_over_shows_both_figures_to_who_signs(
    world: World, berta: User
):
    count = {"drawer_id": handed_over(world).drawer_id, "chips": RACK}
    first = take_over.submit(by(world, berta, "23:10"), cash=NOTE_LESS, **count)
    assert (first.operation, first.content["reason_missing"]) == (SECOND, True)
    refused(CountDiffers, sign, world, first, "23:11")
    refused(OwnScreen, sign, world, first, "23:11", at_screen_of=berta.pk)
    assert "cash_given_cents" not in shown_to(first, berta.pk, at=first.proposed_at).content

    again = take_over.submit(by(world, berta, "23:12"), cash=FLOAT, **count)
    assert [each["cash_cents"] for each in again.content["counts"]] == [398_000, 400_000]
    sign(world, again, "23:13")
    assert HandOver.objects.get().second == world.staff[Role.SUPERVISOR]
    assert world.balance("expense:over-short") == 0


def test_who_counted_less_than_was_handed_over_does_not_take_it_as_it_was_after_all(
    world: World, berta: User
):
    given = handed_over(world)
    where, count = {"drawer_id": given.drawer_id}, {"cash": FLOAT | {10_000: 0}, "chips": RACK}
    asked = take_over.submit(by(world, berta, "23:10"), **where, **count, reason="Short")
    assert isinstance(asked, Proposal)
    refused(CountDiffers, accept_drawer, by(world, berta, "23:12"), **where)
    again = take_over.submit(by(world, berta, "23:13"), **where, cash=FLOAT, chips=RACK)
    assert isinstance(again, Proposal), "somebody signs the first figure"


def test_a_count_that_a_program_hands_in_at_once_is_kept_where_it_is_refused(
    world: World, berta: User
):
    count = {"drawer_id": handed_over(world).drawer_id, "chips": RACK}
    stamp = by(world, berta, "23:10")
    for _ in range(2):  # the second is a repeat
        with pytest.raises(NeedsSignature):
            take_over(stamp, cash=NOTE_LESS, **count)
    assert [each.content["cash_counted_cents"] for each in Proposal.objects.all()] == [398_000]

    with pytest.raises(NeedsSignature):
        take_over(by(world, berta, "23:12"), cash=FLOAT, **count)
    asked = Proposal.objects.latest("id")
    assert [each["cash_cents"] for each in asked.content["counts"]] == [398_000, 400_000]
    sign(world, asked, "23:13")
    assert HandOver.objects.get().second == world.staff[Role.SUPERVISOR]


def test_more_than_the_tolerance_is_taken_over_by_three(world: World, berta: User):
    given = handed_over(world)
    count = {"drawer_id": given.drawer_id, "cash": NOTE_LESS, "chips": RACK, "reason": "Two short"}

    refused(NeedsSignature, take_over, by(world, berta, "23:10"), **count)
    asked = take_over.ask(by(world, berta, "23:11"), **count)
    sign(world, asked, "23:12")

    both = HandOver.objects.get()
    assert both.taken is not None
    assert (both.taken.cashier, both.second) == (berta, world.staff[Role.SUPERVISOR])
    assert world.balance("expense:over-short") == 2_000


def test_the_database_wants_a_word_where_a_hand_over_differs(world: World, berta: User):
    given = handed_over(world)
    accept_drawer(by(world, berta, "23:10"), drawer_id=given.drawer_id)

    with pytest.raises(IntegrityError, match="cage_hand_over_named"), transaction.atomic():
        HandOver.objects.update(counted_cash_cents=1)


@pytest.mark.parametrize(
    ("missing", "approver"),
    [(500, ""), (1_000, Role.SUPERVISOR), (20_000, Role.MANAGER)],
)
def test_who_signs_a_count_depends_on_what_is_missing(world: World, missing: int, approver: str):
    shift = world.open_shift()
    cash = FLOAT | {500: (100_000 - missing) // 500, 1000: 0}
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=cash, chips=RACK)
    what = {"shift_id": shift.pk, "reason": "Counted twice"}
    if not approver:
        closed = close_shift(world.stamp("23:05"), **what)
        assert (closed.state, closed.second) == ("closed", None)
        return
    refused(NeedsSignature, close_shift, world.stamp("23:05"), **what)
    asked = close_shift.ask(world.stamp("23:05"), **what)
    content = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(OwnProposal, approve, world.stamp("23:06"), **content)
    if approver == Role.MANAGER:
        other = world.stamp("23:06", role=Role.SUPERVISOR)
        said = refused(NotYours, approve, other, **content)
        assert str(said.next_step) == "Ask: manager."
    sign(world, asked, "23:07", role=approver)
    closed = shifts.shift(world.club.pk, shift.pk)
    assert (closed.second, closed.z_number) == (world.staff[approver], 1)
    assert world.balance("expense:over-short") == missing


def test_what_was_signed_is_the_count_that_was_shown(world: World):
    shift = world.open_shift()
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=NOTE_LESS, chips=RACK)
    asked = close_shift.ask(world.stamp("23:05"), shift_id=shift.pk, reason="Gone")
    submit_count(world.stamp("23:06"), shift_id=shift.pk, cash=FLOAT, chips=RACK)

    content = {"proposal_id": asked.pk, "digest": asked.digest}
    stamp = world.stamp("23:07", role=Role.SUPERVISOR)
    refused(StaleProposal, approve, stamp, **content)


def test_closings_of_a_drawer_are_numbered(world: World):
    shift = world.open_shift()
    for hour, number in ((21, 1), (22, 2)):
        submit_count(world.stamp(f"{hour}:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
        closed = close_shift(world.stamp(f"{hour}:01"), shift_id=shift.pk)
        assert closed.z_number == number
        shift = open_shift(
            world.stamp(f"{hour}:10"), drawer_id=shift.drawer_id, cash=FLOAT, chips=RACK
        )


def test_a_forgotten_shift_is_closed_by_somebody_else_and_stays_marked(world: World):
    shift = world.open_shift()
    count = {"shift_id": shift.pk, "cash": FLOAT, "chips": RACK, "reason": "Went home"}

    Membership.objects.create(user=world.staff[Role.CASHIER], club=world.club, role=Role.SUPERVISOR)
    refused(NotYourShift, force_close, world.stamp("05:00"), **count)
    counter = world.stamp("05:00", role=Role.SUPERVISOR)
    refused(NeedsSignature, force_close, counter, **count)
    short = force_close.ask(world.stamp("05:00", role=Role.SUPERVISOR), **count | {"cash": {}})
    assert short.operation == "cage.force_close_large"
    asked = force_close.ask(world.stamp("05:01", role=Role.SUPERVISOR), **count)
    content = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(OwnProposal, approve, world.stamp("05:02", role=Role.SUPERVISOR), **content)
    sign(world, asked, "05:03", role=Role.MANAGER)

    closed = shifts.shift(world.club.pk, shift.pk)
    assert (closed.forced, closed.second) == (True, world.staff[Role.MANAGER])
    assert b"yes,Went home" in over_short_csv(world.club, every_over_short(world.club.pk))


def test_the_first_figure_of_a_forced_close_is_not_counted_away(world: World):
    shift = world.open_shift()
    count = {"shift_id": shift.pk, "chips": RACK, "reason": "Went home"}
    force_close.ask(world.stamp("05:00", role=Role.SUPERVISOR), **count, cash={})
    off = FLOAT | {1000: FLOAT[1000] - 1}

    again = force_close.ask(world.stamp("05:01", role=Role.SUPERVISOR), **count, cash=off)

    chips_cents = again.content["chips_counted_cents"]
    assert again.operation == "cage.force_close_large"
    assert [each["cash_cents"] for each in again.content["counts"]] == [0, 399_000]
    assert {each["chips_cents"] for each in again.content["counts"]} == {chips_cents}
    sign(world, again, "05:03", role=Role.MANAGER)
    (act,) = [
        act
        for kind, act, _ in exceptions(world.club, first=EVENING, last=EVENING)
        if str(kind) == "counted again"
    ]
    assert act.operation == "cage.ask_force_close"
    assert act.arguments["first_count_cents"] == chips_cents


def test_a_drawer_that_moved_on_between_two_forced_counts_was_right_at_the_first(world: World):
    shift = world.open_shift()
    count = {"shift_id": shift.pk, "chips": RACK, "reason": "Went home"}
    force_close.ask(world.stamp("05:00", role=Role.SUPERVISOR), **count, cash=FLOAT)
    sell_chips(world.stamp("05:01"), shift_id=shift.pk, cents=100_000)
    moved = {"chips": RACK | {2500: 60}, "cash": FLOAT | {10_000: FLOAT[10_000] + 10, 1000: 99}}

    again = force_close.ask(world.stamp("05:02", role=Role.SUPERVISOR), **count | moved)

    assert again.content["cash_expected_cents"] == 500_000
    assert again.content["cash_counted_cents"] == 499_000
    assert again.operation == "cage.force_close"


def test_a_place_that_runs_low_is_named(world: World):
    shift = world.open_shift()
    manager = world.stamp("19:00", role=Role.MANAGER)
    levels = {"drawer_id": shift.drawer_id, "minimum_cents": 400_000}
    too_low = levels | {"imprest_cents": 300_000}
    refused(BadInput, set_levels, manager, **too_low)
    set_levels(world.stamp("19:01", role=Role.MANAGER), **levels, imprest_cents=400_000)
    assert low_places(world.club.pk) == []

    sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=1_000)
    redeem_chips(world.stamp("21:01"), shift_id=shift.pk, cents=1_000)
    world.sell(2_000)
    redeem_chips(world.stamp("21:02"), shift_id=shift.pk, cents=2_000)

    assert low_places(world.club.pk) == [("Desk 1", 400_000)]


def test_who_handed_a_drawer_over_does_not_sign_what_the_next_cashier_misses(
    world: World, berta: User
):
    given = handed_over(world)
    Membership.objects.create(user=world.staff[Role.CASHIER], club=world.club, role=Role.SUPERVISOR)
    count = {"drawer_id": given.drawer_id, "cash": COIN_LESS, "chips": RACK, "reason": "A note"}
    asked = take_over.ask(by(world, berta, "23:10"), **count)
    refused(BeneficiaryCannotApprove, sign, world, asked, "23:11", role=Role.CASHIER)
    sign(world, asked, "23:12")


def test_at_home_the_host_signs_what_a_helper_misses_in_the_hosts_drawer(db: None):
    host = a_home()
    helper = a_member(host.club, Role.CASHIER, name="helper")
    fund_vault(host.stamp(), cash=CASH)
    drawer = Drawer.objects.get(club=host.club)
    shift = open_shift(host.stamp(), drawer_id=drawer.pk, cash=CASH, chips={})
    submit_count(host.stamp(), shift_id=shift.pk, cash=CASH, chips={})
    close_shift(host.stamp(), shift_id=shift.pk, hand_over=True)
    less = {cents: many - (cents == max(CASH)) for cents, many in CASH.items()}
    stamp = replace(host.stamp(), actor_id=helper.pk, key=a_key())
    asked = take_over.submit(stamp, drawer_id=drawer.pk, cash=less, chips={}, reason="A note less")
    approve(host.stamp(), proposal_id=asked.pk, digest=asked.digest)
    assert HandOver.objects.get().taken.cashier == helper


def test_who_left_a_drawer_that_nobody_took_takes_it_back_by_a_count_that_another_signs(
    world: World, clock: Clock
):
    given = handed_over(world)
    count = {"drawer_id": given.drawer_id, "cash": FLOAT, "chips": RACK}
    refused(NeedsSignature, take_over, world.stamp("23:30"), **count)

    asked = take_over.ask(world.stamp("23:31"), **count)
    client = Client()
    clock.stop(world.at("23:31"))
    client.force_login(world.staff[Role.SUPERVISOR])
    page = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "variance is posted" not in page
    assert "Both counts are kept and the shift opens." in page
    sign(world, asked, "23:32")

    taken = Shift.objects.get(drawer_id=given.drawer_id, state="open")
    assert taken.cashier_id == given.cashier_id
    submit_count(world.stamp("23:40"), shift_id=taken.pk, cash=FLOAT, chips=RACK)
    close_shift(world.stamp("23:41"), shift_id=taken.pk)
    assert world.balance("cash:drawer", given.drawer_id) == 0
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
