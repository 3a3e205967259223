import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('approvals', '0001_squashed_0002_who_gains_and_emergencies'),
        ('jackpot', '0013_shares_corrected'),
    ]

    operations = [
        # Django would drop the foreign key and make it anew: both lock the table of clubs, which an
        # office at work never leaves alone for so long. Only that it is unique has to go.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='feeder',
                    name='club',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club'),
                ),
            ],
            database_operations=[
                migrations.RunSQL(
                    'ALTER TABLE jackpot_feeder DROP CONSTRAINT jackpot_feeder_club_id_key',
                    'ALTER TABLE jackpot_feeder ADD CONSTRAINT jackpot_feeder_club_id_key UNIQUE (club_id)',
                ),
                migrations.RunSQL(
                    'CREATE INDEX jackpot_feeder_club_id_dcbc7e2f ON jackpot_feeder (club_id)',
                    'DROP INDEX jackpot_feeder_club_id_dcbc7e2f',
                ),
            ],
        ),
        migrations.AddField(
            model_name='feeder',
            name='taken_back',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal'),
        ),
        migrations.AddConstraint(
            model_name='feeder',
            constraint=models.UniqueConstraint(models.F('club'), condition=models.Q(('taken_back', None)), name='jackpot_feeds_one_pool'),
        ),
    ]
