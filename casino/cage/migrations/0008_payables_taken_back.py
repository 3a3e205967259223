import django.db.models.deletion
from django.db import migrations, models

# Of a payable its guest is said later, once, and the entry that takes it back, once.
KEPT = """
CREATE OR REPLACE FUNCTION cage_keep_payable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(OLD) - '{player_id,reversal_id}'::text[]
            <> to_jsonb(NEW) - '{player_id,reversal_id}'::text[]
        OR OLD.player_id <> NEW.player_id
        OR (OLD.player_id IS NOT NULL AND NEW.player_id IS NULL) THEN
        RAISE EXCEPTION 'What is owed, and to whom, is written once.'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payable_kept';
    END IF;
    IF NEW.reversal_id IS DISTINCT FROM OLD.reversal_id AND (
        OLD.reversal_id IS NOT NULL OR NOT EXISTS (
            SELECT FROM ledger_entry e
            JOIN ledger_line l ON l.entry_id = e.reverses_id AND l.cents = -OLD.cents
            JOIN ledger_account a ON a.id = l.account_id
            WHERE e.id = NEW.reversal_id AND a.club_id = OLD.club_id
                AND a.code = 'payable' AND a.ref = OLD.id
        )
    ) THEN
        RAISE EXCEPTION 'The payable % is taken back by a reversal of its entry only.', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payable_kept';
    END IF;
    RETURN NEW;
END $$
"""


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0007_sales_by_two'),
        ('ledger', '0002_trade_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='payable',
            name='reversal',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.entry'),
        ),
        migrations.RunSQL(KEPT, migrations.RunSQL.noop),
    ]
