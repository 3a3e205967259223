\set drawer random(1, 500)
\set session random(1, 500)
\set cents random(1, 10000)
SELECT * FROM ledger_post_once(gen_random_uuid(), :actor, 'benchmark.post', '{"codes": ["cash:drawer", "chips:table"], "refs": [7, 7], "cents": [5000, -5000]}'::jsonb, '7f0c2a', :club, :day::text::date, :opens_at::text::timestamptz, :closes_at::text::timestamptz, now(), 'cashgames.bought_in', false, ARRAY['cash:drawer', 'chips:table'], ARRAY[:drawer, :session]::bigint[], ARRAY[:cents, -:cents]::bigint[], NULL, '', :because::text::jsonb, NULL);
