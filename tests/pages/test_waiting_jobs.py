"""Without a worker the desks go on, and every page says what waits and since when."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.db import connection

from casino.celery import app
from casino.operations.queries.heartbeats import beats
from casino.operations.rules import DUTIES
from casino.operations.services.heartbeats import EXPECT, note_end
from casino.staff.models import Role
from tests.pages.evening import signed_in
from tests.world import a_club

pytestmark = pytest.mark.django_db
FILES = "casino.bookkeeping.tasks.carry_out_jobs"


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    caches["panels"].clear()
    yield
    caches["panels"].clear()


def silent_for(seconds: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(*EXPECT)
        cursor.execute(
            "UPDATE operations_heartbeat SET done_at = now() - %s * interval '1 second'", [seconds]
        )


def banner() -> str:
    world = a_club()
    page = signed_in(world, Role.CASHIER).get(f"/{world.club.slug}/approvals/")
    said = page.content.decode()
    assert page.status_code == 200
    return said.partition("Jobs wait since")[2].partition("</p>")[0]


def test_a_page_says_what_waits_since_the_workers_fell_silent():
    silent_for(3600)
    note_end("casino.webhooks.tasks.send_webhooks")
    said = banner()
    assert "files and imports" in said
    assert "closes of gaming days" in said
    assert "webhooks" not in said


def test_nothing_is_said_while_every_duty_is_done_in_time():
    silent_for(1)
    assert banner() == ""


def test_a_duty_may_miss_three_of_its_intervals_and_a_minute():
    silent_for(60 + 3 * 5 + 5)
    late = {beat.duty.name for beat in beats() if beat.is_late}
    assert late == {duty.name for duty in DUTIES if duty.seconds == 5}


def test_a_duty_that_fails_is_not_done_and_says_why():
    silent_for(3600)
    note_end(FILES, "OSError: the disk is full")
    found = {beat.duty.task: beat for beat in beats()}[FILES]
    assert found.is_late
    assert found.failure == "OSError: the disk is full"


def test_a_worker_that_ends_a_job_writes_its_heartbeat():
    silent_for(24 * 3600)
    app.loader.import_default_modules()
    app.tasks["casino.approvals.tasks.expire_requests"].apply()
    fresh = {beat.duty.name for beat in beats() if not beat.is_late}
    assert fresh == {"expire-requests"}


def test_the_heartbeat_of_an_unknown_job_is_none():
    note_end("somebody.elses.job")
    assert beats() == []
