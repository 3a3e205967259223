import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('approvals', '0001_squashed_0002_who_gains_and_emergencies'),
        ('players', '0001_squashed_0004_language'),
        ('ranking', '0004_found_by_act'),
    ]

    operations = [
        migrations.AddField(
            model_name='sameperson',
            name='parted',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal'),
        ),
        migrations.AlterField(
            model_name='sameperson',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player'),
        ),
        migrations.AddConstraint(
            model_name='sameperson',
            constraint=models.UniqueConstraint(models.F('player'), condition=models.Q(('parted', None)), name='ranking_counts_for_one'),
        ),
    ]
