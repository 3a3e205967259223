import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('approvals', '0001_squashed_0002_who_gains_and_emergencies'),
        ('ranking', '0005_cards_parted'),
    ]

    operations = [
        migrations.AddField(
            model_name='payout',
            name='taken_back',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal'),
        ),
        migrations.AlterField(
            model_name='payout',
            name='closed',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payouts', to='ranking.closedquarter'),
        ),
        migrations.AddConstraint(
            model_name='payout',
            constraint=models.UniqueConstraint(models.F('closed'), condition=models.Q(('taken_back', None)), name='ranking_awarded_once'),
        ),
    ]
