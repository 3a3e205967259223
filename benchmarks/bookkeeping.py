"""The canonical journal of a million lines, beside COPY and Django's values_list; workbooks."""

import csv
import os
import subprocess
from dataclasses import replace
from datetime import UTC, date, datetime
from io import StringIO
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
from casino.bookkeeping.services.workbooks import workbook  # noqa: E402
from casino.ledger.models import Line  # noqa: E402
from casino.staff.models import User  # noqa: E402
from casino.web.files import amount, text  # noqa: E402
from script.servers import postgres_programs  # noqa: E402

DAYS = 60
LINES = 1_000_000
WORKBOOK_ROWS = 100_000
FIELDS = (
    "entry_id", "gaming_day", "entry__kind", "cents", "account__code", "entry__currency",
    "entry__act__key", "entry__recorded_at", "entry__number", "entry__series_id",
    "entry__act__actor_id", "entry__reverses_id",
)  # fmt: skip


def main() -> None:
    """Write the journal in turn with each way and print the ratios and the memory."""
    sheet()  # before anything else has taken memory that it could use
    batch, history = a_batch()
    memory = [resident_mb()]

    def ours() -> int:
        progress = Progress(beat=lambda done: memory.append(resident_mb()))
        return sum(map(len, canonical_csv(batch, BUILT_IN["journal"], progress)))

    found = side_by_side(
        {
            "ours": lambda: LINES / seconds(ours),
            "psql": lambda: LINES / seconds(lambda: with_psql(batch)),
            "django": lambda: LINES / seconds(lambda: with_django(batch)),
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
    values = {"words": "{}", "batch": "1", "instant": 'YYYY-MM-DD"T"HH24:MI:SS"Z"'}
    plus, minus = (journal.UNITS.format(side, ".") for side in ("l.cents", "(-l.cents)"))
    query = journal.LINES.format(columns=journal.CANONICAL.format(plus=plus, minus=minus))
    commands = []
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        cursor = psycopg.ClientCursor(connection)
        known = {"club": batch.club_id, "known": batch.mapping_id}
        for day in journal.days_of(batch):
            shown = {"day": day, "shown": day.isoformat()}
            commands.append(
                f"COPY ({cursor.mogrify(query, known | values | shown)}) TO STDOUT CSV;"
            )
    program = [postgres_programs() / "psql", "-qX", os.environ["DATABASE_URL"]]
    script = "\n".join(commands)
    subprocess.run(program, input=script, text=True, stdout=subprocess.DEVNULL, check=True)


def with_django(batch: Batch) -> int:
    """Write the same columns in the usual way and return the size."""
    buffer, size = StringIO(), 0
    writer = csv.writer(buffer)
    writer.writerow(journal.COLUMNS)
    numbers = dict(Mapping.objects.values_list("code", "number"))
    rows = Line.objects.filter(entry__club_id=batch.club_id).order_by("entry_id", "account_id")
    for row in rows.values_list(*FIELDS).iterator(chunk_size=2000):
        entry, day, kind, cents, code, currency, key, at, slip, series, actor, reverses = row
        debit, credit = (amount(cents), "") if cents > 0 else ("", amount(-cents))
        number = f"S{series}-{slip}" if slip else f"E{entry}"
        writer.writerow((
            batch.number, entry, 1, day, number, "DAYCLOSE", numbers[code], text(code), debit,
            credit, amount(cents), currency, "", "", "", "", kind, day, key, reverses,
            f"{at:%Y-%m-%dT%H:%M:%SZ}", actor or "system",
        ))  # fmt: skip
        size += buffer.tell()
        buffer.seek(0)
        buffer.truncate()
    return size


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
