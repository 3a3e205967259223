"""A club with years of sealed days, written by the owner past the triggers, as many as asked."""

import os
from datetime import UTC, date, datetime, time, timedelta
from urllib.parse import urlsplit

import psycopg
from django.db import connections

from casino.house.models import Club
from casino.ledger import services as ledger
from casino.office.services import open_club

FIRST = date(2020, 1, 1)
ACCOUNTS = 500  # on either side
ENTRIES_A_DAY = 8_000  # two lines each
BECAUSE = (
    '[{"rule": "OLY-2.36", "says": "Five percent of the pot are raked, at most the limit.",'
    ' "inputs": {"pot_cents": 4200, "percent_bp": 500, "cap_cents": 200}, "result": 200}]'
)

# Every other entry goes into one drawer. Entries come in order of time; an act each.
DAYS = """
SET session_replication_role = replica;
INSERT INTO ledger_day (club_id, day, opens_at, closes_at, state)
SELECT {club}, d::date, d + interval '5 hours', d + interval '29 hours', '{state}'
FROM generate_series(timestamptz '{first}', timestamptz '{last}', interval '1 day') d;
CREATE TEMP TABLE place AS
SELECT d.id AS debit, c.id AS credit, d.ref FROM ledger_account d
JOIN ledger_account c ON c.club_id = d.club_id AND c.ref = d.ref AND c.code = 'chips:table'
WHERE d.club_id = {club} AND d.code = 'cash:drawer';
CREATE TEMP TABLE coming AS
SELECT (SELECT coalesce(max(id), 0) FROM ledger_act) + row_number() OVER (ORDER BY d, n) AS id,
       d::date AS day, d + interval '6 hours' + n * interval '8 seconds' AS at,
       a.debit, b.credit, 100 + n AS cents
FROM generate_series(timestamptz '{first}', timestamptz '{last}', interval '1 day') d,
     generate_series(1, {entries}) n
JOIN place a ON a.ref = CASE n % 2 WHEN 0 THEN 1 ELSE 1 + n * 7919 % {accounts} END
JOIN place b ON b.ref = 1 + n * 104729 % {accounts};
INSERT INTO ledger_act (id, key, club_id, operation, arguments, happened_at, transaction_id)
OVERRIDING SYSTEM VALUE
SELECT id, gen_random_uuid(), {club}, 'bench.post', '{{"cents": 1}}', at, '3' FROM coming;
INSERT INTO ledger_entry (id, act_id, club_id, gaming_day, kind, currency, account_ids, cents,
                          happened_at, because)
OVERRIDING SYSTEM VALUE
SELECT id, id, {club}, day, 'bench.moved', 'EUR', ARRAY[least(debit, credit), greatest(debit, credit)],
       CASE WHEN debit < credit THEN ARRAY[cents, -cents] ELSE ARRAY[-cents, cents] END, at,
       '{because}' FROM coming ORDER BY id;
INSERT INTO ledger_line (account_id, gaming_day, entry_id, cents)
SELECT u.account, c.day, c.id, u.cents
FROM coming c, LATERAL (VALUES (c.debit, c.cents), (c.credit, -c.cents)) u (account, cents);
CREATE TEMP TABLE moved AS
SELECT u.account, c.day, coalesce(sum(u.cents) FILTER (WHERE u.cents > 0), 0) AS debit,
       coalesce(-sum(u.cents) FILTER (WHERE u.cents < 0), 0) AS credit
FROM coming c, LATERAL (VALUES (c.debit, c.cents), (c.credit, -c.cents)) u (account, cents)
GROUP BY u.account, c.day;
INSERT INTO ledger_day_balance (account_id, day, debit_cents, credit_cents, closing_cents)
SELECT m.account, m.day, m.debit, m.credit,
       b.cents + sum(m.debit - m.credit) OVER (PARTITION BY m.account ORDER BY m.day)
FROM moved m JOIN ledger_balance b ON b.account_id = m.account WHERE '{state}' = 'sealed';
UPDATE ledger_balance b SET cents = b.cents + m.cents
FROM (SELECT account, sum(debit - credit) AS cents FROM moved GROUP BY account) m
WHERE m.account = b.account_id;
SELECT setval(pg_get_serial_sequence('ledger_act', 'id'), max(id)) FROM ledger_act;
SELECT setval(pg_get_serial_sequence('ledger_entry', 'id'), max(id)) FROM ledger_entry;
DROP TABLE place, coming, moved;
"""


def superuser(database: str) -> psycopg.Connection:
    """Connect as the superuser to a database of the benchmark's server."""
    return psycopg.connect(address(os.environ["SUPERUSER_URL"], database), autocommit=True)


def address(url: str, database: str) -> str:
    """Return an address with another database."""
    return urlsplit(url)._replace(path=f"/{database}").geturl()


def use(database: str) -> None:
    """Let Django work on another database of the same server from now on."""
    connections.close_all()
    connections["default"].settings_dict["NAME"] = database


def found_club() -> Club:
    """Found a club that kept its books since FIRST, with drawers and tables."""

    at = datetime.combine(FIRST, time(12), UTC)
    club = open_club(at=at, slug="bench", name="Bench", book="olympic", first_day=FIRST)
    for ref in range(1, ACCOUNTS + 1):
        ledger.open_account(club.pk, "cash:drawer", ref=ref, currency=club.currency)
        ledger.open_account(club.pk, "chips:table", ref=ref, currency=club.currency)
    return club


def write_days(database: str, club: Club, first: date, days: int, *, state: str) -> date:
    """Write days full of entries, sealed or still open; return the day after."""
    after = first + timedelta(days)
    sql = DAYS.format(
        club=club.pk, first=f"{first} UTC", last=f"{after - timedelta(1)} UTC", state=state,
        entries=ENTRIES_A_DAY, accounts=ACCOUNTS, because=BECAUSE,
    )  # fmt: skip
    with superuser(database) as connection:
        connection.execute(sql)
    return after


def settle(database: str) -> None:
    """Let autovacuum's work be done, as on a server that had its nights."""
    with superuser(database) as connection:
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")
