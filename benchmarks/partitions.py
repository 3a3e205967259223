"""
What posting would cost if entries and lines were partitioned by month (issue of growth).

Two journals of one database, 25 months in one of them with what is unique across months in tables
of keys; each round swaps them by name and posts onto both, in turn which comes first. Nothing else
of the product would work on the second: only its price is asked.
"""

import os
from pathlib import Path
from typing import Any

import django
import psycopg

from benchmarks._bench import ratio, raws, show
from benchmarks.posting import pgbench

HERE = Path(__file__).parent
ROUNDS, SECONDS = int(os.environ.get("ROUNDS", "6")), float(os.environ.get("RUN_SECONDS", "4"))
TABLES = ("ledger_entry", "ledger_line")


def main() -> None:
    """Make both journals, post in rounds, print."""
    django.setup()
    from benchmarks._posting_world import found_club, pgbench_variables

    superuser = psycopg.connect(os.environ["SUPERUSER_URL"], autocommit=True)
    found_club(500)
    variables = pgbench_variables()
    superuser.execute((HERE / "pgbench/partitions.sql").read_text())
    rates: dict[str, list[float]] = {"whole": [], "monthly": []}
    pgbench("ours", "public", 1, variables)
    for number in range(ROUNDS):
        for name in sorted(rates, reverse=bool(number % 2)):
            if name == "monthly":
                swap(superuser, "whole", "monthly")
            superuser.execute("CHECKPOINT")
            rates[name].append(pgbench("ours", "public", SECONDS, variables)["rate"])
            if name == "monthly":
                swap(superuser, "monthly", "whole")
    lines = superuser.execute("SELECT count(*) FROM monthly.ledger_line").fetchone()
    print(f"lines in the monthly journal: {lines[0] if lines else 0:,}")
    print(f"{'whole':<10} {raws(rates['whole'], 'a second')}")
    print(f"{'monthly':<10} {raws(rates['monthly'], 'a second')}")
    show("posting, by month / as it is", ratio(rates["monthly"], rates["whole"]))


def swap(superuser: psycopg.Connection[Any], away: str, here: str) -> None:
    """Put a journal's tables into their place, and the others away."""
    with superuser.transaction():
        for table in TABLES:
            superuser.execute(f"ALTER TABLE public.{table} SET SCHEMA {away}")
            superuser.execute(f"ALTER TABLE {here}.{table} SET SCHEMA public")


if __name__ == "__main__":
    main()
