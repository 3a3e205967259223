"""What a process has asked before a migration, it asks on while others are of the new program."""

from collections.abc import Callable
from hashlib import sha256

import psycopg

from casino.cage.queries.shifts import shift
from casino.ledger.queries.rows import AccountRow
from casino.staff.models import ApiToken, Role, Secret
from casino.web.api import TokenAuthentication
from casino.web.roles import membership
from casino.web.sign_in import People
from tests.world import a_club

KEY = "of-a-program"


def test_an_account_that_a_later_program_opened_is_called_by_its_code():
    opened = AccountRow(id=1, code="income:of-tomorrow", ref=0, cents=-100)
    assert str(opened.name) == "income:of-tomorrow"


def test_a_column_that_a_migration_adds_breaks_no_statement_that_is_prepared(
    committed_db: None, owner_connection: psycopg.Connection
):
    """Its result would change with `SELECT x.*`, and PostgreSQL refuse it until the line ends."""
    world = a_club()
    opened, cashier = world.open_shift(), world.staff[Role.CASHIER]
    with cashier.changing(Secret.KEY):
        ApiToken.objects.create(user=cashier, digest=sha256(KEY.encode()).hexdigest())

    def who() -> None:
        TokenAuthentication().authenticate_credentials(KEY)
        assert People().get_user(cashier.pk) == cashier

    asks: dict[str, Callable[[], object]] = {
        "staff_user": who,
        "house_club": lambda: membership(cashier, world.club.slug),
        "cage_shift": lambda: shift(world.club.pk, opened.pk),
    }
    for table, ask in asks.items():
        for _ in range(3):
            ask()
        owner_connection.execute(f"ALTER TABLE {table} ADD COLUMN of_tomorrow integer")
        ask()
