-- What the rivals in SQL write to: schemas of their own in the casino's database.

-- raw: six statements from the client, nothing enforced but the key and the references.
CREATE SCHEMA raw;
CREATE TABLE raw.account (id bigint PRIMARY KEY, balance bigint NOT NULL DEFAULT 0)
    WITH (fillfactor = 40);
CREATE TABLE raw.entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key uuid NOT NULL UNIQUE,
    kind text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE raw.line (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    entry_id bigint NOT NULL REFERENCES raw.entry,
    account_id bigint NOT NULL REFERENCES raw.account,
    cents bigint NOT NULL
);
CREATE INDEX ON raw.line (entry_id);
CREATE INDEX ON raw.line (account_id);
INSERT INTO raw.account SELECT generate_series(1, 1000);

-- guarded: the same statements with what the casino's journal guards. The key is kept with the
-- request, so that a repeat finds it; the day is open and held, the act goes into an outbox; lines
-- balance at the commit, floors hold, the reasons are kept, and nothing of the journal is changed.
CREATE SCHEMA guarded;
CREATE TABLE guarded.account (
    id bigint PRIMARY KEY,
    floor smallint NOT NULL DEFAULT 0,
    is_open boolean NOT NULL DEFAULT true,
    balance bigint NOT NULL DEFAULT 0,
    CHECK (floor * balance >= 0)
) WITH (fillfactor = 40);
CREATE TABLE guarded.day (
    day date PRIMARY KEY,
    state text NOT NULL DEFAULT 'open',
    opens_at timestamptz NOT NULL,
    closes_at timestamptz NOT NULL
);
INSERT INTO guarded.day (day, opens_at, closes_at)
SELECT n::date, n - interval '1 day', n + interval '2 days'
FROM generate_series(current_date - 1, current_date + 1, interval '1 day') n;
CREATE TABLE guarded.act (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key uuid NOT NULL UNIQUE,
    operation text NOT NULL,
    arguments jsonb NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE guarded.outbox (act_id bigint PRIMARY KEY);
CREATE TABLE guarded.entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    act_id bigint NOT NULL UNIQUE REFERENCES guarded.act,
    day date NOT NULL REFERENCES guarded.day,
    kind text NOT NULL,
    because jsonb NOT NULL
);
CREATE TABLE guarded.line (
    entry_id bigint NOT NULL REFERENCES guarded.entry,
    account_id bigint NOT NULL REFERENCES guarded.account,
    cents bigint NOT NULL CHECK (cents <> 0),
    PRIMARY KEY (account_id, entry_id)
);
CREATE INDEX ON guarded.line (entry_id);
CREATE FUNCTION guarded.balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(cents) <> 0 OR count(*) < 2 FROM guarded.line WHERE entry_id = NEW.id) THEN
        RAISE EXCEPTION 'The entry % does not balance.', NEW.id;
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON guarded.entry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION guarded.balanced();
INSERT INTO guarded.account SELECT generate_series(1, 1000);

-- pgledger-like, after its description, for where pgledger itself can't be reached: a transfer with
-- two entries that keep the account's balance before and after and its version; text ids, numeric
-- amounts, balance and version on the account. It does the same work as the casino's journal
-- besides: key and request for a repeat, the day held, the outbox, the reasons, lines that balance.
CREATE SCHEMA likepgledger;
CREATE FUNCTION likepgledger.new_id(prefix text) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT prefix || '_' || replace(gen_random_uuid()::text, '-', '')
$$;
CREATE TABLE likepgledger.day (day date PRIMARY KEY, state text NOT NULL DEFAULT 'open');
INSERT INTO likepgledger.day SELECT day FROM guarded.day;
CREATE TABLE likepgledger.account (
    id text PRIMARY KEY,
    currency text NOT NULL,
    balance numeric NOT NULL DEFAULT 0,
    version bigint NOT NULL DEFAULT 0,
    allow_negative boolean NOT NULL DEFAULT true,
    allow_positive boolean NOT NULL DEFAULT true,
    updated_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 40);
