"""Asking what if, working the answer out, calling it off. The books are only ever read."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cache, partial
from typing import Any

import structlog
from django.db.models import F, Q, QuerySet

from casino.acts.kinds import NO_OVERRIDES, Book, Id, Overrides
from casino.acts.runner import act
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook, load_book
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict, Refusal
from casino.replica import on_primary, reads_replica
from casino.whatif import queries
from casino.whatif.models import Study
from casino.whatif.rules import Study as Answer
from casino.whatif.rules import in_campaign, side_by_side, study_hands, terms

log = structlog.get_logger()
# A worker that says nothing for so long is dead, as is one whose word a clock far ahead dated.
SILENT, AHEAD = timedelta(seconds=60), timedelta(minutes=5)
MAX_AT_ONCE, MAX_RUNS = 3, 3


class NoHands(Refusal):
    """There is nothing to compute."""

    code = "WHATIF-001"
    message = msg("No hand is recorded in that period.")
    next_step = msg("Choose a period with nights whose hands were recorded.")


class NotRunning(Conflict):
    """Only what is not finished can be called off."""

    code = "WHATIF-002"
    message = msg("This question is already answered or cancelled.")


class TooManyQuestions(Conflict):
    """One person leaves room for the others."""

    code = "WHATIF-003"
    message = msg("Three of your questions are still being worked out.")
    next_step = msg("Wait until one is answered, or cancel one.")


class StudyFailed(Conflict):
    """What fails three times fails a fourth time, and keeps others waiting."""

    code = "WHATIF-004"
    message = msg("It failed three times; the operator finds the reason in the log.")


class WorkersEnded(Conflict):
    """It did not fail: what worked it out was ended each time, by an update or a restart."""

    code = "WHATIF-005"
    message = msg("The worker was ended three times before it was done: ask for it again.")


@act("whatif.ask")
def ask(
    stamp: Stamp,
    *,
    first_day: date,
    last_day: date,
    book: Book,
    overrides: Overrides = NO_OVERRIDES,
) -> Study:
    """
    Keep a question: what would the hands of these gaming days have paid under other rules?

    overrides: settings of the book changed for the question. Raises BadInput (a book, a setting
    or a value that cannot be, a period that ends before it begins), NoHands, TooManyQuestions.
    """
    if first_day > last_day:
        raise BadInput(msg("The last day must not be before the first."), field="last_day")
    load_book(book).with_overrides(overrides)
    total = queries.count_hands(stamp.club_id, first_day, last_day)
    if not total:
        raise NoHands(field="first_day")
    mine = Study.objects.filter(_unfinished(), club_id=stamp.club_id, asked_by_id=stamp.person_id)
    if mine.count() >= MAX_AT_ONCE:
        raise TooManyQuestions
    return Study.objects.create(
        club_id=stamp.club_id,
        first_day=first_day,
        last_day=last_day,
        book=book,
        overrides=overrides,
        asked_by_id=stamp.person_id,
        asked_at=stamp.at,
        act_id=stamp.act_id,
        total_hands=total,
    )


@act("whatif.cancel")
def cancel(stamp: Stamp, *, study_id: Id) -> Study:
    """Call a question off that is not answered yet. Raises NotFound, NotRunning."""
    queries.study(stamp.club_id, study_id)
    if not Study.objects.filter(_unfinished(), id=study_id).update(state=Study.State.CANCELLED):
        raise NotRunning
    return queries.study(stamp.club_id, study_id)


def _unfinished() -> Q:
    return Q(state__in=(Study.State.WAITING, Study.State.RUNNING))


def due(now: datetime) -> list[int]:
    """Return the questions that nobody is working on: new ones, and those whose worker died."""
    return list(Study.objects.filter(_free(now)).order_by("id").values_list("id", flat=True))


def _free(now: datetime) -> Q:
    silent = Q(beat_at__lt=now - SILENT) | Q(beat_at__gt=now + AHEAD)
    return Q(state=Study.State.WAITING) | Q(silent, state=Study.State.RUNNING)


def run(study_id: int, *, clock: Callable[[], datetime]) -> bool:
    """
    Answer a question, from its beginning; return whether this call answered it.

    Twice, late or on two workers at once: one answers, the others find it taken. A worker that
    has been called off stops at the next few thousand hands. What fails is begun again a minute
    later, three times in all.
    """
    now = clock()
    mine = Study.objects.filter(_free(now), id=study_id).update(
        state=Study.State.RUNNING, beat_at=now, done_hands=0, run=F("run") + 1
    )
    if not mine:
        return False
    study = Study.objects.select_related("club").get(id=study_id)
    try:
        answer = _worked_out(study, clock)
    except Refusal as refusal:
        _finish(study, state=Study.State.REFUSED, remark=refusal.message[:200])
        return False
    return answer is not None and _finish(study, state=Study.State.DONE, result=answer)


def _worked_out(study: Study, clock: Callable[[], datetime]) -> dict[str, Any] | None:
    """Return the answer. Raises StudyFailed, WorkersEnded once it is not begun again."""
    if study.run > MAX_RUNS:
        log.error("whatif.workers_ended", study=study.pk, runs=MAX_RUNS)
        raise WorkersEnded
    try:
        other = queries.asked_rules(study)
        beat = partial(_beat, study, clock)
        return answered(study.club, study.first_day, study.last_day, other, beat)
    except Refusal:
        raise
    except Exception as error:
        if study.run < MAX_RUNS:
            raise
        log.exception("whatif.failed", study=study.pk, runs=study.run)
        raise StudyFailed from error


@reads_replica(waits=True)
def answered(
    club: Club, first_day: date, last_day: date, other: RuleBook, beat: Callable[[int], bool]
) -> dict[str, Any] | None:
    """
    Return what the hands of a period paid and would have paid; None once `beat` says stop.

    beat is told how many hands are done, every few thousand. The day's own rules are computed
    again beside what was taken: `again_cents` differs where they no longer give it.
    Raises NoBookAdopted.
    """
    answer, done = Answer(), 0
    book = cache(partial(book_on, club.pk))
    for portion in queries.hands(club.pk, first_day, last_day):
        for day, game, hands in portion:
            campaign = in_campaign(book(day), game)
            was, would = (terms(rules, game, campaign=campaign) for rules in (book(day), other))
            study_hands(answer, game, was, would, hands)
            done += len(hands)
        if not beat(done):
            return None
    minutes = queries.player_minutes(club, first_day, last_day)
    differing = queries.named(answer.differences)
    return side_by_side(answer, minutes) | {"differing": differing}


@on_primary
def _beat(study: Study, clock: Callable[[], datetime], done: int) -> bool:
    """Say how far it is; return whether to go on."""
    return bool(_running(study).update(done_hands=done, beat_at=clock()))


def _finish(study: Study, **values: Any) -> bool:
    """Keep the answer, unless it was called off or another worker took over meanwhile."""
    log.info("whatif.finished", study=study.pk, state=str(values["state"]))
    return bool(_running(study).update(**values))


def _running(study: Study) -> QuerySet[Study]:
    return Study.objects.filter(id=study.pk, state=Study.State.RUNNING, run=study.run)
