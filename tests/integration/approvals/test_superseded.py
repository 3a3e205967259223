"""What was counted or asked for anew takes the place of the request that still waits."""

import pytest

from cashgames.models import OverShort
from cashgames.services.cash_outs import cash_out
from cashgames.services.over_short import book_over_short
from cashgames.services.seats import seat_player
from casino.approvals.models import Proposal
from casino.approvals.queries import open_proposals
from casino.approvals.services import AlreadyDecided, approve
from casino.approvals.signed import NeedsSignature, NothingChanges, WaitsAlready
from casino.cage.services.closing import force_close
from casino.cage.services.deposits import prepare_deposit
from casino.cage.services.vault_count import count_vault
from casino.countroom.services.boxes import take_box
from casino.countroom.services.corrections import void_box
from casino.staff.models import Role
from tests.claiming import under
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, FLOAT, RACK, World, a_club, of_the_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.fund(1_000_000)
    return world


def waiting(world: World, clock: str = "22:06") -> list[Proposal]:
    return open_proposals(world.club.pk, at=world.at(clock))


def signed(world: World, asked: Proposal, clock: str, *, by: str = Role.MANAGER) -> None:
    approve(world.stamp(clock, role=by), proposal_id=asked.pk, digest=asked.digest)


def counted(world: World, clock: str, notes: int, *, by: str = Role.SUPERVISOR) -> Proposal:
    stamp = world.stamp(clock, role=by)
    return count_vault.ask(stamp, cash={10_000: notes}, reason="Counted")


@pytest.mark.parametrize(
    ("again", "signer"),
    [(Role.SUPERVISOR, Role.MANAGER), (Role.MANAGER, Role.ACCOUNTANT)],
)
def test_a_vault_counted_again_by_whomever_waits_with_its_last_count_alone(world, again, signer):
    first = counted(world, "22:00", 10)
    second = counted(world, "22:05", 100, by=again)

    assert waiting(world) == [second]
    assert [each["cash_cents"] for each in second.content["counts"]] == [100_000, 1_000_000]
    signed(world, second, "22:07", by=signer)
    given = {"proposal_id": first.pk, "digest": first.digest}
    refused(AlreadyDecided, approve, world.stamp("22:08", role=Role.MANAGER), **given)
    assert world.balance("cash:vault") == 1_000_000


def test_a_shift_forced_shut_by_two_people_is_closed_on_the_later_count(db: None):
    world = a_club()
    shift = world.open_shift()
    what = {"shift_id": shift.pk, "chips": RACK, "reason": "Gone home"}
    short = FLOAT | {10_000: 1}
    first = force_close.ask(world.stamp("22:00", role=Role.SUPERVISOR), cash=short, **what)
    second = force_close.ask(world.stamp("22:05", role=Role.MANAGER), cash=FLOAT, **what)

    assert waiting(world) == [second]
    assert len(second.content["counts"]) == 2
    assert Proposal.objects.get(pk=first.pk).remark == "A later request took its place."


def test_a_table_counted_again_waits_with_its_last_count_alone(world: World):
    session = world.session()
    world.seat(session, "Mari", "Jaan")
    what = {"session_id": session.pk, "reason": "Chips taken along"}
    stamps = [world.stamp(at, role=Role.SUPERVISOR) for at in ("22:00", "22:05")]
    for stamp, cents in zip(stamps, (4_000, 14_000), strict=True):
        last = book_over_short.ask(stamp, counted_cents=cents, **what)

    assert waiting(world) == [last]
    signed(world, last, "22:07")
    assert -world.balance("chips:table", session.pk) == 14_000


def test_a_table_counted_again_that_agrees_leaves_no_earlier_count_to_be_signed(
    world: World, clock: Clock
):
    session = world.session()
    world.seat(session, "Mari", "Jaan")
    what = {"session_id": session.pk, "reason": "Chips taken along"}
    floor = [world.stamp(at, role=Role.SUPERVISOR) for at in ("22:00", "22:05", "22:10", "22:30")]
    first = book_over_short.ask(floor[0], counted_cents=14_000, **what)
    refused(NeedsSignature, book_over_short, floor[1], counted_cents=40_000, **what)
    last = book_over_short.ask(floor[1], counted_cents=40_000, **what)

    assert waiting(world) == [last]
    clock.set(world.at("22:06"))
    manager = world.browser(Role.MANAGER)
    page = manager.get(f"/tallinn/approvals/{last.pk}/").content.decode()
    assert "nothing is recorded" in page
    given = {"proposal_id": first.pk, "digest": first.digest}
    refused(AlreadyDecided, approve, world.stamp("22:06", role=Role.MANAGER), **given)
    signed(world, last, "22:07")
    assert -world.balance("chips:table", session.pk) == 40_000
    assert not OverShort.objects.exists()
    refused(NothingChanges, book_over_short.ask, floor[3], counted_cents=40_000, **what)


