"""
The whole house checked: the journal, what the apps keep beside it, and the copy outside.

The mirror of casino.ledger.outbox is the witness where the database's own hashes cannot be: see
casino.verify.mirror.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import partial

from django.db import InterfaceError, OperationalError, transaction

from cashgames.verify import verify_hands
from casino.approvals.verify import verify_approvals
from casino.audit.queries.acts import broken_seals
from casino.bank.verify import verify_bank
from casino.bookkeeping.verify import verify_files
from casino.db import fetch_all
from casino.epochs.verify import unsettled, verify_epochs
from casino.house.models import Club
from casino.journal.verify import verify_documents
from casino.ledger.verify import Books, Finding, verify_ledger
from casino.verify.amounts import verify_amounts
from casino.verify.closings import verify_closings, verify_days
from casino.verify.mirror import differing_copies, missing_copies, unsigned_seals
from casino.verify.rows import verify_rows
from jackpot.verify import verify_awards, verify_intercompany
from ranking.verify import verify_ranking
from tournaments.verify import verify_flushes

PATIENCE = timedelta(minutes=5)


def broken(
    club: Club, books: Books, *, every_copy: bool = False, anchors: Iterable[str] = ()
) -> Iterator[Finding]:
    """
    Yield whatever is wrong with a club's books; `books` then holds what was read.

    every_copy: compare all acts with their copies outside, not only those that nothing seals;
    anchors: signed lines that were sent out.
    """
    checks: Iterable[Callable[[], Iterator[Finding]]] = (
        lambda: verify_ledger(books),
        *(partial(_compared, club.pk, *each) for each in COMPARED),
        *(
            partial(each, club.pk)
            for each in (
                verify_amounts,
                verify_hands,
                verify_awards,
                verify_ranking,
                verify_flushes,
                verify_intercompany,
                verify_bank,
                verify_documents,
                verify_closings,
                verify_days,
                verify_files,
                _trail,
                _acts_of_no_club,
                verify_approvals,
                verify_rows,
                verify_epochs,
            )
        ),
        lambda: differing_copies(club, None if every_copy else books.doubtful),
        lambda: missing_copies(club),
        lambda: unsigned_seals(club, anchors),
    )
    for check in checks:
        yield from _read(check)


def _read(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """Yield what a check finds; that it cannot read what it checks is a finding, too."""
    try:
        with transaction.atomic():  # noqa: TID251  (a savepoint of what only reads)
            yield from check()
    except (OSError, InterfaceError, OperationalError):
        raise  # a disk or a server, not the books
    except Exception as error:
        says = f"cannot be read: {type(error).__name__}: {str(error).partition(chr(10))[0]}"
        yield Finding(what="check", says=says)


def _compared(club_id: int, sql: str, what: str, says: str) -> Iterator[Finding]:
    """Yield the rows of a comparison with the journal that differ."""
    for entry_or_none, day, *values in fetch_all(sql, {"club": club_id}):
        yield Finding(day=day, entry_id=entry_or_none, what=what, says=says.format(*values))


def _trail(club_id: int) -> Iterator[Finding]:
    for (day,) in fetch_all(WITHOUT_TRAIL, {"club": club_id}):
        yield Finding(day=day, what="trail", says="the seal of its acts is missing")
    for trail in broken_seals(club_id):
        yield Finding(day=trail.day, what="trail", says="its acts are not those that were sealed")


def _acts_of_no_club(_club_id: int) -> Iterator[Finding]:
    """Find acts that lie in no club's trail, under no seal and in no mirror; each club is told."""
    for act_id, nowhere in fetch_all(NOWHERE):
        yield Finding(what=f"act {act_id}", says=f"of club {nowhere}, which there is not")


def unfinished(club: Club, now: datetime) -> Iterator[Finding]:
    """Yield what should have happened by now: a close, a copy to the mirror."""
    for (day,) in fetch_all(
        "SELECT day FROM ledger_day WHERE club_id = %(club)s AND state = 'open'"
        " AND closes_at <= %(now)s ORDER BY day",
        {"club": club.pk, "now": now},
    ):
        yield Finding(day=day, what="close", says="the day is over and still open")
    if left := unsettled(club.pk):
        yield Finding(what="restore", says=f"{left} lost acts are not settled")
    for act_id, at in fetch_all(
        "SELECT a.id, a.recorded_at FROM ledger_outbox o JOIN ledger_act a ON a.id = o.act_id"
        " WHERE a.club_id = %(club)s AND a.recorded_at < %(late)s ORDER BY a.id LIMIT 1",
        {"club": club.pk, "late": now - PATIENCE},
    ):
        yield Finding(what="outbox", says=f"act {act_id} waits since {at:%d.%m.%Y %H:%M} UTC")


