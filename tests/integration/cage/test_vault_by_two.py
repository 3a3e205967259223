"""The owners' money and deposits: none of it is one person's, all of it is correctable."""

from dataclasses import replace
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Bag
from casino.cage.services.deposits import (
    BagElsewhere,
    CreditImplausible,
    confirm_credit,
    dispatch_deposit,
    prepare_deposit,
    take_back_dispatch,
)
from casino.cage.services.funds import (
    NotCorrectable,
    VaultFull,
    correct_vault,
    fund_vault,
    withdraw_funds,
)
from casino.cage.services.opening import open_shift
from casino.cage.services.vault import VaultLacks
from casino.ledger.queries.documents import latest_entries
from casino.ledger.refusals import AlreadyReversed
from casino.paging import Page
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.counting import dispatch, pack, sign
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World

pytestmark = pytest.mark.django_db
NOTES = {10_000: 300, 5_000: 120}  # 36,000 euro


def signed(world: World, asked: Proposal, clock: str = "21:05", *, by: str = Role.ACCOUNTANT):
    sign(world, world.stamp(clock), asked, by=by)


def listed(world: World) -> set[str]:
    """Return the acts that stand out on the evening."""
    return {row.operation for _, row, _ in exceptions(world.club, first=EVENING, last=EVENING)}


def the_entry(world: World, kind: str) -> int:
    return latest_entries(world.club.pk, [kind], page=Page(1))[0].id


def test_no_one_person_books_the_owners_money_in_or_out(world: World):
    manager = world.stamp("21:00", role=Role.MANAGER)
    refused(NeedsSignature, fund_vault, manager, cash={10_000: 10_000})
    asked = fund_vault.ask(world.stamp("21:00", role=Role.MANAGER), cash=NOTES, memo="July")
    own = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(OwnProposal, approve, world.stamp("21:01", role=Role.MANAGER), **own)
    assert world.balance("cash:vault") == 0

    signed(world, asked)
    assert world.balance("cash:vault") == 3_600_000

    again = world.stamp("22:00", role=Role.MANAGER)
    refused(NeedsSignature, withdraw_funds, again, cash={10_000: 1})
    out = withdraw_funds.ask(world.stamp("22:00", role=Role.MANAGER), cash={10_000: 10})
    signed(world, out, "22:05")
    assert (world.balance("cash:vault"), world.balance("equity:funding")) == (3_500_000, -3_500_000)
    assert {"cage.fund_vault", "cage.withdraw_funds"} <= listed(world)


def test_denominations_come_to_the_amount_and_the_vault_to_no_more_than_its_limit(world: World):
    manager = world.stamp("21:00", role=Role.MANAGER)
    refused(BadInput, fund_vault.ask, manager, cents=100, cash=NOTES)
    refused(BadInput, fund_vault.ask, manager)
    assert fund_vault.preview(manager, cents=3_600_000, cash=NOTES).content["cents"] == 3_600_000
    world.fund(99_999_000)
    said = refused(VaultFull, fund_vault.ask, manager, cash={10_000: 10})
    assert str(said.message) == "The vault may hold at most 1\u00a0000\u00a0000,00."


@pytest.mark.parametrize("act", [fund_vault, withdraw_funds])
def test_whoever_brings_or_takes_notes_says_which(world: World, act: Any):
    world.fund(1_000_000)
    stamp = world.stamp("21:00", role=Role.MANAGER)
    for how in (act, act.ask, act.preview):
        said = refused(BadInput, how, stamp, cents=10_000)
        assert (str(said.message), said.field) == ("Enter how many.", "cash")
    # A command in which nobody acts may say the sum: nobody counts a demo's notes.
    act(replace(stamp, actor_id=None), cents=10_000)


def test_what_the_vault_does_not_hold_is_refused_before_anybody_signs(world: World):
    world.fund(10_000)
    manager = world.stamp("21:00", role=Role.MANAGER)
    refused(VaultLacks, withdraw_funds.ask, manager, cash={10_000: 2})
    refused(VaultLacks, prepare_deposit.ask, manager, cents=10_001, seal="EE 41 7")
    drawer = world.drawer()
    float_ = {"drawer_id": drawer.pk, "cash": FLOAT, "chips": RACK}
    refused(VaultLacks, open_shift.ask, world.stamp("20:00"), **float_)
    assert not Proposal.objects.exists()


