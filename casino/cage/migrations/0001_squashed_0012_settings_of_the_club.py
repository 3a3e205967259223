import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.migration import CreateModels

# What is owed stands in the ledger too, to the cent, when the command that owes it commits.
OWED = """
CREATE FUNCTION cage_check_payable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM ledger_account a JOIN ledger_line l ON l.account_id = a.id
        WHERE a.club_id = NEW.club_id AND a.code = 'payable' AND a.ref = NEW.id
            AND l.cents = -NEW.cents
    ) THEN
        RAISE EXCEPTION 'The payable % is not owed in the ledger.', NEW.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payable_owed';
    END IF;
    RETURN NULL;
END $$
"""
OWED_TRIGGER = """
CREATE CONSTRAINT TRIGGER cage_payable_owed AFTER INSERT ON cage_payable
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cage_check_payable()
"""
PAYMENT = """
CREATE FUNCTION cage_check_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owed cage_payable;
BEGIN
    SELECT * INTO owed FROM cage_payable WHERE id = NEW.payable_id;
    IF owed.two AND NEW.second_id IS NULL THEN
        RAISE EXCEPTION 'Two people pay %.', owed.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payment_by_two';
    END IF;
    IF NEW.paid_by_id = ANY (owed.not_by) THEN
        RAISE EXCEPTION 'Who claimed or approved % does not pay it.', owed.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payment_not_by';
    END IF;
    IF NOT EXISTS (
        SELECT FROM ledger_account a JOIN ledger_line l ON l.account_id = a.id
        JOIN cage_shift s ON s.club_id = a.club_id
        WHERE a.club_id = owed.club_id AND a.code = 'payable' AND a.ref = owed.id
            AND l.entry_id = NEW.entry_id AND l.cents = owed.cents AND s.id = NEW.shift_id
    ) THEN
        RAISE EXCEPTION 'The entry % does not pay %.', NEW.entry_id, owed.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payment_booked';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER cage_payment_agrees BEFORE INSERT OR UPDATE ON cage_payment
    FOR EACH ROW EXECUTE FUNCTION cage_check_payment()
"""
NAMED = """
CREATE FUNCTION cage_keep_payable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.player_id IS NOT NULL
        OR to_jsonb(OLD) - 'player_id' <> to_jsonb(NEW) - 'player_id' THEN
        RAISE EXCEPTION 'What is owed, and to whom, is written once.'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payable_kept';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER cage_payable_kept BEFORE UPDATE ON cage_payable
    FOR EACH ROW EXECUTE FUNCTION cage_keep_payable()
"""
# Of a payment only its reversal is said later, once, and it is the entry that takes it back.
KEPT = """
CREATE FUNCTION cage_keep_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.reversal_id IS NOT NULL
        OR to_jsonb(OLD) - 'reversal_id' <> to_jsonb(NEW) - 'reversal_id'
        OR NOT EXISTS (
            SELECT FROM ledger_entry WHERE id = NEW.reversal_id AND reverses_id = OLD.entry_id
        ) THEN
        RAISE EXCEPTION 'The payment % is taken back by a reversal of its entry only.', OLD.id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'cage_payment_kept';
    END IF;
    RETURN NEW;
END $$
"""
KEPT_TRIGGER = """
CREATE TRIGGER cage_payment_kept BEFORE UPDATE ON cage_payment
    FOR EACH ROW EXECUTE FUNCTION cage_keep_payment()
"""