# Days that were sealed before there were seals of acts have none.
WITHOUT_TRAIL = """
SELECT s.day FROM ledger_seal s JOIN ledger_act a ON a.id = s.act_id
WHERE s.club_id = %(club)s
  AND NOT EXISTS (SELECT FROM audit_actseal t WHERE t.club_id = s.club_id AND t.day = s.day)
  AND a.recorded_at > (SELECT min(applied) FROM django_migrations WHERE app = 'audit')
ORDER BY s.day
"""
NOWHERE = """
SELECT a.id, a.club_id FROM ledger_act a
WHERE NOT EXISTS (SELECT FROM house_club c WHERE c.id = a.club_id) ORDER BY a.id LIMIT 100
"""
# What the hands say was taken, against what the ledger took from the table, a session.
HANDS = (
    """
WITH hands AS (
    SELECT s.id AS session, sum(h.rake_cents) AS rake, sum(h.drop_cents) AS fed
    FROM cashgames_session s JOIN cashgames_hand h ON h.session_id = s.id
    WHERE s.club_id = %(club)s GROUP BY s.id
), posted AS (
    SELECT t.ref AS session, -sum(u.cents) FILTER (WHERE o.code = 'income:rake') AS rake,
           -sum(u.cents) FILTER (WHERE o.code = 'jackpot:pool') AS fed
    FROM ledger_entry e
    JOIN ledger_account t ON t.id = ANY (e.account_ids) AND t.code = 'chips:table'
    CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS u (account_id, cents)
    JOIN ledger_account o ON o.id = u.account_id
    WHERE e.club_id = %(club)s AND e.kind IN ('cashgames.pot_raked', 'cashgames.pot_raked.reversed')
    GROUP BY t.ref
)
SELECT NULL, NULL::date, session, coalesce(h.rake, 0), coalesce(h.fed, 0),
       coalesce(p.rake, 0), coalesce(p.fed, 0)
FROM hands h FULL JOIN posted p USING (session)
WHERE (coalesce(h.rake, 0), coalesce(h.fed, 0)) <> (coalesce(p.rake, 0), coalesce(p.fed, 0))
ORDER BY session
""",
    "hands",
    "session {}: rake and drop of its hands {} and {}, in the ledger {} and {}",
)
# Each hand against its own entry: what was taken, and that a row stands where its entry does.
# Its rows are looked up one by one: hashed, the many hands without an entry filled the disk.
HAND = (
    """
WITH known AS (
    SELECT array_agg(id) FILTER (WHERE code = 'income:rake') AS rake,
           array_agg(id) FILTER (WHERE code = 'jackpot:pool') AS pools
    FROM ledger_account WHERE club_id = %(club)s
)
SELECT h.entry_id, h.gaming_day, h.session_id, h.name, h.rake_cents, h.drop_cents, p.rake, p.fed
FROM known CROSS JOIN cashgames_session s JOIN cashgames_hand h ON h.session_id = s.id
LEFT JOIN ledger_account t
    ON t.club_id = s.club_id AND t.code = 'chips:table' AND t.ref = h.session_id
LEFT JOIN LATERAL (SELECT entry_id FROM cashgames_hand WHERE reverses_id = h.id LIMIT 1) back ON true
LEFT JOIN LATERAL (SELECT * FROM ledger_entry WHERE id = h.entry_id LIMIT 1) e ON true
LEFT JOIN LATERAL (SELECT id FROM ledger_entry WHERE reverses_id = e.id LIMIT 1) undone ON true
CROSS JOIN LATERAL (
    SELECT coalesce(-sum(u.cents) FILTER (WHERE u.account_id = ANY (known.rake)), 0) AS rake,
           coalesce(-sum(u.cents) FILTER (WHERE u.account_id = ANY (known.pools)), 0) AS fed
    FROM unnest(e.account_ids, e.cents) AS u (account_id, cents)
) p
WHERE s.club_id = %(club)s AND (
    (h.rake_cents, h.drop_cents) <> (p.rake, p.fed) OR e.gaming_day <> h.gaming_day
    OR (e.id IS NOT NULL AND coalesce(t.id <> ALL (e.account_ids), true))
    OR back.entry_id IS DISTINCT FROM undone.id
    OR (h.reverses_id IS NOT NULL
        AND e.reverses_id IS DISTINCT FROM (SELECT entry_id FROM cashgames_hand WHERE id = h.reverses_id))
) ORDER BY h.session_id, h.id
""",  # noqa: E501
    "hand",
    "session {}, hand {}: rake and drop {} and {}, its entry says {} and {}",
)
# Each move of chips against what its entry moved on the table.
CHIPS = (
    """
SELECT m.entry_id, m.gaming_day, c.session_id, m.id, m.cents, p.moved
FROM cashgames_chipmove m JOIN cashgames_seat c ON c.id = m.seat_id
JOIN cashgames_session s ON s.id = c.session_id
LEFT JOIN ledger_entry e ON e.id = m.entry_id
CROSS JOIN LATERAL (
    SELECT coalesce(sum(u.cents), 0) * CASE WHEN m.kind IN
        ('cash_out', 'removed', 'tip', 'bar', 'moved_out') THEN 1 ELSE -1 END AS moved
    FROM unnest(e.account_ids, e.cents) AS u (account_id, cents)
    JOIN ledger_account o
        ON o.id = u.account_id AND o.code = 'chips:table' AND o.ref = c.session_id
) p
WHERE s.club_id = %(club)s AND (m.cents <> p.moved OR e.gaming_day <> m.gaming_day)
ORDER BY c.session_id, m.id
""",
    "chips",
    "session {}, chip move {}: {}, its entry moves {}",
)
# Each fixed level against the pool's entries before its instant: an entry at it comes after it.
# A box that is counted later than its night's close was not there yet when the level was fixed.
# Of another club that feeds the pool counts what its own close had fixed by then.
LEVELS = (
    """
SELECT NULL, gaming_day, name, at, level, pool FROM (
    SELECT x.*, coalesce(sum(x.cents) OVER (
        PARTITION BY x.jackpot_id ORDER BY x.at, x.rank
        ROWS UNBOUNDED PRECEDING), 0) AS pool
    FROM (
        SELECT j.id AS jackpot_id, j.name, s.gaming_day, s.at, s.level_cents AS level, 0 AS cents,
               1 AS rank
        FROM jackpot_snapshot s JOIN jackpot_jackpot j ON j.id = s.jackpot_id
        JOIN ledger_close k ON k.id = s.close_id
        WHERE j.club_id = %(club)s AND k.reopened_act_id IS NULL
        UNION ALL
        SELECT j.id, NULL, NULL, CASE WHEN a.club_id = j.club_id THEN t.at ELSE (
                   SELECT min(c.at) FROM ledger_close c
                   WHERE c.club_id = a.club_id AND c.at > t.at AND c.reopened_act_id IS NULL
               ) END, NULL, -u.cents, CASE WHEN a.club_id = j.club_id THEN 2 ELSE 0 END
        FROM jackpot_jackpot j
        JOIN ledger_account a ON a.code = 'jackpot:pool' AND a.ref = j.id
        JOIN ledger_line l ON l.account_id = a.id
        JOIN ledger_entry e ON e.id = l.entry_id JOIN ledger_act act ON act.id = e.act_id
        CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS u (account_id, cents)
        CROSS JOIN LATERAL (
            SELECT CASE WHEN e.adjustment THEN act.happened_at ELSE e.happened_at END AS at
        ) t
        WHERE j.club_id = %(club)s AND u.account_id = a.id
    ) x
) y WHERE level IS NOT NULL AND level <> pool ORDER BY at
""",
    "jackpot level",
    "{} at {}: fixed {}, from the entries before it {}",
)
# What is due by name against its account in the ledger; what is paid or taken back owes nothing.
PAYABLES = (
    """
SELECT NULL, gaming_day, number, due, owed FROM (
    SELECT p.gaming_day, coalesce(p.id, a.ref) AS number, -coalesce(b.cents, 0) AS owed,
           CASE WHEN m.id IS NULL AND p.reversal_id IS NULL THEN coalesce(p.cents, 0) ELSE 0 END
               AS due
    FROM (SELECT * FROM cage_payable WHERE club_id = %(club)s) p
    FULL JOIN (SELECT * FROM ledger_account WHERE club_id = %(club)s AND code = 'payable') a
        ON a.ref = p.id
    LEFT JOIN ledger_balance b ON b.account_id = a.id
    LEFT JOIN cage_payment m ON m.payable_id = p.id AND m.reversal_id IS NULL
) x WHERE due <> owed ORDER BY number
""",
    "payments due",
    "payment {}: due {}, in the ledger {}",
)
# What a table's bank holds: fills as counted at the table (on the way: as issued), less what the
# cage took back, what was sold out of the bank since its first fill, and what was named missing. A
# sale that is taken back counts by when it was booked.
BANKS = (
    """
WITH step AS (
    SELECT DISTINCT ON (t.id, s.state) t.session_id, t.way, t.state AS now, s.state, s.act_id, (
        SELECT coalesce(sum(l.cents::bigint * l.quantity), 0) FROM countroom_transferline l
        WHERE l.step_id = s.id AND l.medium = 'chips') AS chips
    FROM countroom_transfer t JOIN countroom_transferstep s ON s.transfer_id = t.id
    WHERE t.club_id = %(club)s ORDER BY t.id, s.state, s.id DESC
)
SELECT NULL, NULL::date, session, held, books FROM (
    SELECT a.ref AS session, coalesce(b.cents, 0) AS books, coalesce((
        SELECT sum(CASE WHEN way = 'fill' THEN chips ELSE -chips END) FROM step
        WHERE session_id = a.ref
          AND (state = 'confirmed' OR (way, state, now) = ('fill', 'issued', 'issued'))
    ), 0) - coalesce((
        SELECT sum(m.cents) FROM cashgames_chipmove m JOIN cashgames_seat c ON c.id = m.seat_id
        LEFT JOIN cashgames_chipmove first ON first.id = m.reverses_id
        WHERE c.session_id = a.ref AND m.paid_with = 'table'
          AND coalesce(first.act_id, m.act_id) > (
            SELECT min(act_id) FROM step
            WHERE session_id = a.ref AND (way, state) = ('fill', 'issued'))
    ), 0) - coalesce((
        SELECT sum(chips_cents) FROM countroom_bankclosing
        WHERE session_id = a.ref AND void_at IS NULL
    ), 0) AS held
    FROM ledger_account a LEFT JOIN ledger_balance b ON b.account_id = a.id
    WHERE a.club_id = %(club)s AND a.code = 'chips:bank'
) x WHERE held <> books ORDER BY session
""",
    "table bank",
    "session {}: from its fills, credits and sales {}, in the ledger {}",
)


