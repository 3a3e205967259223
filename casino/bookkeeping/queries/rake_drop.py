"""What the tables took, hour by hour, by hands, shares of time rake and counted boxes."""

# What was played at a table at an instant, by what was said of it later and the changes since.
GAME = """coalesce((
               SELECT c.game FROM cashgames_correction c
               WHERE c.session_id = s.id AND c.what = 'game' AND c.since <= {0} AND c.until > {0}
               ORDER BY c.id DESC LIMIT 1
           ), (
               SELECT x.before ->> 'game' FROM cashgames_tablechange x
               WHERE x.session_id = s.id AND x.what = 'game' AND x.at > {0}
               ORDER BY x.at, x.id LIMIT 1
           ), s.game) AS game"""
RAKE = f"""
WITH taken AS (
    SELECT h.gaming_day, h.session_id, date_trunc('hour', h.played_at) AS hour,
           {GAME.format("h.played_at")},
           max(h.players_dealt) FILTER (  -- what is taken back later stays in its own day's file
               WHERE h.reverses_id IS NULL AND (back.id IS NULL OR back.gaming_day > h.gaming_day)
           ) AS players,
           sum(h.rake_cents) AS rake, sum(h.drop_cents) AS dropped,
           0 AS timed, NULL::text AS counted_by, NULL::text AS witness
    FROM cashgames_hand h JOIN cashgames_session s ON s.id = h.session_id
    LEFT JOIN cashgames_hand back ON back.reverses_id = h.id
    WHERE s.club_id = %(club)s AND h.gaming_day BETWEEN %(first)s AND %(last)s GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT t.gaming_day, p.session_id, date_trunc('hour', t.paid_at),
           {GAME.format("p.starts_at")}, NULL, 0, 0, sum(t.cents), NULL, NULL
    FROM cashgames_timeshare t JOIN cashgames_timeperiod p ON p.id = t.period_id
    JOIN cashgames_session s ON s.id = p.session_id
    WHERE s.club_id = %(club)s AND t.gaming_day BETWEEN %(first)s AND %(last)s
      AND t.paid_at IS NOT NULL GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT b.gaming_day, b.session_id, date_trunc('hour', b.taken_at),
           {GAME.format("b.taken_at")}, NULL,
           sum(b.counted_cents) FILTER (WHERE b.fee = 'rake'),
           sum(b.counted_cents) FILTER (WHERE b.fee = 'jackpot'),
           sum(b.counted_cents) FILTER (WHERE b.fee = 'time'), string_agg(DISTINCT c.first, ', '),
           string_agg(DISTINCT c.second, ', ')
    FROM countroom_box b JOIN cashgames_session s ON s.id = b.session_id LEFT JOIN LATERAL (
        SELECT (array_agg(u.username ORDER BY k.id))[1] AS first,
               (array_agg(u.username ORDER BY k.id))[2] AS second
        FROM countroom_count k JOIN staff_user u ON u.id = k.counter_id
        WHERE k.box_id = coalesce(b.reverses_id, b.id)
          AND NOT EXISTS (SELECT FROM countroom_count y WHERE y.corrects_id = k.id)
          AND abs(b.counted_cents) = (
              SELECT coalesce(sum(l.cents * l.quantity), 0)
              FROM countroom_countline l WHERE l.count_id = k.id)
    ) c ON true
    WHERE b.club_id = %(club)s AND b.gaming_day BETWEEN %(first)s AND %(last)s
      AND b.counted_cents IS NOT NULL GROUP BY 1, 2, 3, 4
    UNION ALL  -- at no table: what two people moved between rake and a pool
    SELECT j.gaming_day, NULL, date_trunc('hour', j.at), NULL, NULL, sum(-j.cents), 0, 0, NULL, NULL
    FROM jackpot_adjustment j JOIN approvals_proposal q ON q.id = j.proposal_id
    WHERE q.club_id = %(club)s AND j.gaming_day BETWEEN %(first)s AND %(last)s
      AND j.why = ANY (%(of_rake)s) GROUP BY 1, 3
)
SELECT t.gaming_day, d.name, t.game, t.hour, t.players, t.rake::bigint, t.dropped::bigint,
       t.timed::bigint, t.counted_by, t.witness
FROM taken t LEFT JOIN cashgames_session s ON s.id = t.session_id
LEFT JOIN cashgames_table d ON d.id = s.table_id ORDER BY 1, 2, 4, 3
"""  # noqa: S608