def test_a_bag_is_packed_and_dispatched_by_two(world: World):
    world.fund(1_000_000)
    manager = world.stamp("22:00", role=Role.MANAGER)
    refused(NeedsSignature, prepare_deposit, manager, cents=300_000, seal="EE 41 7")
    bag = pack(world, manager, cents=300_000, seal="EE 41 7")
    gone = {"bag_id": bag.pk, "carrier": "K. Saar"}
    refused(NeedsSignature, dispatch_deposit, world.stamp("22:10", role=Role.MANAGER), **gone)
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    assert {"cage.pack_bag", "cage.hand_over_bag"} <= listed(world)


def test_a_credit_beyond_the_tolerance_is_the_managers_too_and_has_bounds(world: World):
    world.fund(1_000_000)
    bag = pack(world, world.stamp("22:00", role=Role.MANAGER), cents=100_000, seal="EE 41 7")
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    found = {"bag_id": bag.pk, "statement": "line 12", "reason": "A note too many"}
    reader = world.stamp("22:20", role=Role.ACCOUNTANT)

    said = refused(CreditImplausible, confirm_credit.ask, reader, cents=100_000_000, **found)
    assert str(said.message) == (
        "The deposit holds 1\u00a0000,00: the bank cannot credit more than 2\u00a0000,00."
    )
    refused(NeedsSignature, confirm_credit, reader, cents=105_000, **found)
    asked = confirm_credit.ask(world.stamp("22:20", role=Role.ACCOUNTANT), cents=105_000, **found)
    signed(world, asked, "22:30", by=Role.MANAGER)

    assert (world.balance("bank"), world.balance("cash:bags")) == (105_000, 0)
    assert "cage.credit_bag" in listed(world)


def test_what_was_booked_wrongly_is_taken_back_by_two_with_a_preview(world: World):
    asked = fund_vault.ask(world.stamp("21:00", role=Role.MANAGER), cash={10_000: 100})
    signed(world, asked)
    first = the_entry(world, "cage.vault_funded")
    wrong = {"entry_id": first, "reason": "A nought too many"}
    refused(NeedsSignature, correct_vault, world.stamp("21:10", role=Role.MANAGER), **wrong)
    preview = correct_vault.preview(world.stamp("21:10", role=Role.MANAGER), **wrong)
    assert set(preview.ahead.values()) == {"\u221210\u00a0000,00", "10\u00a0000,00"}

    back = correct_vault.ask(world.stamp("21:10", role=Role.MANAGER), **wrong)
    signed(world, back, "21:15")

    assert world.balance("cash:vault") == 0
    assert "cage.correct_vault" in listed(world)
    refused(AlreadyReversed, correct_vault.ask, world.stamp("21:20", role=Role.MANAGER), **wrong)
    sale = {"entry_id": world.sell().entry_id, "reason": "No"}
    refused(NotCorrectable, correct_vault.ask, world.stamp("22:20", role=Role.MANAGER), **sale)


def test_a_funding_already_spent_is_not_taken_back(world: World):
    signed(world, fund_vault.ask(world.stamp("21:00", role=Role.MANAGER), cash={10_000: 1}))
    signed(
        world,
        withdraw_funds.ask(world.stamp("21:10", role=Role.MANAGER), cash={10_000: 1}),
        "21:15",
    )
    wrong = {"entry_id": the_entry(world, "cage.vault_funded"), "reason": "Twice"}
    refused(VaultLacks, correct_vault.ask, world.stamp("21:20", role=Role.MANAGER), **wrong)


