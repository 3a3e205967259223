-- The journal's tables. Debit is positive, credit negative, in integer cents.
-- Only the functions of posting.sql write lines, balances, seals and closes: see grants.sql.

CREATE TABLE ledger_account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id bigint NOT NULL REFERENCES house_club,
    code text NOT NULL,
    -- What the account is kept for: a drawer, a table session, a jackpot; 0 for the club itself.
    ref bigint NOT NULL DEFAULT 0,
    currency text NOT NULL,
    -- 1: never below zero (what we hold), -1: never above zero (what we owe), 0: free.
    floor smallint NOT NULL CHECK (floor IN (-1, 0, 1)),
    is_open boolean NOT NULL DEFAULT true,
    CONSTRAINT ledger_account_once UNIQUE (club_id, code, ref)
);

-- Apart from the account, so that moving a balance never meets a key-share lock on the account.
CREATE TABLE ledger_balance (
    account_id bigint PRIMARY KEY REFERENCES ledger_account,
    cents bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 40);

CREATE TABLE ledger_day (
    club_id bigint NOT NULL REFERENCES house_club,
    day date NOT NULL,
    opens_at timestamptz NOT NULL,
    closes_at timestamptz NOT NULL CHECK (closes_at > opens_at),
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed', 'sealed')),
    -- Instant of the latest close; jackpot levels before it are fixed (AMB-28).
    fixed_until timestamptz,
    PRIMARY KEY (club_id, day),
    CONSTRAINT ledger_days_tile EXCLUDE USING gist (
        club_id WITH =, tstzrange(opens_at, closes_at) WITH &&
    )
);

-- One row for every command that changed anything: the audit trail, and the key that makes a
-- repeated request harmless. The key is unique for ever.
CREATE TABLE ledger_act (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key uuid NOT NULL CONSTRAINT ledger_act_key UNIQUE,
    club_id bigint NOT NULL,
    actor_id bigint,
    operation text NOT NULL,
    arguments jsonb NOT NULL,
    happened_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    request_id text NOT NULL DEFAULT '',
    -- Entries belong to the transaction of their act; none can be added to an old one.
    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX ledger_act_recorded ON ledger_act USING brin (recorded_at);

-- Two or more lines, none zero, one a account in ascending order, summing to zero.
CREATE FUNCTION ledger_balanced(accounts bigint[], cents bigint[]) RETURNS boolean
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
        IF accounts[i] IS NULL OR cents[i] IS NULL OR cents[i] = 0 OR accounts[i] <= last THEN
            RETURN false;
        END IF;
        last := accounts[i];
        total := total + cents[i];
    END LOOP;
    RETURN total = 0;
END $$;

-- The row is the whole document: what is hashed, exported and compared on replay.
CREATE TABLE ledger_entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- No foreign key: ledger_check_act asks for more, once a batch.
    act_id bigint NOT NULL,
    seq integer NOT NULL DEFAULT 1,
    club_id bigint NOT NULL,
    gaming_day date NOT NULL,
    kind text NOT NULL CHECK (kind <> ''),
    -- Counts and adjustments may follow between the close and the seal.
    adjustment boolean NOT NULL DEFAULT false,
    currency text NOT NULL,
    account_ids bigint[] NOT NULL,
    cents bigint[] NOT NULL,
    happened_at timestamptz NOT NULL,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    player_id bigint,
    memo text NOT NULL DEFAULT '',
    because jsonb NOT NULL DEFAULT '[]',
    reverses_id bigint REFERENCES ledger_entry,
    -- A slip: gapless in its series (a drawer's).
    series_id bigint,
    number integer,
    batch boolean NOT NULL DEFAULT false,
    CONSTRAINT ledger_entry_balanced CHECK (ledger_balanced(account_ids, cents)),
    CONSTRAINT ledger_entry_of_act UNIQUE (act_id, seq),
    CONSTRAINT ledger_slip_whole CHECK ((series_id IS NULL) = (number IS NULL))
);
-- Partial: most entries have no slip and reverse nothing.
CREATE UNIQUE INDEX ledger_entry_reversed_once ON ledger_entry (reverses_id)
    WHERE reverses_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_slip_number ON ledger_entry (series_id, number)
    WHERE series_id IS NOT NULL;
CREATE INDEX ledger_entry_day ON ledger_entry USING brin (gaming_day)
    WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX ledger_entry_player ON ledger_entry (player_id, gaming_day) WHERE player_id IS NOT NULL;

-- Derived from the entry by its trigger alone, so no foreign keys: they would only cost.
CREATE TABLE ledger_line (
    account_id bigint NOT NULL,
    gaming_day date NOT NULL,
    entry_id bigint NOT NULL,
    cents bigint NOT NULL,
    PRIMARY KEY (account_id, gaming_day, entry_id)
);
CREATE INDEX ledger_line_day ON ledger_line USING brin (gaming_day)
    WITH (pages_per_range = 32, autosummarize = on);

CREATE TABLE ledger_series (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id bigint NOT NULL REFERENCES house_club,
    name text NOT NULL,
    last_number integer NOT NULL DEFAULT 0,
    UNIQUE (club_id, name)
);

-- What leaves the database: acts not yet copied to the mirror outside.
CREATE TABLE ledger_outbox (act_id bigint PRIMARY KEY);

-- The instants at which jackpot levels are fixed (OLY-4.4, AMB-28).
CREATE TABLE ledger_close (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id bigint NOT NULL,
    day date NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL CHECK (kind IN ('early', 'daily')),
    act_id bigint NOT NULL REFERENCES ledger_act,
    CONSTRAINT ledger_close_once UNIQUE (club_id, at),
    FOREIGN KEY (club_id, day) REFERENCES ledger_day (club_id, day)
);
CREATE UNIQUE INDEX ledger_close_daily_once ON ledger_close (club_id, day) WHERE kind = 'daily';

-- Closing balance of each account that moved on a sealed day.
CREATE TABLE ledger_day_balance (
    account_id bigint NOT NULL,
    day date NOT NULL,
    debit_cents bigint NOT NULL,
    credit_cents bigint NOT NULL,
    closing_cents bigint NOT NULL,
    PRIMARY KEY (account_id, day)
);
CREATE INDEX ledger_day_balance_day ON ledger_day_balance USING brin (day);

CREATE TABLE ledger_seal (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    club_id bigint NOT NULL,
    day date NOT NULL,
    entries integer NOT NULL,
    root bytea NOT NULL,
    balances bytea NOT NULL,
    closes bytea NOT NULL,
    previous bytea NOT NULL,
    seal bytea NOT NULL,
    act_id bigint NOT NULL REFERENCES ledger_act,
    CONSTRAINT ledger_seal_once UNIQUE (club_id, day)
);

CREATE TABLE ledger_seal_line (
    seal_id bigint NOT NULL REFERENCES ledger_seal,
    n integer NOT NULL,
    entry_id bigint NOT NULL,
    digest bytea NOT NULL,
    PRIMARY KEY (seal_id, n)
);
