"""What a desk got wrong with a credit or a fill, put right by two while its shift is open."""

from dataclasses import replace

import pytest

from casino.approvals.services import BeneficiaryCannotApprove, NotYours
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.cage.queries.shifts import ShiftNotOpen
from casino.cage.queries.tallies import tally
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.tablefloats import queries
from casino.tablefloats.models import Transfer
from casino.tablefloats.services.desk_corrections import (
    ShiftCounted,
    recount_credit,
    take_back_fill,
)
from casino.tablefloats.services.transfers import BankShort, NotNow, confirm_fill
from casino.verify.findings import broken
from tests.counting import sign
from tests.integration.tablefloats.filling import ask, filled, issue, send, take
from tests.refusing import refused
from tests.world import EVENING, World, a_member

pytestmark = pytest.mark.django_db
WHY = "40 typed for 10"


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


@pytest.fixture
def taken(world: World, shift: Shift) -> Transfer:
    """50.00 go to the cage, and the cashier types 200.00."""
    session = world.session()
    filled(world, session, shift)
    sent = send(world, session, {500: 10})
    take(world, sent, shift, {500: 40})
    return sent


def again(world: World, taken: Transfer, chips: dict[int, int], *, by: str = Role.MANAGER) -> None:
    stamp = world.stamp("23:10")
    asked = recount_credit.ask(stamp, transfer_id=taken.pk, chips=chips, reason=WHY)
    sign(world, stamp, asked, by=by)


def test_a_credit_typed_wrongly_is_counted_again_by_two_and_both_counts_stay(
    world: World, shift: Shift, taken: Transfer
):
    rack = tally(shift).chips.expected_cents
    again(world, taken, {500: 10})
    assert world.balance("chips:bank", taken.session_id) == 45_000
    assert tally(shift).chips.expected_cents == rack - 15_000
    assert [each.cents for each in queries.steps(taken)] == [5_000, 20_000, 5_000]
    assert queries.transfer_differences(world.club.pk) == []
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert ("countroom.recount_credit") in [row.operation for _, row, _ in listed]
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []

    again(world, taken, {500: 11})
    assert world.balance("chips:bank", taken.session_id) == 44_500


def test_a_credit_counted_far_from_what_its_table_sent_is_the_managers_to_approve(
    world: World, shift: Shift, taken: Transfer
):
    # Another supervisor than who sent it.
    world.staff["other"] = a_member(world.club, Role.SUPERVISOR, name="olga")
    refused(NotYours, again, world, taken, {500: 90}, by="other")
    again(world, taken, {500: 90})
    # A small step from a large one is no small one; back to what was sent is.
    refused(NotYours, again, world, taken, {500: 91}, by="other")
    again(world, taken, {500: 10}, by="other")
    assert world.balance("chips:bank", taken.session_id) == 45_000
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_who_sent_a_credit_does_not_sign_its_new_count(world: World, shift: Shift, taken: Transfer):
    refused(BeneficiaryCannotApprove, again, world, taken, {500: 10}, by=Role.SUPERVISOR)
    assert world.balance("chips:bank", taken.session_id) == 30_000


def test_no_more_is_counted_than_the_table_holds(world: World, shift: Shift, taken: Transfer):
    refused(BankShort, again, world, taken, {500: 200})


def test_once_the_drawer_is_counted_its_count_shows_what_differs(
    world: World, shift: Shift, taken: Transfer
):
    Shift.objects.filter(pk=shift.pk).update(state=Shift.State.COUNTED)
    refused(ShiftCounted, again, world, taken, {500: 10})


def test_a_fill_for_the_wrong_table_is_taken_back_by_two(world: World, shift: Shift):
    session = world.session()
    rack = tally(shift).chips.expected_cents
    fill = issue(world, ask(world, session), shift)
    stamp = world.stamp("21:07")
    asked = take_back_fill.ask(stamp, transfer_id=fill.pk, reason="For table 2")
    sign(world, stamp, asked, by=Role.SUPERVISOR)

    fill.refresh_from_db()
    assert (fill.state, world.balance("chips:bank", session.pk)) == (Transfer.State.VOID, 0)
    assert tally(shift).chips.expected_cents == rack
    floor = world.stamp("21:10", role=Role.SUPERVISOR)
    refused(NotNow, confirm_fill, floor, transfer_id=fill.pk, chips={500: 1})
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_the_desk_finds_both_on_the_page_of_the_transfer(
    world: World, shift: Shift, taken: Transfer
):
    client = world.browser(Role.CASHIER)
    page = client.get(f"/tallinn/fills/{taken.pk}/").content.decode()
    assert f"/tallinn/fills/{taken.pk}/count-again/" in page
    fill = issue(world, ask(world, taken.session), shift)
    page = client.get(f"/tallinn/fills/{fill.pk}/").content.decode()
    assert f"/tallinn/fills/{fill.pk}/take-back/" in page
    for path in (f"{taken.pk}/count-again", f"{fill.pk}/take-back"):
        assert client.get(f"/tallinn/fills/{path}/").status_code == 200


def test_a_fill_that_the_table_counted_is_not_taken_back(world: World, shift: Shift):
    fill = issue(world, ask(world, world.session()), shift)
    floor = world.stamp("21:10", role=Role.SUPERVISOR)
    confirm_fill.ask(floor, transfer_id=fill.pk, chips={500: 60})
    stamp = world.stamp("21:12")
    refused(NotNow, take_back_fill.ask, stamp, transfer_id=fill.pk, reason="Came back")


def test_nobody_corrects_the_drawer_of_another_cashier(world: World, shift: Shift, taken: Transfer):
    eve = a_member(world.club, Role.CASHIER, name="eve")
    fill = issue(world, ask(world, taken.session), shift)
    stamp = replace(world.stamp("23:12"), actor_id=eve.pk)
    credit = {"transfer_id": taken.pk, "chips": {500: 90}, "reason": WHY}
    refused(ShiftNotOpen, recount_credit.ask, stamp, **credit)
    refused(ShiftNotOpen, take_back_fill.ask, stamp, transfer_id=fill.pk, reason="Came back")
