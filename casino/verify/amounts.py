"""
What rows beside the journal say was booked, against the entries that booked it.

A row's digest holds what its act wrote, and not whether that was true: the running program's own
role may write a row under any act. So of each row that names its entry, or its act, the amount is
looked up there, account by account.
"""

from collections.abc import Iterator
from typing import Any

from casino.db import fetch_all
from casino.ledger.verify import Finding

# Of each kind of row a SELECT: the row, its entry (else its act), accounts by code and what they
# are kept for (none: any), and what the entry moves there. Rows of one entry are added up.
SAYS = {
    "box": """
        SELECT id, entry_id, NULL::bigint, ARRAY[CASE fee WHEN 'rake' THEN 'income:rake'
               WHEN 'time' THEN 'income:time-rake' ELSE 'jackpot:pool' END], NULL::bigint,
               -counted_cents
        FROM countroom_box WHERE club_id = %(club)s AND counted_cents IS NOT NULL""",
    "share of time rake": """
        SELECT t.id, t.entry_id, NULL::bigint, ARRAY['income:time-rake'], NULL::bigint, -t.cents
        FROM cashgames_timeshare t JOIN cashgames_timeperiod p ON p.id = t.period_id
        JOIN cashgames_session s ON s.id = p.session_id
        WHERE s.club_id = %(club)s AND t.entry_id IS NOT NULL""",
    "over/short": """
        SELECT o.id, o.entry_id, NULL::bigint, ARRAY['chips:table'], o.session_id,
               o.expected_cents - o.counted_cents
        FROM cashgames_overshort o JOIN cashgames_session s ON s.id = o.session_id
        WHERE s.club_id = %(club)s""",
    "box variance": """
        SELECT t.id, NULL::bigint, t.act_id, ARRAY['chips:table'], t.session_id,
               t.expected_cents - b.shown
        FROM countroom_settlement t JOIN cashgames_session s ON s.id = t.session_id
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(u.cents), 0) AS shown
            FROM countroom_box x JOIN ledger_entry e ON e.id = x.entry_id AND e.act_id < t.act_id
            CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS u (account_id, cents)
            JOIN ledger_account a ON a.id = u.account_id AND a.code = 'chips:table'
            WHERE x.session_id = t.session_id) b
        WHERE s.club_id = %(club)s""",
    "table float shortage": """
        SELECT b.id, b.entry_id, NULL::bigint, ARRAY[w.code], b.session_id, -w.cents
        FROM countroom_bankclosing b JOIN cashgames_session s ON s.id = b.session_id
        CROSS JOIN LATERAL (
            VALUES ('chips:bank', b.chips_cents), ('cash:table', b.cash_cents)) w (code, cents)
        WHERE s.club_id = %(club)s""",
    "bank deposit": """
        SELECT id, packed_entry_id, NULL::bigint, ARRAY['cash:bags'], NULL::bigint, cents
        FROM cage_bag WHERE club_id = %(club)s AND packed_entry_id IS NOT NULL""",
    "bank deposit's credit": """
        SELECT b.id, b.credited_entry_id, NULL::bigint, ARRAY[w.code], NULL::bigint, w.cents
        FROM cage_bag b CROSS JOIN LATERAL (
            VALUES ('cash:bags', -b.cents), ('bank', b.credited_cents)) w (code, cents)
        WHERE b.club_id = %(club)s AND b.credited_entry_id IS NOT NULL""",
    "vault count": """
        SELECT id, NULL::bigint, act_id, ARRAY['cash:vault'], NULL::bigint,
               counted_cents - expected_cents
        FROM cage_vaultcount WHERE club_id = %(club)s""",
    "opening count": """
        SELECT c.id, NULL::bigint, c.act_id, ARRAY['cash:drawer'], s.drawer_id,
               coalesce((SELECT sum(l.cents::bigint * l.quantity) FROM cage_countline l
                         WHERE l.count_id = c.id AND l.medium = 'cash'), 0)
               - coalesce(h.cash_cents, 0) + coalesce((
                   SELECT sum(k.cash_cents) FROM cage_countcorrection k
                   WHERE k.shift_id = h.given_id AND k.moment = 'closing'
                     AND k.right_id IS NOT NULL AND k.act_id > c.act_id), 0)
        FROM cage_count c JOIN cage_shift s ON s.id = c.shift_id
        LEFT JOIN cage_handover h ON h.taken_id = s.id
        WHERE s.club_id = %(club)s AND c.moment = 'opening'
          AND NOT EXISTS (SELECT FROM cage_countcorrection k WHERE k.right_id = c.id)""",
    "corrected count": """
        SELECT k.id, k.entry_id, NULL::bigint, ARRAY['cash:vault', 'cash:drawer'], NULL::bigint,
               k.cash_cents
        FROM cage_countcorrection k JOIN cage_shift s ON s.id = k.shift_id
        WHERE s.club_id = %(club)s AND k.entry_id IS NOT NULL""",
    "payment due": """
        SELECT id, NULL::bigint, act_id, ARRAY['payable'], id, -cents
        FROM cage_payable WHERE club_id = %(club)s""",
    "payment": """
        SELECT m.id, m.entry_id, NULL::bigint, ARRAY['payable'], p.id, p.cents
        FROM cage_payment m JOIN cage_payable p ON p.id = m.payable_id
        WHERE p.club_id = %(club)s""",
    "purchase": """
        SELECT p.id, p.slip_id, NULL::bigint, w.codes, NULL::bigint,
               CASE p.what WHEN 'refund' THEN w.cents ELSE -w.cents END
        FROM tournaments_purchase p JOIN tournaments_entry n ON n.id = p.entry_id
        JOIN tournaments_tournament t ON t.id = n.tournament_id
        CROSS JOIN LATERAL (VALUES
            (ARRAY['tournament:pool'], p.price_cents - p.bounty_cents - p.rfj_cents),
            (ARRAY['income:fees', 'deferred:fees'], p.fee_cents),
            (ARRAY['tournament:bounties'], p.bounty_cents), (ARRAY['rfj:pool'], p.rfj_cents),
            (ARRAY['surcharge:pool'], p.surcharge_cents)) w (codes, cents)
        WHERE t.club_id = %(club)s""",
    # Its act may also let what the house gave to the same tournament lapse, in an entry of its own.
    "ticket": """
        SELECT k.id, e.id, NULL::bigint, ARRAY['tickets'], NULL::bigint, -k.cents
        FROM tournaments_ticket k JOIN tournaments_tournament t ON t.id = k.target_id
        LEFT JOIN ledger_entry e ON e.act_id = k.act_id AND e.club_id = t.club_id
            AND e.kind IN ('tournaments.prizes_won', 'tournaments.ticket_given')
        WHERE t.club_id = %(club)s""",
    "prize pool": """
        SELECT f.id, f.slip_id, NULL::bigint, ARRAY[w.code], NULL::bigint, w.cents
        FROM tournaments_fixedpool f
        JOIN tournaments_tournament t ON t.id = coalesce(f.tournament_id, f.taken_back_of_id)
        CROSS JOIN LATERAL (VALUES ('expense:overlay', f.overlay_cents),
            ('ranking:pool', -f.ranking_cents)) w (code, cents)
        WHERE t.club_id = %(club)s""",
    "pool adjustment": """
        SELECT a.id, a.entry_id, NULL::bigint, ARRAY['jackpot:pool'], a.jackpot_id, -a.cents
        FROM jackpot_adjustment a JOIN ledger_act c ON c.id = a.act_id
        WHERE c.club_id = %(club)s""",
    "move between pools": """
        SELECT m.id, m.entry_id, NULL::bigint, ARRAY['jackpot:pool'], w.ref, w.cents
        FROM jackpot_poolmove m JOIN ledger_act c ON c.id = m.act_id
        CROSS JOIN LATERAL (VALUES (m.source_id, m.cents), (m.target_id, -m.cents)) w (ref, cents)
        WHERE c.club_id = %(club)s""",
    "money sent to a club": """
        SELECT id, sent_entry_id, NULL::bigint, ARRAY[w.code], w.ref, w.cents
        FROM jackpot_settlement CROSS JOIN LATERAL (VALUES
            ('group:owes', receiver_id, cents)) w (code, ref, cents)
        WHERE sender_id = %(club)s""",
    "money of a club": """
        SELECT id, received_entry_id, NULL::bigint, ARRAY['group:owed'], sender_id, -cents
        FROM jackpot_settlement WHERE receiver_id = %(club)s""",
}
BOOKED = """
SELECT e.gaming_day, said.entry_id, said.rows, said.codes, said.cents, b.cents
FROM (
    SELECT entry_id, act_id, codes, ref, array_agg(id ORDER BY id) AS rows, sum(cents) AS cents
    FROM ({says}) x (id, entry_id, act_id, codes, ref, cents) GROUP BY 1, 2, 3, 4
) said
LEFT JOIN ledger_entry e ON e.id = said.entry_id
CROSS JOIN LATERAL (
    SELECT coalesce(sum(u.cents), 0) AS cents
    FROM (
        SELECT o.account_ids, o.cents FROM ledger_entry o
        WHERE o.id = said.entry_id AND o.club_id = %(club)s
        UNION ALL
        SELECT o.account_ids, o.cents FROM ledger_entry o
        WHERE said.entry_id IS NULL AND o.act_id = said.act_id AND o.club_id = %(club)s
    ) o
    CROSS JOIN LATERAL unnest(o.account_ids, o.cents) AS u (account_id, cents)
    JOIN ledger_account a ON a.id = u.account_id AND a.code = ANY (said.codes)
        AND (said.ref IS NULL OR a.ref = said.ref)
) b
WHERE said.cents <> b.cents ORDER BY said.rows
"""

