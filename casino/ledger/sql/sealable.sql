-- What the application's role could write, and no day was ever sealed again; closes and seals in the
-- name of an act that is over; seals of days that are not.

-- Each act and entry lies in the years 2000 to 2199: infinity has no microseconds to seal, and programs
-- read no year of five digits. Rows of before are not looked at, so that nothing waits for it.
ALTER TABLE ledger_act ADD CONSTRAINT ledger_act_instant
    CHECK (happened_at >= to_timestamp(946684800) AND happened_at < to_timestamp(7258118400)) NOT VALID;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_instant
    CHECK (happened_at >= to_timestamp(946684800) AND happened_at < to_timestamp(7258118400)) NOT VALID;

-- Two or more lines, none zero, one a account in ascending order, summing to zero; none so large that the
-- sums of a day could leave their columns.
CREATE OR REPLACE FUNCTION ledger_balanced(accounts bigint[], cents bigint[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    total numeric := 0;
    last bigint := 0;
BEGIN
    IF coalesce(array_length(accounts, 1), 0) < 2 OR array_ndims(cents) <> 1
       OR array_length(accounts, 1) IS DISTINCT FROM array_length(cents, 1)
       OR array_lower(accounts, 1) <> 1 OR array_lower(cents, 1) <> 1 THEN
        RETURN false;
    END IF;
    FOR i IN 1 .. array_length(accounts, 1) LOOP
        IF accounts[i] IS NULL OR cents[i] IS NULL OR cents[i] = 0 OR accounts[i] <= last
           OR cents[i] NOT BETWEEN -10000000000000 AND 10000000000000 THEN
            RETURN false;
        END IF;
        last := accounts[i];
        total := total + cents[i];
    END LOOP;
    RETURN total = 0;
END $$;

CREATE OR REPLACE FUNCTION ledger_begin(
    p_key uuid, p_club bigint, p_actor bigint, p_operation text, p_arguments jsonb,
    p_at timestamptz, p_request text, p_live boolean DEFAULT false,
    OUT act bigint, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- Days, seals and closes are looked up as they are by now: with an older snapshot a day before a
    -- sealed one could be opened.
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'An act is begun in a transaction that reads what is committed.'
            USING ERRCODE = '25001', CONSTRAINT = 'ledger_read_committed';
    END IF;
    -- First of all locks, so that commands queue behind a closer and never across it.
    PERFORM pg_advisory_xact_lock_shared(7000, p_club::integer);
    INSERT INTO ledger_act (key, club_id, actor_id, operation, arguments, happened_at, request_id)
    VALUES (p_key, p_club, p_actor, p_operation, p_arguments, p_at, p_request)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO act;
    replayed := act IS NULL;
    IF NOT replayed THEN
        IF p_live AND (p_at > house_now() + interval '5 seconds'
                       OR p_at < house_now() - interval '10 minutes') THEN
            RAISE EXCEPTION 'The clock moved while this was being booked.'
                USING ERRCODE = '23514', CONSTRAINT = 'ledger_clock_moved';
        END IF;
        INSERT INTO ledger_outbox (act_id) VALUES (act);
        PERFORM set_config('casino.act', act::text, true);
        RETURN;
    END IF;
    SELECT a.id INTO act FROM ledger_act a
    WHERE a.key = p_key AND a.club_id = p_club AND a.actor_id IS NOT DISTINCT FROM p_actor
      AND a.operation = p_operation AND a.arguments = p_arguments;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'This key was already used for something else.'
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_key_reused';
    END IF;
    -- A commit that waits for the standby is not seen by others; after a crash of the primary it
    -- is, whether the standby has it or not. So a repeat writes a few bytes: its commit waits for
    -- all of the log before it.
    PERFORM pg_logical_emit_message(true, 'casino', 'repeated');
END $$;

CREATE OR REPLACE FUNCTION ledger_close_day(
    p_act bigint, p_club bigint, p_day date, p_opens timestamptz, p_closes timestamptz,
    p_at timestamptz, p_kind text, OUT close bigint, OUT created boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    d ledger_day;
BEGIN
    PERFORM ledger_open_day(p_club, p_day, p_opens, p_closes);
    SELECT * INTO d FROM ledger_day WHERE club_id = p_club AND day = p_day FOR UPDATE;
    SELECT c.id INTO close FROM ledger_close c
    WHERE c.club_id = p_club AND c.reopened_act_id IS NULL
      AND (c.at = p_at OR (c.day = p_day AND c.kind = 'daily' AND p_kind = 'daily'));
    created := close IS NULL;
    IF NOT created THEN
        RETURN;
    END IF;
    PERFORM ledger_check_act(p_act, p_club);
    IF d.state <> 'open' OR p_at <= d.opens_at OR p_at > d.closes_at
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

CREATE OR REPLACE FUNCTION ledger_seal_day(p_act bigint, p_club bigint, p_day date)
RETURNS bytea LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- Days are written as verify writes them, whatever the session prefers.
SET datestyle = 'ISO' AS $$
DECLARE
    d ledger_day;
    s ledger_seal;
    blocking date;
BEGIN
    PERFORM ledger_check_act(p_act, p_club);
    SELECT * INTO d FROM ledger_day WHERE club_id = p_club AND day = p_day FOR UPDATE;
    IF NOT FOUND OR d.state <> 'closed' THEN
        RAISE EXCEPTION 'The gaming day % is %; only a closed day can be sealed.', p_day,
            coalesce(d.state, 'unknown')
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_not_closed';
    END IF;
    -- Until its hour a close that a wrong clock made can be taken back.
    IF d.closes_at > house_now() THEN
        RAISE EXCEPTION 'The gaming day % is not over.', p_day
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_not_over';
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
