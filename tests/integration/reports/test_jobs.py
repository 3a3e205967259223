"""A report of many lines is written in the background, kept, and the same as at once."""

import subprocess
import sys
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils import timezone

from casino.bookkeeping.models import File, Job
from casino.bookkeeping.services import jobs
from casino.reports import tasks
from casino.staff.models import Role
from tests.books import read
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
DAYS = f"first={EVENING}&last={EVENING}"
LEDGER = f"/tallinn/reports/ledger/?{DAYS}"


@pytest.fixture
def accountant(world: World, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Somebody who thinks two lines many, at a club with four."""
    monkeypatch.setattr("casino.reports.views.reports.LONG", 2)
    world.fund()
    world.sell()
    return world.browser(Role.ACCOUNTANT)


def asked(client: Client, ending: str) -> Job:
    """Press the button of the page."""
    page = client.get(LEDGER)
    assert "In the background" in page.content.decode()
    key = page.context["work"]["key"].value()
    where = f"/tallinn/reports/ledger/jobs/?{DAYS}"
    answer = client.post(where, {"key": key, "ending": ending})
    job = Job.objects.latest("id")
    assert answer["Location"] == f"/tallinn/files/jobs/{job.pk}/"
    assert client.post(where, {"key": key, "ending": ending})["Location"] == answer["Location"]
    return job


def test_a_long_report_is_written_in_the_background(
    accountant: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tasks, "OFTEN", 1)
    job = asked(accountant, "csv")
    assert (job.total, job.title) == (4, f"Ledger, {EVENING:%d.%m.%Y} to {EVENING:%d.%m.%Y}")

    assert jobs.run(job.pk, clock=timezone.now)

    job.refresh_from_db()
    assert job.file
    at_once = accountant.get(f"/tallinn/reports/ledger.csv?{DAYS}")
    assert (read(job.file), job.done) == (at_once.content, 4)
    assert f'"{job.file.name}"' in at_once["Content-Disposition"]
    page = accountant.get(f"/tallinn/files/jobs/{job.pk}/").content.decode()
    assert job.file.name in page


def test_a_workbook_of_too_many_lines_is_refused_and_none_is_half_written(
    accountant: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("casino.sheets.files.MAX_IN_WORKBOOK", 3)
    job = asked(accountant, "xlsx")
    assert not jobs.run(job.pk, clock=timezone.now)
    job.refresh_from_db()
    assert (job.state, job.file) == (Job.State.REFUSED, None)
    assert "A workbook holds no more" in str(job.remark)
    assert accountant.get(f"/tallinn/reports/ledger.xlsx?{DAYS}").status_code == 422


class Killed(BaseException):
    """As a worker ends that is sent SIGKILL: nothing catches it."""


def test_a_worker_that_is_killed_as_soon_as_its_file_is_kept_leaves_one_file_and_no_work(
    accountant: Client, monkeypatch: pytest.MonkeyPatch
):
    job = asked(accountant, "csv")

    def die(event: str, **_: object) -> None:
        assert event == "bookkeeping.job_done"
        raise Killed

    monkeypatch.setattr(jobs, "log", SimpleNamespace(info=die))
    with pytest.raises(Killed):
        jobs.run(job.pk, clock=timezone.now)
    later = timezone.now() + timedelta(hours=1)
    assert not jobs.run(job.pk, clock=lambda: later)
    job.refresh_from_db()
    assert (job.state, job.file) == (Job.State.DONE, File.objects.get())


def test_a_worker_knows_how_to_write_reports():
    """In a process of its own: here the tests have imported what writes them."""
    known = (
        "import django; django.setup(); from casino.celery import app;"
        "app.loader.import_default_modules();"
        "from casino.bookkeeping.services.jobs import WORKS; print(*WORKS)"
    )
    done = subprocess.run([sys.executable, "-c", known], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"file", "register", "report"}


def test_a_report_that_is_short_has_no_such_button(world: World):
    client = world.browser(Role.ACCOUNTANT)
    assert "In the background" not in client.get(LEDGER).content.decode()
    back = client.get(f"/tallinn/reports/ledger/jobs/?{DAYS}")
    assert back["Location"] == "/tallinn/reports/ledger/"
