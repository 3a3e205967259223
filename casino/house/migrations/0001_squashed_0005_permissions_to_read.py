from pathlib import Path

import casino.house.models
import datetime
import django.contrib.postgres.constraints
import django.contrib.postgres.fields
import django.contrib.postgres.fields.ranges
import django.db.models.deletion
from django.contrib.postgres.operations import BtreeGistExtension
from django.db import migrations, models

from casino.migration import CreateModels, script_operation

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):

    replaces = [
        ('house', '0001_initial'),
        ('house', '0002_two_people_adopt'),
        ('house', '0003_language'),
        ('house', '0004_permissions'),
        ('house', '0005_permissions_to_read'),
    ]

    initial = True

    dependencies = [
    ]

    operations = [
        BtreeGistExtension(),
        CreateModels(
            migrations.CreateModel(
                name='Club',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('slug', models.SlugField(unique=True)),
                    ('name', models.CharField(max_length=100)),
                    ('timezone', models.CharField(default='Europe/Tallinn', max_length=50)),
                    ('currency', models.CharField(default='EUR', max_length=3)),
                    ('closes_at', models.TimeField(default=datetime.time(7, 0))),
                    ('notes_cents', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), default=casino.house.models.euro_notes, size=None)),
                    ('chips_cents', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), default=casino.house.models.usual_chips, size=None)),
                    ('language', models.CharField(choices=[('et', 'eesti'), ('ru', 'русский'), ('en', 'English'), ('lv', 'latviešu')], default='en', max_length=2)),
                ],
            ),
            migrations.CreateModel(
                name='Adoption',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adoptions', to='house.club')),
                    ('book', models.CharField(max_length=50)),
                    ('overrides', models.JSONField(blank=True, default=dict)),
                    ('period', django.contrib.postgres.fields.ranges.DateRangeField()),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('proposal_id', models.BigIntegerField(null=True, unique=True)),
                    ('proposed_by_id', models.BigIntegerField(null=True)),
                    ('proposed_at', models.DateTimeField(null=True)),
                    ('adopted_by_id', models.BigIntegerField(null=True)),
                    ('adopted_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [
                        django.contrib.postgres.constraints.ExclusionConstraint(expressions=[('club', '='), ('period', '&&')], name='house_one_book_a_day'),
                        models.CheckConstraint(condition=models.Q(('period__startswith__isnull', False)), name='house_adoption_has_a_start'),
                        models.CheckConstraint(condition=models.Q(models.Q(('proposal_id__isnull', True), ('proposed_at__isnull', True), ('proposed_by_id__isnull', True)), models.Q(models.Q(('adopted_by_id', models.F('proposed_by_id')), _negated=True), ('adopted_by_id__isnull', False), ('proposal_id__isnull', False), ('proposed_at__isnull', False), ('proposed_by_id__isnull', False)), _connector='OR'), name='house_adopted_by_two'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Permission',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('action', models.CharField(max_length=40)),
                    ('acts', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), size=None)),
                    ('seconds', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), size=None)),
                    ('reads', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), null=True, size=None)),
                    ('since', models.DateTimeField()),
                    ('proposal_id', models.BigIntegerField(unique=True)),
                    ('proposed_by_id', models.BigIntegerField()),
                    ('adopted_by_id', models.BigIntegerField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'indexes': [models.Index(fields=['club', 'action', '-since'], name='house_permission_of_club')],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('adopted_by_id', models.F('proposed_by_id')), _negated=True), name='house_permission_by_two'),
                        models.CheckConstraint(condition=models.Q(models.Q(('acts__contains', ['auditor']), _negated=True), models.Q(('seconds__contains', ['auditor']), _negated=True)), name='house_auditor_writes_nothing'),
                    ],
                },
            ),
        ),
        script_operation(
            SQL / "adoptions.sql", "2173cf60b06a35ec332800c8389a4932e59c494fbef9d64d87c4814697acb98b"
        ),
    ]
