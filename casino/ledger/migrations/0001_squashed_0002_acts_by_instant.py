from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models

from casino.migration import CreateModels, script_operation

SQL = Path(__file__).resolve().parent.parent / "sql"
# The trail of a month reads that month's acts, however long the history is.
BY_INSTANT = """
CREATE INDEX ledger_act_happened ON ledger_act USING brin (happened_at)
    WITH (pages_per_range = 32, autosummarize = on)
"""


class Migration(migrations.Migration):

    replaces = [
        ('ledger', '0001_initial'),
        ('ledger', '0002_acts_by_instant'),
    ]

    initial = True

    dependencies = [
        ('house', '0001_squashed_0005_permissions_to_read'),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Account',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club_id', models.BigIntegerField()),
                    ('code', models.TextField()),
                    ('ref', models.BigIntegerField(default=0)),
                    ('currency', models.TextField()),
                    ('floor', models.SmallIntegerField()),
                    ('is_open', models.BooleanField(default=True)),
                ],
                options={
                    'db_table': 'ledger_account',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='Balance',
                fields=[
                    ('account', models.OneToOneField(on_delete=django.db.models.deletion.DO_NOTHING, primary_key=True, related_name='balance', serialize=False, to='ledger.account')),
                    ('cents', models.BigIntegerField(default=0)),
                ],
                options={
                    'db_table': 'ledger_balance',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='Day',
                fields=[
                    ('pk', models.CompositePrimaryKey('club_id', 'day', blank=True, editable=False, primary_key=True, serialize=False)),
                    ('club_id', models.BigIntegerField()),
                    ('day', models.DateField()),
                    ('opens_at', models.DateTimeField()),
                    ('closes_at', models.DateTimeField()),
                    ('state', models.TextField(default='open')),
                    ('fixed_until', models.DateTimeField(null=True)),
                ],
                options={
                    'db_table': 'ledger_day',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='Act',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('key', models.UUIDField(unique=True)),
                    ('club_id', models.BigIntegerField()),
                    ('actor_id', models.BigIntegerField(null=True)),
                    ('operation', models.TextField()),
                    ('arguments', models.JSONField()),
                    ('happened_at', models.DateTimeField()),
                    ('recorded_at', models.DateTimeField()),
                    ('request_id', models.TextField(default='')),
                ],
                options={
                    'db_table': 'ledger_act',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='Entry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('act', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='entries', to='ledger.act')),
                    ('seq', models.IntegerField(default=1)),
                    ('club_id', models.BigIntegerField()),
                    ('gaming_day', models.DateField()),
                    ('kind', models.TextField()),
                    ('adjustment', models.BooleanField(default=False)),
                    ('currency', models.TextField()),
                    ('account_ids', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                    ('cents', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                    ('happened_at', models.DateTimeField()),
                    ('recorded_at', models.DateTimeField()),
                    ('player_id', models.BigIntegerField(null=True)),
                    ('memo', models.TextField(default='')),
                    ('because', models.JSONField(default=list)),
                    ('reverses', models.OneToOneField(null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='reversed_by', to='ledger.entry')),
                    ('series_id', models.BigIntegerField(null=True)),
                    ('number', models.IntegerField(null=True)),
                ],
                options={
                    'db_table': 'ledger_entry',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='Line',
                fields=[
                    ('pk', models.CompositePrimaryKey('account_id', 'gaming_day', 'entry_id', blank=True, editable=False, primary_key=True, serialize=False)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='lines', to='ledger.account')),
                    ('gaming_day', models.DateField()),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='lines', to='ledger.entry')),
                    ('cents', models.BigIntegerField()),
                ],
                options={
                    'db_table': 'ledger_line',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='Series',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club_id', models.BigIntegerField()),
                    ('name', models.TextField()),
                    ('last_number', models.IntegerField(default=0)),
                ],
                options={
                    'db_table': 'ledger_series',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='Close',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club_id', models.BigIntegerField()),
                    ('day', models.DateField()),
                    ('at', models.DateTimeField()),
                    ('kind', models.TextField()),
                    ('act', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='ledger.act')),
                ],
                options={
                    'db_table': 'ledger_close',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='DayBalance',
                fields=[
                    ('pk', models.CompositePrimaryKey('account_id', 'day', blank=True, editable=False, primary_key=True, serialize=False)),
                    ('account', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='ledger.account')),
                    ('day', models.DateField()),
                    ('debit_cents', models.BigIntegerField()),
                    ('credit_cents', models.BigIntegerField()),
                    ('closing_cents', models.BigIntegerField()),
                ],
                options={
                    'db_table': 'ledger_day_balance',
                    'managed': False,
                },
            ),
            migrations.CreateModel(
                name='Seal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club_id', models.BigIntegerField()),
                    ('day', models.DateField()),
                    ('entries', models.IntegerField()),
                    ('root', models.BinaryField()),
                    ('balances', models.BinaryField()),
                    ('closes', models.BinaryField()),
                    ('previous', models.BinaryField()),
                    ('seal', models.BinaryField()),
                    ('act', models.ForeignKey(on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='ledger.act')),
                ],
                options={
                    'db_table': 'ledger_seal',
                    'managed': False,
                },
            ),
        ),
        script_operation(
            SQL / "tables.sql", "531fdf9c6b6e8a1954c47eb25fb3c0b1ca2f81fc39390d928f434305bcf43a4b"
        ),
        script_operation(
            SQL / "guards.sql", "f8e796a4cbf494c7d9b2b05785bc9e9e589387a019e999ba2a73633d2beb9cfd"
        ),
        script_operation(
            SQL / "posting.sql", "2266194c4b0c948d3f02e6fe372bb3637c2612e9d9f824bebc72180ced1b9538"
        ),
        script_operation(
            SQL / "closing.sql", "36695f1e6f828806688e68ea01d167f8e2c111ae3fa5b62ec8255bfb5d77bf04"
        ),
        migrations.RunSQL(BY_INSTANT, migrations.RunSQL.noop),
    ]
