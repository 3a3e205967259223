from django.db import migrations, models

# The seal of the acts covers the digests of what they wrote beside the journal, too. The act that
# seals is still writing: what it writes comes under the next seal.
SEAL = """
CREATE OR REPLACE FUNCTION audit_seal_acts() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    before bytea := coalesce((SELECT digest FROM audit_actseal WHERE club_id = NEW.club_id
                              ORDER BY day DESC LIMIT 1), ''::bytea);
    this bigint;
BEGIN
    INSERT INTO audit_actseal (club_id, day, acts, previous, digest)
    VALUES (NEW.club_id, NEW.day, 0, before, before) RETURNING id INTO this;
    INSERT INTO audit_sealedact (act_id, seal_id)
    SELECT a.id, this FROM ledger_act a
    WHERE a.club_id = NEW.club_id AND a.id <= NEW.act_id
      AND NOT EXISTS (SELECT 1 FROM audit_sealedact s WHERE s.act_id = a.id);
    UPDATE audit_actseal SET rows = (
        SELECT sha256(coalesce(string_agg(sha256(convert_to(
            concat_ws(' ', r.relation, r.row_id, encode(r.digest, 'hex')), 'UTF8')),
            ''::bytea ORDER BY r.act_id, r.relation, r.row_id, r.id), ''::bytea))
        FROM ledger_rowdigest r WHERE r.act_id IN (
            SELECT s.act_id FROM audit_sealedact s
            WHERE s.seal_id = this AND s.act_id <> NEW.act_id
            UNION SELECT x.act_id FROM ledger_seal x WHERE x.club_id = NEW.club_id AND x.day = (
                SELECT max(day) FROM ledger_seal WHERE club_id = NEW.club_id AND day < NEW.day)))
    WHERE id = this;
    UPDATE audit_actseal SET (acts, digest) = (
        SELECT count(*), sha256(before || sha256(coalesce(string_agg(sha256(convert_to(
            concat_ws(E'\\n', 'act/1', a.id, a.key, a.club_id, coalesce(a.actor_id, 0),
                to_json(a.operation), a.arguments,
                (extract(epoch FROM a.happened_at) * 1000000)::bigint,
                (extract(epoch FROM a.recorded_at) * 1000000)::bigint, to_json(a.request_id)),
            'UTF8')), ''::bytea ORDER BY a.id), ''::bytea)) || rows)
        FROM audit_sealedact s JOIN ledger_act a ON a.id = s.act_id WHERE s.seal_id = this)
    WHERE id = this;
    RETURN NULL;
END $$
"""


class Migration(migrations.Migration):

    dependencies = [
        ("audit", "0001_sealed_trail_and_reviews"),
        ("ledger", "0006_row_digests"),
    ]

    operations = [
        migrations.AddField("actseal", "rows", models.BinaryField(null=True)),
        migrations.RunSQL(SEAL, migrations.RunSQL.noop),
    ]
