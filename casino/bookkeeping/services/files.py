"""Making a file of a batch in the shape that a profile asks for."""

from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import chain, groupby
from typing import Any

from casino.bookkeeping.models import Batch, File
from casino.bookkeeping.queries import batches, journal
from casino.bookkeeping.queries.mapping import named_alike, numbers_of, opened_and_held
from casino.bookkeeping.rules import datev, plaintext, tables
from casino.bookkeeping.rules.documents import Document
from casino.bookkeeping.rules.profiles import Profile
from casino.bookkeeping.services.batches import BooksDiffer
from casino.bookkeeping.services.jobs import Beat, Run, works
from casino.bookkeeping.services.output import Made, keep
from casino.house.queries import controls_on
from casino.messages import join, msg
from casino.refusals import Refusal
from casino.schema import plain
from casino.sheets.dialects import DIALECTS, table
from casino.sheets.workbooks import workbook


class NumbersUnfit(Refusal):
    """A program that takes digits alone is given nothing else; of one name it makes one account."""

    code = "BOOKS-024"
    message = msg("This program does not take some of the account numbers.")
    next_step = msg("Map them on the Accounts page.")
    next_page = "files-accounts"


class ClearingUnknown(Refusal):
    """DATEV knows one cost centre a line: from one to another it goes over a third account."""

    code = "BOOKS-031"
    next_step = msg("Write the clearing account into the profile of DATEV, then ask again.")
    next_page = "files-profiles"


@dataclass(kw_only=True, slots=True)
class Progress:
    """How many lines are written; tells the job after each portion."""

    beat: Beat
    done: int = 0

    def add(self, lines: int) -> None:
        """Count lines and show them."""
        self.done += lines
        self.beat(self.done)


@works("file")
def make_file(run: Run, now: datetime) -> File:
    """Return the file of a batch in a profile's version: the one that is there, or a new one."""
    job = run.job
    batch = batches.batch(job.club_id, job.arguments["batch_id"])
    version = job.arguments["version"]
    profile = batches.profile_version(job.club_id, job.arguments["profile"], version)
    there = File.objects.filter(batch=batch, profile=profile.slug, version=version).first()
    if there:
        run.finish(there)
        return there
    made = Made()
    with made.stack:
        _write(made, batch, profile, Progress(beat=run.beat))
        run.beat(batch.lines)
        values = {
            "club_id": job.club_id,
            "batch": batch,
            "profile": profile.slug,
            "version": version,
            "settings": plain(asdict(profile)),
            "made_by_id": job.asked_by_id,
            "made_at": now,
        }
        return keep(made.parts, _control(batch, version, profile), values, run=run)


def file_name(batch: Batch, profile: Profile, *, part: str = "", suffix: str = "") -> str:
    """Return `<venue>_<profile>_<from>_<to>_b<batch>.csv`."""
    period = f"{batch.first_day:%Y%m%d}_{batch.last_day:%Y%m%d}"
    stem = f"{batch.club.slug}_{profile.slug}_{period}_b{batch.number}{part}"
    return f"{stem}.{suffix or profile.suffix}"


def _write(made: Made, batch: Batch, profile: Profile, progress: Progress) -> None:
    """Write the parts of a file in the shape that its profile asks for."""
    if profile.shape == "table":
        _tables(made, batch, profile, progress)
        return
    if profile.shape == "datev":
        _datev(made, batch, profile, progress)
        return
    name = file_name(batch, profile)
    if profile.shape == "journal-lines" and profile.form == "xlsx":
        lines = _canonical_rows(batch, progress)
        title = f"{batch}, {batch.club.name}"
        rows = workbook(journal.COLUMNS, lines, title=title, comments=_comments(batch))
        made.add(name, rows, lines=lambda: progress.done)
    elif profile.shape == "journal-lines":
        made.add(name, canonical_csv(batch, profile, progress), lines=lambda: progress.done)
    else:
        texts = _text(batch, profile, _documents(batch, profile, progress))
        made.add(name, _encoded(texts), lines=lambda: progress.done)
    if profile.documents == "entry" and progress.done != batch.lines:
        raise BooksDiffer