# Cash and chips between the vault and a drawer: what was counted, and what their slip moved.
VAULT_MOVES = (
    """
WITH went AS (
    SELECT m.id, m.act_id, l.medium, sum(l.cents::bigint * l.quantity) AS counted
    FROM cage_vaultmove m JOIN cage_vaultmoveline l ON l.move_id = m.id
    JOIN cage_shift s ON s.id = m.shift_id WHERE s.club_id = %(club)s GROUP BY m.id, l.medium
)
SELECT e.id, e.gaming_day, went.id, medium, counted, booked
FROM went LEFT JOIN ledger_entry e USING (act_id) CROSS JOIN LATERAL (
    SELECT coalesce(sum(abs(l.cents)), 0) AS booked
    FROM unnest(e.account_ids, e.cents) AS l (account_id, cents)
    JOIN ledger_account a ON a.id = l.account_id AND a.code = went.medium || ':vault'
) b WHERE counted <> booked ORDER BY went.id, medium
""",
    "vault move",
    "move {}: {} by denomination {}, in the ledger {}",
)
# What was taken to income of an item is still owed, or the income was taken back; chips that came
# back wait for the accountant.
LAPSES = (
    """
SELECT NULL, NULL::date, a.code, a.ref, taken.cents, -coalesce(b.cents, 0)
FROM ledger_account t JOIN ledger_balance taken ON taken.account_id = t.id
JOIN ledger_account a
    ON a.club_id = t.club_id AND a.code = substr(t.code, length('lapsed:') + 1) AND a.ref = t.ref
LEFT JOIN ledger_balance b ON b.account_id = a.id
WHERE t.club_id = %(club)s AND starts_with(t.code, 'lapsed:') AND a.code <> 'chips:floor'
  AND taken.cents > -coalesce(b.cents, 0)
ORDER BY a.code, a.ref
""",
    "lapse",
    "{} {}: {} lapsed, {} owed",
)
COMPARED = (HANDS, HAND, CHIPS, LEVELS, PAYABLES, BANKS, VAULT_MOVES, LAPSES)
