-- Closing fixes the levels; sealing ends the day for good.

-- Let the commands in flight end and keep new ones waiting: without it a closer's row lock could
-- wait for ever behind postings that overlap each other.
CREATE FUNCTION ledger_hold_club(p_club bigint) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(7000, p_club::integer)
$$;

CREATE FUNCTION ledger_close_day(
    p_act bigint, p_club bigint, p_day date, p_opens timestamptz, p_closes timestamptz,
    p_at timestamptz, p_kind text, OUT close bigint, OUT created boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    d ledger_day;
BEGIN
    PERFORM ledger_open_day(p_club, p_day, p_opens, p_closes);
    SELECT * INTO d FROM ledger_day WHERE club_id = p_club AND day = p_day FOR UPDATE;
    SELECT c.id INTO close FROM ledger_close c
    WHERE c.club_id = p_club AND (c.at = p_at OR (c.day = p_day AND c.kind = 'daily' AND p_kind = 'daily'));
    created := close IS NULL;
    IF NOT created THEN
        RETURN;
    ELSIF d.state <> 'open' OR p_at <= d.opens_at OR p_at > d.closes_at
          OR p_at <= d.fixed_until OR (p_kind = 'daily' AND p_at <> d.closes_at) THEN
        RAISE EXCEPTION 'The gaming day % is % and cannot be closed at %.', p_day, d.state, p_at
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_closed';
    END IF;
    INSERT INTO ledger_close (club_id, day, at, kind, act_id)
    VALUES (p_club, p_day, p_at, p_kind, p_act) RETURNING id INTO close;
    UPDATE ledger_day
    SET fixed_until = p_at, state = CASE p_kind WHEN 'daily' THEN 'closed' ELSE state END
    WHERE club_id = p_club AND day = p_day;
END $$;

-- The canonical text of an entry, version 1: the fields in this order, a line feed between them;
-- free text as JSON, so that none can pass for the next field.
CREATE FUNCTION ledger_canonical(e ledger_entry, a ledger_act) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT concat_ws(E'\n', 'entry/1', e.id, a.key, e.seq, e.club_id, e.gaming_day,
        to_json(e.kind), e.adjustment, e.currency, e.account_ids, e.cents,
        (extract(epoch FROM e.happened_at) * 1000000)::bigint,
        (extract(epoch FROM e.recorded_at) * 1000000)::bigint,
        coalesce(e.player_id, 0), to_json(e.memo), e.because, coalesce(e.reverses_id, 0),
        coalesce(e.series_id, 0), coalesce(e.number, 0),
        coalesce(a.actor_id, 0), to_json(a.operation), a.arguments, to_json(a.request_id))
$$;

CREATE FUNCTION ledger_seal_day(p_act bigint, p_club bigint, p_day date)
RETURNS bytea LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    d ledger_day;
    s ledger_seal;
    blocking date;
BEGIN
    SELECT * INTO d FROM ledger_day WHERE club_id = p_club AND day = p_day FOR UPDATE;
    IF NOT FOUND OR d.state <> 'closed' THEN
        RAISE EXCEPTION 'The gaming day % is %; only a closed day can be sealed.', p_day,
            coalesce(d.state, 'unknown')
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_not_closed';
    END IF;
    SELECT min(day) INTO blocking FROM ledger_day
    WHERE club_id = p_club AND day < p_day AND state <> 'sealed';
    IF blocking IS NOT NULL THEN
        RAISE EXCEPTION 'The gaming day % has to be sealed first.', blocking
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_seal_order';
    END IF;

    INSERT INTO ledger_day_balance (account_id, day, debit_cents, credit_cents, closing_cents)
    SELECT m.account_id, p_day, m.debit, m.credit,
           coalesce(b.closing_cents, 0) + m.debit - m.credit
    FROM (
        SELECT l.account_id, coalesce(sum(l.cents) FILTER (WHERE l.cents > 0), 0)::bigint AS debit,
               coalesce(-sum(l.cents) FILTER (WHERE l.cents < 0), 0)::bigint AS credit
        FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id AND a.club_id = p_club
        WHERE l.gaming_day = p_day GROUP BY l.account_id
    ) m
    LEFT JOIN LATERAL (
        SELECT closing_cents FROM ledger_day_balance x
        WHERE x.account_id = m.account_id AND x.day < p_day ORDER BY x.day DESC LIMIT 1
    ) b ON true;

    s.previous := coalesce(
        (SELECT x.seal FROM ledger_seal x WHERE x.club_id = p_club AND x.day < p_day
         ORDER BY x.day DESC LIMIT 1), ''::bytea);
    CREATE TEMP TABLE ledger_sealing ON COMMIT DROP AS
        SELECT (row_number() OVER (ORDER BY e.id))::integer AS n, e.id AS entry_id,
               sha256(convert_to(ledger_canonical(e, a), 'UTF8')) AS digest
        FROM ledger_entry e JOIN ledger_act a ON a.id = e.act_id
        WHERE e.club_id = p_club AND e.gaming_day = p_day;
    SELECT count(*), sha256(coalesce(string_agg(digest, ''::bytea ORDER BY n), ''::bytea))
    INTO s.entries, s.root FROM ledger_sealing;
    SELECT sha256(convert_to(coalesce(string_agg(concat_ws(' ', b.account_id, b.debit_cents,
               b.credit_cents, b.closing_cents), E'\n' ORDER BY b.account_id), ''), 'UTF8'))
    INTO s.balances
    FROM ledger_day_balance b JOIN ledger_account a ON a.id = b.account_id AND a.club_id = p_club
    WHERE b.day = p_day;
    SELECT sha256(convert_to(coalesce(string_agg(concat_ws(' ', c.kind,
               (extract(epoch FROM c.at) * 1000000)::bigint), E'\n' ORDER BY c.at), ''), 'UTF8'))
    INTO s.closes FROM ledger_close c WHERE c.club_id = p_club AND c.day = p_day;
    s.seal := sha256(convert_to(concat_ws(E'\n', 'seal/1', p_club, p_day, encode(s.previous, 'hex'),
        s.entries, encode(s.root, 'hex'), encode(s.balances, 'hex'), encode(s.closes, 'hex')), 'UTF8'));
    INSERT INTO ledger_seal (club_id, day, entries, root, balances, closes, previous, seal, act_id)
    VALUES (p_club, p_day, s.entries, s.root, s.balances, s.closes, s.previous, s.seal, p_act)
    RETURNING id INTO s.id;
    INSERT INTO ledger_seal_line (seal_id, n, entry_id, digest)
    SELECT s.id, n, entry_id, digest FROM pg_temp.ledger_sealing;
    DROP TABLE pg_temp.ledger_sealing;
    UPDATE ledger_day SET state = 'sealed' WHERE club_id = p_club AND day = p_day;
    RETURN s.seal;
END $$;
