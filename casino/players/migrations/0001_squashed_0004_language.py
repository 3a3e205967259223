import casino.db
import casino.messages
import django.contrib.postgres.constraints
import django.db.models.deletion
import django.db.models.functions.text
from django.db import migrations, models

from casino.migration import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('players', '0001_initial'),
        ('players', '0002_places_and_separations'),
        ('players', '0003_identity_bars_and_doubles'),
        ('players', '0004_language'),
    ]

    initial = True

    dependencies = [
        ('house', '0001_squashed_0005_permissions_to_read'),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Player',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='players', to='house.club')),
                    ('code', models.PositiveIntegerField()),
                    ('name', models.CharField(max_length=100)),
                    ('birth_date', models.DateField(blank=True, null=True)),
                    ('code_country', models.CharField(blank=True, max_length=2)),
                    ('personal_code', models.CharField(blank=True, max_length=20)),
                    ('document', models.CharField(blank=True, max_length=50)),
                    ('photo', models.BooleanField(default=False)),
                    ('notes', models.CharField(blank=True, max_length=500)),
                    ('language', models.CharField(blank=True, choices=[('et', 'eesti'), ('ru', 'русский'), ('en', 'English'), ('lv', 'latviešu')], max_length=2)),
                    ('barred_until', models.DateField(blank=True, null=True)),
                    ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='doubles', to='players.player')),
                    ('anonymised_at', models.DateTimeField(null=True)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'indexes': [
                        models.Index(models.F('club'), django.db.models.functions.text.Lower('name'), name='players_by_name'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('code'), name='players_code_once'),
                        models.UniqueConstraint(models.F('club'), models.F('code_country'), models.F('personal_code'), condition=models.Q(models.Q(('personal_code', ''), _negated=True), ('merged_into', None)), name='players_person_once'),
                        models.CheckConstraint(condition=models.Q(('merged_into', None), models.Q(('merged_into', models.F('id')), _negated=True), _connector='OR'), name='players_merged_into_another'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Version',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='players.player')),
                    ('name', models.CharField(max_length=100)),
                    ('birth_date', models.DateField(null=True)),
                    ('code_country', models.CharField(blank=True, max_length=2)),
                    ('personal_code', models.CharField(blank=True, max_length=20)),
                    ('document', models.CharField(blank=True, max_length=50)),
                    ('photo', models.BooleanField()),
                    ('notes', models.CharField(blank=True, max_length=500)),
                    ('language', models.CharField(blank=True, max_length=2)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
            migrations.CreateModel(
                name='Bar',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bars', to='players.player')),
                    ('kind', models.CharField(choices=[('house', 'barred by the house'), ('self', 'excluded at the own wish')], max_length=5)),
                    ('since', models.DateField()),
                    ('until', models.DateField()),
                    ('reason', models.CharField(max_length=200)),
                    ('lifted_at', models.DateTimeField(null=True)),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('act_id'), models.F('player'), name='players_bar_once'),
                        models.CheckConstraint(condition=models.Q(('until__gte', models.F('since'))), name='players_bar_has_a_span'),
                        models.CheckConstraint(condition=models.Q(('kind', 'house'), ('lifted_at', None), _connector='OR'), name='players_own_wish_stands'),
                    ],
                },
                bases=(casino.messages.Localizable, models.Model),
            ),
            migrations.CreateModel(
                name='Terms',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('minimum_age', models.PositiveSmallIntegerField()),
                ],
            ),
            migrations.CreateModel(
                name='Place',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='players.player')),
                    ('kind', models.CharField(choices=[('cash', 'Cash'), ('tournament', 'Tournament')], max_length=10)),
                    ('about', models.CharField(max_length=100)),
                    ('alone', models.BooleanField()),
                    ('since', models.DateTimeField()),
                    ('until', models.DateTimeField(null=True)),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'constraints': [
                        django.contrib.postgres.constraints.ExclusionConstraint(condition=models.Q(('alone', True)), expressions=[('player', '='), (casino.db.TsTzRange('since', 'until'), '&&')], name='players_one_place_at_a_time'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Separation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('low', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
                    ('high', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
                    ('since', models.DateField()),
                    ('until', models.DateField(null=True)),
                    ('reason', models.CharField(max_length=200)),
                    ('lifted_at', models.DateTimeField(null=True)),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('low__lt', models.F('high'))), name='players_separation_of_two'),
                        models.UniqueConstraint(models.F('low'), models.F('high'), condition=models.Q(('lifted_at', None)), name='players_separated_once'),
                    ],
                },
            ),
        ),
    ]
