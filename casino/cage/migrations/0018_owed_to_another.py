from django.db import migrations

# Of a payable its guest is said later, once, and the entry that takes it back, once: that reverses
# the one that owes it, or owes it to another guest.
KEPT = """
CREATE OR REPLACE FUNCTION cage_keep_payable() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
        ) AND NOT EXISTS (
            SELECT FROM ledger_entry e
            JOIN ledger_line l ON l.entry_id = e.id AND l.cents = OLD.cents
            JOIN ledger_account a ON a.id = l.account_id
            WHERE e.id = NEW.reversal_id AND e.kind = 'cage.owed_to_another'
                AND a.club_id = OLD.club_id AND a.code = 'payable' AND a.ref = OLD.id
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
        ('cage', '0017_explained_counts'),
    ]

    operations = [
        migrations.RunSQL(KEPT, migrations.RunSQL.noop),
    ]
