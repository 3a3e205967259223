"""
The lines of a batch, day by day: as text that the database writes in chunks, or as documents.

No name of a guest is in them: the words of an entry are those of its kind.
"""

import json
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection

from casino.bookkeeping.models import Batch
from casino.bookkeeping.rules.documents import Document, DocumentLine
from casino.db import fetch_all
from casino.journal.queries.accounts import CODES
from casino.journal.queries.coded import OF_DOCUMENTS
from casino.journal.queries.file import NUMBER, SAFE
from casino.ledger.chart import CHART
from casino.ledger.entries import TITLES
from casino.sheets.dialects import DIALECTS, EXCEL_EN, EXCEL_EU, MACHINE

PORTION = 5_000
COLUMNS = (
    "batch_no", "entry_no", "line_no", "entry_date", "doc_no", "doc_type", "account_code",
    "account_name", "debit", "credit", "amount", "currency", "department", "cost_center",
    "project", "tax_code", "memo", "gaming_day", "source_ref", "reverses_doc_no", "posted_at",
    "posted_by", "doc_kind", "reason", "dated", "concerns",
)  # fmt: skip
TEXTS = ("number", "name", "department", "cost_center", "project", "tax_code")
OWN_TEXTS = ("number", "name", "cost_center", "tax_code")
# What each account is called outside on a day, as far as the batch knows the mapping.
# What is said of one jackpot or drawer counts before what is said of all. event: a tournament's
# own project in the canonical journal; programs know only those that an accountant mapped.
ACCOUNT = """
told AS MATERIALIZED (
    SELECT DISTINCT ON (code, ref) code, ref, number <> '' AS mapped, {texts}
    FROM bookkeeping_mapping
    WHERE club_id = %(club)s AND id <= %(known)s AND from_day <= %(day)s
    ORDER BY code, ref, from_day DESC, id DESC
), account AS MATERIALIZED (
    SELECT a.id, a.code, coalesce(o.number, m.number) AS number, coalesce(o.name, m.name) AS name,
           coalesce(m.department, {nothing}) AS department,
           coalesce(o.cost_center, m.cost_center) AS cost_center,
           coalesce(o.tax_code, m.tax_code) AS tax_code,
           coalesce(m.project, {nothing}) AS project,
           CASE WHEN m.project = {nothing} AND a.code LIKE 'tournament:%%' THEN 'T' || a.ref
           ELSE coalesce(m.project, {nothing}) END AS event
    FROM ledger_account a
    LEFT JOIN told apart ON apart.code = a.code AND apart.ref = a.ref AND apart.mapped
    LEFT JOIN told m ON m.code = a.code AND m.ref = coalesce(apart.ref, 0)
    LEFT JOIN (
        SELECT id, kind, {own} FROM (
            SELECT id, kind, code AS number, name, cost_center, tax_code FROM journal_own_account
            WHERE club_id = %(club)s
        ) own
    ) o ON a.code = 'own:' || o.kind AND a.ref = o.id WHERE a.club_id = %(club)s
)"""
# What each entry is; the close of a shift by force stands apart.
DOC_KIND = """CASE WHEN j.kind = 'year' OR forced.reason IS NOT NULL THEN 'close'
    WHEN j.kind = 'reversal' OR e.reverses_id IS NOT NULL THEN 'correction'
    WHEN j.id IS NOT NULL THEN j.kind
    WHEN e.kind ~ '_(counted|differed|confirmed|over_short)$' THEN 'count'
    WHEN e.kind = 'cage.drawer_emptied' THEN 'movement'
    WHEN e.adjustment OR e.kind ~ '_corrected$' THEN 'correction'
    WHEN e.kind ~ '_sold$' THEN 'sale' ELSE 'movement' END"""
# Documents of these kinds keep their number and reason where a day is added up, too.
APART = ("close", "correction", "entry", "late")
MAY_BE_APART = """ AND (adjustment OR reverses_id IS NOT NULL OR kind LIKE 'journal.%%'
    OR kind LIKE 'office.%%' OR kind IN ('cage.lapsed', 'cage.drawer_counted')
    OR kind ~ '_corrected$')"""
