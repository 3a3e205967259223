import django.db.models.deletion
from django.db import migrations, models

# An awarded claim is open again where no award of it stands.
GUARD = """
CREATE OR REPLACE FUNCTION jackpot_guard_claim() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    later text[] := ARRAY['deck_checked_by', 'camera_at', 'witnesses', 'seal_number', 'note',
        'base_checked_by_id', 'base_checked_cents', 'state', 'reason', 'proposal_id'];
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.state NOT IN ('awarded', 'refused')
        AND to_jsonb(NEW) - later = to_jsonb(OLD) - later THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.state = 'awarded' AND NEW.state = 'prepared'
        AND to_jsonb(NEW) - 'state' = to_jsonb(OLD) - 'state'
        AND NOT EXISTS (
            SELECT FROM jackpot_award w WHERE w.claim_id = OLD.id AND NOT EXISTS (
                SELECT FROM jackpot_awardreversal r WHERE r.award_id = w.id)
        ) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a claim stands as it was entered, and as it was decided'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'jackpot_claim_stands';
END $$
"""
# One award of a claim stands at a time; whoever awards holds the claim.
ONCE = """
CREATE FUNCTION jackpot_award_once() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM jackpot_claim c WHERE c.id = NEW.claim_id FOR NO KEY UPDATE;
    IF EXISTS (
        SELECT FROM jackpot_award w WHERE w.claim_id = NEW.claim_id AND NOT EXISTS (
            SELECT FROM jackpot_awardreversal r WHERE r.award_id = w.id)
    ) THEN
        RAISE EXCEPTION 'The claim % has an award that stands.', NEW.claim_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'jackpot_award_once';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER award_once BEFORE INSERT ON jackpot_award
    FOR EACH ROW EXECUTE FUNCTION jackpot_award_once();
"""
# An award is taken back by the reversal of its entry in the books of every club that it took of,
# and by it no share of it is due any more. An award of nothing has neither.
BACK = """
CREATE FUNCTION jackpot_check_reversal() RETURNS trigger
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
            WHERE s.award_id = first.id AND p.reversal_id IS DISTINCT FROM NEW.entry_id
        ) THEN
        RAISE EXCEPTION 'The award % is taken back by reversals of its entries only.', first.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'jackpot_award_taken_back';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER taken_back BEFORE INSERT ON jackpot_awardreversal
    FOR EACH ROW EXECUTE FUNCTION jackpot_check_reversal();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON jackpot_awardreversal
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('approvals', '0005_reasons_forgotten'),
        ('cage', '0014_payables_of_one_reversal'),
        ('jackpot', '0007_house_takes_back'),
        ('ledger', '0008_sealable'),
    ]

    operations = [
        migrations.AlterField(
            model_name='award',
            name='claim',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='jackpot.claim'),
        ),
        migrations.CreateModel(
            name='AwardReversal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('gaming_day', models.DateField()),
                ('entry_id', models.BigIntegerField(null=True, unique=True)),
                ('act_id', models.BigIntegerField(unique=True)),
                ('award', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='reversal', to='jackpot.award')),
                ('proposal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
            ],
        ),
        migrations.RunSQL([GUARD, ONCE, BACK], migrations.RunSQL.noop),
    ]
