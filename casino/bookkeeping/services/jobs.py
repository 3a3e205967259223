"""Long work: asked for, carried out by whoever finds it, called off, kept."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest

from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.bookkeeping.models import File, Job
from casino.bookkeeping.queries import batches
from casino.house.stamp import Stamp
from casino.messages import Message, msg
from casino.refusals import Conflict, Refusal
from casino.replica import on_primary, reads_replica

log = structlog.get_logger()
# A worker that says nothing for so long is dead, as is one whose word a clock far ahead dated.
SILENT, AHEAD = timedelta(seconds=60), timedelta(minutes=5)
MAX_AT_ONCE, MAX_RUNS = 10, 3
Beat = Callable[[int], None]


class NotRunning(Conflict):
    """Only what is not finished can be called off."""

    code = "BOOKS-010"
    message = msg("This job is already finished or cancelled.")


class TooManyJobs(Conflict):
    """One person leaves room for the others."""

    code = "BOOKS-023"
    message = msg("Ten of your jobs are still waiting or running.")
    next_step = msg("Wait until one is finished, or cancel one.")
    next_page = "files-jobs"


class JobFailed(Conflict):
    """What fails three times fails a fourth time, and keeps others waiting."""

    code = "BOOKS-029"
    message = msg("It failed three times; the operator finds the reason in the log.")


class WorkersEnded(Conflict):
    """It did not fail: what carried it out was ended each time, by an update or a restart."""

    code = "BOOKS-030"
    message = msg("The worker was ended three times before it was done: ask for it again.")


class CalledOff(Exception):
    """The job is not this run's any more: stop."""


@dataclass(kw_only=True, slots=True)
class Run:
    """One try at a job, until it is called off or another worker takes it for dead."""

    job: Job
    clock: Callable[[], datetime]

    @property
    def rows(self) -> QuerySet[Job]:
        """Return the job, or nothing once it is not this run's any more."""
        return Job.objects.filter(id=self.job.pk, state=Job.State.RUNNING, run=self.job.run)

    @on_primary
    def beat(self, done: int) -> None:
        """Say how far it is. Raises CalledOff."""
        if not self.rows.update(done=done, beat_at=self.clock()):
            raise CalledOff

    @on_primary
    def finish(self, file: File) -> None:
        """Say what was made, in the transaction that keeps it. Raises CalledOff."""
        done = Greatest("done", "total")
        if not self.rows.update(state=Job.State.DONE, file=file, done=done):
            raise CalledOff


Work = Callable[[Run, datetime], File]
WORKS: dict[str, Work] = {}


def works(kind: str) -> Callable[[Work], Work]:
    """
    Register `function(run, now) -> File` as what carries out jobs of a kind.

    It calls run.beat(done) every few seconds and writes nothing but its file, which is kept and the
    job finished as a whole.
    """

    def register(function: Work) -> Work:
        WORKS[kind] = function
        return function

    return register


def ask_job(
    stamp: Stamp,
    *,
    kind: str,
    title: Message,
    arguments: dict[str, Any],
    total: int,
) -> Job:
    """
    Keep work that somebody asked for, as a step of an act; total: how much it is.

    Raises TooManyJobs.
    """
    mine = Job.objects.filter(_unfinished(), club_id=stamp.club_id, asked_by_id=stamp.person_id)
    if mine.count() >= MAX_AT_ONCE:
        raise TooManyJobs
    return Job.objects.create(
        club_id=stamp.club_id,
        kind=kind,
        title=title,
        arguments=arguments,
        asked_by_id=stamp.person_id,
        asked_at=stamp.at,
        act_id=stamp.act_id,
        total=total,
        unit="lines",
    )


@act("bookkeeping.cancel")
def cancel(stamp: Stamp, *, job_id: Id) -> Job:
    """Call work off that is not finished yet. Raises NotFound, NotRunning."""
    batches.job(stamp.club_id, job_id)
    if not Job.objects.filter(_unfinished(), id=job_id).update(state=Job.State.CANCELLED):
        raise NotRunning
    return batches.job(stamp.club_id, job_id)


def due(now: datetime) -> list[int]:
    """Return the jobs that nobody is working on: new ones, and those whose worker died."""
    return list(Job.objects.filter(_free(now)).order_by("id").values_list("id", flat=True))


def run(job_id: int, *, clock: Callable[[], datetime]) -> bool:
    """
    Carry a job out, from its beginning; return whether this call finished it.

    Twice, late or on two workers at once: one works, the others find it taken; one that was taken
    for dead stops at its next beat, and nothing of it remains. What fails is begun again a minute
    later, three times in all.
    """
    now = clock()
    mine = Job.objects.filter(_free(now), id=job_id).update(
        state=Job.State.RUNNING, beat_at=now, done=0, run=F("run") + 1
    )
    if not mine:
        return False
    this = Run(job=Job.objects.select_related("club").get(id=job_id), clock=clock)
    try:
        if this.job.run > MAX_RUNS:
            log.error("bookkeeping.workers_ended", job=job_id, runs=MAX_RUNS)
            raise WorkersEnded
        file = _worked(this, now)
    except Refusal as refusal:
        log.info("bookkeeping.job_refused", job=job_id, code=refusal.code)
        this.rows.update(state=Job.State.REFUSED, remark=refusal.message)
        return False
    except CalledOff:
        return False
    log.info("bookkeeping.job_done", job=job_id, file=file.pk)
    return True


def _worked(this: Run, now: datetime) -> File:
    """Return what the job makes. Raises JobFailed once it failed too often to be begun again."""
    job = this.job
    try:
        return reads_replica(waits=True)(WORKS[job.kind])(this, now)
    except (Refusal, CalledOff):
        raise
    except Exception as error:
        if job.run < MAX_RUNS:
            raise
        log.exception("bookkeeping.job_failed", job=job.pk, runs=job.run)
        raise JobFailed from error


def _unfinished() -> Q:
    return Q(state__in=(Job.State.WAITING, Job.State.RUNNING))


def _free(now: datetime) -> Q:
    silent = Q(beat_at__lt=now - SILENT) | Q(beat_at__gt=now + AHEAD)
    return Q(state=Job.State.WAITING) | Q(silent, state=Job.State.RUNNING)