TYPE = """CASE WHEN kind LIKE 'journal.%%' OR kind LIKE 'office.%%' THEN 'JOURNAL'
    WHEN kind ~ '^countroom[.](fill|credit|bank)' THEN 'FILL'
    WHEN kind LIKE 'cage.%%' THEN 'SHIFT' WHEN kind LIKE 'jackpot.%%' THEN 'JACKPOT'
    WHEN kind LIKE 'tournament%%' THEN 'TOURN' WHEN kind LIKE 'ranking.%%' THEN 'RANKING'
    ELSE 'DAYCLOSE' END"""
# The entries of a day, what their kinds are called, and who booked them.
BOOKED = """
booked AS MATERIALIZED (
    SELECT id, act_id, kind, adjustment, reverses_id, account_ids, cents, currency, series_id,
           number, recorded_at, happened_at, gaming_day, memo
    FROM ledger_entry WHERE club_id = %(club)s AND gaming_day = %(day)s{only}
), named AS MATERIALIZED (
    SELECT kind, {type} AS type, {memo} AS memo
    FROM (
        SELECT kind, coalesce(%(words)s::jsonb ->> kind, kind) AS word
        FROM (SELECT DISTINCT kind FROM booked) kinds
    ) words
), person AS MATERIALIZED (
    SELECT id, {name} AS name FROM staff_user
), coded AS MATERIALIZED (
    SELECT entry_id, array_agg(account_id ORDER BY n, account_id, cents) AS account_ids,
           array_agg(cents ORDER BY n, account_id, cents) AS cents,
           array_agg({tax_code} ORDER BY n, account_id, cents) AS tax_codes,
           array_agg({cost_center} ORDER BY n, account_id, cents) AS cost_centers
    FROM ({of_documents}) of_documents GROUP BY entry_id
)"""
# Only the acts between the first and the last are read, however long the history is.
ENTRIES = f"""
    SELECT e.id, coalesce(coded.account_ids, e.account_ids) AS account_ids,
           coalesce(coded.cents, e.cents) AS cents, coded.tax_codes, coded.cost_centers,
           e.currency, {NUMBER.format("e", "j")} AS doc_no,
           CASE WHEN j.kind = 'late' THEN 'LATE' WHEN j.kind = 'year' THEN 'YEAR'
                WHEN forced.reason IS NOT NULL THEN 'FORCED'
                WHEN e.reverses_id IS NOT NULL
                     OR e.adjustment AND e.kind <> 'cage.drawer_emptied' THEN 'CORR'
                ELSE named.type END
           AS doc_type, {DOC_KIND} AS doc_kind,
           coalesce(j.reason, forced.reason,
                    CASE WHEN e.reverses_id IS NOT NULL OR e.kind ~ '_corrected$' THEN e.memo END,
                    '') AS reason,
           coalesce(j.dated, de.dated, e.gaming_day) AS dated,
           coalesce(j.concerns, r.gaming_day, e.gaming_day) AS concerns, named.memo, act.key,
           coalesce(person.name, 'system') AS posted_by,
           to_char(e.recorded_at AT TIME ZONE %(zone)s, %(instant)s) AS posted_at,
           CASE WHEN r.id IS NOT NULL THEN {NUMBER.format("r", "rj")} END AS reverses
    FROM booked e LEFT JOIN journal_document j ON j.entry_id = e.id
         LEFT JOIN journal_dated_entry de ON de.entry_id = e.id
         LEFT JOIN coded ON coded.entry_id = e.id
         LEFT JOIN ledger_entry r ON r.id = e.reverses_id
         LEFT JOIN journal_document rj ON rj.entry_id = r.id
         LEFT JOIN LATERAL (
             SELECT s.reason FROM cage_shift s JOIN cage_drawer w ON w.id = s.drawer_id
             WHERE e.kind = 'cage.drawer_counted' AND s.forced AND s.closed_at = e.happened_at
                   AND w.club_id = %(club)s LIMIT 1
         ) forced ON true
         JOIN named ON named.kind = e.kind JOIN ledger_act act ON act.id = e.act_id
         AND act.id BETWEEN (SELECT min(act_id) FROM booked) AND (SELECT max(act_id) FROM booked)
         LEFT JOIN person ON person.id = act.actor_id
"""  # noqa: S608  (here and below no value is formatted in, only our own expressions)
# A text as COPY quotes it: once a kind, a person and a mapping, not once a line.
QUOTED = """CASE WHEN {0} = '' THEN '""' WHEN {0} ~ %(special)s
    THEN '"' || replace({0}, '"', '""') || '"' ELSE {0} END"""


