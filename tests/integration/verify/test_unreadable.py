"""What the running program may write hides nothing else from verify, and lets it not die."""

import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from casino.closing.services.days import close_due_days
from casino.ledger import outbox
from tests.integration.verify.test_verify import NEXT, mirror, seal, verified
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
__all__ = ["mirror"]
BEGIN = "SELECT act FROM ledger_begin(gen_random_uuid(), %s, NULL, %s, %s, %s, '')"
DOCUMENT = """
INSERT INTO office_closing
    (number, period, first_day, last_day, content, previous, digest, closed_at, act_id, club_id)
SELECT number + 1, 'month', '2026-02-01', '2026-02-28', %s, digest, 'x', now(), %s, club_id
FROM office_closing ORDER BY number DESC LIMIT 1
"""


@pytest.fixture
def world() -> World:
    """A sealed evening of one sale, whose acts are copied outside."""
    world = a_club()
    world.fund(100_000)
    world.sell()
    close_due_days(world.at("07:00", day=NEXT))
    seal(world)
    outbox.deliver_outbox()
    return world


def begin(
    connection: psycopg.Connection, world: World, operation: str = "attack", said: str = "{}"
) -> int:
    values = [world.club.pk, operation, said, world.at("13:00", day=NEXT)]
    row = connection.execute(BEGIN, values).fetchone()
    assert row
    return int(row[0])


@pytest.fixture
def forged(world: World, forger: psycopg.Connection) -> str:
    """Return what is said of an entry that somebody changed, and of which nothing is hidden."""
    forger.execute(
        "UPDATE ledger_entry SET memo = 'gift' WHERE id = (SELECT max(id) FROM ledger_entry)"
    )
    return "content: is not what was sealed"


def test_an_account_that_no_chart_knows_is_a_finding_of_the_command(
    world: World,
    forged: str,
    app_connection: psycopg.Connection,
    test_environment: dict[str, str],
    tmp_path: Path,
):
    sql = "INSERT INTO ledger_account (club_id, code, currency, floor) VALUES (%s, 'zz', 'EUR', 0)"
    app_connection.execute(sql, [world.club.pk])

    done = subprocess.run(
        [sys.executable, "manage.py", "verify"],
        env={**os.environ, **test_environment, "ANCHOR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2, done.stderr
    assert forged in done.stdout
    assert "the chart has no such account" in done.stdout


@pytest.mark.parametrize("said", ['{"proposal_id": "x"}', '{"proposal_id": 1e30}', "{}"])
def test_an_approval_of_no_request_is_a_finding_and_hides_none(
    world: World, forged: str, app_connection: psycopg.Connection, capsys, said: str
):
    begin(app_connection, world, "approvals.approve", said)
    outbox.deliver_outbox()

    status, found = verified(capsys)

    assert (status, forged in found, "is not approved by it" in found) == (2, True, True)


@pytest.mark.parametrize(
    "content",
    [
        '{"days": 5}',
        '{"accounts": 5}',
        '{"days": [{"day": "x"}]}',
        '{"accounts": [{"id": "x"}]}',
        "[]",
    ],
)
def test_a_document_of_another_shape_is_a_finding_and_hides_none(
    world: World, forger: psycopg.Connection, app_connection: psycopg.Connection, capsys, content
):
    forger.execute(
        "UPDATE office_closing SET content = jsonb_set(content, '{days,0,seal}', '\"00\"')"
    )
    with app_connection.transaction():
        app_connection.execute(DOCUMENT, [content, begin(app_connection, world)])
    outbox.deliver_outbox()

    status, found = verified(capsys)

    assert status == 2
    assert "document 1 has another seal of it" in found
    assert "document 2 has days or accounts that cannot be read" in found


def test_what_no_check_can_read_is_a_finding_of_its_own(
    world: World, forger: psycopg.Connection, capsys
):
    """A column that a forger made something else; the checks after it are still made."""
    forger.execute("ALTER TABLE bank_statement RENAME TO bank_gone")
    forger.execute("DELETE FROM audit_sealedact")
    try:
        status, found = verified(capsys)
    finally:
        forger.execute("ALTER TABLE bank_gone RENAME TO bank_statement")

    assert status == 2
    assert "check: cannot be read: ProgrammingError: relation" in found
    assert "trail: its acts are not those that were sealed" in found


def test_a_sealed_day_whose_trail_has_lost_its_seal_is_found(
    world: World, forger: psycopg.Connection, capsys
):
    forger.execute("DELETE FROM audit_sealedact")
    forger.execute("DELETE FROM audit_actseal")

    status, found = verified(capsys)

    assert status == 2
    assert f"BROKEN {EVENING}: trail: the seal of its acts is missing" in found


def test_an_account_under_another_name_than_its_document_has_is_found(
    world: World, forger: psycopg.Connection, app_connection: psycopg.Connection, capsys
):
    """Debits and credits are the same ones; whose they are is not."""
    known = dict(app_connection.execute("SELECT code, id FROM ledger_account WHERE ref = 0"))
    vault = {"id": known["cash:vault"], "code": "cash:vault", "ref": 0}
    told = json.dumps({"accounts": [vault | {"debit_cents": 110_000, "credit_cents": 0}]})
    with app_connection.transaction():
        app_connection.execute(DOCUMENT, [told, begin(app_connection, world)])
    outbox.deliver_outbox()
    assert "other totals" not in verified(capsys)[1]

    for code, id_ in (("x", "bank"), ("bank", "cash:vault"), ("cash:vault", "bank")):
        forger.execute("UPDATE ledger_account SET code = %s WHERE id = %s", [code, known[id_]])

    assert "document 2 has other totals of cash:vault 0" in verified(capsys)[1]
