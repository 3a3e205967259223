\set low random(1, 500)
\set high random(501, 1000)
\set cents random(1, 10000)
SELECT * FROM pgledger_create_transfer('pgla_' || lpad(:low::bigint::text, 26, '0'), 'pgla_' || lpad(:high::bigint::text, 26, '0'), :cents::numeric, NULL, :because::text::jsonb);
