"""A bank account that the bank closed is missed on no later month's list."""

from datetime import date

import pytest

from casino.bank.models import BankAccount, Statement
from casino.bank.queries.books import reconciliation, unreconciled
from casino.bank.services.accounts import StillOpen, add_account, close_account
from casino.bank.services.importing import import_statement
from casino.bank.services.matching import Part, match_line
from casino.refusals import BadInput
from casino.staff.models import Role
from demo import bank_statement
from tests.refusing import refused
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
LAST, LATER = date(2026, 2, 28), date(2026, 3, 1)
MONTHS = (date(2026, 5, 31), date(2027, 12, 31))


def desk(world: World, clock: str = "12:00"):
    return world.stamp(clock, role=Role.ACCOUNTANT, day=LATER)


@pytest.fixture
def account(world: World) -> BankAccount:
    stamp = world.stamp(role=Role.ACCOUNTANT)
    return add_account(stamp, name="Old bank", iban="EE382200221020145685")


def matched(world: World, account: BankAccount, *, last_fee_cents: int = 700) -> None:
    """Import the last statement: interest came, and a fee took it away."""
    moves = [
        bank_statement.Move(day=EVENING, cents=700, name="Interest"),
        bank_statement.Move(day=EVENING, cents=-last_fee_cents, name="Fee at the end"),
    ]
    paper = bank_statement.Paper(
        iban=account.iban, currency="EUR", first=EVENING, last=LAST, opening=0, moves=tuple(moves)
    )
    data = bank_statement.camt(paper).encode()
    given = {"bankaccount_id": account.pk, "name": "s.xml", "data": data}
    (statement,) = import_statement(desk(world), **given)
    for line in statement.lines.order_by("position"):
        match_line(desk(world, "12:01"), line_id=line.pk, parts=[Part(code="expense:bank")])


def listed(world: World, until: date) -> list[str]:
    return [each.account.name for each in unreconciled(world.club.pk, until)]


def test_a_closed_account_is_off_the_lists_of_later_months(world: World, account: BankAccount):
    matched(world, account)
    assert [listed(world, until) for until in MONTHS] == [["Old bank"], ["Old bank"]]
    close_account(desk(world, "12:02"), bankaccount_id=account.pk, closed_on=LAST)
    assert [listed(world, until) for until in MONTHS] == [[], []]

    close_account(desk(world, "12:03"), bankaccount_id=account.pk)
    assert listed(world, MONTHS[0]) == ["Old bank"]


def test_what_is_left_on_an_account_keeps_it_open(world: World, account: BankAccount):
    closing = {"bankaccount_id": account.pk, "closed_on": LAST}
    assert refused(StillOpen, close_account, desk(world), **closing).field == "closed_on"
    matched(world, account, last_fee_cents=600)
    refused(StillOpen, close_account, desk(world, "12:02"), **closing)


def test_a_day_to_come_is_no_day_on_which_a_bank_closed_it(world: World, account: BankAccount):
    matched(world, account)
    soon = {"bankaccount_id": account.pk, "closed_on": date(2026, 3, 2)}
    assert refused(BadInput, close_account, desk(world, "12:02"), **soon).field == "closed_on"


def test_the_accountant_closes_it_on_its_page(world: World, account: BankAccount):
    matched(world, account)
    client = world.browser(Role.ACCOUNTANT)
    at = f"/tallinn/bank-accounts/{account.pk}/"
    assert f"{at}close/" in client.get(at).content.decode()
    typed = {"key": str(a_key()), "closed_on": "28.02.2026"}
    assert client.post(f"{at}close/", typed).status_code == 302
    assert "closed by the bank on 28.02.2026" in client.get(at).content.decode()


def test_what_a_first_statement_began_with_is_called_so_until_it_is_matched(
    world: World, account: BankAccount
):
    moves = (bank_statement.Move(day=EVENING, cents=700, name="Interest"),)
    days = {"first": EVENING, "last": LAST}
    paper = bank_statement.Paper(
        iban=account.iban, currency="EUR", **days, opening=100_000, moves=moves
    )
    data = bank_statement.camt(paper).encode()
    import_statement(desk(world), bankaccount_id=account.pk, name="s.xml", data=data)
    found = reconciliation(account, LAST)
    assert [str(each.says).strip() for each in found.items] == ["Opening balance", "Interest"]
    at = f"/tallinn/bank-accounts/statements/{Statement.objects.get().pk}/"
    page = world.browser(Role.ACCOUNTANT).get(at).content.decode()
    assert page.count("Opening balance") == 1
