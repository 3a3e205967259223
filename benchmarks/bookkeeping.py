"""The canonical journal of a million lines, beside COPY and Django's values_list; workbooks."""

import csv
import os
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from itertools import chain, islice
from typing import Any

import psycopg

from benchmarks._bench import (
    connect_django,
    peak_mb,
    ratio,
    raws,
    resident_mb,
    seconds,
    show,
    side_by_side,
)

connect_django()

from benchmarks._nights import FIRST_DAY, Nights  # noqa: E402
from casino.bookkeeping.models import Batch, Mapping  # noqa: E402
from casino.bookkeeping.queries import journal  # noqa: E402
from casino.bookkeeping.queries.batches import content  # noqa: E402
from casino.bookkeeping.rules.profiles import BUILT_IN  # noqa: E402
from casino.bookkeeping.services import jobs  # noqa: E402
from casino.bookkeeping.services.batches import ask_file, make_batch  # noqa: E402
from casino.bookkeeping.services.files import Progress, canonical_csv  # noqa: E402
from casino.ledger.entries import TITLES  # noqa: E402
from casino.ledger.models import LedgerLine  # noqa: E402
from casino.sheets.dialects import MACHINE, text  # noqa: E402
from casino.sheets.workbooks import workbook  # noqa: E402
from casino.staff.models import Membership, Role, User  # noqa: E402
from script.servers import postgres_programs  # noqa: E402

DAYS = 60
LINES = 1_000_000
WORKBOOK_ROWS = 100_000
FIELDS = (
    "entry_id", "gaming_day", "cents", "account__code", "account__ref", "entry__kind",
    "entry__currency", "entry__act__key", "entry__recorded_at", "entry__series_id",
    "entry__number", "entry__act__actor_id", "entry__adjustment", "entry__reverses_id",
    "entry__reverses__series_id", "entry__reverses__number", "entry__reverses__gaming_day",
)  # fmt: skip


def main() -> None:
    """Write the journal in turn with each way and print the ratios and the memory."""
    sheet()  # before anything else has taken memory that it could use
    batch, history = a_batch()
    memory = [resident_mb()]

    def canonical() -> Iterator[bytes]:
        progress = Progress(beat=lambda done: memory.append(resident_mb()))
        return canonical_csv(batch, BUILT_IN["journal"], progress)

    def ours() -> int:
        return sum(map(len, canonical()))

    assert cells(canonical()) == cells(with_django(batch))
    found = side_by_side(
        {
            "ours": lambda: LINES / seconds(ours),
            "psql": lambda: LINES / seconds(lambda: with_psql(batch)),
            "django": lambda: LINES / seconds(lambda: sum(map(len, with_django(batch)))),
        }
    )
    raw = raws(found["ours"], "lines/s")
    show("journal-lines/1 / psql COPY of the same query", ratio(found["ours"], found["psql"]),
         least=0.7, raw=f"{raw} | {raws(found['psql'], 'lines/s')}")  # fmt: skip
    show("journal-lines/1 / Django values_list, csv.writer", ratio(found["ours"], found["django"]),
         least=6, raw=raws(found["django"], "lines/s"))  # fmt: skip
    show("memory over idle while writing it, MB", max(memory) - memory[0], most=64)
    kept(batch, history)


def a_batch() -> tuple[Batch, Nights]:
    """Lay sixty sealed days, map their accounts, and send them."""
    history = Nights()
    last = history.lay(DAYS)
    history.settle()
    user = User.objects.create(username="bench")
    Membership.objects.create(club=history.club, user=user, role=Role.ACCOUNTANT)
    for number, code in enumerate(("cash:drawer", "chips:table"), start=1_000):
        Mapping.objects.create(
            club=history.club, code=code, number=str(number), name=code, from_day=FIRST_DAY,
            changed_by=user, changed_at=datetime.now(UTC), act_id=number,
        )  # fmt: skip
    return make_batch(stamp(history, last), first_day=FIRST_DAY, last_day=last), history


def stamp(history: Nights, last: date) -> Any:
    """Return the head of an act of a person."""
    return replace(history.stamp(last), actor_id=User.objects.get().pk)


def with_psql(batch: Batch) -> None:
    """Let psql copy the same queries, a day each, to nowhere."""
    plus, minus = (journal.UNITS.format(side, ".") for side in ("l.cents", "(-l.cents)"))
    columns = journal.CANONICAL.format(plus=plus, minus=minus, reason="entry.reason")
    query = journal.LINES.format(columns=columns, only="")
    commands = []
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        cursor = psycopg.ClientCursor(connection)
        for day in journal.days_of(batch):
            values = journal._values(batch, day, instant=MACHINE.instant, zone="UTC")
            values |= {"batch": "1", "shown": day.isoformat()}
            commands.append(f"COPY ({cursor.mogrify(query, values)}) TO STDOUT CSV;")
    program = [postgres_programs() / "psql", "-qX", "-v", "ON_ERROR_STOP=1"]
    program.append(os.environ["DATABASE_URL"])
    script = "\n".join(commands)
    subprocess.run(program, input=script, text=True, stdout=subprocess.DEVNULL, check=True)


