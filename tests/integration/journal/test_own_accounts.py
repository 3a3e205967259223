"""Accounts of the club's own: a tree beside the chart, with names that every report shows."""

import pytest

from casino.bookkeeping.queries.mapping import unmapped
from casino.house.stamp import Stamp
from casino.journal.models import OwnAccount
from casino.journal.services import accounts
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.queries import balances
from casino.ledger.refusals import AccountClosed
from casino.ledger.verify import Books, verify_ledger
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.books import file_of, mapped, read, sealed, sent
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db


def accountant(world: World, clock: str = "22:00") -> Stamp:
    return world.stamp(clock, role=Role.ACCOUNTANT)


def fees(world: World, **other: object) -> OwnAccount:
    said = {"code": "6120", "name": "Bank fees", "kind": "expense", "tax_code": "0%"} | other
    return accounts.add_account(accountant(world), **said)


def spend(world: World, account: OwnAccount, cents: int = 450) -> None:
    lines = (debit(account.ledger_code, cents, account.pk), credit("cash:vault", cents))
    ledger.post_once(world.stamp(), "test.spend", Draft(kind="test.spent", lines=lines))


def test_what_is_posted_to_it_has_its_name_in_the_trial_balance_and_its_number_in_files():
    world = a_club()
    world.fund()
    account = fees(world)
    spend(world, account)

    row = next(row for row in balances.trial_balance(world.club.pk) if row.code == "own:expense")
    assert (row.name, row.ref, row.cents) == ("6120 Bank fees", account.pk, 450)
    assert list(verify_ledger(Books(club_id=world.club.pk))) == []
    mapped(world)
    sealed(world)
    assert unmapped(world.club.pk, EVENING, EVENING) == []
    lines = read(file_of(world, sent(world)))
    assert b",6120,Bank fees,4.50,," in lines
    assert b",0%," in lines


def test_it_is_called_otherwise_moved_in_the_tree_and_closed_once_it_is_empty():
    world = a_club()
    world.fund()
    above, account = fees(world, code="6"), fees(world, parent_id=None)

    changed = accounts.change_account(
        accountant(world), own_account_id=account.pk, name="Bank charges", parent_id=above.pk
    )

    assert (changed.parent, str(changed), changed.tax_code) == (above, "6120 Bank charges", "")
    spend(world, changed)
    refused(
        accounts.StillHolds, accounts.close_account, accountant(world), own_account_id=account.pk
    )
    spend(world, changed, -450)
    accounts.close_account(accountant(world), own_account_id=account.pk)
    refused(AccountClosed, spend, world, changed)
    accounts.reopen_account(accountant(world), own_account_id=account.pk)
    spend(world, changed)


def test_what_cannot_stand_in_the_tree_is_refused_at_its_field():
    world = a_club()
    above, income = fees(world, code="6"), fees(world, code="3", kind="income")
    below = fees(world, parent_id=above.pk)
    stamp = accountant(world)

    taken = refused(accounts.CodeTaken, fees, world)
    other = refused(BadInput, fees, world, code="7", parent_id=income.pk)
    ring = refused(
        BadInput,
        accounts.change_account,
        stamp,
        own_account_id=above.pk,
        name="6",
        parent_id=below.pk,
    )
    wrong = refused(BadInput, fees, world, code="six thousand")

    fields = (taken.field, other.field, ring.field, wrong.field)
    assert fields == ("code", "parent_id", "parent_id", "code")
