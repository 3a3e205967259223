import django.contrib.postgres.fields
from django.db import migrations, models

# Of an award two things are said later: whose it is, as the payment that owes it to another guest,
# and once its reversal, by the act by which its payment is due no more either.
KEPT = """
CREATE OR REPLACE FUNCTION tournaments_keep_award() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    said text[] := '{payable_id,corrected_by}';
BEGIN
    IF NEW.reversal_id IS NULL AND OLD.reversal_id IS NULL
        AND to_jsonb(OLD) - said = to_jsonb(NEW) - said
        AND EXISTS (
            SELECT FROM cage_payable was
            JOIN ledger_entry e ON e.id = was.reversal_id AND e.kind = 'cage.owed_to_another'
            JOIN cage_payable p ON p.id = NEW.payable_id AND p.act_id = e.act_id
            WHERE was.id = OLD.payable_id AND p.cents = OLD.cents
        ) THEN
        RETURN NEW;
    END IF;
    IF OLD.reversal_id IS NOT NULL
        OR to_jsonb(OLD) - 'reversal_id' <> to_jsonb(NEW) - 'reversal_id'
        OR NOT EXISTS (
            SELECT FROM ledger_entry e JOIN ledger_entry first ON first.id = e.reverses_id
            WHERE e.id = NEW.reversal_id AND first.act_id = OLD.act_id
        )
        OR OLD.payable_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM cage_payable p JOIN ledger_entry b ON b.id = p.reversal_id
            JOIN ledger_entry e ON e.id = NEW.reversal_id AND e.act_id = b.act_id
            WHERE p.id = OLD.payable_id
        ) THEN
        RAISE EXCEPTION 'The award % is taken back by a reversal of its entry only.', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'tournaments_award_kept';
    END IF;
    RETURN NEW;
END $$
"""
CORRECTED = django.contrib.postgres.fields.ArrayField(
    base_field=models.BigIntegerField(), db_default=[], default=list, size=None
)


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0018_owed_to_another'),
        ('tournaments', '0042_refunds_taken_back'),
    ]

    operations = [
        migrations.AddField(model_name='prize', name='corrected_by', field=CORRECTED),
        migrations.AddField(model_name='bounty', name='corrected_by', field=CORRECTED),
        migrations.RunSQL(KEPT, migrations.RunSQL.noop),
    ]
