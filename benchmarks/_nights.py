"""A club with years of gaming days behind it, laid straight into the tables; consistent."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

import psycopg

from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger.chart import CHART
from casino.setup.services.clubs import open_club

FIRST_DAY = date(2024, 1, 2)
BEHIND_ALL = 1_000_000  # no table has and no drawer such a number
CORES = os.cpu_count() or 1
ENTRIES_A_DAY = 8_333  # two lines each: a million lines are sixty days
OPENING = datetime.fromisoformat("2024-01-02T12:00:00+02:00")
# Half of all entries move the first account, as a drawer does; few ask for floors here.
ACCOUNTS = """
INSERT INTO ledger_account (club_id, code, ref, currency, floor)
SELECT %(club)s, CASE WHEN n <= 500 THEN 'cash:drawer' ELSE 'chips:table' END, %(ref)s + n, 'EUR',
       CASE WHEN n <= 500 THEN %(drawer)s ELSE %(table)s END
FROM generate_series(1, 1000) n ORDER BY n
"""
ACT = "SELECT ledger_begin(gen_random_uuid(), %s, NULL, 'bench.accounts', '{}', %s, '')"
FIRST_ACCOUNT = "SELECT min(id) FROM ledger_account WHERE club_id = %s AND ref > %s"
DAYS = """
INSERT INTO ledger_day (club_id, day, opens_at, closes_at, state)
SELECT %(club)s, d, (d + time '07:00') AT TIME ZONE 'Europe/Tallinn',
       (d + 1 + time '07:00') AT TIME ZONE 'Europe/Tallinn', %(state)s
FROM (SELECT %(first)s::date + n AS d FROM generate_series(0, %(days)s - 1) n) every
"""
ENTRIES = """
WITH acts AS (
    INSERT INTO ledger_act (key, club_id, operation, arguments, happened_at)
    SELECT gen_random_uuid(), %(club)s, 'bench', '{}', opens_at + n * interval '5 seconds'
    FROM ledger_day, generate_series(1, %(entries)s) n
    WHERE club_id = %(club)s AND day BETWEEN %(first)s AND %(last)s ORDER BY day, n
    RETURNING id, happened_at
), entries AS (
    INSERT INTO ledger_entry (act_id, club_id, gaming_day, kind, currency, account_ids, cents,
                              happened_at, memo)
    SELECT id, %(club)s, (happened_at AT TIME ZONE 'Europe/Tallinn' - interval '7 hours')::date,
           'bench.moved', 'EUR',
           ARRAY[%(base)s + CASE id %% 2 WHEN 0 THEN 0 ELSE 1 + id %% 499 END,
                 %(base)s + 500 + id * 7 %% 500],
           ARRAY[100 + id %% 900, -100 - id %% 900], happened_at, 'hand ' || id
    FROM acts RETURNING id, gaming_day, account_ids, cents
)
INSERT INTO ledger_line (account_id, gaming_day, entry_id, cents)
SELECT u.account, e.gaming_day, e.id, u.amount
FROM entries e, unnest(e.account_ids, e.cents) AS u (account, amount)
"""
DAY_BALANCES = """
INSERT INTO ledger_day_balance (account_id, day, debit_cents, credit_cents, closing_cents)
SELECT account_id, gaming_day, debit, credit,
       b.cents + sum(debit - credit) OVER (PARTITION BY account_id ORDER BY gaming_day)
FROM (SELECT account_id, gaming_day, coalesce(sum(cents) FILTER (WHERE cents > 0), 0) AS debit,
             coalesce(-sum(cents) FILTER (WHERE cents < 0), 0) AS credit
      FROM ledger_line WHERE gaming_day BETWEEN %(first)s AND %(last)s
      GROUP BY account_id, gaming_day) moved
JOIN ledger_balance b USING (account_id)
"""
BALANCES = """
UPDATE ledger_balance b SET cents = b.cents + m.cents
FROM (SELECT account_id, sum(cents) AS cents FROM ledger_line
      WHERE gaming_day BETWEEN %(first)s AND %(last)s GROUP BY account_id) m