def _accounts(said: str = "{0}") -> str:
    """Return ACCOUNT with its texts safe in a spreadsheet, written as `said`."""
    texts = ", ".join(f"{said.format(SAFE.format(name))} AS {name}" for name in TEXTS)
    own = ", ".join(f"{said.format(SAFE.format(name))} AS {name}" for name in OWN_TEXTS)
    return ACCOUNT.format(nothing=said.format("''"), texts=texts, own=own)


def _known(said: str = "{0}", *, only: str = "") -> str:
    """Return what is read of a day: its accounts and entries, their texts written as `said`."""
    name = said.format(SAFE.format("username"))
    booked = BOOKED.format(
        type=TYPE,
        memo=said.format("word"),
        name=name,
        only=only,
        of_documents=OF_DOCUMENTS,
        **{each: said.format(SAFE.format(each)) for each in CODES},
    )
    return f"{_accounts(said)}, {booked}"


LINES = f"""
WITH {_known(only="{only}")}, entry AS MATERIALIZED ({ENTRIES})
SELECT {{columns}}
FROM entry
CROSS JOIN LATERAL
    unnest(entry.account_ids, entry.cents, entry.tax_codes, entry.cost_centers)
    WITH ORDINALITY AS l (account_id, cents, tax_code, cost_center, n)
JOIN account ON account.id = l.account_id
ORDER BY entry.id, l.n
"""  # noqa: S608
UNITS = "({0} / 100) || '{1}' || lpad(({0} %% 100)::text, 2, '0')"
CANONICAL = """
    %(batch)s AS batch_no, entry.id AS entry_no, l.n AS line_no, %(shown)s AS entry_date,
    entry.doc_no, entry.doc_type, account.number AS account_code, account.name AS account_name,
    CASE WHEN l.cents > 0 THEN {plus} END AS debit,
    CASE WHEN l.cents < 0 THEN {minus} END AS credit,
    CASE WHEN l.cents < 0 THEN '-' || {minus} ELSE {plus} END AS amount, entry.currency,
    account.department, coalesce(l.cost_center, account.cost_center) AS cost_center,
    account.event AS project, coalesce(l.tax_code, account.tax_code) AS tax_code,
    entry.memo, %(shown)s AS gaming_day, entry.key AS source_ref, entry.reverses AS reverses_doc_no,
    entry.posted_at, entry.posted_by, entry.doc_kind, {reason} AS reason,
    to_char(entry.dated, 'YYYY-MM-DD') AS dated, to_char(entry.concerns, 'YYYY-MM-DD') AS concerns
"""
DOCUMENT = """
    entry.id, entry.doc_no, entry.doc_type, entry.memo, entry.currency, entry.reverses,
    account.number, account.name, account.code, l.cents, account.department,
    coalesce(l.cost_center, account.cost_center), account.project,
    coalesce(l.tax_code, account.tax_code), entry.doc_kind, entry.reason, entry.concerns
"""
CHUNK = 250  # entries of a chunk, at most
# The same columns as CANONICAL, each line put together of what its entry, account and amount make
# of it; in chunks of many lines, since a message for each line would cost more than the line.
# OFFSET 0: what is above is made once an entry, and once an amount.
REASON = f"CASE WHEN reason = '' THEN '' ELSE {QUOTED.format(SAFE.format('reason'))} END"
CHUNKS = f"""
WITH {_known(QUOTED)}, side AS MATERIALIZED (
    SELECT id, concat(number, %(d)s, name, %(d)s) AS head,
           concat(department, %(d)s, cost_center, %(d)s, event, %(d)s, tax_code, %(d)s) AS tail,
           department, cost_center, event, tax_code
    FROM account
), entry AS (
    SELECT id, account_ids, cents, tax_codes, cost_centers, %(batch)s || id || %(d)s AS head,
           %(shown)s || doc_no || %(d)s || doc_type || %(d)s AS middle,
           %(d)s || currency || %(d)s AS currency,
           memo || %(shown)s || key || %(d)s || coalesce(reverses, '') || %(d)s || posted_at
           || %(d)s || posted_by || %(d)s || doc_kind || %(d)s || {REASON}
           || %(d)s || to_char(dated, %(day_form)s) || %(d)s || to_char(concerns, %(day_form)s)
           || E'\\r\\n' AS tail
    FROM ({ENTRIES}) e OFFSET 0
), line AS (
    SELECT l.id / {CHUNK} AS chunk, l.id, l.n,
           l.head || l.n || l.middle || side.head ||
                  CASE WHEN l.line_cents > 0 THEN l.units || %(debit)s
                  ELSE %(d)s || l.units || %(credit)s END ||
                  l.units || l.currency || CASE
                      WHEN l.tax_code IS NULL AND l.cost_center IS NULL THEN side.tail
                      ELSE concat(side.department, %(d)s,
                                  coalesce(l.cost_center, side.cost_center), %(d)s, side.event,
                                  %(d)s, coalesce(l.tax_code, side.tax_code), %(d)s)
                  END || l.tail AS text
    FROM (
        SELECT *, replace((abs(of.line_cents) * 0.01)::text, '.', %(point)s) AS units
        FROM (
            SELECT *, unnest(account_ids) AS account_id, unnest(cents) AS line_cents,
                   unnest(tax_codes) AS tax_code, unnest(cost_centers) AS cost_center,
                   generate_subscripts(cents, 1) AS n
            FROM entry
        ) of OFFSET 0
    ) l JOIN side ON side.id = l.account_id
)
SELECT string_agg(text, '' ORDER BY id, n) FROM line GROUP BY chunk ORDER BY chunk
"""  # noqa: S608
SUMS = f"""
WITH {_accounts()}
SELECT min(a.currency), m.number, m.name, m.code, sum(l.cents) FILTER (WHERE l.cents > 0)::bigint,
       sum(l.cents) FILTER (WHERE l.cents < 0)::bigint, m.department, m.cost_center, m.project,
       m.tax_code
FROM ledger_line l JOIN account m ON m.id = l.account_id JOIN ledger_account a ON a.id = m.id
WHERE l.gaming_day = %(day)s AND l.entry_id <> ALL (%(apart)s)
GROUP BY m.number, m.name, m.code, m.department, m.cost_center, m.project, m.tax_code
ORDER BY m.number, m.code, m.department, m.cost_center, m.project, m.tax_code, m.name
"""  # noqa: S608


