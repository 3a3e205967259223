"""The file of payouts: what was due and is paid, and chips that were paid in cash, with names."""

NUMBERED = "'S' || {0}.series_id || '-' || {0}.number"
# Paid at a drawer or off a table. What is reversed within the days asked for stands in no line,
# what was paid before them and is reversed in them in one below zero: months add up to a year.
# The threshold is that of the instant of the payment, and of its reversal, too.
PAYOUTS = f"""
WITH asked AS (
    SELECT e.id, e.id AS first_id, 1 AS sign FROM ledger_entry e
    WHERE e.club_id = %(club)s AND e.gaming_day BETWEEN %(first)s AND %(last)s
      AND e.kind = ANY (%(kinds)s) AND NOT EXISTS (
          SELECT FROM ledger_entry b WHERE b.reverses_id = e.id AND b.gaming_day <= %(last)s)
    UNION ALL
    SELECT e.id, f.id, -1 FROM ledger_entry e JOIN ledger_entry f ON f.id = e.reverses_id
    WHERE e.club_id = %(club)s AND e.gaming_day BETWEEN %(first)s AND %(last)s
      AND f.kind = ANY (%(kinds)s) AND f.gaming_day < %(first)s
)
SELECT e.gaming_day, {NUMBERED.format("e")}, coalesce(o.kind, f.kind),
       t.sign * coalesce(o.cents, paid.cash), p.code, p.name, p.document, u.username,
       second.username, t.sign * paid.tax,
       t.sign * (coalesce(o.cents, paid.cash) - paid.tax + coins.cents),
       coalesce(pay.paid_with, 'cash'), CASE WHEN t.sign < 0 THEN {NUMBERED.format("f")} END,
       held.cents
FROM asked t JOIN ledger_entry e ON e.id = t.id JOIN ledger_entry f ON f.id = t.first_id
JOIN ledger_act a ON a.id = e.act_id
LEFT JOIN cage_payment pay ON pay.entry_id = f.id LEFT JOIN cage_payable o ON o.id = pay.payable_id
LEFT JOIN approvals_proposal q ON q.decision_act_id = a.id AND q.approved AND NOT q.alone
CROSS JOIN LATERAL (
    SELECT coalesce(-sum(l.c) FILTER (WHERE k.code = 'cash:drawer'), 0)::bigint AS cash,
           coalesce(-sum(l.c) FILTER (WHERE k.code = 'tax:withheld'), 0)::bigint AS tax
    FROM unnest(f.account_ids, f.cents) AS l (a, c) JOIN ledger_account k ON k.id = l.a
) paid
CROSS JOIN LATERAL (
    SELECT coalesce(sum(l.c), 0)::bigint AS cents
    FROM ledger_entry y CROSS JOIN LATERAL unnest(y.account_ids, y.cents) AS l (a, c)
    JOIN ledger_account k ON k.id = l.a AND k.code = 'expense:rounding'
    WHERE y.act_id = f.act_id AND pay.paid_with = 'cash'
) coins
CROSS JOIN LATERAL (
    SELECT h.cents FROM unnest(%(held_at)s::timestamptz[], %(held)s::bigint[]) AS h (at, cents)
    WHERE h.at <= f.happened_at ORDER BY h.at DESC LIMIT 1
) held
LEFT JOIN players_player p ON p.id = coalesce(o.player_id, f.player_id)
LEFT JOIN staff_user u ON u.id = coalesce(
    CASE WHEN t.sign > 0 THEN pay.paid_by_id END, q.proposed_by_id, a.actor_id)
LEFT JOIN staff_user second ON second.id = coalesce(
    CASE WHEN t.sign > 0 THEN pay.second_id END, q.decided_by_id)
WHERE coalesce(o.cents, paid.cash) >= held.cents
ORDER BY t.id
"""  # noqa: S608  (only our own expressions are formatted in)
PAID = ["cage.paid_out", "cage.chips_redeemed", "cashgames.cashed_out"]