WHERE b.account_id = m.account_id
"""
SEALS = """
WITH acts AS (
    INSERT INTO ledger_act (key, club_id, operation, arguments, happened_at)
    SELECT gen_random_uuid(), club_id, 'office.seal_day', '{}', closes_at FROM ledger_day
    WHERE club_id = %(club)s AND day BETWEEN %(first)s AND %(last)s ORDER BY day
    RETURNING id, happened_at
)
INSERT INTO ledger_seal (club_id, day, entries, root, balances, closes, previous, seal, act_id)
SELECT club_id, day, %(entries)s, '', '', '', '', '', acts.id
FROM acts JOIN ledger_day ON club_id = %(club)s AND closes_at = acts.happened_at
"""
TABLES = "ledger_account, ledger_act, ledger_entry, ledger_line, ledger_balance, ledger_day_balance"


class Nights:
    """
    A club whose gaming days are laid one after another; `next_day` is the first free one.

    Of its own, or `of` another one, whose own days begin later.
    """

    def __init__(
        self,
        of: Club | None = None,
        *,
        first_day: date = FIRST_DAY,
        slug: str = "bench",
        floors: bool = False,
    ) -> None:
        self.next_day = first_day
        self.club = of or open_club(
            at=OPENING, slug=slug, name="Bench", book="olympic", first_day=first_day
        )
        self.connection = superuser()
        # With triggers and under an act: each account gets its balance and its digest.
        ref = BEHIND_ALL if of else 0
        names = {"drawer": "cash:drawer", "table": "chips:table"}
        values = {name: CHART[code].floor if floors else 0 for name, code in names.items()}
        with self.connection.transaction():
            self.connection.execute(ACT, [self.club.pk, OPENING])
            self.connection.execute(ACCOUNTS, values | {"club": self.club.pk, "ref": ref})
        found = self.connection.execute(FIRST_ACCOUNT, [self.club.pk, ref])
        self.base = found.fetchone()[0]
        without_triggers(self.connection)

    def lay(self, days: int, *, state: str = "sealed", entries: int = ENTRIES_A_DAY) -> date:
        """Lay gaming days with their entries, lines and balances; return the last of them."""
        values: dict[str, Any] = {
            "club": self.club.pk, "first": self.next_day, "days": days, "state": state,
            "last": self.next_day + timedelta(days - 1), "entries": entries, "base": self.base,
        }  # fmt: skip
        derived = [DAY_BALANCES, BALANCES, SEALS] if state == "sealed" else [BALANCES]
        self.connection.execute(DAYS, values)
        with ThreadPoolExecutor(CORES) as pool:
            list(pool.map(lay_entries, parts(values)))
        for statement in derived:
            self.connection.execute(statement, values)
        self.next_day += timedelta(days)
        return self.next_day - timedelta(1)

    def settle(self) -> None:
        """Do what autovacuum does in a quiet hour."""
        self.connection.execute(f"VACUUM (ANALYZE) {TABLES}, ledger_seal")
        self.connection.execute("CHECKPOINT")

    def stamp(self, day: date) -> Stamp:
        """Return the head of an act at the end of an evening."""
        at = datetime.combine(day, OPENING.timetz()) + timedelta(hours=11)
        return club_stamp(self.club, at=at, actor_id=None)


def superuser() -> psycopg.Connection:
    return psycopg.connect(os.environ["SUPERUSER_URL"], autocommit=True)


def without_triggers(connection: psycopg.Connection) -> None:
    """The journal's own would post every entry again."""
    connection.execute("SET session_replication_role = replica; SET synchronous_commit = off")


def parts(values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Share days out among the cores."""
    first, days = values["first"], values["days"]
    ends = [first + timedelta(days * n // CORES) for n in range(CORES + 1)]
    for begins, after in pairwise(ends):
        if begins < after:
            yield values | {"first": begins, "last": after - timedelta(1)}


def lay_entries(values: dict[str, Any]) -> None:
    with superuser() as connection:
        without_triggers(connection)
        connection.execute(ENTRIES, values)
