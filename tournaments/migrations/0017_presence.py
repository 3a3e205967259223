import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0016_retired_templates'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('present', models.BooleanField()),
                ('at', models.DateTimeField()),
                ('act_id', models.BigIntegerField()),
            ],
        ),
        migrations.AddField(
            model_name='chipchange',
            name='knockout',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='chip_change', to='tournaments.knockout'),
        ),
        migrations.AlterField(
            model_name='chipchange',
            name='act_id',
            field=models.BigIntegerField(),
        ),
        migrations.AddConstraint(
            model_name='chipchange',
            constraint=models.UniqueConstraint(models.F('act_id'), models.F('entry'), name='tournaments_chips_once_in_act'),
        ),
        migrations.AddField(
            model_name='presence',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seen', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='presence',
            name='noted_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='presence',
            constraint=models.UniqueConstraint(models.F('entry'), models.F('act_id'), name='tournaments_seen_once_in_act'),
        ),
    ]
