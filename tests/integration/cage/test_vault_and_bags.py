"""Bags on their way to the bank, the vault's own count, and what lies where."""

import pytest
from django.db import Error, transaction
from django.db.models import F

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve, shown_to
from casino.approvals.signed import NeedsSignature, StaleProposal
from casino.audit.queries.exceptions import exceptions
from casino.cage import reports
from casino.cage.models import Bag, VaultCount
from casino.cage.queries.shifts import shift as shift_of
from casino.cage.services.closing import ReasonMissing
from casino.cage.services.counts import CountDiffers, submit_count
from casino.cage.services.deposits import (
    BagElsewhere,
    OwnBag,
    SealUsed,
    confirm_credit,
    dispatch_deposit,
    prepare_deposit,
)
from casino.cage.services.desk import set_levels
from casino.cage.services.opening import open_shift
from casino.cage.services.vault_count import COUNT, LARGE, count_vault
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.counting import dispatch, pack, sign
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_club, a_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.fund(1_000_000)
    return world


def packed(world: World, *, cents: int = 300_000) -> Bag:
    manager = world.stamp("22:00", role=Role.MANAGER)
    return pack(world, manager, cents=cents, seal="EE 41 7")


def test_a_bag_goes_to_the_bank_step_by_step_and_its_difference_is_named(world: World):
    bag = packed(world)
    assert (world.balance("cash:vault"), world.balance("cash:bags")) == (700_000, 300_000)
    world.also(Role.MANAGER, Role.ACCOUNTANT)
    accountant, manager = (
        lambda clock, role=role: world.stamp(clock, role=role)
        for role in (Role.ACCOUNTANT, Role.MANAGER)
    )
    found = {"bag_id": bag.pk, "cents": 299_900, "statement": "line 12"}
    refused(BagElsewhere, confirm_credit, accountant("22:05"), **found)
    dispatch(world, manager("22:10"), bag)
    again = {"bag_id": bag.pk, "carrier": "P. Kask"}
    refused(BagElsewhere, dispatch_deposit.ask, manager("22:11"), **again)
    refused(OwnBag, confirm_credit, manager("22:12"), **found)
    refused(ReasonMissing, confirm_credit, accountant("22:13"), **found)

    confirm_credit(accountant("22:14"), reason="One note was false", **found)

    assert (world.balance("cash:bags"), world.balance("bank")) == (0, 299_900)
    assert world.balance("expense:over-short") == 100
    refused(BagElsewhere, confirm_credit, accountant("22:15"), **found)
    with pytest.raises(Error, match="cage_bag_credited_by_another"), transaction.atomic():
        Bag.objects.update(credited_by=F("packed_by"))


def test_a_bag_that_was_robbed_on_its_way_is_booked_as_short_by_two(world: World):
    world.also(Role.MANAGER, Role.ACCOUNTANT)
    bag = packed(world)
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    lost = {"bag_id": bag.pk, "cents": 0, "statement": "Police 77/26"}
    refused(ReasonMissing, confirm_credit.ask, world.stamp("23:00", role=Role.ACCOUNTANT), **lost)

    desk = world.browser(Role.ACCOUNTANT)
    address = f"/tallinn/vault/bags/{bag.pk}/credit/"
    typed = {"cents": "0", "statement": "Police 77/26", "reason": "Robbed", "key": a_key()}
    desk.post(address, typed)

    asked = Proposal.objects.get(operation="cage.credit_bag")
    sign(world, world.stamp("23:00", role=Role.ACCOUNTANT), asked)
    assert (world.balance("cash:bags"), world.balance("bank")) == (0, 0)
    assert world.balance("expense:over-short") == 300_000
    assert "Police 77/26" in desk.get("/tallinn/vault/bags/").content.decode()
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_a_small_bag_that_was_lost_is_never_booked_by_one(world: World):
    bag = packed(world, cents=100)
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    lost = {"bag_id": bag.pk, "cents": 0, "statement": "Lost", "reason": "Not found"}
    refused(NeedsSignature, confirm_credit, world.stamp("23:00", role=Role.ACCOUNTANT), **lost)


def test_a_seal_is_one_bags_and_a_repeat_packs_nothing(world: World):
    stamp = world.stamp("22:00", role=Role.MANAGER, key=a_key())
    asked, again = (prepare_deposit.ask(stamp, cents=100, seal="EE 41 7") for _ in range(2))
    assert asked == again
    sign(world, stamp, asked, by=Role.SUPERVISOR)
    refused(SealUsed, packed, world)
    assert world.balance("cash:bags") == 100


def counted(world: World, clock: str, cash: dict[int, int], **more: str) -> None:
    """The supervisor counts, the manager signs."""
    asked = count_vault.ask(world.stamp(clock, role=Role.SUPERVISOR), cash=cash, **more)
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(OwnProposal, approve, world.stamp(clock, role=Role.SUPERVISOR), **signed)
    approve(world.stamp(clock, role=Role.MANAGER), **signed)