def days_of(batch: Batch) -> list[date]:
    """Return the gaming days of a batch on which something was booked, in order."""
    sql = "SELECT day FROM ledger_day WHERE club_id = %s AND day BETWEEN %s AND %s ORDER BY day"
    return [day for (day,) in fetch_all(sql, [batch.club_id, batch.first_day, batch.last_day])]


def canonical(batch: Batch, day: date, dialect: str) -> Iterator[bytes]:
    """Yield the lines of a gaming day as `journal-lines/1`, without the heading, CRLF."""
    written = DIALECTS[dialect]
    zone = "UTC" if written is MACHINE else batch.club.timezone
    values = _values(batch, day, instant=written.instant, zone=zone)
    d, shown = written.delimiter, day.strftime(written.day)
    values |= {"d": d, "point": written.decimal, "special": f'["\r\n{d}]'}
    values |= {"batch": f"{batch.number}{d}", "shown": f"{d}{shown}{d}"}
    values |= {"debit": f"{d}{d}", "credit": f"{d}-", "day_form": _day_form(written.day)}
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY ({CHUNKS}) TO STDOUT (FORMAT binary)", values) as copy,
    ):
        copy.set_types(["text"])
        for (chunk,) in copy.rows():
            yield chunk.encode()


def heading(dialect: str) -> bytes:
    """Return the first line of the canonical journal."""
    written = EXCEL_EU if dialect == EXCEL_EU.name else MACHINE
    return written.bom + written.delimiter.join(COLUMNS).encode() + b"\r\n"