def test_a_table_counted_again_within_the_limits_is_signed_as_its_first_count(world: World):
    session = world.session()
    world.seat(session, "Mari", "Jaan")
    what = {"session_id": session.pk, "reason": "Chips taken along"}
    stamps = [world.stamp(at, role=Role.SUPERVISOR) for at in ("22:00", "22:05")]
    book_over_short.ask(stamps[0], counted_cents=14_000, **what)
    refused(NeedsSignature, book_over_short, stamps[1], counted_cents=39_700, **what)
    last = book_over_short.submit(stamps[1], counted_cents=39_700, **what)

    assert (waiting(world), last.operation) == ([last], "cashgames.over_short_large")
    signed(world, last, "22:07")
    assert -world.balance("chips:table", session.pk) == 39_700


def test_who_signs_alone_is_led_to_the_count_that_waits_at_a_table_that_agrees(world: World):
    session = world.session()
    world.seat(session, "Mari", "Jaan")
    what = {"session_id": session.pk, "reason": "Chips taken along"}
    asked = book_over_short.ask(
        world.stamp("22:00", role=Role.SUPERVISOR), counted_cents=14_000, **what
    )
    under(world, "home")
    manager = world.stamp("22:05", role=Role.MANAGER)
    said = refused(WaitsAlready, book_over_short.submit, manager, counted_cents=40_000, **what)
    assert said.about == {"proposal_id": asked.pk}


def test_a_stack_counted_again_is_cashed_out_once_and_each_guests_own(world: World):
    of_the_desk(world.club, redeem_second_from_cents=10_000)
    shift, session = world.open_shift(), world.session()
    mari, jaan = (move.seat.player_id for move in world.seat(session, "Mari", "Jaan"))
    what = {"session_id": session.pk, "paid_with": "cash", "shift_id": shift.pk}
    cash_out.ask(world.stamp("22:00"), player_id=mari, cents=15_000, **what)
    beside = cash_out.ask(world.stamp("22:01"), player_id=jaan, cents=15_000, **what)
    second = cash_out.ask(world.stamp("22:05"), player_id=mari, cents=20_000, **what)
    assert waiting(world) == [beside, second]


def test_a_stack_counted_again_and_paid_by_one_person_leaves_no_request_behind(world: World):
    of_the_desk(world.club, redeem_second_from_cents=15_000)
    shift, session = world.open_shift(), world.session()
    (mari, _) = (move.seat.player_id for move in world.seat(session, "Mari", "Jaan"))
    what = {"session_id": session.pk, "player_id": mari, "paid_with": "cash", "shift_id": shift.pk}
    first = cash_out.ask(world.stamp("22:00"), cents=15_000, **what)
    cash_out(world.stamp("22:05"), cents=10_000, **what)

    # Whoever is back at the table is not paid by what was counted before.
    seat_player(world.stamp("22:06"), **what, seat_no=1, cents=10_000)
    assert waiting(world, "22:07") == []
    given = {"proposal_id": first.pk, "digest": first.digest}
    refused(AlreadyDecided, approve, world.stamp("22:08", role=Role.MANAGER), **given)
    assert world.balance("cash:drawer", shift.drawer_id) == 400_000


def test_a_bag_is_packed_with_what_was_said_of_it_last(world: World):
    manager = world.stamp("22:00", role=Role.MANAGER)
    prepare_deposit.ask(manager, cents=100_000, seal="EE 41 7")
    other = prepare_deposit.ask(
        world.stamp("22:01", role=Role.MANAGER), cents=50_000, seal="EE 41 8"
    )
    last = prepare_deposit.ask(
        world.stamp("22:05", role=Role.MANAGER), cents=10_000, seal="EE 41 7"
    )
    assert waiting(world) == [other, last]


def test_what_is_asked_twice_of_one_booking_waits_once(world: World):
    session = world.session("Box table", by_box=True)
    first, other = (
        take_box(
            world.stamp("21:00", role=Role.SUPERVISOR),
            session_id=session.pk,
            fee="rake",
            number=number,
        )
        for number in ("B 1", "B 2")
    )
    floor = Role.SUPERVISOR
    day = EVENING.replace(day=EVENING.day + 1)
    ask = void_box.ask
    ask(world.stamp("22:00", role=floor, day=day), box_id=first.pk, reason="None there")
    beside = ask(world.stamp("22:01", role=floor, day=day), box_id=other.pk, reason="None there")
    last = ask(world.stamp("22:05", role=floor, day=day), box_id=first.pk, reason="Never there")
    assert open_proposals(world.club.pk, at=world.at("22:06", day=day)) == [beside, last]
