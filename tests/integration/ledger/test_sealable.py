"""What the running program's role may write never keeps a day from its seal, or comes after it."""

from datetime import timedelta

import psycopg
import pytest

from casino.closing.services.days import close_due_days, seal_day
from casino.ledger import outbox
from casino.ledger.queries.trail import trail
from casino.staff.models import Membership, Role
from tests.integration.verify.test_verify import NEXT, mirror, verified
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
__all__ = ["mirror"]
BEGIN = "SELECT act FROM ledger_begin(gen_random_uuid(), %s, NULL, 'attack', '{}', %s, '')"
POST = """
INSERT INTO ledger_entry
    (act_id, club_id, gaming_day, kind, currency, account_ids, cents, happened_at)
VALUES (%s, %s, %s, 'attack', 'EUR', %s, %s, %s)
"""
NOWHERE = 999_999


@pytest.fixture
def world() -> World:
    world = a_club()
    world.fund(100_000)
    return world


def begin(connection: psycopg.Connection, club_id: int, at: object) -> int:
    row = connection.execute(BEGIN, [club_id, at]).fetchone()
    assert row
    return int(row[0])


def post(
    connection: psycopg.Connection, world: World, lines: list[int], cents: list[int], at: object
) -> None:
    with connection.transaction():
        act = begin(connection, world.club.pk, world.at("22:00"))
        connection.execute(POST, [act, world.club.pk, EVENING, lines, cents, at])


def accounts(connection: psycopg.Connection, world: World, *codes: str) -> list[int]:
    sql = "SELECT id FROM ledger_account WHERE club_id = %s AND ref = 0 AND code = ANY (%s)"
    return sorted(id_ for (id_,) in connection.execute(sql, [world.club.pk, list(codes)]))


def sealed(world: World) -> None:
    close_due_days(world.at("07:00", day=NEXT))
    seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=NEXT), day=EVENING)
    outbox.deliver_outbox()


@pytest.mark.parametrize("at", ["infinity", "-infinity", "20000-01-01", "0500-01-01 BC"])
def test_an_act_at_an_instant_that_no_clock_shows_is_refused(
    world: World, app_connection: psycopg.Connection, at: str
):
    with pytest.raises(psycopg.errors.CheckViolation, match="ledger_act_instant"):
        begin(app_connection, world.club.pk, at)
    sealed(world)
    assert trail(world.club, limit=10)


def test_an_entry_at_an_instant_that_no_clock_shows_is_refused(
    world: World, app_connection: psycopg.Connection
):
    two = accounts(app_connection, world, "expense:over-short", "income:breakage")
    with pytest.raises(psycopg.errors.CheckViolation, match="ledger_entry_instant"):
        post(app_connection, world, two, [500, -500], "infinity")


def test_amounts_that_no_day_can_add_up_are_refused(
    world: World, app_connection: psycopg.Connection
):
    codes = ("equity:retained", "expense:overlay", "equity:funding")
    three, cents = accounts(app_connection, world, *codes), [-(2**63), 2**63 - 1, 1]
    with pytest.raises(psycopg.errors.CheckViolation, match="ledger_entry_balanced"):
        post(app_connection, world, three, cents, world.at("22:00"))


def test_nothing_is_booked_before_a_sealed_day_by_a_snapshot_of_before_its_seal(
    world: World, app_connection: psycopg.Connection
):
    sealed(world)
    app_connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
    app_connection.execute("SELECT FROM ledger_day")
    last = EVENING + timedelta(days=2)
    world.sell(day=last)
    after = last + timedelta(days=1)
    close_due_days(world.at("07:00", day=after))
    seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=after), day=last)

    with pytest.raises(psycopg.DatabaseError, match="reads what is committed"):
        begin(app_connection, world.club.pk, world.at("22:00", day=NEXT))


def an_old_act(connection: psycopg.Connection, world: World) -> int:
    sql = "SELECT min(id) FROM ledger_act WHERE club_id = %s"
    row = connection.execute(sql, [world.club.pk]).fetchone()
    assert row
    return int(row[0])


@pytest.mark.parametrize("what", ["close", "seal"])
def test_no_day_ends_in_the_name_of_an_act_of_the_past(
    world: World, app_connection: psycopg.Connection, what: str
):
    act, until = an_old_act(app_connection, world), world.at("07:00", day=NEXT)
    values: list[object] = [act, world.club.pk, EVENING]
    if what == "seal":
        close_due_days(until)
    else:
        values += [world.at("07:00"), until, until, "daily"]
    marks = ", ".join(["%s"] * len(values))
    with pytest.raises(psycopg.errors.CheckViolation, match="was not begun in this transaction"):
        app_connection.execute(f"SELECT ledger_{what}_day({marks})", values)


@pytest.mark.parametrize("style", ["German", "SQL, DMY", "Postgres"])
def test_a_seal_is_the_same_whatever_way_the_session_writes_dates(
    world: World,
    app_connection: psycopg.Connection,
    capsys: pytest.CaptureFixture[str],
    style: str,
):
    close_due_days(world.at("07:00", day=NEXT))
    app_connection.execute(f"SET datestyle = '{style}'")
    with app_connection.transaction():
        act = begin(app_connection, world.club.pk, world.at("12:00", day=NEXT))
        seal = "SELECT ledger_seal_day(%s, %s, '2026-02-27')"
        app_connection.execute(seal, [act, world.club.pk])
    outbox.deliver_outbox()

    status, said = verified(capsys)

    assert (status, "BROKEN" in said) == (0, False)


def test_no_act_begins_at_a_club_that_there_is_not(
    world: World, app_connection: psycopg.Connection
):
    with pytest.raises(psycopg.errors.CheckViolation, match="There is no club 999999"):
        begin(app_connection, NOWHERE, world.at("22:00"))


def test_acts_of_no_club_of_before_that_was_refused_stop_no_copy_and_are_found(
    world: World,
    app_connection: psycopg.Connection,
    forger: psycopg.Connection,
    capsys: pytest.CaptureFixture[str],
):
    """A role given under such an act is nobody's, as one that was given under none."""
    sealed(world)
    forger.execute("SET session_replication_role = replica")
    with forger.transaction():
        begin(forger, NOWHERE, world.at("13:00", day=NEXT))
        forger.execute("SET LOCAL session_replication_role = origin")
        cashier = Membership.objects.get(role=Role.CASHIER)
        given = "UPDATE staff_membership SET role = 'manager' WHERE id = %s"
        forger.execute(given, [cashier.pk])
    world.fund(100_000, day=NEXT)

    outbox.deliver_outbox()

    waiting = forger.execute("SELECT a.club_id FROM ledger_outbox JOIN ledger_act a ON id = act_id")
    assert waiting.fetchall() == [(NOWHERE,)]
    status, said = verified(capsys)
    assert status == 2
    assert f"staff_membership {cashier.pk}: changed by no act" in said
    assert "of club 999999, which there is not" in said
