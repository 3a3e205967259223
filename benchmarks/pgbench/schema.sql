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

-- pgledger-like, after its description: a transfer with two entries that keep the account's balance
-- before and after and its version; text ids, numeric amounts, balance and version on the account.
CREATE SCHEMA likepgledger;
CREATE FUNCTION likepgledger.new_id(prefix text) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT prefix || '_' || replace(gen_random_uuid()::text, '-', '')
$$;
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
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (from_id <> to_id)
);
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

CREATE FUNCTION likepgledger.transfer(giver text, taker text, amount numeric)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    moved text;
    side likepgledger.account;
    change numeric;
BEGIN
    PERFORM FROM likepgledger.account a WHERE a.id IN (giver, taker) ORDER BY a.id FOR UPDATE;
    INSERT INTO likepgledger.transfer (from_id, to_id, amount)
    VALUES (giver, taker, transfer.amount) RETURNING id INTO moved;
    FOR i IN 1 .. 2 LOOP
        change := CASE i WHEN 1 THEN -transfer.amount ELSE transfer.amount END;
        UPDATE likepgledger.account a
        SET balance = a.balance + change, version = a.version + 1, updated_at = now()
        WHERE a.id = CASE i WHEN 1 THEN giver ELSE taker END RETURNING a.* INTO side;
        IF (side.balance < 0 AND NOT side.allow_negative)
           OR (side.balance > 0 AND NOT side.allow_positive) THEN
            RAISE EXCEPTION 'The account % may not hold %.', side.id, side.balance;
        END IF;
        INSERT INTO likepgledger.entry
            (account_id, transfer_id, amount, balance_before, balance_after, version)
        VALUES (side.id, moved, change, side.balance - change, side.balance, side.version);
    END LOOP;
    RETURN moved;
END $$;
GRANT USAGE ON SCHEMA raw, likepgledger TO casino_app;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA raw, likepgledger TO casino_app;
