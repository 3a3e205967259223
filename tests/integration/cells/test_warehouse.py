"""A warehouse follows two cells while a club moves; the group's reports are read there."""

import csv
import io
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from cashgames.services.tables import close_session
from casino.closing.services.days import close_due_days
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.ledger.models import Entry
from casino.ledger.outbox import deliver_outbox
from casino.ledger.refusals import ClubHeld
from casino.operations.finding import Level
from casino.operations.queries.standby import cells
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked as asked_of
from casino.staff.models import Role, User
from script.servers import postgres, postgres_url
from tests.database import FOLDERS, connect_as
from tests.prepared import lay
from tests.waiting import until
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
ONE, TWO, GROUP = "one", "two", "warehouse"
DAYS = {"first": str(EVENING), "last": "2026-05-31"}
LATER = date(2026, 5, 4)
AT_ONCE = ["max_sync_workers_per_subscription=6", "max_logical_replication_workers=9"]
AT_ONCE += ["max_worker_processes=16", "wal_retrieve_retry_interval=100"]
ROLE = """
CREATE ROLE casino_group LOGIN REPLICATION; GRANT USAGE ON SCHEMA public TO casino_group;
GRANT CONNECT ON DATABASE one TO casino_group; GRANT CONNECT ON DATABASE two TO casino_group;
"""


class Group:
    """Cells one and two on a server, and a warehouse on another one."""

    def __init__(self, home: Path, settings: Any) -> None:
        self.home, self.settings = home, settings

    def url(self, place: str, role: str = "casino_app") -> str:
        folder = self.home / ("warehouse" if place == GROUP else "cells")
        return postgres_url(folder, role=role, database=place)

    @contextmanager
    def at(self, place: str, role: str = "casino_app") -> Iterator[None]:
        """Be the office of a cell, or of the warehouse."""
        self.settings.ANCHOR_DIR = self.home / f"anchors-{place}"
        connect_as(self.url(place, role))
        try:
            yield
        finally:
            connect_as(os.environ["DATABASE_URL"])

    def log(self) -> str:
        """Return what the warehouse's server said last."""
        return (self.home / "log" / "warehouse.log").read_text()[-2000:]

    def follow(self, cell: str) -> None:
        with self.at(cell, "casino_owner"):
            call_command("publish_cell")
        self.settings.WAREHOUSE_ADMIN_URL = self.url(GROUP, "postgres")
        self.settings.CELL_URL = self.url(cell, "casino_group")
        call_command("follow_cell", cell)


@pytest.fixture
def group(settings: Any) -> Iterator[Group]:
    home = FOLDERS / str(os.getpid()) / "group"
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, home, ignore_errors=True)
        for name, more in (("cells", ["wal_level=logical"]), ("warehouse", AT_ONCE)):
            lay(home / name)
            stack.enter_context(postgres(home / name, *more, durable=False))
        found = Group(home, settings)
        for folder, names in (("cells", (ONE, TWO)), ("warehouse", (GROUP,))):
            with psycopg.connect(postgres_url(home / folder), autocommit=True) as server:
                for name in names:
                    server.execute(f"CREATE DATABASE {name} OWNER casino_owner TEMPLATE casino")
        with psycopg.connect(found.url(ONE, "postgres"), autocommit=True) as server:
            server.execute(ROLE)
        for place, number in ((TWO, "1"), (GROUP, "9")):
            with found.at(place, "casino_owner"):
                call_command("set_cell", number)
        yield found


def figures() -> dict[str, dict[str, str]]:
    """Return the report of the clubs as a group, by account."""
    reader = Client()
    reader.force_login(User.objects.get(username="anna"))
    answer = reader.get("/tallinn/reports/group.csv", DAYS)
    assert answer.status_code == 200, answer.content
    text = b"".join(answer).decode("utf-8-sig")
    return {row["account_code"]: row for row in csv.DictReader(io.StringIO(text))}