CREATE TABLE likepgledger.transfer (
    id text PRIMARY KEY DEFAULT likepgledger.new_id('t'),
    from_id text NOT NULL REFERENCES likepgledger.account,
    to_id text NOT NULL REFERENCES likepgledger.account,
    amount numeric NOT NULL CHECK (amount > 0),
    metadata jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (from_id <> to_id)
);
CREATE TABLE likepgledger.request (
    key uuid PRIMARY KEY,
    operation text NOT NULL,
    arguments jsonb NOT NULL,
    transfer_id text
);
CREATE TABLE likepgledger.outbox (transfer_id text PRIMARY KEY);
CREATE INDEX ON likepgledger.transfer (from_id);
CREATE INDEX ON likepgledger.transfer (to_id);
CREATE TABLE likepgledger.entry (
    id text PRIMARY KEY DEFAULT likepgledger.new_id('e'),
    account_id text NOT NULL REFERENCES likepgledger.account,
    transfer_id text NOT NULL REFERENCES likepgledger.transfer,
    amount numeric NOT NULL,
    balance_before numeric NOT NULL,
    balance_after numeric NOT NULL,
    version bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON likepgledger.entry (account_id);
CREATE INDEX ON likepgledger.entry (transfer_id);
INSERT INTO likepgledger.account (id, currency)
SELECT 'a_' || lpad(n::text, 32, '0'), 'EUR' FROM generate_series(1, 1000) n;

CREATE FUNCTION likepgledger.balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(amount) <> 0 FROM likepgledger.entry WHERE transfer_id = NEW.id) THEN
        RAISE EXCEPTION 'The transfer % does not balance.', NEW.id;
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER balanced AFTER INSERT ON likepgledger.transfer
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION likepgledger.balanced();

CREATE FUNCTION likepgledger.transfer(
    request uuid, asked text, said jsonb, gaming_day date, giver text, taker text, amount numeric,
    metadata jsonb
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    moved text := likepgledger.new_id('t');
    earlier likepgledger.request;
    side likepgledger.account;
    money text;
    change numeric;
BEGIN
    INSERT INTO likepgledger.request VALUES (request, asked, said, moved) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        SELECT * INTO earlier FROM likepgledger.request r
        WHERE r.key = request AND r.operation = asked AND r.arguments = said;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'This key was already used for something else.';
        END IF;
        RETURN earlier.transfer_id;
    END IF;
    PERFORM FROM likepgledger.day d WHERE d.day = gaming_day AND d.state = 'open' FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'The gaming day % is not open.', gaming_day;
    END IF;
    PERFORM FROM likepgledger.account a WHERE a.id IN (giver, taker) ORDER BY a.id FOR UPDATE;
    INSERT INTO likepgledger.transfer (id, from_id, to_id, amount, metadata)
    VALUES (moved, giver, taker, transfer.amount, transfer.metadata);
    INSERT INTO likepgledger.outbox VALUES (moved);
    FOR i IN 1 .. 2 LOOP
        change := CASE i WHEN 1 THEN -transfer.amount ELSE transfer.amount END;
        UPDATE likepgledger.account a
        SET balance = a.balance + change, version = a.version + 1, updated_at = now()
        WHERE a.id = CASE i WHEN 1 THEN giver ELSE taker END RETURNING a.* INTO side;
        IF (side.balance < 0 AND NOT side.allow_negative)
           OR (side.balance > 0 AND NOT side.allow_positive)
           OR money <> side.currency THEN
            RAISE EXCEPTION 'The account % may not hold %.', side.id, side.balance;
        END IF;
        money := side.currency;
        INSERT INTO likepgledger.entry
            (account_id, transfer_id, amount, balance_before, balance_after, version)
        VALUES (side.id, moved, change, side.balance - change, side.balance, side.version);
    END LOOP;
    RETURN moved;
END $$;
GRANT USAGE ON SCHEMA raw, guarded, likepgledger TO casino_app;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA raw, guarded, likepgledger TO casino_app;
