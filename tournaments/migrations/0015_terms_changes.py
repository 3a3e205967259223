import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.migration import two_persons


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_two_persons_by_profile'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='TermsChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('was', models.JSONField()),
                ('becomes', models.JSONField()),
                ('notice', models.CharField(max_length=200)),
                ('at', models.DateTimeField()),
                ('act_id', models.BigIntegerField(unique=True)),
                ('approved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(models.F('tournament'), models.F('number'), name='tournaments_change_once')],
            },
        ),
        two_persons(
            "tournaments_change_two_people",
            "tournaments_termschange",
            "approved_by_id",
            "author_id",
            "tournaments_tournament",
            "tournament_id",
        ),
    ]
