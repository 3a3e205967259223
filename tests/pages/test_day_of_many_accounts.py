"""A gaming day that moved more accounts than one page draws."""

import re

import pytest

from casino.closing.views.days import ACCOUNTS_AT_ONCE
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.models import Entry
from casino.ledger.queries.balances import account_id
from casino.staff.models import Role
from tests.pages.evening import signed_in
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
ROW = re.compile(r'href="[^"]*/accounts/([0-9]+)/\?day=')
DRAWERS = ACCOUNTS_AT_ONCE + 5


@pytest.fixture
def world() -> World:
    """Every drawer was given ten euros out of the vault."""
    world = a_club()
    world.fund()
    for ref in range(1, DRAWERS + 1):
        ledger.open_account(world.club.pk, "cash:drawer", ref=ref, currency="EUR")
    lines = [debit("cash:drawer", 1_000, ref) for ref in range(1, DRAWERS + 1)]
    given = Draft(kind="test.given", lines=(credit("cash:vault", 1_000 * DRAWERS), *lines))
    ledger.post_once(world.stamp("22:00"), "test.give", given)
    return world


def test_a_day_of_many_accounts_leads_from_part_to_part_and_leaves_none_out(world: World):
    reader = signed_in(world, Role.ACCOUNTANT)
    address = f"/{world.club.slug}/days/{EVENING}/"

    first = reader.get(address).content.decode()
    (more,) = re.findall(r'href="(\?page=[0-9]+)#accounts"', first)
    second = reader.get(address + more).content.decode()
    shown, others = set(ROW.findall(first)), set(ROW.findall(second))

    assert len(shown) == ACCOUNTS_AT_ONCE
    assert not shown & others
    assert len(shown | others) == DRAWERS + 2  # the vault and its other side
    assert 'id="accounts"' in second
    assert f"Accounts {ACCOUNTS_AT_ONCE + 1} to {DRAWERS + 2} of {DRAWERS + 2}" in second
    assert 'href="?page=1#accounts"' in second


@pytest.mark.parametrize("page", ["0", "x", "-1", "999999999999999999999"])
def test_a_part_that_there_is_not_shows_another_one(world: World, page: str):
    answer = signed_in(world, Role.ACCOUNTANT).get(
        f"/{world.club.slug}/days/{EVENING}/?page={page}"
    )

    assert answer.status_code == 200
    assert ROW.search(answer.content.decode())


def test_an_account_and_the_act_behind_an_entry_are_called_by_their_names(world: World):
    reader = signed_in(world, Role.ACCOUNTANT)
    vault = account_id(world.club.pk, "cash:vault")
    account = reader.get(f"/{world.club.slug}/accounts/{vault}/").content.decode()
    assert "<title>Banknotes in the vault" in account

    entry = Entry.objects.get(kind="test.given")
    page = reader.get(f"/{world.club.slug}/entries/{entry.pk}/").content.decode()
    assert '<span title="test.give">Give</span>' in page