def with_django(batch: Batch) -> Iterator[bytes]:
    """Yield the same cells in the usual way: Django's iterator and csv.writer."""
    writer = csv.writer(Echo())
    yield writer.writerow(journal.COLUMNS)
    mapped = {row.code: row for row in Mapping.objects.filter(club_id=batch.club_id)}
    people = dict(User.objects.values_list("pk", "username"))
    rows = LedgerLine.objects.filter(entry__club_id=batch.club_id, gaming_day__lte=batch.last_day)
    rows = rows.order_by("gaming_day", "entry_id", "account_id").values_list(*FIELDS)
    last = n = 0
    for (entry, day, cents, code, ref, kind, currency, key, at, series, number, actor, adjustment,
         reverses, its_series, its_number, its_day) in rows.iterator(chunk_size=2000):  # fmt: skip
        n = n + 1 if entry == last else 1
        last = entry
        to = mapped[code]
        is_nameless = not to.project and code.startswith("tournament:")
        yield writer.writerow((
            batch.number, entry, n, day, slip(entry, series, number),
            "CORR" if adjustment or reverses else doc_type(kind), text(to.number), text(to.name),
            MACHINE.amount(cents) if cents > 0 else "", MACHINE.amount(-cents) if cents < 0 else "",
            MACHINE.amount(cents),
            currency, text(to.department), text(to.cost_center),
            f"T{ref}" if is_nameless else text(to.project), text(to.tax_code),
            TITLES.get(kind, kind), day, key,
            slip(reverses, its_series, its_number) if reverses else "",
            f"{at:%Y-%m-%dT%H:%M:%SZ}", text(people[actor]) if actor else "system",
            doc_kind(kind, is_correction=bool(adjustment or reverses)), "", day, its_day or day,
        ))  # fmt: skip


class Echo:
    """A file that hands on what is written to it, as Django's pages say."""

    def write(self, value: str) -> bytes:
        """Return the text as it goes out."""
        return value.encode()


def slip(entry: int, series: int | None, number: int | None) -> str:
    """Return the number of a document: a slip's in its drawer's series, else the entry's."""
    return f"S{series}-{number}" if series else f"E{entry}"


@cache
def doc_type(kind: str) -> str:
    """Return the type of a document by the kind of its entry."""
    app, _, verb = kind.partition(".")
    if app == "countroom" and verb.startswith(("fill", "credit", "bank")):
        return "FILL"
    types = {"cage": "SHIFT", "jackpot": "JACKPOT", "tournaments": "TOURN", "ranking": "RANKING"}
    return types.get(app, "DAYCLOSE")


def doc_kind(kind: str, *, is_correction: bool) -> str:
    """Return what an entry is; the general journal and closes by force are not among these."""
    if is_correction or kind.endswith("_corrected"):
        return "correction"
    if kind.endswith(("_counted", "_differed", "_confirmed", "_over_short")):
        return "count"
    return "sale" if kind.endswith("_sold") else "movement"


def cells(chunks: Iterable[bytes]) -> list[list[str]]:
    """Return the first lines of a file, cell by cell."""
    lines = chain.from_iterable(chunk.decode().splitlines() for chunk in chunks)
    return list(islice(csv.reader(lines), 10_000))


def kept(batch: Batch, history: Nights) -> None:
    """Make the file as a job, hashed, compressed and stored, and read it back."""
    job = ask_file(stamp(history, batch.last_day), batch_id=batch.pk, profile="journal")
    before = resident_mb()
    took = seconds(lambda: jobs.run(job.pk, clock=lambda: datetime.now(UTC)))
    job.refresh_from_db()
    assert job.file
    file = job.file
    again = seconds(lambda: sum(map(len, content(file))))
    show("the same as a job: hashed, kept; lines/s", LINES / took)
    show("downloaded again, lines/s", LINES / again)
    show("memory over idle while keeping it, MB", resident_mb() - before, most=64)


def sheet() -> None:
    """Write workbooks of ten thousand rows and of ten times as many."""

    def rows(count: int) -> Any:
        return (tuple(f"cell {n} {column}" for column in range(22)) for n in range(count))

    def written(count: int) -> int:
        return sum(map(len, workbook(journal.COLUMNS, rows(count))))

    small = peak_mb(lambda: written(WORKBOOK_ROWS // 10))
    took: list[float] = []
    large = peak_mb(lambda: took.append(seconds(lambda: written(WORKBOOK_ROWS))))
    show("workbook of 100,000 rows, rows/s", WORKBOOK_ROWS / took[0])
    show("peak memory over idle, MB: 10,000 rows", small)
    show("peak memory over idle, MB: 100,000 rows", large, most=32)


if __name__ == "__main__":
    main()
