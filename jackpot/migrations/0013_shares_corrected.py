import django.contrib.postgres.fields
from django.db import migrations, models

# Of a share only whose it is is said later: as the payment that owes it to another guest.
KEPT = """
CREATE FUNCTION jackpot_keep_share() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    said text[] := '{player_id,payable_id,corrected_by}';
BEGIN
    IF to_jsonb(OLD) - said <> to_jsonb(NEW) - said OR NOT EXISTS (
        SELECT FROM cage_payable was
        JOIN ledger_entry e ON e.id = was.reversal_id AND e.kind = 'cage.owed_to_another'
        JOIN cage_payable p ON p.id = NEW.payable_id AND p.act_id = e.act_id
        WHERE was.id = OLD.payable_id AND p.player_id = NEW.player_id AND p.cents = OLD.cents
    ) THEN
        RAISE EXCEPTION 'The share % stands as it was awarded.', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'jackpot_share_kept';
    END IF;
    RETURN NEW;
END $$
"""
TRIGGER = """
CREATE TRIGGER share_kept BEFORE UPDATE ON jackpot_share
    FOR EACH ROW EXECUTE FUNCTION jackpot_keep_share()
"""
# An award is taken back by the reversal of its entry in the books of every club that it took of,
# and by the same act no share of it is due any more. An award of nothing has neither.
BACK = """
CREATE OR REPLACE FUNCTION jackpot_check_reversal() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    first jackpot_award;
BEGIN
    SELECT * INTO first FROM jackpot_award WHERE id = NEW.award_id;
    IF first.entry_id IS NULL AND NEW.entry_id IS NOT NULL
        OR first.entry_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM ledger_entry e WHERE e.id = NEW.entry_id
            AND e.reverses_id = first.entry_id AND e.act_id = NEW.act_id
        )
        OR EXISTS (
            SELECT FROM jackpot_taken t WHERE t.award_id = first.id
            AND NOT EXISTS (SELECT FROM ledger_entry e WHERE e.reverses_id = t.entry_id)
        )
        OR EXISTS (
            SELECT FROM jackpot_share s JOIN cage_payable p ON p.id = s.payable_id
            LEFT JOIN ledger_entry e ON e.id = p.reversal_id
            WHERE s.award_id = first.id AND e.act_id IS DISTINCT FROM NEW.act_id
        ) THEN
        RAISE EXCEPTION 'The award % is taken back by reversals of its entries only.', first.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'jackpot_award_taken_back';
    END IF;
    RETURN NEW;
END $$
"""


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0018_owed_to_another'),
        ('jackpot', '0012_pool_moves'),
    ]

    operations = [
        migrations.AddField(
            model_name='share',
            name='corrected_by',
            field=django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None),
        ),
        migrations.RunSQL([KEPT, TRIGGER, BACK], migrations.RunSQL.noop),
    ]
