from django.db import migrations

# What was decided stays as it is, but for the words about a guest who was erased since.
GUARD = """
CREATE OR REPLACE FUNCTION approvals_guard() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.approved IS NULL
        AND (OLD.id, OLD.club_id, OLD.operation, OLD.content, OLD.digest, OLD.reason,
             OLD.proposed_by_id, OLD.proposed_at, OLD.expires_at, OLD.act_id, OLD.not_by)
        IS NOT DISTINCT FROM
            (NEW.id, NEW.club_id, NEW.operation, NEW.content, NEW.digest, NEW.reason,
             NEW.proposed_by_id, NEW.proposed_at, NEW.expires_at, NEW.act_id, NEW.not_by) THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.approved IS NOT NULL
        AND OLD.operation IN
            ('players.anonymise', 'players.merge', 'players.part', 'players.correct_exclusion')
        AND to_jsonb(NEW) = to_jsonb(OLD) || jsonb_build_object('reason', '', 'remark', '',
            'content', OLD.content || '{"reason": ""}') THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a proposal is decided once and never changed'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'approvals_decided_once';
END $$
"""


class Migration(migrations.Migration):

    dependencies = [('approvals', '0005_reasons_forgotten')]

    operations = [migrations.RunSQL(GUARD, migrations.RunSQL.noop)]