def report(name: str, slug: str = "tallinn", *, known_at: datetime | None = None) -> str:
    """Return the lines of a club's report over all days."""
    club = Club.objects.get(slug=slug)
    stamp = club_stamp(club, at=timezone.now(), actor_id=None)
    asked = asked_of(club, stamp, first=EVENING, last=LATER, known_at=known_at)
    return "\n".join(repr(row.cells) for row in REPORTS[name].sheet(asked).rows)


def two_clubs() -> tuple[World, World]:
    tallinn, narva = a_club(), a_club("narva")
    tallinn.open_shift()
    tallinn.sell(1_000)
    narva.sell(700)
    return tallinn, narva


def a_table_closed(world: World) -> tuple[datetime, str]:
    """Open a table and close it; return an instant in between, and what the report says of it."""
    session, of = world.session(), {"role": Role.SUPERVISOR}
    between = timezone.now()
    close_session(world.stamp("23:00", **of), session_id=session.pk)
    running = report("tables", world.club.slug, known_at=between)
    assert running != report("tables", world.club.slug)
    return between, running


def test_the_groups_report_reads_all_cells_though_a_club_moves(
    group: Group, monkeypatch: pytest.MonkeyPatch
):
    with group.at(ONE):
        tallinn, narva = two_clubs()
        then, running = a_table_closed(narva)
    group.follow(ONE)
    group.follow(TWO)
    with group.at(GROUP):
        until(lambda: Entry.objects.count() == 4, group.log)
    with group.at(ONE):
        close_due_days(timezone.now())
        deliver_outbox()
        group.settings.NEW_CELL_ADMIN_URL = group.url(TWO, "postgres")
        call_command("move_club", "narva", "--address", "https://two.example")
        tallinn.sell(5_000, day=LATER)
        kept = report("shifts")
    with group.at(TWO):
        narva.sell(40, day=LATER)
    with group.at(GROUP):
        until(lambda: Entry.objects.count() == 6, group.log)
        monkeypatch.setattr("sys.stdin", io.StringIO("pike under the ice\n"))
        sums_the_clubs_up()
        assert report("shifts") == kept
        assert "Cashier@Tallinn" in kept
        assert report("tables", "narva", known_at=then) == running
        with pytest.raises(ClubHeld):
            narva.sell(40, day=LATER)
    follow_as_after_an_update(group, "reports_former")
    with group.at(GROUP):
        assert report("tables", "narva", known_at=then) == running
        reads_no_old_figures(group)


def sums_the_clubs_up() -> None:
    call_command("group_reader", "anna", "--name", "Anna Tamm")
    cash = figures()["cash:vault"]
    tallinns, narvas, whole = (Decimal(cash[n]) for n in ("of_tallinn", "of_narva", "group"))
    assert (narvas, tallinns + narvas) == (Decimal("7.40"), whole)


def follow_as_after_an_update(group: Group, table: str) -> None:
    """Publish a table that the version before did not, and let the warehouse follow."""
    with psycopg.connect(group.url(GROUP, "postgres"), autocommit=True) as server:
        for cell in (ONE, TWO):
            with psycopg.connect(group.url(cell, "postgres"), autocommit=True) as there:
                there.execute(f"ALTER PUBLICATION casino_group DROP TABLE {table}")
            server.execute(f"ALTER SUBSCRIPTION {cell} REFRESH PUBLICATION")
        server.execute(f"TRUNCATE {table}")
    for cell in (ONE, TWO):
        group.follow(cell)


def reads_no_old_figures(group: Group) -> None:
    reader = Client()
    reader.force_login(User.objects.get(username="anna"))
    until(lambda: "As of " in reader.get("/narva/reports/group/", DAYS).content.decode())
    assert [(each.about, each.level) for each in cells()] == [(ONE, Level.OK), (TWO, Level.OK)]
    with psycopg.connect(group.url(GROUP, "postgres"), autocommit=True) as server:
        server.execute("ALTER SUBSCRIPTION two DISABLE")
        until(lambda: reader.get("/narva/reports/group/", DAYS).status_code == 503)
        assert [each.level for each in cells()] == [Level.OK, Level.CRITICAL]
        for cell in (ONE, TWO):
            server.execute(f"DROP SUBSCRIPTION {cell}")
