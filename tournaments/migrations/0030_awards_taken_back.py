import django.db.models.deletion
from django.db import migrations, models

# Of an award only its reversal is said later, once: an entry that takes back the one that booked
# it, by which its payment is due no more either.
KEPT = """
CREATE FUNCTION tournaments_keep_award() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF OLD.reversal_id IS NOT NULL
        OR to_jsonb(OLD) - 'reversal_id' <> to_jsonb(NEW) - 'reversal_id'
        OR NOT EXISTS (
            SELECT FROM ledger_entry e JOIN ledger_entry first ON first.id = e.reverses_id
            WHERE e.id = NEW.reversal_id AND first.act_id = OLD.act_id
        )
        OR OLD.payable_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM cage_payable p WHERE p.id = OLD.payable_id
            AND p.reversal_id = NEW.reversal_id
        ) THEN
        RAISE EXCEPTION 'The award % is taken back by a reversal of its entry only.', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'tournaments_award_kept';
    END IF;
    RETURN NEW;
END $$
"""
TRIGGERS = [
    f"""
    CREATE TRIGGER tournaments_award_kept BEFORE UPDATE ON {table}
        FOR EACH ROW EXECUTE FUNCTION tournaments_keep_award()
    """
    for table in ("tournaments_prize", "tournaments_bounty")
]


class Migration(migrations.Migration):

    dependencies = [
        ('approvals', '0005_reasons_forgotten'),
        ('cage', '0014_payables_of_one_reversal'),
        ('ledger', '0008_sealable'),
        ('players', '0013_found_by_act'),
        ('tournaments', '0029_races_taken_back'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='ticket',
            name='tournaments_ticket_won_once',
        ),
        migrations.AddField(
            model_name='bounty',
            name='reversal',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.entry'),
        ),
        migrations.AddField(
            model_name='prize',
            name='reversal',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.entry'),
        ),
        migrations.AlterField(
            model_name='eventsummary',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.tournament'),
        ),
        migrations.AlterField(
            model_name='prize',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='tournaments.entry'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.UniqueConstraint(models.F('entry'), condition=models.Q(('reversal', None)), name='tournaments_prize_once'),
        ),
        migrations.AddConstraint(
            model_name='ticket',
            constraint=models.UniqueConstraint(models.F('won_in'), models.F('player'), condition=models.Q(('cleared_at', None), ('payable__isnull', False), _connector='OR'), name='tournaments_ticket_won_once'),
        ),
        migrations.RunSQL([KEPT, *TRIGGERS], migrations.RunSQL.noop),
    ]
