"""
The club of most tests; and the evening of payloads, built once, with its pages, each asked for
once by each role.

- `evening`: the club inside a transaction that is rolled back, as `db` does.
- `anna`, `peter`: the cashier's and the supervisor's screen; `enters(role)`: one more, anybody's.
- `crawled(role)`: what every page below the club answers to a role, in Estonian. The first test
  that asks crawls; every worker of the run reads what was kept.
"""

import fcntl
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Page

from casino.house.models import Club
from casino.staff.models import Membership, Role
from script.servers import postgres_url
from tests.database import connect_as, superuser
from tests.pages.evening import LOTS, Answer, an_evening_of_payloads, answers
from tests.pages.people import Person
from tests.world import World, a_club

MADE = "CREATE DATABASE casino_evening OWNER casino_owner TEMPLATE casino_template"


@pytest.fixture
def world(db: None) -> World:
    return a_club()


@pytest.fixture
def anna(page: Page, world: World) -> Person:
    return signed_in(page, world, Role.CASHIER)


@pytest.fixture
def peter(page: Page, world: World) -> Person:
    return signed_in(page, world, Role.SUPERVISOR)


@pytest.fixture
def enters(browser: Browser, live_site: str, world: World) -> Callable[[str], Person]:
    return lambda role: signed_in(browser.new_context(base_url=live_site).new_page(), world, role)


def signed_in(page: Page, world: World, role: str) -> Person:
    person = Person(page, world, role)
    person.sign_in()
    return person


@pytest.fixture(scope="session")
def evening_database(servers: Path, django_db_setup: None, django_db_blocker: Any) -> str:
    """The address of a database with the evening in it, which is to stay as it is."""
    url = postgres_url(servers / "postgres", role="casino_app", database="casino_evening")
    with superuser(servers) as connection:
        connection.execute(MADE)
    with django_db_blocker.unblock():
        connect_as(url)
        with patch("tournaments.services.seating.token_hex", return_value=LOTS):
            an_evening_of_payloads()
    connect_as(os.environ["DATABASE_URL"])
    return url


@pytest.fixture
def at_the_evening(evening_database: str) -> Iterator[None]:
    """Let `db` begin its transaction in the evening's database."""
    connect_as(evening_database)
    yield
    connect_as(os.environ["DATABASE_URL"])


@pytest.fixture
def evening(at_the_evening: None, db: None) -> World:
    club = Club.objects.get()
    members = Membership.objects.filter(club=club).select_related("user")
    return World(club=club, staff={each.role: each.user for each in members})


@pytest.fixture
def crawled(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], dict[str, Answer]]:
    """Return what pages answer to a role, by their names."""
    folder = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = folder.parent

    def crawl(role: str) -> dict[str, Answer]:
        with (folder / f"pages-of-{role}").open("a+b") as kept:
            fcntl.flock(kept, fcntl.LOCK_EX)
            kept.seek(0)
            if not (known := kept.read()):
                known = pickle.dumps(answers(request.getfixturevalue("evening"), role))
                kept.write(known)
        found: dict[str, Answer] = pickle.loads(known)
        return found

    return crawl