def canonical_csv(batch: Batch, profile: Profile, progress: Progress) -> Iterator[bytes]:
    """Yield the canonical journal, day by day out of COPY."""
    yield journal.heading(profile.dialect)
    for day in journal.days_of(batch):
        lines = 0
        for chunk in journal.canonical(batch, day, profile.dialect):
            lines += chunk.count(b"\n")
            yield chunk
        progress.add(lines)


def _canonical_rows(batch: Batch, progress: Progress) -> Iterator[tuple[Any, ...]]:
    kinds = [KINDS.get(name, _as_it_is) for name in journal.COLUMNS]
    for day in journal.days_of(batch):
        lines = 0
        for row in journal.canonical_rows(batch, day):
            lines += 1
            pairs = zip(kinds, row, strict=True)
            yield tuple(kind(value) if value not in (None, "") else "" for kind, value in pairs)
        progress.add(lines)


def _as_it_is(value: Any) -> Any:
    return value if isinstance(value, int | date) else str(value)


def _amount(cents: Any) -> Decimal:
    return Decimal(cents).scaleb(-2)


def _instant(text: str) -> datetime:
    """Return an instant, on the club's clock, as a workbook keeps it."""
    return datetime.fromisoformat(text)


# What a column of the canonical journal is in a workbook.
KINDS: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("debit", "credit", "amount"), _amount),
    **dict.fromkeys(
        ("entry_date", "gaming_day", "dated", "concerns"),
        lambda text: date.fromisoformat(str(text)),
    ),
    "posted_at": _instant,
}


def _documents(batch: Batch, profile: Profile, progress: Progress) -> Iterator[Document]:
    read = journal.entry_documents if profile.documents == "entry" else journal.day_documents
    for day in journal.days_of(batch):
        lines = 0
        for document in read(batch, day):
            yield document
            lines += len(document.lines)
        progress.add(lines)


def _tables(made: Made, batch: Batch, profile: Profile, progress: Progress) -> None:
    holds = {column.holds for column in profile.columns}
    if "account_name" in holds and "account" not in holds:
        _check_names(batch, profile)
    groups = tables.rows(_documents(batch, profile, progress), profile)
    cut = tables.parts(groups, maximum=profile.split_lines)
    for n, rows in enumerate(cut, start=1):
        counted = CountedFile(rows)
        chunks = _chunks(counted, batch, profile)
        part = f"_p{n}" if profile.split_lines else ""
        made.add(file_name(batch, profile, part=part), chunks, lines=counted.count)
    if len(made.parts) == 1:
        made.parts[0].name = file_name(batch, profile)


def _check_names(batch: Batch, profile: Profile) -> None:
    """Raise NumbersUnfit where a file that names accounts alone would make one of two."""
    for name, numbers in named_alike(batch).items():
        raise NumbersUnfit(
            msg(
                "{program} knows accounts by name alone, and {numbers} are all called “{name}”. "
                "Give each a name of its own.",
                program=profile.title,
                numbers=join(numbers),
                name=name,
            ),
        )


def _chunks(rows: Iterable[tables.Cells], batch: Batch, profile: Profile) -> Iterator[bytes]:
    """Return a table in the form and dialect of a profile."""
    if profile.form == "xlsx":
        heads = tables.heads(profile) if profile.heading else ()
        return workbook(
            heads, rows, title=profile.title, above=profile.above, comments=_comments(batch)
        )
    above = tables.heading(profile)
    dialect = DIALECTS[profile.dialect]
    delimiter = "\t" if profile.form == "tsv" else dialect.delimiter
    return table(chain(above, rows), delimiter=delimiter, bom=dialect.bom)


