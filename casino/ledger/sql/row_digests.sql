-- What each act wrote beside the journal, a digest a row: so that `verify` can say of every row of every
-- table whether it is what its act wrote. Which tables: all but those of undigested.txt.

CREATE TABLE ledger_rowdigest (
    id bigint GENERATED ALWAYS AS IDENTITY,
    relation text NOT NULL,
    row_id bigint NOT NULL,
    -- 0: no act was running; -1: none was, and the owner of the tables wrote it, as migrations do.
    act_id bigint NOT NULL,
    -- NULL: the row was removed.
    digest bytea,
    -- Kept for the latest digest of a row alone: of a guest who was erased nobody can guess the name.
    salt uuid,
    PRIMARY KEY (relation, row_id, id)
);
CREATE INDEX ledger_rowdigest_act ON ledger_rowdigest (act_id);
CREATE TRIGGER append_only
    BEFORE DELETE OR TRUNCATE OR UPDATE OF id, relation, row_id, act_id, digest ON ledger_rowdigest
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

-- The columns that the digests of a table were made of; where a migration changes them, they are made anew.
CREATE TABLE ledger_digested (relation text PRIMARY KEY, columns text[] NOT NULL);

CREATE FUNCTION ledger_row_digest(relation text, content jsonb, salt uuid) RETURNS bytea
LANGUAGE sql STABLE AS $$
    SELECT sha256(convert_to(concat_ws(' ', salt, relation, content), 'UTF8'))
$$;

-- Return the act that began in this transaction, the latest of them, or what stands for none.
CREATE FUNCTION ledger_running_act() RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce((
        SELECT a.id FROM ledger_act a
        WHERE a.id = nullif(current_setting('casino.act', true), '')::bigint
          AND a.transaction_id = pg_current_xact_id()
    ), (SELECT -(c.relowner = session_user::text::regrole)::integer FROM pg_class c
        WHERE c.oid = 'public.ledger_rowdigest'::regclass))
$$;

-- Arguments: the key of the table, and the columns that are left out.
CREATE FUNCTION ledger_digest_rows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
    act bigint := ledger_running_act();
    left_out text[] := TG_ARGV[1]::text[];
    this bigint;
    new_salt uuid := gen_random_uuid();
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO ledger_rowdigest (relation, row_id, act_id, digest, salt)
        SELECT TG_TABLE_NAME, (n.content ->> TG_ARGV[0])::bigint, act,
               ledger_row_digest(TG_TABLE_NAME, n.content, n.salt), n.salt
        FROM (SELECT to_jsonb(w) - left_out AS content, gen_random_uuid() AS salt
              FROM written w OFFSET 0) n;
        RETURN NULL;
    END IF;
    IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - left_out = to_jsonb(OLD) - left_out THEN
        RETURN NULL;
    END IF;
    this := (to_jsonb(OLD) ->> TG_ARGV[0])::bigint;
    UPDATE ledger_rowdigest SET salt = NULL
    WHERE relation = TG_TABLE_NAME AND row_id = this AND salt IS NOT NULL;
    INSERT INTO ledger_rowdigest (relation, row_id, act_id, digest, salt)
    SELECT TG_TABLE_NAME, this, act,
           CASE TG_OP WHEN 'UPDATE' THEN
               ledger_row_digest(TG_TABLE_NAME, to_jsonb(NEW) - left_out, new_salt) END,
           CASE TG_OP WHEN 'UPDATE' THEN new_salt END;
    RETURN NULL;
END $$;

-- The act that runs is known to what it writes.
CREATE OR REPLACE FUNCTION ledger_begin(
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
