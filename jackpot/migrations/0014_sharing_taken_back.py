import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('approvals', '0001_squashed_0002_who_gains_and_emergencies'),
        ('jackpot', '0013_shares_corrected'),
    ]

    operations = [
        migrations.AddField(
            model_name='feeder',
            name='taken_back',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal'),
        ),
        migrations.AlterField(
            model_name='feeder',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club'),
        ),
        migrations.AddConstraint(
            model_name='feeder',
            constraint=models.UniqueConstraint(models.F('club'), condition=models.Q(('taken_back', None)), name='jackpot_feeds_one_pool'),
        ),
    ]
