"""Batches: sealed days that leave the house together, every line of them once."""

from datetime import date
from typing import Annotated

from casino.acts.kinds import Id, Text
from casino.acts.runner import act
from casino.bookkeeping.models import Batch, Job
from casino.bookkeeping.queries import batches
from casino.bookkeeping.queries.mapping import known_until, unmapped
from casino.bookkeeping.services.jobs import ask_job
from casino.db import refusing
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger.queries import gaming_days
from casino.messages import first_of, msg, msg_count
from casino.money import format_cents
from casino.refusals import BadInput, Conflict, Refusal

MAX_NAMED = 8
JOURNAL = "journal"


class DaysNotSealed(Conflict):
    """Only what cannot change any more is sent."""

    code = "BOOKS-001"
    message = msg("Not every gaming day of the period is sealed.")
    next_step = msg("Close and seal these days, or end the period before them.")
    next_page = "days"


class AlreadySent(Conflict):
    """A line leaves the house once."""

    code = "BOOKS-002"
    message = msg("Some of these days are already in a batch.")
    next_step = msg("Start after it. Later corrections go into a later batch.")


class AccountsNotMapped(Refusal):
    """Every account needs its number outside."""

    code = "BOOKS-003"
    message = msg("Some accounts are not mapped.")
    next_step = msg("Map them on the Accounts page.")
    next_page = "files-accounts"


class NothingToSend(Refusal):
    """A batch without lines tells nobody anything."""

    code = "BOOKS-004"
    message = msg("Nothing was booked in that period.")


class BooksDiffer(Conflict):
    """The lines are not what the seals say; nothing leaves the house like that."""

    code = "BOOKS-005"
    message = msg("The period's lines do not add up to the trial balance.")
    next_step = msg("Ask an administrator to run verify.")


@act("bookkeeping.make_batch")
def make_batch(stamp: Stamp, *, first_day: date, last_day: date) -> Batch:
    """
    Put the lines of sealed gaming days into a batch, and ask for its canonical journal.

    Raises BadInput, DaysNotSealed, AlreadySent, AccountsNotMapped, NothingToSend, BooksDiffer.
    """
    if first_day > last_day:
        raise BadInput(msg("The last day must not be before the first."), field="last_day")
    hold(Club, stamp.club_id)
    _check(stamp.club_id, first_day, last_day)
    found = batches.sums(stamp.club_id, first_day, last_day)
    if not found.lines:
        raise NothingToSend(field="first_day")
    made = _kept(
        Batch(
            club_id=stamp.club_id,
            number=batches.next_number(stamp.club_id),
            first_day=first_day,
            last_day=last_day,
            mapping_id=known_until(stamp.club_id),
            made_by_id=stamp.person_id,
            made_at=stamp.at,
            act_id=stamp.act_id,
            **{name: getattr(found, name) for name in found.__slots__},
        )
    )
    _ask(stamp, made, JOURNAL)
    return made


@act("bookkeeping.ask_file")
def ask_file(stamp: Stamp, *, batch_id: Id, profile: Annotated[str, Text(max_length=30)]) -> Job:
    """Ask for a batch's file in the latest version of a profile. Raises NotFound."""
    return _ask(stamp, batches.batch(stamp.club_id, batch_id), profile)


def _ask(stamp: Stamp, batch: Batch, slug: str) -> Job:
    version, profile = batches.profile(stamp.club_id, slug)
    return ask_job(
        stamp,
        kind="file",
        title=msg("Batch {number}: {file}", number=batch.number, file=profile.title),
        arguments={"batch_id": batch.pk, "profile": slug, "version": version},
        total=batch.lines,
    )


def _check(club_id: int, first: date, last: date) -> None:
    """Refuse a period that cannot be sent, with the days and accounts that hinder it."""
    days = gaming_days.days_between(club_id, first, last)
    unsealed = [f"{row.day:%d.%m.%Y}" for row in days if row.state != "sealed"]
    if unsealed:
        said = msg_count(
            "{number} day is not sealed: {named}.",
            "{number} days are not sealed: {named}.",
            len(unsealed),
            named=first_of(unsealed, MAX_NAMED),
        )
        raise DaysNotSealed(said, field="last_day")
    if not _sealed_until(club_id, last):
        raise DaysNotSealed(msg("The period reaches past the last sealed day."), field="last_day")
    if missing := unmapped(club_id, first, last):
        raise AccountsNotMapped(
            msg_count(
                "{number} account is not mapped: {named}.",
                "{number} accounts are not mapped: {named}.",
                len(missing),
                named=first_of([row.code for row in missing], MAX_NAMED),
            )
        )
    for code, _, lines, seals in batches.differing(club_id, first, last):
        wrong = msg(
            "{code}: lines {lines}, seals {seals}.",
            code=code,
            lines=format_cents(lines),
            seals=format_cents(seals),
        )
        raise BooksDiffer(wrong)


def _sealed_until(club_id: int, last: date) -> bool:
    """Return whether nothing can be booked up to a day any more: it or a later one is sealed."""
    return any(row.state == "sealed" and row.day >= last for row in gaming_days.days(club_id))


def _kept(batch: Batch) -> Batch:
    with refusing(bookkeeping_day_exported_once=AlreadySent(field="first_day")):
        batch.save(force_insert=True)
    return batch
