"""A full disk is said as such, by page and by API: nothing was booked, and it can be sent again."""

import errno
from collections.abc import Callable

import psycopg
import pytest
from django.db import connection

from casino.staff.models import Role
from casino.web.disk import is_full
from tests.api.program import program
from tests.pages.evening import signed_in
from tests.world import World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
FULL = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
END $$;
CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION no_room();
"""


@pytest.fixture
def world(committed_db: None) -> World:
    return a_club()


@pytest.fixture
def fill(owner_connection: psycopg.Connection) -> Callable[[str], object]:
    return lambda table: owner_connection.execute(FULL.format(table=table))


def acts() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM ledger_act")
        return int(cursor.fetchone()[0])


def test_a_program_hears_507_and_that_nothing_was_booked(
    world: World, fill: Callable[[str], object]
):
    desk = program(world, Role.CASHIER)
    fill("players_player")
    before = acts()
    answer = desk.post("players/", name="Mari Tamm")
    assert (answer.status_code, answer.json()["error"]) == (507, "disk_full")
    assert "nothing was booked" in answer.json()["message"]
    assert acts() == before


def test_a_page_says_it_and_sends_the_same_form_again(world: World, fill: Callable[[str], object]):
    client = signed_in(world, Role.CASHIER)
    page = client.get("/tallinn/players/new/").content.decode()
    key = page.partition('name="key" value="')[2].partition('"')[0]
    fill("players_player")
    before = acts()
    answer = client.post("/tallinn/players/new/", {"name": "Mari Tamm", "key": key})
    said = answer.content.decode()
    assert answer.status_code == 507
    assert "The disk of the office is full, so nothing was booked." in said
    assert f'name="key" value="{key}"' in said
    assert acts() == before


def test_a_session_that_cannot_be_written_is_no_mistake_of_ours(
    world: World, fill: Callable[[str], object]
):
    client = signed_in(world, Role.CASHIER)
    client.raise_request_exception = False
    session = client.session
    session["seen_at"] = 1
    session.save()
    fill("django_session")
    assert client.get("/tallinn/players/").status_code == 507


def test_what_this_machine_says_of_its_own_disk_is_the_same():
    assert is_full(OSError(errno.ENOSPC, "No space left on device"))
    assert not is_full(OSError(errno.ENOENT, "No such file"))
