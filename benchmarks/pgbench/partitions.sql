-- The journal partitioned by month beside the one in use, to be swapped by name; see partitions.py.
-- What is unique across months moves to small tables of keys that are never detached.
CREATE SCHEMA monthly;
CREATE SEQUENCE monthly.entry_id;
CREATE TABLE monthly.ledger_entry (LIKE ledger_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
    PARTITION BY RANGE (gaming_day);
ALTER TABLE monthly.ledger_entry ALTER COLUMN id SET DEFAULT nextval('monthly.entry_id'),
    ADD PRIMARY KEY (id, gaming_day);
CREATE INDEX ON monthly.ledger_entry USING brin (gaming_day)
    WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX ON monthly.ledger_entry (player_id, gaming_day) WHERE player_id IS NOT NULL;
CREATE TABLE monthly.ledger_line (LIKE ledger_line, PRIMARY KEY (account_id, gaming_day, entry_id))
    PARTITION BY RANGE (gaming_day);
CREATE INDEX ON monthly.ledger_line USING brin (gaming_day)
    WITH (pages_per_range = 32, autosummarize = on);
DO $$
DECLARE
    first date;
BEGIN
    FOR i IN -18 .. 6 LOOP
        first := date_trunc('month', current_date) + make_interval(months => i);
        EXECUTE format('CREATE TABLE monthly.%I PARTITION OF monthly.ledger_entry '
            'FOR VALUES FROM (%L) TO (%L)', 'entry_' || i + 18, first, first + interval '1 month');
        EXECUTE format('CREATE TABLE monthly.%I PARTITION OF monthly.ledger_line '
            'FOR VALUES FROM (%L) TO (%L)', 'line_' || i + 18, first, first + interval '1 month');
    END LOOP;
END $$;

CREATE TABLE monthly.entry_key (
    act_id bigint, seq integer, entry_id bigint NOT NULL, gaming_day date NOT NULL,
    PRIMARY KEY (act_id, seq)
);
CREATE TABLE monthly.reversal_key (reverses_id bigint PRIMARY KEY);
CREATE TABLE monthly.slip_key (series_id bigint, number integer, PRIMARY KEY (series_id, number));

-- The trigger of the journal in use, with the keys ahead of it.
CREATE FUNCTION monthly.posted() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    is_ours boolean := ledger_check_act(NEW.act_id, NEW.club_id);
    state text;
    balance bigint;
BEGIN
    INSERT INTO monthly.entry_key VALUES (NEW.act_id, NEW.seq, NEW.id, NEW.gaming_day);
    IF NEW.reverses_id IS NOT NULL THEN
        INSERT INTO monthly.reversal_key VALUES (NEW.reverses_id);
    END IF;
    IF NEW.series_id IS NOT NULL THEN
        INSERT INTO monthly.slip_key VALUES (NEW.series_id, NEW.number);
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
CREATE TRIGGER posted AFTER INSERT ON monthly.ledger_entry
    FOR EACH ROW WHEN (NOT NEW.batch) EXECUTE FUNCTION monthly.posted();

DO $$
DECLARE
    part regclass;
BEGIN
    FOR part IN SELECT oid FROM pg_class
        WHERE relnamespace = 'monthly'::regnamespace AND relkind IN ('r', 'p', 'S') LOOP
        EXECUTE format('ALTER %s %s OWNER TO casino_owner',
            (SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END FROM pg_class
             WHERE oid = part), part);
    END LOOP;
END $$;
ALTER FUNCTION monthly.posted() OWNER TO casino_owner;
ALTER SCHEMA monthly OWNER TO casino_owner;
CREATE SCHEMA whole AUTHORIZATION casino_owner;
