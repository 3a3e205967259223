from django.db import migrations

# Each seal takes all acts before it, so only those since the seal before the last one are looked
# for: what was still being written at the last one is among them. All acts of the club were read
# at each seal, and among millions it ended at the limit of a statement.
SEAL = """
CREATE OR REPLACE FUNCTION audit_seal_acts() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    before bytea := coalesce((SELECT digest FROM audit_actseal WHERE club_id = NEW.club_id
                              ORDER BY day DESC LIMIT 1), ''::bytea);
    sealed bigint := coalesce((SELECT act_id FROM ledger_seal WHERE club_id = NEW.club_id
                               AND act_id < NEW.act_id ORDER BY act_id DESC OFFSET 1 LIMIT 1), 0);
    this bigint;
BEGIN
    INSERT INTO audit_actseal (club_id, day, acts, previous, digest)
    VALUES (NEW.club_id, NEW.day, 0, before, before) RETURNING id INTO this;
    INSERT INTO audit_sealedact (act_id, seal_id)
    SELECT a.id, this FROM ledger_act a
    WHERE a.club_id = NEW.club_id AND a.id > sealed AND a.id <= NEW.act_id
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

    dependencies = [("audit", "0003_exceptions_seen")]

    operations = [migrations.RunSQL(SEAL, migrations.RunSQL.noop)]
