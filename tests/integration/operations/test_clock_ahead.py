"""What a worker of a clock that was ahead left behind waits no longer once the clock is right."""

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest

from casino.bookkeeping.models import Job
from casino.bookkeeping.services import jobs
from casino.db import now
from casino.messages import msg
from casino.operations.finding import Level
from casino.operations.queries import work
from casino.staff.models import Role
from casino.webhooks.models import Message, Webhook
from casino.webhooks.services.sending import take
from casino.whatif import services as whatif
from casino.whatif.models import Study
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def at() -> datetime:
    return now()


def asked(world: World, at: datetime) -> dict[str, Any]:
    person = world.staff[Role.MANAGER]
    return {"club": world.club, "asked_by": person, "asked_at": at, "act_id": 1}


def a_job(world: World, at: datetime, **now: Any) -> Job:
    whole = {"kind": "register", "title": msg("Slips"), "arguments": {}, "total": 1}
    return Job.objects.create(**asked(world, at), **whole, **now)


def a_study(world: World, at: datetime, **now: Any) -> Study:
    days = {"first_day": EVENING, "last_day": EVENING, "book": "olympic", "overrides": {}}
    return Study.objects.create(**asked(world, at), **days, total_hands=1, **now)


def test_a_job_and_a_question_of_a_worker_that_died_meanwhile_are_begun_anew(
    world: World, at: datetime, monkeypatch: pytest.MonkeyPatch
):
    job = a_job(world, at - DAY, state="running", run=1, beat_at=at + DAY)
    study = a_study(world, at - DAY, state="running", run=1, beat_at=at + DAY)
    (found,) = work.jobs()
    assert (found.level, str(found.said)[:9]) == (Level.CRITICAL, "2 jobs wa")
    assert (jobs.due(at), whatif.due(at)) == ([job.pk], [study.pk])
    monkeypatch.setitem(jobs.WORKS, "register", begun := Mock(side_effect=jobs.CalledOff))
    assert not jobs.run(job.pk, clock=lambda: at)
    assert begun.called
    whatif.run(study.pk, clock=lambda: at)
    study.refresh_from_db()
    assert study.run == 2


def test_a_worker_whose_clock_is_a_little_ahead_is_left_to_its_work(world: World, at: datetime):
    ahead = at + timedelta(minutes=2)
    a_job(world, at, state="running", run=1, beat_at=ahead)
    a_study(world, at, state="running", run=1, beat_at=ahead)
    assert (jobs.due(at), whatif.due(at)) == ([], [])
    (found,) = work.jobs()
    assert str(found.said) == "No job waits."


def told(world: World, **now: Any) -> Message:
    hook = Webhook.objects.create(
        club=world.club,
        address="https://example.com/hook",
        events=["day.closed"],
        salt="0" * 32,
        added_by=world.staff[Role.MANAGER],
        added_at=world.club.pk and now["next_at"],
        act_id=1,
    )
    facts = {"event": "day.closed", "happened_at": now["next_at"], "facts": {}, "act_id": 1}
    return Message.objects.create(webhook=hook, **facts, **now)


def test_a_message_that_was_taken_by_a_clock_ahead_is_sent_again(world: World, at: datetime):
    told(world, tries=1, tried_at=at + DAY, next_at=at + DAY)
    assert take(at)
    assert take(at) is None  # by now its try is of the right clock


def test_a_message_that_waits_its_time_is_left_to_it(world: World, at: datetime):
    told(world, tries=9, tried_at=at, next_at=at + DAY)
    assert take(at) is None


@pytest.mark.parametrize(
    ("row", "days_ago", "said"),
    [
        (("waiting", 3), 0, "1 webhook is repeated"),
        (("waiting", 2), 0, "No webhook is due."),
        (("given_up", 10), 2, "1 webhook was given up"),
        (("given_up", 10), 8, "No webhook is due."),
        (("delivered", 5), 0, "No webhook is due."),
    ],
)
def test_a_webhook_that_nobody_answers_and_one_that_was_given_up_are_findings(
    world: World, at: datetime, row: tuple[str, int], days_ago: int, said: str
):
    tried_at, (state, tries) = at - days_ago * DAY, row
    message = told(world, state=state, tries=tries, tried_at=tried_at, next_at=at + DAY)
    found = list(work.webhooks())
    assert str(found[-1].said).startswith(said)
    assert found[-1].level == (Level.WARNING if said.startswith("1") else Level.OK)
    Webhook.objects.filter(id=message.webhook_id).update(ended_at=at)
    assert [each.level for each in work.webhooks()] == [Level.OK]
