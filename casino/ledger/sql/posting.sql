-- One INSERT into ledger_entry is the posting: its trigger takes the day, writes the lines and
-- moves the balances. The functions run as the owner of the tables; the application's role may
-- call them and owns nothing. ledger_check_act, ledger_check_reversal, ledger_hold_day and
-- ledger_move run inside the others only.

-- Entries come in the transaction of their act and in its club, never later.
CREATE FUNCTION ledger_check_act(p_act bigint, p_club bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM ledger_act
    WHERE id = p_act AND club_id = p_club AND transaction_id = pg_current_xact_id();
    IF NOT FOUND THEN
        RAISE EXCEPTION 'The act % of club % was not begun in this transaction.', p_act, p_club
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_act_unknown';
    END IF;
    RETURN true;
END $$;

-- A reversal takes back the whole of an entry of the same club, nothing else.
CREATE FUNCTION ledger_check_reversal(e ledger_entry) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM ledger_entry o
    WHERE o.id = e.reverses_id AND o.club_id = e.club_id AND o.account_ids = e.account_ids
      AND (SELECT array_agg(-u.cents ORDER BY u.n) FROM unnest(o.cents) WITH ORDINALITY u (cents, n))
          = e.cents;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'The entry does not take back the entry %.', e.reverses_id
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_entry_reversal';
    END IF;
END $$;

-- Hold the day open for this transaction. A closer takes FOR UPDATE on the same row, so it waits
-- for postings in flight and later ones find the day closed. Returns the day's state.
CREATE FUNCTION ledger_hold_day(
    p_club bigint, p_day date, p_from timestamptz, p_to timestamptz, p_adjustment boolean
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    d ledger_day;
BEGIN
    SELECT * INTO d FROM ledger_day WHERE club_id = p_club AND day = p_day FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'The gaming day % is not open.', p_day
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_unknown';
    ELSIF d.state = 'sealed' THEN
        RAISE EXCEPTION 'The gaming day % is sealed.', p_day
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_sealed';
    ELSIF p_adjustment THEN
        RETURN d.state;
    ELSIF d.state = 'closed' THEN
        RAISE EXCEPTION 'The gaming day % is closed; only counts and adjustments may follow.', p_day
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_closed';
    ELSIF p_from < d.opens_at OR p_to >= d.closes_at THEN
        RAISE EXCEPTION 'That moment does not lie in the gaming day %.', p_day
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_wrong';
    ELSIF p_from < d.fixed_until THEN
        RAISE EXCEPTION 'The levels are fixed until %.', d.fixed_until
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_level_fixed';
    END IF;
    RETURN d.state;
END $$;

-- Move one balance and return it; the same statement tells whether the account may be moved so.
CREATE FUNCTION ledger_move(
    p_account bigint, p_cents bigint, p_club bigint, p_currency text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    a record;
BEGIN
    UPDATE ledger_balance b SET cents = b.cents + p_cents
    FROM ledger_account t WHERE b.account_id = p_account AND t.id = p_account
    RETURNING t.club_id, t.currency, t.is_open, t.code, t.floor, b.cents AS balance INTO a;
    IF a.club_id IS DISTINCT FROM p_club OR a.currency <> p_currency THEN
        RAISE EXCEPTION 'Account % does not exist in this club and currency.', p_account
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_account_unknown';
    ELSIF NOT a.is_open THEN
        RAISE EXCEPTION 'The account % is closed.', a.code
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_account_closed', COLUMN = a.code;
    ELSIF a.floor * a.balance < 0 THEN
        RAISE EXCEPTION 'The account % holds only % cents.', a.code, abs(a.balance - p_cents)
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_floor', COLUMN = a.code,
                  DETAIL = abs(a.balance - p_cents)::text;
    END IF;
    RETURN a.balance;
END $$;

-- Assigning a function's result costs a fraction of PERFORM, which starts a query for it.
CREATE FUNCTION ledger_entry_posted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    is_ours boolean := ledger_check_act(NEW.act_id, NEW.club_id);
    state text;
    balance bigint;
BEGIN
    IF NEW.reverses_id IS NOT NULL THEN
        PERFORM ledger_check_reversal(NEW);
    END IF;
    state := ledger_hold_day(
        NEW.club_id, NEW.gaming_day, NEW.happened_at, NEW.happened_at, NEW.adjustment);
    FOR i IN 1 .. array_length(NEW.account_ids, 1) LOOP
        INSERT INTO ledger_line (account_id, gaming_day, entry_id, cents)
        VALUES (NEW.account_ids[i], NEW.gaming_day, NEW.id, NEW.cents[i]);
        balance := ledger_move(NEW.account_ids[i], NEW.cents[i], NEW.club_id, NEW.currency);
    END LOOP;
    RETURN NULL;
END $$;
CREATE TRIGGER posted AFTER INSERT ON ledger_entry
    FOR EACH ROW WHEN (NOT NEW.batch) EXECUTE FUNCTION ledger_entry_posted();

-- Take the key. A running twin makes this wait; afterwards the same request is a replay and
-- another one under the same key is refused.
CREATE FUNCTION ledger_begin(
    p_key uuid, p_club bigint, p_actor bigint, p_operation text, p_arguments jsonb,
    p_at timestamptz, p_request text, OUT act bigint, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    -- First of all locks, so that commands queue behind a closer and never across it.
    PERFORM pg_advisory_xact_lock_shared(7000, p_club::integer);
    INSERT INTO ledger_act (key, club_id, actor_id, operation, arguments, happened_at, request_id)
    VALUES (p_key, p_club, p_actor, p_operation, p_arguments, p_at, p_request)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO act;
    replayed := act IS NULL;
    IF NOT replayed THEN
        INSERT INTO ledger_outbox (act_id) VALUES (act);
        RETURN;
    END IF;
    SELECT a.id INTO act FROM ledger_act a
    WHERE a.key = p_key AND a.club_id = p_club AND a.actor_id IS NOT DISTINCT FROM p_actor
      AND a.operation = p_operation AND a.arguments = p_arguments;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'This key was already used for something else.'
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_key_reused';
    END IF;
END $$;

-- Open the row of a gaming day on its first use; never before a sealed day.
CREATE FUNCTION ledger_open_day(
    p_club bigint, p_day date, p_opens timestamptz, p_closes timestamptz
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM ledger_day WHERE club_id = p_club AND day = p_day;
    IF FOUND THEN
        RETURN;
    END IF;
    -- Holding the later days keeps a sealer of one of them waiting for this transaction.
    PERFORM FROM ledger_day WHERE club_id = p_club AND day > p_day FOR SHARE;
    PERFORM FROM ledger_day WHERE club_id = p_club AND day > p_day AND state = 'sealed';
    IF FOUND THEN
        RAISE EXCEPTION 'A later day than % is sealed.', p_day
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_sealed';
    END IF;
    -- Of all constraints: two first postings of a day may meet at the one against overlaps first.
    INSERT INTO ledger_day (club_id, day, opens_at, closes_at)
    VALUES (p_club, p_day, p_opens, p_closes) ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION ledger_post(
    p_act bigint, p_seq integer, p_club bigint, p_day date, p_opens timestamptz,
    p_closes timestamptz, p_at timestamptz, p_kind text, p_adjustment boolean, p_codes text[],
    p_refs bigint[], p_cents bigint[], p_player bigint, p_memo text, p_because jsonb,
    p_reverses bigint, p_series bigint, OUT entry bigint, OUT slip integer
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
-- Otherwise the look-up of accounts is planned anew for every posting, as long as its arrays are.
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    ids bigint[];
    amounts bigint[];
    money text;
BEGIN
    IF NOT EXISTS (SELECT FROM ledger_day WHERE club_id = p_club AND day = p_day) THEN
        PERFORM ledger_open_day(p_club, p_day, p_opens, p_closes);
    END IF;
    SELECT array_agg(a.id ORDER BY a.id), array_agg(u.cents ORDER BY a.id), min(a.currency)
    INTO ids, amounts, money
    FROM unnest(p_codes, p_refs, p_cents) AS u (code, ref, cents)
    -- OFFSET 0: one look into the index a line; a plan for ten lines would scan all accounts.
    CROSS JOIN LATERAL (
        SELECT x.id, x.currency FROM ledger_account x
        WHERE x.club_id = p_club AND x.code = u.code AND x.ref = u.ref OFFSET 0
    ) a;
    IF coalesce(array_length(ids, 1), 0) <> coalesce(array_length(p_codes, 1), 0) THEN
        RAISE EXCEPTION 'One of the accounts % % does not exist.', p_codes, p_refs
            USING ERRCODE = '23514', CONSTRAINT = 'ledger_account_unknown';
    END IF;
    IF p_series IS NOT NULL THEN
        UPDATE ledger_series SET last_number = last_number + 1
        WHERE id = p_series AND club_id = p_club RETURNING last_number INTO STRICT slip;
    END IF;
    INSERT INTO ledger_entry (
        act_id, seq, club_id, gaming_day, kind, adjustment, currency, account_ids, cents,
        happened_at, player_id, memo, because, reverses_id, series_id, number)
    VALUES (
        p_act, p_seq, p_club, p_day, p_kind, p_adjustment, coalesce(money, ''),
        coalesce(ids, '{}'), coalesce(amounts, '{}'), p_at, p_player, p_memo, p_because,
        p_reverses, p_series, slip)
    RETURNING id INTO entry;
END $$;

-- Act and entry in one round trip: the whole posting of a command that writes nothing else.
CREATE FUNCTION ledger_post_once(
    p_key uuid, p_actor bigint, p_operation text, p_arguments jsonb, p_request text,
    p_club bigint, p_day date, p_opens timestamptz, p_closes timestamptz, p_at timestamptz,
    p_kind text, p_adjustment boolean, p_codes text[], p_refs bigint[], p_cents bigint[],
    p_player bigint, p_memo text, p_because jsonb, p_series bigint,
    OUT act bigint, OUT entry bigint, OUT slip integer, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    begun record := ledger_begin(
        p_key, p_club, p_actor, p_operation, p_arguments, p_at, p_request);
    posted record;
BEGIN
    act := begun.act;
    replayed := begun.replayed;
    IF replayed THEN
        SELECT e.id, e.number INTO entry, slip FROM ledger_entry e WHERE e.act_id = act AND e.seq = 1;
    ELSE
        posted := ledger_post(
            act, 1, p_club, p_day, p_opens, p_closes, p_at, p_kind, p_adjustment,
            p_codes, p_refs, p_cents, p_player, p_memo, p_because, NULL, p_series);
        entry := posted.entry;
        slip := posted.slip;
    END IF;
END $$;

-- Thousands of entries in one statement: the same columns, checks and results as one by one.
-- The caller fills the table that ledger_open_batch makes.
CREATE FUNCTION ledger_open_batch() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    CREATE TEMP TABLE ledger_batch (
        seq integer, happened_at timestamptz, account_ids bigint[], cents bigint[], memo text,
        because jsonb
    ) ON COMMIT DROP;
    GRANT INSERT ON pg_temp.ledger_batch TO PUBLIC;
END $$;

CREATE FUNCTION ledger_post_batch(
    p_act bigint, p_club bigint, p_day date, p_opens timestamptz, p_closes timestamptz,
    p_kind text, p_currency text
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    moved record;
    first timestamptz;
    latest timestamptz;
    written bigint;
BEGIN
    -- A caller's own table or view of that name would run its code with our rights.
    PERFORM FROM pg_class WHERE oid = 'pg_temp.ledger_batch'::regclass AND relkind = 'r'
        AND relowner = current_user::regrole;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'The batch is not ours.'
            USING ERRCODE = '42501', CONSTRAINT = 'ledger_batch_foreign';
    END IF;
    PERFORM ledger_check_act(p_act, p_club);
    PERFORM ledger_open_day(p_club, p_day, p_opens, p_closes);
    SELECT min(happened_at), max(happened_at) INTO first, latest FROM pg_temp.ledger_batch;
    PERFORM ledger_hold_day(p_club, p_day, first, latest, false);
    WITH entries AS (
        INSERT INTO ledger_entry (
            act_id, seq, club_id, gaming_day, kind, currency, account_ids, cents, happened_at,
            memo, because, batch)
        SELECT p_act, seq, p_club, p_day, p_kind, p_currency, account_ids, cents, happened_at,
               memo, because, true
        FROM pg_temp.ledger_batch ORDER BY seq
        RETURNING id, account_ids, cents
    )
    INSERT INTO ledger_line (account_id, gaming_day, entry_id, cents)
    SELECT u.account, p_day, e.id, u.amount
    FROM entries e, unnest(e.account_ids, e.cents) AS u (account, amount);
    GET DIAGNOSTICS written = ROW_COUNT;
    -- A few accounts take all the lines: one movement each, in ascending order.
    FOR moved IN
        SELECT u.account, sum(u.amount)::bigint AS amount
        FROM pg_temp.ledger_batch b, unnest(b.account_ids, b.cents) AS u (account, amount)
        GROUP BY u.account ORDER BY u.account
    LOOP
        PERFORM ledger_move(moved.account, moved.amount, p_club, p_currency);
    END LOOP;
    RETURN written;
END $$;
