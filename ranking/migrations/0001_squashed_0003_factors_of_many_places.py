import django.contrib.postgres.constraints
import django.contrib.postgres.fields.ranges
import django.db.models.deletion
import django.db.models.expressions
from django.db import migrations, models

from casino.migration import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('ranking', '0001_initial'),
        ('ranking', '0002_cards_at_the_close'),
        ('ranking', '0003_factors_of_many_places'),
    ]

    initial = True

    dependencies = [
        ('approvals', '0001_squashed_0002_who_gains_and_emergencies'),
        ('cage', '0001_squashed_0012_settings_of_the_club'),
        ('house', '0001_squashed_0005_permissions_to_read'),
        ('ledger', '0001_squashed_0002_acts_by_instant'),
        ('players', '0001_squashed_0004_language'),
        ('tournaments', '0001_squashed_0011_names_of_flights'),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Ranking',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rankings', to='house.club')),
                    ('name', models.CharField(max_length=100)),
                    ('own', models.BooleanField(default=False)),
                    ('clubs', models.ManyToManyField(related_name='counted_in', to='house.club')),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('name'), name='ranking_name_once'),
                        models.UniqueConstraint(models.F('club'), condition=models.Q(('own', True)), name='ranking_own_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Edition',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ranking', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='editions', to='ranking.ranking')),
                    ('book', models.CharField(max_length=50)),
                    ('overrides', models.JSONField(default=dict)),
                    ('period', django.contrib.postgres.fields.ranges.DateRangeField()),
                    ('proposal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        django.contrib.postgres.constraints.ExclusionConstraint(expressions=[('ranking', '='), ('period', '&&')], name='ranking_one_edition_a_day'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Score',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ranking', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='scores', to='ranking.ranking')),
                    ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.tournament')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('quarter', models.CharField(max_length=6)),
                    ('participants', models.PositiveIntegerField()),
                    ('gross_cents', models.PositiveBigIntegerField()),
                    ('average_buy_in_cents', models.PositiveBigIntegerField()),
                    ('buy_in_factor_x10', models.PositiveSmallIntegerField()),
                    ('participants_factor_x10', models.PositiveSmallIntegerField()),
                    ('places', models.JSONField()),
                    ('because', models.JSONField()),
                    ('contributed_cents', models.BigIntegerField()),
                    ('proposal', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
                    ('slip', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.entry')),
                    ('at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'indexes': [models.Index(models.F('ranking'), models.F('quarter'), name='ranking_by_quarter')],
                    'constraints': [
                        models.UniqueConstraint(models.F('ranking'), models.F('tournament'), models.F('number'), name='ranking_counted_once'),
                        models.CheckConstraint(condition=models.Q(('number', 1), ('proposal__isnull', False), _connector='OR'), name='ranking_correction_by_two'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Points',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('score', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='points', to='ranking.score')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
                    ('place', models.PositiveSmallIntegerField(null=True)),
                    ('shared', models.PositiveSmallIntegerField(default=1)),
                    ('place_factor', models.PositiveIntegerField()),
                    ('before_x100', models.PositiveIntegerField(default=0)),
                    ('after_x100', models.PositiveIntegerField()),
                ],
                options={
                    'ordering': ['place', 'player'],
                    'constraints': [
                        models.UniqueConstraint(models.F('score'), models.F('player'), name='ranking_points_once'),
                        models.CheckConstraint(condition=models.Q(('before_x100', models.F('after_x100')), _negated=True), name='ranking_points_change'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ClosedQuarter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('ranking', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='closed', to='ranking.ranking')),
                    ('quarter', models.CharField(max_length=6)),
                    ('carried_in_cents', models.PositiveBigIntegerField()),
                    ('contributed_cents', models.PositiveBigIntegerField()),
                    ('pool_cents', models.PositiveBigIntegerField()),
                    ('carried_over_cents', models.PositiveBigIntegerField()),
                    ('points_total_x100', models.PositiveBigIntegerField()),
                    ('cards', models.JSONField(default=dict)),
                    ('because', models.JSONField()),
                    ('closed_at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('ranking'), models.F('quarter'), name='ranking_closed_once'),
                        models.CheckConstraint(condition=models.Q(('pool_cents', django.db.models.expressions.CombinedExpression(models.F('carried_in_cents'), '+', models.F('contributed_cents')))), name='ranking_pool_whole'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Place',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('closed', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='places', to='ranking.closedquarter')),
                    ('rank', models.PositiveIntegerField()),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
                    ('points_x100', models.BigIntegerField()),
                    ('tournaments', models.PositiveIntegerField()),
                    ('cents', models.PositiveBigIntegerField()),
                ],
                options={
                    'ordering': ['rank', 'player'],
                    'constraints': [
                        models.UniqueConstraint(models.F('closed'), models.F('player'), name='ranking_place_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Payout',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('closed', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='payout', to='ranking.closedquarter')),
                    ('proposal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
                    ('approved_at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
            migrations.CreateModel(
                name='Prize',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('place', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prizes', to='ranking.place')),
                    ('cents', models.PositiveBigIntegerField()),
                    ('payable', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cage.payable')),
                    ('act_id', models.BigIntegerField()),
                ],
            ),
            migrations.CreateModel(
                name='SamePerson',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
                    ('proposal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('player', models.F('person')), _negated=True), name='ranking_two_cards'),
                    ],
                },
            ),
        ),
    ]
