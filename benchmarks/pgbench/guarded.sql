\set low random(1, 500)
\set high random(501, 1000)
\set cents random(1, 10000)
BEGIN;
SELECT pg_advisory_xact_lock_shared(7001, 1);
INSERT INTO guarded.act (key, operation, arguments) VALUES (gen_random_uuid(), 'benchmark.post', :arguments::text::jsonb) ON CONFLICT (key) DO NOTHING RETURNING id AS act \gset
INSERT INTO guarded.outbox (act_id) VALUES (:act);
SELECT state FROM guarded.day WHERE day = :day::text::date AND now() >= opens_at AND now() < closes_at FOR KEY SHARE;
INSERT INTO guarded.entry (act_id, day, kind, because) VALUES (:act, :day::text::date, 'benchmark.moved', :because::text::jsonb) RETURNING id \gset
INSERT INTO guarded.line (entry_id, account_id, cents) VALUES (:id, :low, :cents), (:id, :high, -:cents::bigint);
UPDATE guarded.account SET balance = balance + :cents WHERE id = :low AND is_open RETURNING balance;
UPDATE guarded.account SET balance = balance - :cents::bigint WHERE id = :high AND is_open RETURNING balance;
COMMIT;
