"""An office whose reports read the standby, while that is near and there."""

from typing import Any
from uuid import uuid4

import psycopg
from django.conf import settings
from django.test import Client
from django.test.utils import setup_test_environment
from django.utils import timezone

from casino.bookkeeping.models import Job
from casino.bookkeeping.services import jobs
from casino.clock import gaming_day
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.operations.finding import Level
from casino.operations.queries.standby import replica
from casino.replica import read_until, reads_replica
from casino.reports.queries import REPORTS
from casino.reports.services import ask_report
from casino.reports.tasks import make_report
from casino.staff.models import Role
from tests.chaos.lives import post
from tests.chaos.statements import staffed
from tests.waiting import until

PAUSED = "SELECT pg_get_wal_replay_pause_state() = 'paused'"


class Accountant:
    """Who reads the reports of today, on pages and as files."""

    def __init__(self) -> None:
        settings.STORAGES["staticfiles"]["BACKEND"] = (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
        setup_test_environment()
        self.user, club = staffed().staff[Role.ACCOUNTANT], Club.objects.get()
        day = gaming_day(timezone.now(), timezone=club.timezone, closes_at=club.closes_at)
        self.days = {"first": str(day), "last": str(day)}
        self.client = Client()
        self.client.force_login(self.user)

    def get(self, name: str, ending: str = "/") -> Any:
        asks = self.days if REPORTS[name].span == "days" else {}
        answer = self.client.get(f"/tallinn/reports/{name}{ending}", asks)
        assert answer.status_code == 200, (name, answer.content)
        return answer

    def entries(self) -> tuple[bool, int]:
        """Return whether the replica told the ledger's lines, and how many there are."""
        answer = self.get("ledger")
        return "As of " in answer.content.decode(), answer.context["count"]

    def file(self) -> int:
        """Return how many lines the ledger's file has that the background makes."""
        club = Club.objects.get()
        stamp = club_stamp(club, at=timezone.now(), actor_id=self.user.pk)
        asked = ask_report(stamp, report="ledger", query=self.days, ending="csv", total=0)
        assert jobs.WORKS["report"] is make_report
        assert jobs.run(asked.pk, clock=timezone.now)
        file = Job.objects.select_related("file").get(pk=asked.pk).file
        assert file is not None
        lines: int = file.manifest["lines"]
        return lines


def sell() -> None:
    """Post two lines."""
    post(uuid4(), 100, timezone.now())


def read_from_replica(follower: str) -> None:
    """Read every report; let the standby, of which `follower` is the address, fall behind."""
    reader = Accountant()
    until(reads_replica(waits=True)(read_until))
    assert [each.level for each in replica()] == [Level.OK]
    for name in ("", "room/", "room/today/"):
        assert reader.client.get(f"/board/tallinn/{name}").status_code == 200
    for name, report in REPORTS.items():
        if report.span != "guest":
            assert "As of " in reader.get(name).content.decode(), name
            reader.get(name, ".csv")
    for lines in (2, 4, 6):
        sell()
        assert reader.file() == lines
    until(lambda: reader.entries() == (True, 6))
    with psycopg.connect(follower, autocommit=True) as standby:
        standby.execute("SELECT pg_wal_replay_pause()")
        until(lambda: standby.execute(PAUSED).fetchone() == (True,))
        sell()
        assert reader.entries() == (True, 6)
        settings.REPLICA_LAG_SECONDS = 0.0
        assert reader.entries() == (False, 8)
        assert reader.file() == 8
        standby.execute("SELECT pg_wal_replay_resume()")
    settings.REPLICA_LAG_SECONDS = 600.0
    until(lambda: reader.entries() == (True, 8))


def read_without_replica() -> None:
    """Read though the standby that is named is away."""
    reader = Accountant()
    assert [reader.entries(), reader.entries()] == [(False, 8)] * 2
    assert [each.level for each in replica()] == [Level.WARNING]
