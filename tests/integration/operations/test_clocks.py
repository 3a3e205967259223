"""A clock that jumps closes nothing: the jobs wait until it is right again or trusted."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command

from casino.celery import CLOSING, app
from casino.closing.services.days import close_due_days
from casino.operations.finding import Level
from casino.operations.models import Clock as KnownClock
from casino.operations.models import Heartbeat
from casino.operations.queries import store
from casino.operations.services.clocks import ClockDoubted, check_clock
from casino.operations.services.heartbeats import note_end
from tests.shifted import Clock
from tests.world import World, a_club

pytestmark = pytest.mark.django_db
JUMP = timedelta(hours=3)


@pytest.fixture
def looked_at(db: None, clock: Clock) -> Clock:
    """A clock that a worker has seen."""
    check_clock()
    return clock


def found() -> tuple[Level, str]:
    (finding,) = store.clock()
    return finding.level, str(finding.said)


def test_a_clock_that_goes_on_is_believed(looked_at: Clock):
    check_clock()
    assert found()[0] == Level.OK


def test_a_jump_stops_the_closes_until_the_clock_is_right_again(looked_at: Clock):
    looked_at.set(datetime.now(UTC) + JUMP)
    for _ in range(2):  # not forgotten by the second look
        with pytest.raises(ClockDoubted, match="jumped by 180 min"):
            check_clock()
    level, said = found()
    assert level == Level.CRITICAL
    assert "jumped by 180 min" in said
    looked_at.set(datetime.now(UTC))
    check_clock()
    assert found()[0] == Level.OK


def test_a_machine_whose_own_clock_is_another_closes_nothing(looked_at: Clock):
    looked_at.set(datetime.now(UTC) - JUMP)
    call_command("trust_clock")
    with pytest.raises(ClockDoubted, match="180 min apart"):
        check_clock()


def test_an_operator_trusts_a_clock_that_jumped_to_the_right_time(
    looked_at: Clock, capsys: pytest.CaptureFixture[str]
):
    KnownClock.objects.update(at=datetime.now(UTC) - JUMP)
    with pytest.raises(ClockDoubted):
        check_clock()
    call_command("trust_clock")
    assert "is trusted" in capsys.readouterr().out
    check_clock()


def test_the_jobs_that_close_wait_and_the_others_go_on(looked_at: Clock):
    assert {
        "casino.closing.tasks.close_due_days",
        "ranking.tasks.count_and_close",
    } == CLOSING
    world: World = a_club()
    world.fund(day=looked_at.now().date())
    looked_at.set(looked_at.now() + timedelta(days=2))
    app.loader.import_default_modules()
    note_end("casino.closing.tasks.close_due_days")
    waits = app.tasks["casino.closing.tasks.close_due_days"].apply()
    assert isinstance(waits.result, ClockDoubted)
    assert "jumped by 2880 min" in Heartbeat.objects.get(name="close-due-days").failure
    assert app.tasks["casino.approvals.tasks.expire_requests"].apply().successful()
    assert len(close_due_days(looked_at.now())) == 1  # the day was due by that clock
