\set low random(:first + 1, :first + 500)
\set high random(:first + 1, :first + 500)
\set cents random(1, 10000)
SELECT * FROM ledger_post_once(gen_random_uuid(), :actor::bigint, 'benchmark.post', :arguments::text::jsonb, '7f0c2a', :club::bigint, :day::text::date, :opens_at::text::timestamptz, :closes_at::text::timestamptz, now(), 'benchmark.moved', false, ARRAY[:asset, :liability]::text[], ARRAY[:low, :high]::bigint[], ARRAY[:cents::bigint, -:cents::bigint]::bigint[], NULL, '', :because::text::jsonb, NULL);
