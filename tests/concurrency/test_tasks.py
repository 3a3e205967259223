"""Every job of the registry, run twice and by many workers at once: the effect of one run."""

from pathlib import Path

import pytest

from casino.celery import app
from casino.ledger.models import Close
from casino.ledger.queries.gaming_days import day
from tests.racing import outcomes, race
from tests.world import EVENING, a_club, nothing_waits

JOBS = sorted({entry["task"] for entry in app.conf.beat_schedule.values()})


@pytest.fixture
def mirror(committed_db: None, tmp_path: Path, settings: object) -> Path:
    settings.ANCHOR_DIR = tmp_path
    return tmp_path


def test_the_schedule_names_registered_jobs_and_intervals_only(mirror: Path):
    app.loader.import_default_modules()
    assert set(JOBS) <= set(app.tasks)
    assert all(isinstance(e["schedule"], float) for e in app.conf.beat_schedule.values())


@pytest.mark.parametrize("job", JOBS)
def test_two_beats_do_no_harm(job: str, mirror: Path):
    world = a_club()
    nothing_waits()
    for _ in range(30):
        world.sell()
    app.loader.import_default_modules()

    results = race(*[app.tasks[job]] * 8)
    results.append(app.tasks[job]())

    assert set(outcomes(results)) <= {"int", "list"}, results
    if job.endswith("close_due_days"):
        assert Close.objects.count() == 1
        assert day(world.club.pk, EVENING).state == "closed"
    elif job.endswith("deliver_outbox"):
        copies = (mirror / "tallinn" / f"{EVENING}.jsonl").read_text().splitlines()
        assert (len(copies), sum(results)) == (30, 30)
    else:
        assert not any(results)
