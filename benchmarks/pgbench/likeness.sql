\set low random(1, 500)
\set high random(501, 1000)
\set cents random(1, 10000)
SELECT likepgledger.transfer(gen_random_uuid(), 'benchmark.post', :arguments::text::jsonb, :day::text::date, 'a_' || lpad(:low::bigint::text, 32, '0'), 'a_' || lpad(:high::bigint::text, 32, '0'), :cents::numeric, :because::text::jsonb);