def test_a_deposits_credit_then_the_deposit_are_taken_back_and_the_seal_is_free(world: World):
    world.fund(1_000_000)
    bag = pack(world, world.stamp("22:00", role=Role.MANAGER), cents=100_000, seal="EE 41 7")
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    read = {"bag_id": bag.pk, "cents": 100_000, "statement": "line 12"}
    confirm_credit(world.stamp("22:20", role=Role.ACCOUNTANT), **read)
    reader = world.browser(Role.ACCOUNTANT)
    credited = the_entry(world, "cage.bag_credited")
    address = f"/tallinn/vault/entries/{credited}/correct/"
    assert address in reader.get("/tallinn/vault/bags/").content.decode()
    assert "1\u00a0000,00" in reader.get(address).content.decode()
    packing = {"entry_id": the_entry(world, "cage.bag_packed"), "reason": "Wrong bag"}
    refused(NotCorrectable, correct_vault.ask, world.stamp("22:25", role=Role.MANAGER), **packing)

    credit = {"entry_id": the_entry(world, "cage.bag_credited"), "reason": "Wrong line"}
    signed(world, correct_vault.ask(world.stamp("22:30", role=Role.MANAGER), **credit), "22:31")
    assert Bag.objects.get(id=bag.pk).credited_at is None
    assert (world.balance("bank"), world.balance("cash:bags")) == (0, 100_000)

    signed(world, correct_vault.ask(world.stamp("22:40", role=Role.MANAGER), **packing), "22:41")
    assert (world.balance("cash:vault"), world.balance("cash:bags")) == (1_000_000, 0)
    refused(BagElsewhere, confirm_credit, world.stamp("22:50", role=Role.ACCOUNTANT), **read)
    again = pack(world, world.stamp("23:00", role=Role.MANAGER), cents=90_000, seal="EE 41 7")
    assert again.pk != bag.pk


def test_a_dispatch_noted_for_the_wrong_deposit_is_taken_back_by_two(world: World):
    world.fund(1_000_000)
    bag = pack(world, world.stamp("22:00", role=Role.MANAGER), cents=100_000, seal="EE 41 7")
    what = {"bag_id": bag.pk, "reason": "Meant the other bag"}
    refused(BagElsewhere, take_back_dispatch.ask, world.stamp("22:05", role=Role.MANAGER), **what)
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    refused(NeedsSignature, take_back_dispatch, world.stamp("22:20", role=Role.MANAGER), **what)
    desk = world.browser(Role.MANAGER)
    address = f"/tallinn/vault/bags/{bag.pk}/take-back/"
    assert address in desk.get("/tallinn/vault/bags/").content.decode()
    assert "K. Saar" in desk.get(address).content.decode()

    asked = take_back_dispatch.ask(world.stamp("22:20", role=Role.MANAGER), **what)
    shown = world.browser(Role.SUPERVISOR).get(f"/tallinn/approvals/{asked.pk}/")
    assert "K. Saar" in shown.content.decode()
    signed(world, asked, "22:21", by=Role.SUPERVISOR)

    again = Bag.objects.get(id=bag.pk)
    assert (again.carrier, again.handed_at, again.handed_by) == ("", None, None)
    assert (world.balance("cash:vault"), world.balance("cash:bags")) == (900_000, 100_000)
    assert "cage.take_back_dispatch" in listed(world)
    assert address not in desk.get("/tallinn/vault/bags/").content.decode()
    refused(BagElsewhere, take_back_dispatch.ask, world.stamp("22:25", role=Role.MANAGER), **what)
    dispatch(world, world.stamp("22:30", role=Role.MANAGER), bag, carrier="P. Kask")
    assert Bag.objects.get(id=bag.pk).carrier == "P. Kask"


def test_a_dispatch_stands_once_the_bank_has_credited_the_deposit(world: World):
    world.fund(1_000_000)
    bag = pack(world, world.stamp("22:00", role=Role.MANAGER), cents=100_000, seal="EE 41 7")
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    what = {"bag_id": bag.pk, "reason": "Meant the other bag"}
    asked = take_back_dispatch.ask(world.stamp("22:15", role=Role.MANAGER), **what)
    read = {"bag_id": bag.pk, "cents": 100_000, "statement": "line 12"}
    confirm_credit(world.stamp("22:20", role=Role.ACCOUNTANT), **read)

    with pytest.raises(BagElsewhere):
        signed(world, asked, "22:25", by=Role.SUPERVISOR)
    assert Bag.objects.get().carrier == "K. Saar"
