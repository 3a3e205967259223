import casino.bookkeeping.models
import casino.db
import casino.messages
import django.contrib.postgres.constraints
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.migration import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('bookkeeping', '0001_initial'),
        ('bookkeeping', '0002_sentences_in_every_language'),
    ]

    initial = True

    dependencies = [
        ('house', '0001_squashed_0005_permissions_to_read'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Mapping',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('code', models.CharField(max_length=30)),
                    ('from_day', models.DateField()),
                    ('number', models.CharField(blank=True, max_length=8)),
                    ('name', models.CharField(blank=True, max_length=100)),
                    ('department', models.CharField(blank=True, max_length=16)),
                    ('cost_center', models.CharField(blank=True, max_length=20)),
                    ('project', models.CharField(blank=True, max_length=20)),
                    ('tax_code', models.CharField(blank=True, max_length=50)),
                    ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('changed_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'indexes': [
                        models.Index(models.F('club'), models.F('code'), models.F('from_day'), models.F('id'), name='bookkeeping_mapped_from'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('number', ''), models.Q(('name', ''), _negated=True), _connector='OR'), name='bookkeeping_named_account'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ProfileVersion',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('slug', models.SlugField(max_length=30)),
                    ('version', models.PositiveIntegerField()),
                    ('settings', models.JSONField()),
                    ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('made_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('slug'), models.F('version'), name='bookkeeping_version_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Batch',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('number', models.PositiveIntegerField()),
                    ('first_day', models.DateField()),
                    ('last_day', models.DateField()),
                    ('mapping_id', models.BigIntegerField()),
                    ('entries', models.PositiveBigIntegerField()),
                    ('lines', models.PositiveBigIntegerField()),
                    ('debit_cents', models.BigIntegerField()),
                    ('credit_cents', models.BigIntegerField()),
                    ('first_entry_id', models.BigIntegerField(null=True)),
                    ('last_entry_id', models.BigIntegerField(null=True)),
                    ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('made_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('number'), name='bookkeeping_batch_number_once'),
                        models.CheckConstraint(condition=models.Q(('first_day__lte', models.F('last_day'))), name='bookkeeping_batch_period'),
                        models.CheckConstraint(condition=models.Q(('debit_cents', models.F('credit_cents'))), name='bookkeeping_batch_balances'),
                        django.contrib.postgres.constraints.ExclusionConstraint(expressions=[('club', '='), (casino.bookkeeping.models.DaySpan('first_day', 'last_day'), '&&')], name='bookkeeping_day_exported_once'),
                    ],
                },
                bases=(casino.messages.Localizable, models.Model),
            ),
            migrations.CreateModel(
                name='File',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('batch', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='files', to='bookkeeping.batch')),
                    ('profile', models.CharField(max_length=30)),
                    ('version', models.PositiveIntegerField()),
                    ('settings', models.JSONField(default=dict)),
                    ('name', models.CharField(max_length=150)),
                    ('media_type', models.CharField(max_length=100)),
                    ('sha256', models.CharField(max_length=64)),
                    ('bytes', models.PositiveBigIntegerField()),
                    ('manifest', models.JSONField()),
                    ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('made_at', models.DateTimeField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('batch'), models.F('profile'), models.F('version'), name='bookkeeping_file_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Chunk',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('file', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='chunks', to='bookkeeping.file')),
                    ('n', models.PositiveIntegerField()),
                    ('data', models.BinaryField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('file'), models.F('n'), name='bookkeeping_chunk_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Job',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('kind', models.CharField(max_length=30)),
                    ('title', casino.db.SaidField()),
                    ('arguments', models.JSONField(default=dict)),
                    ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('asked_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('cancelled', 'Cancelled'), ('refused', 'Refused')], default='waiting', max_length=10)),
                    ('beat_at', models.DateTimeField(null=True)),
                    ('run', models.PositiveIntegerField(default=0)),
                    ('done', models.PositiveBigIntegerField(default=0)),
                    ('total', models.PositiveBigIntegerField(default=0)),
                    ('unit', models.CharField(default='lines', max_length=20)),
                    ('file', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bookkeeping.file')),
                    ('remark', casino.db.SaidField(blank=True, default=str)),
                ],
                options={
                    'indexes': [
                        models.Index(models.F('id'), condition=models.Q(('state__in', ('waiting', 'running'))), name='bookkeeping_unfinished'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(models.Q(('file__isnull', False), ('state', 'done')), models.Q(models.Q(('state', 'done'), _negated=True), ('file__isnull', True)), _connector='OR'), name='bookkeeping_done_with_a_file'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Intake',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('kind', models.CharField(max_length=20)),
                    ('name', models.CharField(max_length=150)),
                    ('sha256', models.CharField(max_length=64)),
                    ('data', models.BinaryField()),
                    ('columns', models.JSONField(default=dict)),
                    ('rows', models.PositiveIntegerField()),
                    ('errors', casino.db.SaidField(default=list)),
                    ('state', models.CharField(choices=[('checked', 'Checked'), ('taken', 'Taken'), ('undone', 'Undone')], default='checked', max_length=10)),
                    ('made', models.JSONField(default=list)),
                    ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('asked_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                    ('taken_act_id', models.BigIntegerField(null=True, unique=True)),
                    ('undone_act_id', models.BigIntegerField(null=True, unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('state', 'checked'), ('errors', models.Value([], models.JSONField())), _connector='OR'), name='bookkeeping_taken_without_errors'),
                    ],
                },
            ),
        ),
    ]
