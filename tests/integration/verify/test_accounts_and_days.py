"""Which account an id is, when a day was and who closed it: changed past its act, it is found."""

import json

import psycopg
import pytest

from casino.closing.rules import document_digest
from casino.closing.services.days import close_due_days
from casino.ledger import outbox
from casino.ledger.digests import digest_all_tables
from tests.database import connect_as
from tests.integration.verify.test_unreadable import begin
from tests.integration.verify.test_verify import NEXT, mirror, seal, verified
from tests.world import World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
__all__ = ["mirror"]


@pytest.fixture
def world() -> World:
    return sealed()


def sealed() -> World:
    """A sealed evening of one sale, whose acts are copied outside."""
    world = a_club()
    world.fund(100_000)
    world.drawer()
    world.sell()
    close_due_days(world.at("07:00", day=NEXT))
    seal(world)
    outbox.deliver_outbox()
    return world


FALSE = {
    "an account in another currency": (
        "UPDATE ledger_account SET currency = 'USD' WHERE code = 'bank'",
        "ledger_account",
    ),
    "an account that takes nothing more": (
        "UPDATE ledger_account SET is_open = false WHERE code = 'bank'",
        "ledger_account",
    ),
    "an account of another drawer": (
        "UPDATE ledger_account SET ref = ref + 1 WHERE code = 'cash:drawer'",
        "ledger_account",
    ),
    "a close that somebody took back": (
        "UPDATE ledger_close SET reopened_act_id = act_id",
        "ledger_close",
    ),
    "a close by another act": (
        "UPDATE ledger_close SET act_id = (SELECT min(id) FROM ledger_act)",
        "ledger_close",
    ),
    "a day that began three hours later": (
        "UPDATE ledger_day SET opens_at = opens_at + interval '3 hours'",
        ": hours: ",
    ),
    "a day that ended an hour later": (
        "UPDATE ledger_day SET closes_at = closes_at + interval '1 hour'",
        ": hours: ",
    ),
    "a level that is fixed no more": (
        "UPDATE ledger_day SET fixed_until = NULL",
        ": fixed: levels are fixed until None",
    ),
    "slips of another drawer": (
        "UPDATE ledger_series SET name = name || '!'",
        "no drawer has those of drawer Desk 1!",
    ),
}


@pytest.mark.parametrize("what", FALSE)
def test_it_is_found(world: World, forger: psycopg.Connection, capsys, what: str):
    assert verified(capsys, "--copies")[0] == 0
    sql, named = FALSE[what]

    forger.execute(sql)

    status, said = verified(capsys)
    assert (status, named in said) == (2, True), said


def test_an_account_is_closed_or_named_otherwise_by_an_act_alone(
    world: World, app_connection: psycopg.Connection, capsys: pytest.CaptureFixture[str]
):
    app_connection.execute("UPDATE ledger_account SET name = 'Salaries' WHERE code = 'bank'")

    said = verified(capsys)[1]
    assert "ledger_account" in said
    assert "changed by no act" in said


@pytest.mark.parametrize(
    ("part", "named"),
    [("days", "leaves it out"), ("accounts", "leaves cash:vault 0 out")],
)
def test_a_document_that_leaves_out_a_day_or_an_account_is_found(
    world: World, app_connection: psycopg.Connection, capsys, part: str, named: str
):
    """Written by the running program's role, under an act, in the chain of the documents."""
    with app_connection.transaction():
        number, previous, content = app_connection.execute(
            "SELECT number + 1, digest, content FROM office_closing ORDER BY number DESC LIMIT 1"
        ).fetchone()
        content = content | {part: []}
        digest = document_digest(number, content, previous)
        act = begin(app_connection, world)
        app_connection.execute(
            "INSERT INTO office_closing (number, period, first_day, last_day, content, previous,"
            " digest, closed_at, act_id, club_id)"
            " VALUES (%s, 'month', '2026-02-01', '2026-02-28', %s, %s, %s, now(), %s, %s)",
            [number, json.dumps(content), previous, digest, act, world.club.pk],
        )

    status, said = verified(capsys)

    assert (status, f"document {number} {named}" in said) == (2, True), said


def test_accounts_and_closes_of_before_they_had_digests_are_taken_over(
    forger: psycopg.Connection,
    test_environment: dict[str, str],
    capsys: pytest.CaptureFixture[str],
):
    """What the database of an earlier version is: no trigger, no digest, and not in the list."""
    for table in ("ledger_account", "ledger_close"):
        forger.execute(f"DROP TRIGGER digest_new ON {table}")
        forger.execute(f"DROP TRIGGER digest_changed ON {table}")
        forger.execute("DELETE FROM ledger_digested WHERE relation = %s", [table])
    sealed()
    assert "no act wrote it" in verified(capsys)[1]

    connect_as(test_environment["DATABASE_OWNER_URL"])
    digest_all_tables("default")
    connect_as(test_environment["DATABASE_URL"])

    assert "BROKEN" not in verified(capsys)[1]
    forger.execute("UPDATE ledger_account SET currency = 'USD' WHERE code = 'bank'")
    assert "is not what ledger.take_over wrote" in verified(capsys)[1]
