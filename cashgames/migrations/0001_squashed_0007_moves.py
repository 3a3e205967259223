import casino.db
import django.contrib.postgres.constraints
import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.migration import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('cashgames', '0001_initial'),
        ('cashgames', '0002_by_box'),
        ('cashgames', '0003_waiting_lists'),
        ('cashgames', '0004_absences'),
        ('cashgames', '0005_time_rake'),
        ('cashgames', '0006_table_changes'),
        ('cashgames', '0007_moves'),
    ]

    initial = True

    dependencies = [
        ('house', '0001_squashed_0005_permissions_to_read'),
        ('ledger', '0001_squashed_0002_acts_by_instant'),
        ('players', '0001_squashed_0004_language'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Table',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='house.club')),
                    ('name', models.CharField(max_length=50)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('name'), name='cashgames_table_name_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Session',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sessions', to='cashgames.table')),
                    ('game', models.CharField(max_length=30)),
                    ('small_blind_cents', models.PositiveIntegerField()),
                    ('big_blind_cents', models.PositiveIntegerField()),
                    ('min_buy_in_cents', models.PositiveIntegerField()),
                    ('max_buy_in_cents', models.PositiveIntegerField()),
                    ('special_cap', models.BooleanField(default=False)),
                    ('pool_ref', models.BigIntegerField(null=True)),
                    ('by_box', models.BooleanField(default=False)),
                    ('time_rake_cents', models.PositiveIntegerField(null=True)),
                    ('time_rake_since', models.DateTimeField(null=True)),
                    ('opened_at', models.DateTimeField()),
                    ('closed_at', models.DateTimeField(null=True)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('table'), condition=models.Q(('closed_at', None)), name='cashgames_one_session_a_table'),
                        models.CheckConstraint(condition=models.Q(('min_buy_in_cents__gt', 0), ('min_buy_in_cents__lte', models.F('max_buy_in_cents'))), name='cashgames_buy_in_limits'),
                        models.CheckConstraint(condition=models.Q(('small_blind_cents__lte', models.F('big_blind_cents'))), name='cashgames_blinds'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Seat',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='cashgames.session')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='players.player')),
                    ('sat_at', models.DateTimeField()),
                    ('left_at', models.DateTimeField(null=True)),
                    ('act_id', models.BigIntegerField(db_index=True)),
                ],
                options={
                    'constraints': [
                        django.contrib.postgres.constraints.ExclusionConstraint(expressions=[('session', '='), ('number', '='), (casino.db.TsTzRange('sat_at', 'left_at'), '&&')], name='cashgames_one_player_a_seat'),
                        django.contrib.postgres.constraints.ExclusionConstraint(expressions=[('player', '='), (casino.db.TsTzRange('sat_at', 'left_at'), '&&')], name='cashgames_one_seat_a_player'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='ChipMove',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='cashgames.seat')),
                    ('kind', models.CharField(choices=[('buy_in', 'Buy In'), ('top_up', 'Top Up'), ('cash_out', 'Cash Out'), ('removed', 'Removed'), ('returned', 'Returned'), ('tip', 'Tip'), ('bar', 'Bar'), ('moved_out', 'Moved Out'), ('moved_in', 'Moved In')], max_length=10)),
                    ('cents', models.PositiveIntegerField()),
                    ('paid_with', models.CharField(choices=[('cash', 'Cash'), ('chips', 'Chips'), ('table', 'Table')], max_length=5)),
                    ('short', models.BooleanField(default=False)),
                    ('at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('entry', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.entry')),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('act_id'), models.F('seat'), name='cashgames_chips_moved_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Hand',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hands', to='cashgames.session')),
                    ('name', models.CharField(max_length=100)),
                    ('played_at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('pots_cents', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                    ('players_dealt', models.PositiveSmallIntegerField()),
                    ('first_round_passed', models.BooleanField()),
                    ('rake_cents', models.PositiveIntegerField()),
                    ('drop_cents', models.PositiveIntegerField()),
                    ('entry_id', models.BigIntegerField(null=True)),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'indexes': [
                        models.Index(models.F('session'), models.F('gaming_day'), name='cashgames_hands_by_day'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(models.F('session'), models.F('name'), name='cashgames_hand_once'),
                        models.CheckConstraint(condition=models.Q(models.Q(('drop_cents', 0), ('entry_id__isnull', True), ('rake_cents', 0)), models.Q(('entry_id__isnull', False), models.Q(('rake_cents__gt', 0), ('drop_cents__gt', 0), _connector='OR')), _connector='OR'), name='cashgames_hand_posted'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Absence',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='absences', to='cashgames.seat')),
                    ('since', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('permission', models.BooleanField()),
                    ('breaks_used', models.PositiveSmallIntegerField()),
                    ('late_at', models.DateTimeField(null=True)),
                    ('due_at', models.DateTimeField(null=True)),
                    ('stays', models.CharField(blank=True, max_length=200)),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('ended', models.CharField(blank=True, choices=[('back', 'Back'), ('removed', 'Removed'), ('left', 'Left')], max_length=10)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('seat'), condition=models.Q(('ended_at', None)), name='cashgames_away_once_a_seat'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='HeldStack',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='held_stacks', to='cashgames.session')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='held_stacks', to='players.player')),
                    ('cents', models.PositiveIntegerField()),
                    ('removed_at', models.DateTimeField()),
                    ('settled_at', models.DateTimeField(null=True)),
                    ('act_id', models.BigIntegerField(unique=True)),
                    ('settled_act_id', models.BigIntegerField(null=True, unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='cashgames_held_positive'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='TableChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='changes', to='cashgames.session')),
                    ('what', models.CharField(choices=[('game', 'Game'), ('limits', 'Limits'), ('special_cap', 'Special Cap')], max_length=11)),
                    ('before', models.JSONField()),
                    ('after', models.JSONField()),
                    ('agreed', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                    ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('approved_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
            migrations.CreateModel(
                name='TimePeriod',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='periods', to='cashgames.session')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('starts_at', models.DateTimeField()),
                    ('table_cents', models.PositiveIntegerField()),
                    ('act_id', models.BigIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('session'), models.F('number'), name='cashgames_period_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='TimeShare',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('period', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='cashgames.timeperiod')),
                    ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='time_shares', to='cashgames.seat')),
                    ('cents', models.PositiveIntegerField()),
                    ('paid_at', models.DateTimeField(null=True)),
                    ('gaming_day', models.DateField(null=True)),
                    ('paid_with', models.CharField(blank=True, choices=[('cash', 'Cash'), ('chips', 'Chips'), ('table', 'Table')], max_length=5)),
                    ('entry', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, to='ledger.entry')),
                    ('act_id', models.BigIntegerField(null=True)),
                    ('waived', models.CharField(blank=True, max_length=200)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('period'), models.F('seat'), name='cashgames_share_once'),
                        models.CheckConstraint(condition=models.Q(models.Q(('entry', None), ('gaming_day', None), ('paid_at', None), ('paid_with', '')), models.Q(models.Q(('paid_with', ''), _negated=True), ('entry__isnull', False), ('gaming_day__isnull', False), ('paid_at__isnull', False), ('waived', '')), _connector='OR'), name='cashgames_share_paid_whole'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='WaitingList',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('game', models.CharField(max_length=30)),
                    ('small_blind_cents', models.PositiveIntegerField()),
                    ('big_blind_cents', models.PositiveIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('game'), models.F('small_blind_cents'), models.F('big_blind_cents'), name='cashgames_one_list_a_game'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Waiting',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('list', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='cashgames.waitinglist')),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
                    ('rank', models.IntegerField()),
                    ('since', models.DateTimeField()),
                    ('state', models.CharField(choices=[('waiting', 'Waiting'), ('called', 'Called'), ('seated', 'Seated'), ('no_show', 'No Show'), ('left', 'Left')], default='waiting', max_length=10)),
                    ('session', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cashgames.session')),
                    ('seat_no', models.PositiveSmallIntegerField(null=True)),
                    ('called_at', models.DateTimeField(null=True)),
                    ('answer_by', models.DateTimeField(null=True)),
                    ('ended_at', models.DateTimeField(null=True)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('list'), models.F('player'), condition=models.Q(('state__in', ['waiting', 'called'])), name='cashgames_waits_once'),
                        models.UniqueConstraint(models.F('session'), models.F('seat_no'), condition=models.Q(('state', 'called')), name='cashgames_seat_reserved_once'),
                        models.CheckConstraint(condition=models.Q(models.Q(('state', 'called'), _negated=True), models.Q(('answer_by__isnull', False), ('called_at__isnull', False), ('seat_no__isnull', False), ('session__isnull', False)), _connector='OR'), name='cashgames_called_whole'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='WaitingMove',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('waiting', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='cashgames.waiting')),
                    ('from_place', models.PositiveSmallIntegerField()),
                    ('to_place', models.PositiveSmallIntegerField()),
                    ('reason', models.CharField(max_length=200)),
                    ('moved_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
        ),
    ]