class CountedFile:
    """Rows that know how many of them were read."""

    def __init__(self, rows: Iterable[Any]) -> None:
        self.rows, self.read = rows, 0

    def __iter__(self) -> Iterator[Any]:
        for row in self.rows:
            self.read += 1
            yield row

    def count(self) -> int:
        """Return how many rows were read."""
        return self.read


def _text(batch: Batch, profile: Profile, documents: Iterable[Document]) -> Iterator[str]:
    if profile.shape == "merit":
        return plaintext.merit(documents, profile)
    write = plaintext.hledger if profile.shape == "hledger" else plaintext.beancount
    return chain([f"; {_comments(batch)}\n"], write(documents, *opened_and_held(batch)))


def _datev(made: Made, batch: Batch, profile: Profile, progress: Progress) -> None:
    """Write a file for each month, as DATEV recommends: a batch lies in one financial year."""
    numbers = {*numbers_of(batch), profile.clearing} - {""}
    if wrong := sorted(filter(datev.unfit, numbers)):
        raise NumbersUnfit(
            msg("DATEV takes up to eight digits as an account, not {numbers}.", numbers=join(wrong))
        )
    digits = max(datev.MIN_DIGITS, *map(len, numbers))
    documents = _documents(batch, profile, progress)
    for month, of_month in groupby(documents, lambda each: each.day.replace(day=1)):
        first = max(month, batch.first_day)
        last = min(month.replace(day=monthrange(month.year, month.month)[1]), batch.last_day)
        stack = datev.Stack(
            consultant=profile.consultant,
            client=profile.client,
            name=f"{batch.club.slug} {month:%Y-%m}",
            made_at=batch.made_at,
            first=first,
            last=last,
            digits=digits,
            currency=batch.club.currency,
        )
        postings = chain.from_iterable(_postings(each, profile) for each in of_month)
        lines = CountedFile(postings)
        name = f"EXTF_{file_name(batch, profile, part=f'_p{month:%Y%m}')}"
        whole = chain(datev.heading(stack), lines)
        written = (f"{line}\r\n".encode() for line in whole)
        made.add(name, chain([datev.BOM], written), lines=lines.count)
    if len(made.parts) == 1:
        made.parts[0].name = f"EXTF_{file_name(batch, profile)}"


def _postings(document: Document, profile: Profile) -> Iterator[str]:
    """Return the lines of a document. Raises ClearingUnknown."""
    if not profile.clearing and datev.needs_clearing(document):
        raise ClearingUnknown(
            msg(
                "{document} moves an amount from one cost centre to another.",
                document=document.number,
            )
        )
    return datev.postings(document, clearing=profile.clearing)


def _comments(batch: Batch) -> str:
    """Return which controls were in force when the last day of a batch ended, where it fits."""
    return f"control profile: {controls_on(batch.club, batch.last_day).value}"


def _encoded(texts: Iterable[str]) -> Iterator[bytes]:
    """Yield texts as UTF-8 in larger chunks."""
    held: list[str] = []
    for n, text in enumerate(texts, start=1):
        held.append(text)
        if n % 1_000 == 0:
            yield "".join(held).encode()
            held.clear()
    yield "".join(held).encode()


def _control(batch: Batch, version: int, profile: Profile) -> dict[str, Any]:
    """Return the figures by which a reader checks a file; they never stand in the file itself."""
    return {
        "format": "journal-lines/1" if profile.shape == "journal-lines" else profile.slug,
        "venue": batch.club.slug,
        "batch": batch.number,
        "from": batch.first_day.isoformat(),
        "to": batch.last_day.isoformat(),
        "profile": profile.slug,
        "profile_version": version,
        "control_profile": controls_on(batch.club, batch.last_day).value,
        "entries": batch.entries,
        "journal_lines": batch.lines,
        "debit_cents": batch.debit_cents,
        "credit_cents": batch.credit_cents,
        "first_entry": batch.first_entry_id,
        "last_entry": batch.last_entry_id,
        "created_by": batch.made_by.username,
        "created_at": plain(batch.made_at),
    }
