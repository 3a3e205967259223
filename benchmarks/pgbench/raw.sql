\set low random(1, 500)
\set high random(501, 1000)
\set cents random(1, 10000)
BEGIN;
INSERT INTO raw.entry (key, kind) VALUES (gen_random_uuid(), 'transfer') RETURNING id \gset
INSERT INTO raw.line (entry_id, account_id, cents) VALUES (:id, :low, :cents);
INSERT INTO raw.line (entry_id, account_id, cents) VALUES (:id, :high, -:cents::bigint);
UPDATE raw.account SET balance = balance + :cents WHERE id = :low;
UPDATE raw.account SET balance = balance - :cents::bigint WHERE id = :high;
COMMIT;
