-- The database's clock decides days, closes and the order of acts.

-- A live act happens now. What is imported or played again says itself when it happened; both
-- are recorded at the database's now, and what calls without p_live does so.
DROP FUNCTION ledger_begin;
CREATE FUNCTION ledger_begin(
    p_key uuid, p_club bigint, p_actor bigint, p_operation text, p_arguments jsonb,
    p_at timestamptz, p_request text, p_live boolean DEFAULT false,
    OUT act bigint, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
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

DROP FUNCTION ledger_post_once;
CREATE FUNCTION ledger_post_once(
    p_key uuid, p_actor bigint, p_operation text, p_arguments jsonb, p_request text,
    p_club bigint, p_day date, p_opens timestamptz, p_closes timestamptz, p_at timestamptz,
    p_kind text, p_adjustment boolean, p_codes text[], p_refs bigint[], p_cents bigint[],
    p_player bigint, p_memo text, p_because jsonb, p_series bigint, p_live boolean DEFAULT false,
    OUT act bigint, OUT entry bigint, OUT slip integer, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    begun record := ledger_begin(
        p_key, p_club, p_actor, p_operation, p_arguments, p_at, p_request, p_live);
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

-- A close that a wrong clock made is taken back while its hour is still to come: the row stays and
-- names the act; the job makes another one at the hour.
ALTER TABLE ledger_close ADD COLUMN reopened_act_id bigint REFERENCES ledger_act;
ALTER TABLE ledger_close DROP CONSTRAINT ledger_close_once;
DROP INDEX ledger_close_daily_once;
CREATE UNIQUE INDEX ledger_close_once ON ledger_close (club_id, at) WHERE reopened_act_id IS NULL;
CREATE UNIQUE INDEX ledger_close_daily_once ON ledger_close (club_id, day)
    WHERE kind = 'daily' AND reopened_act_id IS NULL;

DROP TRIGGER append_only ON ledger_close;
CREATE TRIGGER append_only
    BEFORE DELETE OR TRUNCATE OR UPDATE OF id, club_id, day, at, kind, act_id ON ledger_close
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE FUNCTION ledger_close_changes() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF OLD.reopened_act_id IS NOT NULL OR OLD.kind <> 'daily' THEN
        RAISE EXCEPTION 'A daily close is taken back once.'
            USING ERRCODE = '42501', CONSTRAINT = 'ledger_append_only';
    END IF;
    PERFORM ledger_check_act(NEW.reopened_act_id, NEW.club_id);
    RETURN NEW;
END $$;
CREATE TRIGGER only_reopened BEFORE UPDATE ON ledger_close
    FOR EACH ROW EXECUTE FUNCTION ledger_close_changes();

CREATE FUNCTION ledger_reopen_day(p_act bigint, p_club bigint, p_day date) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    d ledger_day;
    reopened bigint;
BEGIN
    SELECT * INTO d FROM ledger_day WHERE club_id = p_club AND day = p_day FOR UPDATE;
    IF NOT FOUND OR d.state <> 'closed' OR d.closes_at <= house_now() THEN
        RAISE EXCEPTION 'The gaming day % is % and ends at %.', p_day, coalesce(d.state, 'unknown'),
            d.closes_at USING ERRCODE = '23514', CONSTRAINT = 'ledger_day_not_early';
    END IF;
    UPDATE ledger_close SET reopened_act_id = p_act
    WHERE club_id = p_club AND day = p_day AND kind = 'daily' AND reopened_act_id IS NULL
    RETURNING id INTO STRICT reopened;
    UPDATE ledger_day SET state = 'open', fixed_until = (
        SELECT max(c.at) FROM ledger_close c
        WHERE c.club_id = p_club AND c.day = p_day AND c.reopened_act_id IS NULL)
    WHERE club_id = p_club AND day = p_day;
    RETURN reopened;
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
