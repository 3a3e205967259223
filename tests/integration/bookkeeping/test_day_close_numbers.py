"""The file of days closed gives the accounts the numbers that the journal gives them."""

import csv
import io
from collections import Counter

import pytest

from casino.bookkeeping.services.mapping import checked
from casino.cage.services.desk import sell_chips
from casino.journal.services.accounts import add_account
from casino.staff.models import Role
from tests.books import LATER, NUMBERS, file_of, map_accounts, mapped, read, register, sealed, sent
from tests.integration.journal.test_documents import a_club_with_rent, accountant, book, lines
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


def table(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode())))


def day_close(world: World) -> list[dict[str, str]]:
    return [row for row in register(world, "day-close") if row["section"] == "account"]


def cents(rows: list[dict[str, str]]) -> Counter[tuple[str, str]]:
    """Add up by number and name; both files name the account in a column of their own."""
    sums: Counter[tuple[str, str]] = Counter()
    for row in rows:
        name = row.get("account_name", row.get("note", ""))
        sums[row["account_code"], name] += int(row["amount"].replace(".", ""))
    return sums


def test_own_accounts_stand_by_number_as_in_the_journal():
    world = a_club_with_rent()
    mapped(world)
    add_account(accountant(world), code="6020", name="Wages", kind="expense")
    book(world, lines=lines(10_000))
    book(world, lines=lines(30_000, debit="6020"))
    sealed(world)
    found = cents(day_close(world))
    assert (found["6010", "Rent"], found["6020", "Wages"]) == (10_000, 30_000)
    assert found == cents(table(read(file_of(world, sent(world)))))


@pytest.mark.parametrize("number", ["1999", ""])
def test_a_drawer_mapped_apart_has_its_own_number_as_in_the_journal(number: str):
    world = a_club_with_rent()
    shift = world.open_shift()
    mapped(world)
    of_one = {"code": "cash:drawer", "ref": shift.drawer_id, "name": "One"}
    for each in ("1999", number):  # the later word counts, an empty one takes the number back
        stamp = world.stamp("12:10", role=Role.ACCOUNTANT, day=LATER)
        map_accounts(stamp, said=[checked({**of_one, "number": each}, from_day=EVENING)])
    sell_chips(world.stamp("20:10"), shift_id=shift.pk, cents=10_000)
    drawers = [row["account_code"] for row in day_close(world) if row["item"] == "cash:drawer"]
    assert drawers == [number or NUMBERS["cash:drawer"]]
