"""The journal of a million lines as CSV, beside psql's COPY and Django with csv.writer."""

import csv
import os
import subprocess
from io import StringIO

import psycopg

from benchmarks._bench import (
    connect_django,
    ratio,
    raws,
    resident_mb,
    seconds,
    show,
    side_by_side,
)

connect_django()

from benchmarks._nights import FIRST_DAY, Nights  # noqa: E402
from casino.journal.queries.file import JOURNAL, JOURNAL_COLUMNS, journal_csv  # noqa: E402
from casino.ledger.models import LedgerLine  # noqa: E402
from casino.sheets.dialects import MACHINE, text  # noqa: E402
from script.servers import postgres_programs  # noqa: E402

DAYS = 60
LINES = 1_000_000
FIELDS = (
    "gaming_day", "entry_id", "entry__kind", "entry__happened_at", "account__code", "account__ref",
    "cents", "entry__currency", "entry__player_id", "entry__number", "entry__memo",
    "entry__series_id", "entry__reverses__gaming_day",
)  # fmt: skip


def main() -> None:
    """Export three ways in turn and print the ratios and the memory."""
    history = Nights()
    last = history.lay(DAYS)
    history.settle()
    club = history.club.pk
    memory = [resident_mb()]
    idle = memory[0]

    def ours() -> int:
        size = 0
        for chunk in journal_csv(club, FIRST_DAY, last):
            size += len(chunk)
        memory.append(resident_mb())
        return size

    def psql() -> None:
        with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
            query = psycopg.ClientCursor(connection).mogrify(JOURNAL, [club, FIRST_DAY, last])
        program = [postgres_programs() / "psql", "-qX", os.environ["DATABASE_URL"], "-c"]
        copy = f"COPY ({query}) TO STDOUT (FORMAT csv, HEADER)"
        subprocess.run([*program, copy], stdout=subprocess.DEVNULL, check=True)

    found = side_by_side(
        {
            "ours": lambda: LINES / seconds(ours),
            "psql": lambda: LINES / seconds(psql),
            "django": lambda: LINES / seconds(lambda: with_django(club)),
        }
    )
    raw = raws(found["ours"], "lines/s")
    show("journal as CSV / psql COPY of the same query", ratio(found["ours"], found["psql"]),
         least=0.7, raw=f"{raw} | {raws(found['psql'], 'lines/s')}")  # fmt: skip
    show("journal as CSV / Django iterator and csv.writer", ratio(found["ours"], found["django"]),
         least=6, raw=raws(found["django"], "lines/s"))  # fmt: skip
    show("memory over idle while exporting, MB", memory[1] - idle, most=64)


def with_django(club: int) -> int:
    """Write the same file in the usual way and return its size."""
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(JOURNAL_COLUMNS)
    size = 0
    rows = LedgerLine.objects.filter(entry__club_id=club).order_by("entry_id", "account_id")
    for row in rows.values_list(*FIELDS).iterator(chunk_size=2000):
        day, entry, kind, at, code, ref, cents, currency, player, slip, memo, series, back = row
        document = f"S{series}-{slip}" if series else f"E{entry}"
        debit, credit = (MACHINE.amount(cents), "") if cents > 0 else ("", MACHINE.amount(-cents))
        writer.writerow((day, entry, kind, f"{at:%Y-%m-%dT%H:%M:%SZ}", code, ref, debit, credit,
                         currency, player, slip, text(memo), document, day,
                         back or day))  # fmt: skip
        size += buffer.tell()
        buffer.seek(0)
        buffer.truncate()
    return size


if __name__ == "__main__":
    main()