class Migration(migrations.Migration):

    replaces = [
        ('cage', '0001_initial'),
        ('cage', '0002_payables'),
        ('cage', '0003_payments_guarded'),
        ('cage', '0004_hand_over_and_counts'),
        ('cage', '0005_reversals_and_prints'),
        ('cage', '0006_reversals_by_two_by_default'),
        ('cage', '0007_payments_taken_back'),
        ('cage', '0008_floats_signed_by_two'),
        ('cage', '0009_bags_and_counts_of_the_vault'),
        ('cage', '0010_words_on_slips'),
        ('cage', '0011_chips_of_the_vault'),
        ('cage', '0012_settings_of_the_club'),
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
                name='PaymentThresholds',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('second_from_cents', models.PositiveBigIntegerField()),
                    ('manager_from_cents', models.PositiveBigIntegerField()),
                    ('identify_from_cents', models.PositiveBigIntegerField()),
                    ('count_second_over_cents', models.PositiveBigIntegerField(default=500)),
                    ('count_manager_over_cents', models.PositiveBigIntegerField(default=10000)),
                    ('reverse_alone_under_cents', models.PositiveBigIntegerField(default=0)),
                    ('reverse_manager_from_cents', models.PositiveBigIntegerField(default=50000)),
                    ('vault_minimum_cents', models.PositiveBigIntegerField(default=0)),
                    ('float_alone_under_cents', models.PositiveBigIntegerField(default=0)),
                ],
            ),
            migrations.CreateModel(
                name='ClubChange',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('before', models.JSONField()),
                    ('after', models.JSONField()),
                    ('reason', models.CharField(max_length=200)),
                    ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('second', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('changed_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('second', None), models.Q(('second', models.F('changed_by')), _negated=True), _connector='OR'), name='cage_club_change_two_people'),
                        models.CheckConstraint(condition=models.Q(models.Q(('after__has_any_keys', ['notes_cents', 'chips_cents']), _negated=True), ('second__isnull', False), _connector='OR'), name='cage_pieces_by_two'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Drawer',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drawers', to='house.club')),
                    ('name', models.CharField(max_length=50)),
                    ('series_id', models.BigIntegerField(unique=True)),
                    ('imprest_cents', models.PositiveBigIntegerField(null=True)),
                    ('minimum_cents', models.PositiveBigIntegerField(null=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('name'), name='cage_drawer_name_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Shift',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('drawer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='shifts', to='cage.drawer')),
                    ('cashier', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('state', models.CharField(choices=[('open', 'Open'), ('counted', 'Counted'), ('closed', 'Closed')], default='open', max_length=10)),
                    ('gaming_day', models.DateField()),
                    ('opened_at', models.DateTimeField()),
                    ('closed_at', models.DateTimeField(null=True)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('z_number', models.PositiveIntegerField(null=True)),
                    ('second', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('forced', models.BooleanField(default=False)),
                    ('opened_with', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('notes_cents', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None)),
                    ('chips_cents', django.contrib.postgres.fields.ArrayField(base_field=models.PositiveIntegerField(), size=None)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('opened_with', None), models.Q(('opened_with', models.F('cashier')), _negated=True), _connector='OR'), name='cage_float_two_people'),
                        models.UniqueConstraint(models.F('drawer'), models.F('z_number'), name='cage_z_number_once'),
                        models.CheckConstraint(condition=models.Q(('second', None), models.Q(('second', models.F('cashier')), _negated=True), _connector='OR'), name='cage_shift_two_people'),
                        models.CheckConstraint(condition=models.Q(('forced', False), models.Q(('second', None), _negated=True), _connector='OR'), name='cage_forced_by_another'),
                        models.UniqueConstraint(models.F('drawer'), condition=models.Q(('state', 'closed'), _negated=True), name='cage_one_shift_a_drawer'),
                        models.UniqueConstraint(models.F('cashier'), models.F('club'), condition=models.Q(('state', 'closed'), _negated=True), name='cage_one_shift_a_cashier'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Count',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('shift', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='cage.shift')),
                    ('moment', models.CharField(choices=[('opening', 'Opening'), ('closing', 'Closing')], max_length=10)),
                    ('counted_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
            migrations.CreateModel(
                name='CountLine',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('count', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='cage.count')),
                    ('medium', models.CharField(choices=[('cash', 'Cash'), ('chips', 'Chips')], max_length=5)),
                    ('cents', models.PositiveIntegerField()),
                    ('quantity', models.PositiveIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('count'), models.F('medium'), models.F('cents'), name='cage_count_line_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='HandOver',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('drawer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cage.drawer')),
                    ('given', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='handed_over', to='cage.shift')),
                    ('cash_cents', models.PositiveBigIntegerField()),
                    ('chips_cents', models.PositiveBigIntegerField()),
                    ('taken', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='taken_over', to='cage.shift')),
                    ('accepted', models.BooleanField(default=False)),
                    ('counted_cash_cents', models.PositiveBigIntegerField(null=True)),
                    ('counted_chips_cents', models.PositiveBigIntegerField(null=True)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('second', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('drawer'), condition=models.Q(('taken', None)), name='cage_one_hand_over_a_drawer'),
                        models.CheckConstraint(condition=models.Q(('taken', None), models.Q(('reason', ''), _negated=True), models.Q(('counted_cash_cents', models.F('cash_cents')), ('counted_chips_cents', models.F('chips_cents'))), _connector='OR'), name='cage_hand_over_named'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Payable',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('kind', models.CharField(max_length=30)),
                    ('about', models.CharField(max_length=200)),
                    ('cents', models.PositiveBigIntegerField()),
                    ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='payables', to='players.player')),
                    ('two', models.BooleanField(default=False)),
                    ('not_by', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                    ('gaming_day', models.DateField()),
                    ('owed_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField()),
                    ('seq', models.PositiveSmallIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('act_id'), models.F('seq'), name='cage_payable_once'),
                        models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='cage_payable_positive'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Payment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('payable', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='cage.payable')),
                    ('shift', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='cage.shift')),
                    ('paid_with', models.CharField(choices=[('cash', 'cash'), ('chips', 'chips'), ('bank', 'wire')], max_length=5)),
                    ('paid_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('second', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('paid_at', models.DateTimeField()),
                    ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.entry')),
                    ('reversal', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.entry')),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('payable'), condition=models.Q(('reversal', None)), name='cage_payment_once'),
                        models.CheckConstraint(condition=models.Q(('second', None), models.Q(('second', models.F('paid_by')), _negated=True), _connector='OR'), name='cage_payment_two_people'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='SlipPrint',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.entry')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('printed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('printed_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('entry'), models.F('number'), name='cage_slip_print_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='SlipText',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('kind', models.CharField(blank=True, max_length=50)),
                    ('language', models.CharField(choices=[('et', 'eesti'), ('ru', 'русский'), ('en', 'English'), ('lv', 'latviešu')], max_length=2)),
                    ('head', models.CharField(blank=True, max_length=200)),
                    ('foot', models.CharField(blank=True, max_length=200)),
                    ('written_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('written_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
            migrations.CreateModel(
                name='Bag',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('seal', models.CharField(max_length=50)),
                    ('cents', models.PositiveBigIntegerField()),
                    ('gaming_day', models.DateField()),
                    ('packed_at', models.DateTimeField()),
                    ('packed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('act_id', models.BigIntegerField(unique=True)),
                    ('carrier', models.CharField(blank=True, max_length=100)),
                    ('handed_at', models.DateTimeField(null=True)),
                    ('handed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('statement', models.CharField(blank=True, max_length=100)),
                    ('credited_cents', models.PositiveBigIntegerField(null=True)),
                    ('credited_at', models.DateTimeField(null=True)),
                    ('credited_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('seal'), name='cage_bag_seal_once'),
                        models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='cage_bag_positive'),
                        models.CheckConstraint(condition=models.Q(('credited_at', None), ('handed_at__isnull', False), _connector='OR'), name='cage_bag_in_order'),
                        models.CheckConstraint(condition=models.Q(('credited_by', None), models.Q(('credited_by', models.F('packed_by')), _negated=True), _connector='OR'), name='cage_bag_credited_by_another'),
                        models.CheckConstraint(condition=models.Q(('credited_cents', None), ('credited_cents', models.F('cents')), models.Q(('reason', ''), _negated=True), _connector='OR'), name='cage_bag_difference_named'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='VaultCount',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('expected_cents', models.BigIntegerField()),
                    ('counted_cents', models.PositiveBigIntegerField()),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('counted_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('counted_at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('second', models.F('counted_by')), _negated=True), name='cage_vault_count_two_people'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='VaultCountLine',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('count', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='cage.vaultcount')),
                    ('medium', models.CharField(choices=[('cash', 'Cash'), ('chips', 'Chips')], default='cash', max_length=5)),
                    ('cents', models.PositiveIntegerField()),
                    ('quantity', models.PositiveIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('count'), models.F('medium'), models.F('cents'), name='cage_vault_line_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='VaultMove',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('shift', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='vault_moves', to='cage.shift')),
                    ('fetched', models.BooleanField()),
                    ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('given_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('moved_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('given_by', models.F('asked_by')), _negated=True), name='cage_vault_move_two_people'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='VaultMoveLine',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('move', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='cage.vaultmove')),
                    ('medium', models.CharField(choices=[('cash', 'Cash'), ('chips', 'Chips')], max_length=5)),
                    ('cents', models.PositiveIntegerField()),
                    ('quantity', models.PositiveIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('move'), models.F('medium'), models.F('cents'), name='cage_vault_move_line_once'),
                    ],
                },
            ),
        ),
        migrations.RunSQL([OWED, OWED_TRIGGER, PAYMENT, NAMED, KEPT, KEPT_TRIGGER], migrations.RunSQL.noop),
    ]
