import casino.messages
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.migration import CreateModels


class Migration(migrations.Migration):

    replaces = [
        ('countroom', '0001_initial'),
        ('countroom', '0002_transfers'),
    ]

    initial = True

    dependencies = [
        ('cage', '0001_squashed_0012_settings_of_the_club'),
        ('cashgames', '0001_squashed_0007_moves'),
        ('house', '0001_squashed_0005_permissions_to_read'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Box',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='boxes', to='cashgames.session')),
                    ('fee', models.CharField(choices=[('rake', 'Rake'), ('jackpot', 'Jackpot money'), ('time', 'Time rake')], max_length=10)),
                    ('number', models.CharField(max_length=30)),
                    ('gaming_day', models.DateField()),
                    ('taken_at', models.DateTimeField()),
                    ('taken_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('act_id', models.BigIntegerField(unique=True)),
                    ('counted_cents', models.PositiveBigIntegerField(null=True)),
                    ('booked_at', models.DateTimeField(null=True)),
                    ('entry_id', models.BigIntegerField(null=True, unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('gaming_day'), models.F('number'), name='countroom_number_once_a_day'),
                        models.CheckConstraint(condition=models.Q(models.Q(('booked_at', None), ('counted_cents', None), ('entry_id', None)), models.Q(('booked_at__isnull', False), ('counted_cents', 0), ('entry_id', None)), models.Q(('booked_at__isnull', False), ('counted_cents__gt', 0), ('entry_id__isnull', False)), _connector='OR'), name='countroom_booked_whole'),
                    ],
                },
                bases=(casino.messages.Localizable, models.Model),
            ),
            migrations.CreateModel(
                name='Count',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('box', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='countroom.box')),
                    ('counter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('counted_at', models.DateTimeField()),
                    ('corrects', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrected_by', to='countroom.count')),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('box'), models.F('counter'), condition=models.Q(('corrects', None)), name='countroom_one_count_a_person'),
                        models.CheckConstraint(condition=models.Q(('corrects', None), models.Q(('reason', ''), _negated=True), _connector='OR'), name='countroom_correction_has_a_reason'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='CountLine',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('count', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='countroom.count')),
                    ('cents', models.PositiveIntegerField()),
                    ('quantity', models.PositiveIntegerField()),
                ],
                options={
                    'ordering': [models.OrderBy(models.F('cents'), descending=True)],
                    'constraints': [
                        models.UniqueConstraint(models.F('count'), models.F('cents'), name='countroom_line_once'),
                        models.CheckConstraint(condition=models.Q(('quantity__gt', 0)), name='countroom_line_counted'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Settlement',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='settlement', to='cashgames.session')),
                    ('gaming_day', models.DateField()),
                    ('expected_cents', models.BigIntegerField()),
                    ('counted_cents', models.BigIntegerField()),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('settled_at', models.DateTimeField()),
                    ('settled_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('expected_cents', models.F('counted_cents')), models.Q(('reason', ''), _negated=True), _connector='OR'), name='countroom_difference_has_a_reason'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='DealerTurn',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='dealer_turns', to='cashgames.session')),
                    ('dealer', models.CharField(max_length=50)),
                    ('began_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
            migrations.CreateModel(
                name='Transfer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='cashgames.session')),
                    ('way', models.CharField(choices=[('fill', 'Fill'), ('credit', 'Credit')], max_length=6)),
                    ('state', models.CharField(choices=[('asked', 'asked for'), ('issued', 'on its way'), ('confirmed', 'confirmed'), ('void', 'void')], max_length=10)),
                    ('number', models.PositiveIntegerField()),
                    ('gaming_day', models.DateField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('number'), name='countroom_transfer_number'),
                    ],
                },
                bases=(casino.messages.Localizable, models.Model),
            ),
            migrations.CreateModel(
                name='TransferStep',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('transfer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='steps', to='countroom.transfer')),
                    ('state', models.CharField(choices=[('asked', 'asked for'), ('issued', 'on its way'), ('confirmed', 'confirmed'), ('void', 'void')], max_length=10)),
                    ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('at', models.DateTimeField()),
                    ('shift', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cage.shift')),
                    ('entry_id', models.BigIntegerField(null=True, unique=True)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('transfer'), models.F('state'), name='countroom_step_once'),
                        models.UniqueConstraint(models.F('transfer'), models.F('by'), condition=models.Q(('state__in', ('issued', 'confirmed'))), name='countroom_transfer_by_two'),
                        models.CheckConstraint(condition=models.Q(models.Q(('state', 'void'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='countroom_void_has_a_reason'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='TransferLine',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('step', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='countroom.transferstep')),
                    ('medium', models.CharField(choices=[('cash', 'Notes'), ('chips', 'Chips')], max_length=5)),
                    ('cents', models.PositiveIntegerField()),
                    ('quantity', models.PositiveIntegerField()),
                ],
                options={
                    'ordering': ['medium', models.OrderBy(models.F('cents'), descending=True)],
                    'constraints': [
                        models.UniqueConstraint(models.F('step'), models.F('medium'), models.F('cents'), name='countroom_piece_once'),
                        models.CheckConstraint(condition=models.Q(('quantity__gt', 0)), name='countroom_piece_counted'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='BankClosing',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('session', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='bank_closing', to='cashgames.session')),
                    ('chips_cents', models.PositiveBigIntegerField()),
                    ('cash_cents', models.PositiveBigIntegerField()),
                    ('reason', models.CharField(max_length=200)),
                    ('closed_at', models.DateTimeField()),
                    ('closed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('entry_id', models.BigIntegerField(unique=True)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
        ),
    ]