# Of each kind of row a SELECT: the row, what it says, what others say of the same.
SAME = {
    "tournament prize": """
        SELECT z.id, z.cents, p.cents FROM tournaments_prize z
        JOIN cage_payable p ON p.id = z.payable_id WHERE p.club_id = %(club)s""",
    "bounty": """
        SELECT b.id, b.cents, p.cents FROM tournaments_bounty b
        JOIN cage_payable p ON p.id = b.payable_id WHERE p.club_id = %(club)s""",
    # Owed or taken back by the same act; one of another guest goes back by an entry of its own.
    "tournament prize taken back by act": """
        SELECT z.id, coalesce(r.act_id, 0), coalesce(e.act_id, 0)
        FROM tournaments_prize z LEFT JOIN ledger_entry r ON r.id = z.reversal_id
        JOIN cage_payable p ON p.id = z.payable_id
        LEFT JOIN ledger_entry e ON e.id = p.reversal_id WHERE p.club_id = %(club)s""",
    "bounty taken back by act": """
        SELECT b.id, coalesce(r.act_id, 0), coalesce(e.act_id, 0)
        FROM tournaments_bounty b LEFT JOIN ledger_entry r ON r.id = b.reversal_id
        JOIN cage_payable p ON p.id = b.payable_id
        LEFT JOIN ledger_entry e ON e.id = p.reversal_id WHERE p.club_id = %(club)s""",
    "ranking prize": """
        SELECT z.id, z.cents, p.cents FROM ranking_prize z
        JOIN cage_payable p ON p.id = z.payable_id WHERE p.club_id = %(club)s""",
    "jackpot share": """
        SELECT h.id, h.cents, p.cents FROM jackpot_share h
        JOIN cage_payable p ON p.id = h.payable_id WHERE p.club_id = %(club)s""",
    # One that was owed to another guest since goes back by an entry of its own.
    "jackpot share taken back by act": """
        SELECT h.id, coalesce(r.act_id, 0), coalesce(e.act_id, 0)
        FROM jackpot_share h LEFT JOIN jackpot_awardreversal r ON r.award_id = h.award_id
        JOIN cage_payable p ON p.id = h.payable_id
        LEFT JOIN ledger_entry e ON e.id = p.reversal_id WHERE p.club_id = %(club)s""",
    "awards that stand of jackpot claim": """
        SELECT c.id, (c.state = 'awarded')::integer, (
            SELECT count(*) FROM jackpot_award w WHERE w.claim_id = c.id AND NOT EXISTS (
                SELECT FROM jackpot_awardreversal r WHERE r.award_id = w.id))
        FROM jackpot_claim c WHERE c.club_id = %(club)s""",
    "ticket paid in cash": """
        SELECT k.id, k.cents, p.cents FROM tournaments_ticket k
        JOIN cage_payable p ON p.id = k.payable_id WHERE p.club_id = %(club)s""",
    "tickets to tournament": """
        SELECT a.ref, (SELECT coalesce(sum(k.cents), 0) FROM tournaments_ticket k
            WHERE k.target_id = a.ref AND k.used_by_id IS NULL AND k.cleared_at IS NULL), b.cents
        FROM ledger_account a CROSS JOIN LATERAL (
            SELECT coalesce(-sum(l.cents), 0) AS cents
            FROM ledger_line l JOIN ledger_entry e ON e.id = l.entry_id
            WHERE l.account_id = a.id AND starts_with(e.kind, 'tournaments.')) b
        WHERE a.club_id = %(club)s AND a.code = 'tickets'""",
    "stack in safekeeping": """
        SELECT k.id, CASE WHEN k.settled_act_id IS NULL THEN k.cents ELSE 0 END, b.cents
        FROM cashgames_heldstack k JOIN cashgames_session s ON s.id = k.session_id
        LEFT JOIN ledger_account a
            ON a.club_id = s.club_id AND a.code = 'safekeeping' AND a.ref = k.id
        CROSS JOIN LATERAL (
            SELECT coalesce(-sum(l.cents), 0) AS cents
            FROM ledger_line l JOIN ledger_entry e ON e.id = l.entry_id
            WHERE l.account_id = a.id AND starts_with(e.kind, 'cashgames.')) b
        WHERE s.club_id = %(club)s""",
    # Corrected to nothing it keeps what it was.
    "amount of a stack in safekeeping": """
        SELECT k.id, k.cents, coalesce(nullif(b.cents, 0), k.cents)
        FROM cashgames_heldstack k JOIN cashgames_session s ON s.id = k.session_id
        LEFT JOIN ledger_account a
            ON a.club_id = s.club_id AND a.code = 'safekeeping' AND a.ref = k.id
        CROSS JOIN LATERAL (
            SELECT -sum(l.cents) AS cents
            FROM ledger_line l JOIN ledger_entry e ON e.id = l.entry_id
            WHERE l.account_id = a.id AND starts_with(e.kind, 'cashgames.stack_removed')) b
        WHERE s.club_id = %(club)s""",
    "bank deposit taken back": """
        SELECT b.id, (b.voided_at IS NOT NULL)::integer, (
            SELECT count(*) FROM ledger_entry e WHERE e.reverses_id = b.packed_entry_id)
        FROM cage_bag b WHERE b.club_id = %(club)s""",
    "bank deposit's credit, of entry": """
        SELECT e.id, (SELECT count(*) FROM cage_bag b WHERE b.credited_entry_id = e.id), 1
        FROM ledger_entry e WHERE e.club_id = %(club)s AND e.kind = 'cage.bag_credited'
          AND NOT EXISTS (SELECT FROM ledger_entry r WHERE r.reverses_id = e.id)""",
    # Two people counted the same, the host alone of a club that needs one.
    "counts that agree of box": """
        SELECT b.id, least(w.people, count(DISTINCT c.counter_id)),
               least(w.people, count(*) FILTER (WHERE c.cents = b.counted_cents))
        FROM countroom_box b
        CROSS JOIN LATERAL (SELECT CASE WHEN (
            SELECT profile FROM house_controlprofile p
            WHERE p.club_id = b.club_id AND p.since <= b.booked_at ORDER BY p.id DESC LIMIT 1
        ) = 'home' THEN 1 ELSE 2 END AS people) w
        CROSS JOIN LATERAL (
            SELECT c.counter_id, coalesce(sum(l.cents::bigint * l.quantity), 0) AS cents
            FROM countroom_count c LEFT JOIN countroom_countline l ON l.count_id = c.id
            WHERE c.box_id = b.id GROUP BY c.id) c
        WHERE b.club_id = %(club)s AND b.counted_cents IS NOT NULL GROUP BY b.id, w.people""",
    "notes of a vault count": """
        SELECT v.id, v.counted_cents, coalesce((
            SELECT sum(l.cents::bigint * l.quantity) FROM cage_vaultcountline l
            WHERE l.count_id = v.id AND l.medium = 'cash'), 0)
        FROM cage_vaultcount v WHERE v.club_id = %(club)s""",
    "count of a shift": """
        SELECT s.id, c.cents, coalesce(h.cash_cents, coalesce(-e.cents, 0) + coalesce((
            SELECT sum(k.cash_cents) FROM cage_countcorrection k
            WHERE k.shift_id = s.id AND k.moment = 'closing' AND k.right_id IS NOT NULL), 0))
        FROM cage_shift s
        CROSS JOIN LATERAL (
            SELECT coalesce(sum(l.cents::bigint * l.quantity), 0) AS cents FROM cage_countline l
            WHERE l.medium = 'cash' AND l.count_id = (SELECT max(id) FROM cage_count
                WHERE shift_id = s.id AND moment = 'closing')) c
        LEFT JOIN cage_handover h ON h.given_id = s.id
        LEFT JOIN (
            SELECT a.ref, e.happened_at, u.cents FROM ledger_entry e
            CROSS JOIN LATERAL unnest(e.account_ids, e.cents) AS u (account_id, cents)
            JOIN ledger_account a ON a.id = u.account_id AND a.code = 'cash:drawer'
            WHERE e.club_id = %(club)s AND e.kind = 'cage.drawer_emptied'
        ) e ON e.ref = s.drawer_id AND e.happened_at = s.closed_at
        WHERE s.club_id = %(club)s AND s.state = 'closed'""",
    "boxes of a table": """
        SELECT t.id, t.counted_cents, coalesce((
            SELECT sum(b.counted_cents) FROM countroom_box b
            JOIN ledger_entry e ON e.id = b.entry_id AND e.act_id < t.act_id
            WHERE b.session_id = t.session_id), 0)
        FROM countroom_settlement t JOIN cashgames_session s ON s.id = t.session_id
        WHERE s.club_id = %(club)s""",
    "amount of a journal document": """
        SELECT d.id, d.cents, (SELECT sum(c) FROM unnest(e.cents) c WHERE c > 0)
        FROM journal_document d JOIN ledger_entry e ON e.id = d.entry_id
        WHERE d.club_id = %(club)s""",
}

OTHERS = """
SELECT id, said, others FROM ({says}) x (id, said, others)
WHERE said IS DISTINCT FROM others ORDER BY id
"""


def verify_amounts(club_id: int) -> Iterator[Finding]:
    """Yield each row whose amount is not what its entry, or its act, booked, or others say."""
    for what, day, entry_id, rows, codes, said, booked in _rows(SAYS, BOOKED, club_id):
        yield Finding(
            day=day,
            entry_id=entry_id,
            what=f"{what} {', '.join(map(str, rows))}",
            says=f"says {said} of {' or '.join(codes)}, booked is {booked}",
        )
    for what, row_id, said, others in _rows(SAME, OTHERS, club_id):
        yield Finding(what=f"{what} {row_id}", says=f"{said}, elsewhere {others}")


def _rows(kinds: dict[str, str], compared: str, club_id: int) -> Iterator[tuple[Any, ...]]:
    for what, says in kinds.items():
        sql = compared.format(says=says)
        for row in fetch_all(sql, {"club": club_id}):
            yield what, *row
