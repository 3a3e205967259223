-- The journal is append-only for everybody, its owner included.

CREATE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = '42501', CONSTRAINT = 'ledger_append_only';
END $$;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['act', 'entry', 'line', 'close', 'day_balance', 'seal', 'seal_line']
    LOOP
        EXECUTE format(
            'CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_%s
             FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only()', name);
    END LOOP;
END $$;

-- Slips are numbered from one, without a gap.
CREATE TRIGGER from_one BEFORE INSERT ON ledger_series
    FOR EACH ROW WHEN (NEW.last_number <> 0) EXECUTE FUNCTION ledger_append_only();

-- Every account begins with an empty balance, in the same statement.
CREATE FUNCTION ledger_account_opened() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO ledger_balance (account_id) VALUES (NEW.id);
    RETURN NULL;
END $$;
CREATE TRIGGER opened AFTER INSERT ON ledger_account
    FOR EACH ROW EXECUTE FUNCTION ledger_account_opened();
