import casino.db
import casino.messages
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

from casino.migration import CreateModels

# What was entered stands; only evidence and state follow, and nothing after the decision. The
# runtime role may update claims, so privileges do not say this.
GUARD = """
CREATE FUNCTION jackpot_guard_claim() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    later text[] := ARRAY['deck_checked_by', 'camera_at', 'witnesses', 'seal_number', 'note',
        'base_checked_by_id', 'base_checked_cents', 'state', 'reason', 'proposal_id'];
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.state NOT IN ('awarded', 'refused')
        AND to_jsonb(NEW) - later = to_jsonb(OLD) - later THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a claim stands as it was entered, and as it was decided'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'jackpot_claim_stands';
END $$
"""
TRIGGER = """
CREATE TRIGGER stands BEFORE UPDATE OR DELETE ON jackpot_claim
    FOR EACH ROW EXECUTE FUNCTION jackpot_guard_claim()
"""


class Migration(migrations.Migration):

    replaces = [
        ('jackpot', '0001_initial'),
        ('jackpot', '0002_claims'),
        ('jackpot', '0003_shared_pools'),
        ('jackpot', '0004_conditions_in_every_language'),
    ]

    initial = True

    dependencies = [
        ('approvals', '0001_squashed_0002_who_gains_and_emergencies'),
        ('cashgames', '0001_squashed_0007_moves'),
        ('house', '0001_squashed_0005_permissions_to_read'),
        ('ledger', '0001_squashed_0002_acts_by_instant'),
        ('players', '0001_squashed_0004_language'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Jackpot',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='jackpots', to='house.club')),
                    ('name', models.CharField(max_length=50)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('club'), models.F('name'), name='jackpot_name_once'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Feeder',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('jackpot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='feeders', to='jackpot.jackpot')),
                    ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('since', models.DateTimeField()),
                    ('proposal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
            ),
            migrations.CreateModel(
                name='Snapshot',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('jackpot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='snapshots', to='jackpot.jackpot')),
                    ('close', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ledger.close')),
                    ('at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('level_cents', models.BigIntegerField()),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('jackpot'), models.F('close'), name='jackpot_one_level_a_close'),
                        models.CheckConstraint(condition=models.Q(('level_cents__gte', 0)), name='jackpot_level_not_negative'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Claim',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('jackpot', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='jackpot.jackpot')),
                    ('session', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='cashgames.session')),
                    ('hand', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='cashgames.hand')),
                    ('hand_name', models.CharField(max_length=100)),
                    ('played_at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('adoption', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.adoption')),
                    ('game', models.CharField(max_length=30)),
                    ('players_dealt', models.PositiveSmallIntegerField()),
                    ('open_cards_dealt', models.PositiveSmallIntegerField()),
                    ('showdown', models.BooleanField()),
                    ('boards', models.JSONField()),
                    ('hands', models.JSONField()),
                    ('seated', models.JSONField()),
                    ('verdict', models.JSONField()),
                    ('conditions', casino.db.SaidField()),
                    ('because', models.JSONField()),
                    ('claimed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('claimed_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                    ('deck_checked_by', models.CharField(blank=True, max_length=100)),
                    ('camera_at', models.DateTimeField(null=True)),
                    ('witnesses', models.CharField(blank=True, max_length=200)),
                    ('seal_number', models.CharField(blank=True, max_length=50)),
                    ('note', models.CharField(blank=True, max_length=500)),
                    ('base_checked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('base_checked_cents', models.BigIntegerField(null=True)),
                    ('state', models.CharField(choices=[('unqualified', 'Does not qualify'), ('prepared', 'Prepared'), ('proposed', 'Waiting for approval'), ('awarded', 'Awarded'), ('refused', 'Refused')], max_length=12)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('proposal', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
                ],
                options={
                    'indexes': [
                        models.Index(models.F('club'), models.OrderBy(models.F('played_at'), descending=True), name='jackpot_claims_by_time'),
                    ],
                    'constraints': [
                        models.UniqueConstraint(models.F('session'), models.F('hand_name'), condition=models.Q(('state', 'refused'), _negated=True), name='jackpot_one_claim_a_hand'),
                        models.CheckConstraint(condition=models.Q(('state__in', ('unqualified', 'refused')), ('jackpot__isnull', False), _connector='OR'), name='jackpot_claim_judged'),
                        models.CheckConstraint(condition=models.Q(models.Q(('state__in', ('refused', 'unqualified')), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='jackpot_claim_refused_with_reason'),
                        models.CheckConstraint(condition=models.Q(models.Q(('state__in', ('proposed', 'awarded')), _negated=True), ('proposal__isnull', False), _connector='OR'), name='jackpot_claim_proposed'),
                        models.CheckConstraint(condition=models.Q(('base_checked_by', None), models.Q(('base_checked_by', models.F('claimed_by')), _negated=True), _connector='OR'), name='jackpot_base_checked_by_another'),
                    ],
                },
                bases=(casino.messages.Localizable, models.Model),
            ),
            migrations.CreateModel(
                name='Attachment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attachments', to='jackpot.claim')),
                    ('name', models.CharField(max_length=100)),
                    ('content_type', models.CharField(max_length=20)),
                    ('content', models.BinaryField()),
                    ('size', models.PositiveIntegerField()),
                    ('sha256', models.CharField(max_length=64)),
                    ('added_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('added_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('claim'), models.F('sha256'), name='jackpot_attachment_once'),
                        models.CheckConstraint(condition=models.Q(('size__range', (1, 5000000))), name='jackpot_attachment_size'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Award',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('jackpot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='awards', to='jackpot.jackpot')),
                    ('claim', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='award', to='jackpot.claim')),
                    ('level_cents', models.BigIntegerField()),
                    ('level_at', models.DateTimeField()),
                    ('paid_since_cents', models.BigIntegerField()),
                    ('base_cents', models.BigIntegerField()),
                    ('total_cents', models.BigIntegerField()),
                    ('approved_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('approved_at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('entry_id', models.BigIntegerField(null=True, unique=True)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('total_cents__gte', 0), ('base_cents__gte', 0)), name='jackpot_award_from_its_base'),
                        models.CheckConstraint(condition=models.Q(models.Q(('entry_id', None), ('total_cents', 0)), models.Q(('entry_id__isnull', False), ('total_cents__gt', 0)), _connector='OR'), name='jackpot_award_posted'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Taken',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('award', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='taken', to='jackpot.award')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('cents', models.BigIntegerField()),
                    ('entry_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.UniqueConstraint(models.F('award'), models.F('club'), name='jackpot_taken_once'),
                        models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='jackpot_taken_something'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Share',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('award', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='shares', to='jackpot.award')),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='players.player')),
                    ('parts', models.CharField(max_length=100)),
                    ('bad_beat_cents', models.BigIntegerField()),
                    ('royal_flush_cents', models.BigIntegerField()),
                    ('cents', models.BigIntegerField()),
                    ('payable_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'ordering': ['seat'],
                    'constraints': [
                        models.UniqueConstraint(models.F('award'), models.F('seat'), name='jackpot_share_once'),
                        models.CheckConstraint(condition=models.Q(('cents', django.db.models.expressions.CombinedExpression(models.F('bad_beat_cents'), '+', models.F('royal_flush_cents'))), ('cents__gt', 0)), name='jackpot_share_sum'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Adjustment',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('jackpot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='jackpot.jackpot')),
                    ('why', models.CharField(max_length=20)),
                    ('cents', models.BigIntegerField()),
                    ('note', models.CharField(max_length=200)),
                    ('at', models.DateTimeField()),
                    ('gaming_day', models.DateField()),
                    ('proposal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
                    ('entry_id', models.BigIntegerField(unique=True)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('cents', 0), _negated=True), name='jackpot_adjustment_moves'),
                        models.CheckConstraint(condition=models.Q(('why__in', ['booked_as_rake', 'box_over', 'box_short', 'rake_booked', 'seed'])), name='jackpot_adjustment_reason'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Limits',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('accountant_award_cents', models.PositiveBigIntegerField()),
                    ('check_from_cents', models.PositiveBigIntegerField()),
                    ('manager_adjust_cents', models.PositiveBigIntegerField()),
                ],
            ),
            migrations.CreateModel(
                name='Settlement',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('sender', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('receiver', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('cents', models.BigIntegerField()),
                    ('through', models.CharField(choices=[('bank', 'Bank'), ('cash:vault', 'Vault')], max_length=10)),
                    ('at', models.DateTimeField()),
                    ('proposal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='approvals.proposal')),
                    ('sent_entry_id', models.BigIntegerField(unique=True)),
                    ('received_entry_id', models.BigIntegerField(unique=True)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('cents__gt', 0)), name='jackpot_settlement_moves'),
                        models.CheckConstraint(condition=models.Q(('sender', models.F('receiver')), _negated=True), name='jackpot_settlement_between_two'),
                    ],
                },
            ),
        ),
        migrations.RunSQL([GUARD, TRIGGER], migrations.RunSQL.noop),
    ]