def canonical_rows(batch: Batch, day: date) -> Iterator[tuple[Any, ...]]:
    """
    Yield the same lines as values; amounts in cents, positive in debit and credit.

    They are read by people: instants are on the club's clock.
    """
    safe = SAFE.format("entry.reason")
    columns = CANONICAL.format(plus="l.cents", minus="(-l.cents)", reason=safe)
    columns = columns.replace("'-' ||", "-")
    values = _values(batch, day, instant=EXCEL_EN.instant, zone=batch.club.timezone)
    yield from _rows(columns, values | {"batch": str(batch.number), "shown": day.isoformat()})


def entry_documents(batch: Batch, day: date) -> Iterator[Document]:
    """Yield every entry of a gaming day as a document."""
    yield from (each for _, each in _documents(batch, day))


def _documents(batch: Batch, day: date, only: str = "") -> Iterator[tuple[int, Document]]:
    rows = _rows(DOCUMENT, _values(batch, day, instant=MACHINE.instant, zone="UTC"), only=only)
    for entry_id, lines in groupby(rows, itemgetter(0)):
        first, *rest = lines
        kind, reason, concerns = first[14:]
        yield (
            entry_id,
            Document(
                number=first[1],
                day=day,
                type=first[2],
                memo=first[3],
                currency=first[4],
                reverses=first[5] or "",
                lines=tuple(_line(row[6:9], row[9], row[10:14]) for row in (first, *rest)),
                kind=kind,
                reason=reason,
                concerns=concerns,
            ),
        )


def day_documents(batch: Batch, day: date) -> Iterator[Document]:
    """
    Yield a document of the day, its lines added up by account, debit and credit apart; behind it
    what has a number and a reason of its own: corrections, forced closes, the general journal.
    """
    found = _documents(batch, day, only=MAY_BE_APART)
    apart = {entry_id: each for entry_id, each in found if each.kind in APART}
    rows = fetch_all(SUMS, _values(batch, day) | {"apart": list(apart)})
    if rows:
        lines = (_line(row[1:4], cents, row[6:]) for row in rows for cents in row[4:6] if cents)
        yield Document(
            number=f"DC-{day:%Y%m%d}",
            day=day,
            type="DAYCLOSE",
            memo=f"Gaming day {day:%d.%m.%Y}",
            currency=rows[0][0],
            lines=tuple(sorted(lines, key=lambda line: line.cents < 0)),
            kind="close",
            concerns=day,
        )
    yield from apart.values()


def _day_form(written: str) -> str:
    """Return how the database writes days as strftime does."""
    return written.replace("%Y", "YYYY").replace("%m", "MM").replace("%d", "DD")


def _values(batch: Batch, day: date, **more: Any) -> dict[str, Any]:
    known: dict[str, Any] = {"club": batch.club_id, "known": batch.mapping_id}
    known |= {"day": day, "first": day, "last": day}
    return known | ({"words": json.dumps(TITLES)} | more if more else {})


def _rows(columns: str, values: dict[str, Any], *, only: str = "") -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a day in portions, so that memory stays flat."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(LINES.format(columns=columns, only=only), values)
        while rows := cursor.fetchmany(PORTION):
            yield from rows


def _line(account: tuple[str, str, str], cents: int, dimensions: tuple[str, ...]) -> DocumentLine:
    number, name, code = account
    department, cost_center, project, tax_code = dimensions
    return DocumentLine(
        account=number,
        name=name,
        kind=CHART[code].kind,
        cents=cents,
        department=department,
        cost_center=cost_center,
        project=project,
        tax_code=tax_code,
    )