def test_the_vault_is_counted_by_two_and_rolls_forward_from_count_to_count(world: World):
    counted(world, "21:00", {10_000: 99}, reason="A note is missing")
    assert world.balance("cash:vault") == 990_000
    assert world.balance("expense:over-short") == 10_000
    packed(world)
    world.fund(50_000, clock="22:30")
    counted(world, "23:00", {10_000: 69, 5_000: 10})

    latest, first = reports.roll_forwards(world.club.pk)
    assert (first.opening_cents, first.in_cents, first.out_cents) == (0, 1_000_000, 0)
    assert first.count.over_cents == -10_000
    assert (latest.opening_cents, latest.in_cents, latest.out_cents) == (990_000, 50_000, 300_000)
    assert latest.count.expected_cents == latest.count.counted_cents == 740_000
    assert [(row.cents, row.otherwise) for row in latest.rows] == [(10_000, -30), (5_000, 10)]
    (vault,) = reports.inventory(world.club.pk)
    assert (vault.cents, vault.now) == (740_000, {10_000: 69, 5_000: 10})


def test_a_count_of_the_vault_that_differs_has_a_reason_and_does_not_say_how_much(world: World):
    supervisor = world.stamp("21:00", role=Role.SUPERVISOR)
    asked = count_vault.ask(supervisor, cash={10_000: 99})
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    said = refused(CountDiffers, approve, world.stamp("21:01", role=Role.MANAGER), **signed)
    assert said.as_json() == {
        "error": "CAGE-040",
        "message": "The count does not match the books.",
        "source": "AMB-117",
        "next_step": "Count again, or hand the count in with a reason.",
    }


def test_the_first_figure_of_the_vault_decides_who_signs_and_every_figure_is_shown(world: World):
    first = world.stamp("21:00", role=Role.SUPERVISOR)
    count_vault.ask(first, cash={10_000: 98}, reason="Two are lent")
    asked = count_vault.ask(world.stamp("21:05", role=Role.SUPERVISOR), cash={10_000: 99})
    assert (asked.operation, asked.content["reason_missing"]) == (LARGE, True)
    asked = count_vault.ask(world.stamp("21:10", role=Role.SUPERVISOR), cash={10_000: 100})
    assert asked.operation == COUNT
    assert [each["cash_cents"] for each in asked.content["counts"]] == [980_000, 990_000, 10**6]
    approve(world.stamp("21:11", role=Role.ACCOUNTANT), proposal_id=asked.pk, digest=asked.digest)
    assert world.balance("expense:over-short") == 0
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert [
        (act.operation, act.arguments["first_count_cents"], act.arguments["last_count_cents"])
        for kind, act, _ in listed
        if str(kind) == "counted again"
    ] == [("cage.ask_vault_count", 980_000, 10**6), ("cage.ask_vault_count", 980_000, 990_000)]
    after = count_vault.ask(world.stamp("21:20", role=Role.SUPERVISOR), cash={10_000: 100})
    assert len(after.content["counts"]) == 1


def test_who_counted_the_vault_reads_nothing_of_what_the_books_have(world: World):
    asked = count_vault.ask(
        world.stamp("21:00", role=Role.SUPERVISOR), cash={10_000: 98}, reason="Two are lent"
    )
    for role, expected in ((Role.SUPERVISOR, None), (Role.CASHIER, None), (Role.MANAGER, 10**6)):
        shown = shown_to(asked, world.staff[role].pk, at=asked.proposed_at)
        assert shown.content.get("expected_cents") == expected


def test_a_count_is_signed_against_the_books_that_were_shown(world: World):
    asked = count_vault.ask(world.stamp("21:58", role=Role.SUPERVISOR), cash={10_000: 100})
    packed(world)
    reader = world.browser(Role.MANAGER)
    seen = reader.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "100 &times;" in seen
    assert '<td class="n">100,00</td>' in seen
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(StaleProposal, approve, world.stamp("22:10", role=Role.MANAGER), **signed)
    assert not VaultCount.objects.exists()


def test_a_drawers_closing_count_is_compared_with_what_it_begins_with(world: World):
    world.fund()
    drawer = world.drawer()
    manager = world.stamp("19:00", role=Role.MANAGER)
    levels = {"imprest_cents": 350_000, "minimum_cents": None}
    set_levels(manager, drawer_id=drawer.pk, **levels)
    shift = open_shift(world.stamp("20:00"), drawer_id=drawer.pk, cash=FLOAT, chips=RACK)
    assert reports.over_imprest_cents(shift_of(world.club.pk, shift.pk)) is None
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)

    assert reports.over_imprest_cents(shift_of(world.club.pk, shift.pk)) == 50_000
    desk = world.browser(Role.CASHIER)
    assert "counted difference +\u00a0500,00" in desk.get("/tallinn/till/close/").content.decode()
    places = {(each.place, each.tender): each.cents for each in reports.inventory(world.club.pk)}
    assert places["Desk 1", "cash"] == 400_000
    assert places["Desk 1", "chips"] == 400_000


def test_a_count_of_no_chips_at_all_differs_by_what_should_be_there(db: None):
    world = a_club("other")
    world.fund()
    manager, cash = world.stamp("21:00", role=Role.MANAGER), {10_000: 500}
    asked = count_vault.ask(manager, cash=cash, chips={2_500: 4_000})
    sign(world, manager, asked, by=Role.SUPERVISOR)

    manager = world.stamp("21:10", role=Role.MANAGER)
    none = count_vault.ask(manager, cash=cash, chips={2_500: 0}, reason="Stolen")
    assert none.operation == LARGE
