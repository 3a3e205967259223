import casino.approvals.models
import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.migration import CreateModels

# Decided once, its content never changed, whoever asks: privileges end at columns, this does not.
# Who may never approve is told when it is proposed, not afterwards.
GUARD = """
CREATE FUNCTION approvals_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.approved IS NULL
        AND (OLD.id, OLD.club_id, OLD.operation, OLD.content, OLD.digest, OLD.reason,
             OLD.proposed_by_id, OLD.proposed_at, OLD.expires_at, OLD.act_id, OLD.not_by)
        IS NOT DISTINCT FROM
            (NEW.id, NEW.club_id, NEW.operation, NEW.content, NEW.digest, NEW.reason,
             NEW.proposed_by_id, NEW.proposed_at, NEW.expires_at, NEW.act_id, NEW.not_by) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a proposal is decided once and never changed'
        USING ERRCODE = 'check_violation', CONSTRAINT = 'approvals_decided_once';
END $$
"""
TRIGGER = """
CREATE TRIGGER approvals_guard BEFORE UPDATE OR DELETE ON approvals_proposal
    FOR EACH ROW EXECUTE FUNCTION approvals_guard()
"""


class Migration(migrations.Migration):

    replaces = [
        ('approvals', '0001_initial'),
        ('approvals', '0002_who_gains_and_emergencies'),
    ]

    initial = True

    dependencies = [
        ('house', '0001_squashed_0005_permissions_to_read'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name='Proposal',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                    ('operation', models.CharField(max_length=50)),
                    ('content', models.JSONField()),
                    ('digest', models.CharField(max_length=64)),
                    ('reason', models.CharField(max_length=200)),
                    ('proposed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('proposed_at', models.DateTimeField()),
                    ('expires_at', models.DateTimeField()),
                    ('act_id', models.BigIntegerField(unique=True)),
                    ('approved', models.BooleanField(null=True)),
                    ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('decided_at', models.DateTimeField(null=True)),
                    ('remark', models.CharField(blank=True, max_length=200)),
                    ('not_by', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                    ('emergency', models.BooleanField(default=False)),
                    ('decision_act_id', models.BigIntegerField(null=True, unique=True)),
                ],
                options={
                    'indexes': [
                        models.Index(models.F('club'), condition=models.Q(('approved', None)), name='approvals_open_proposals'),
                    ],
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(models.Q(('approved', True), _negated=True), ('emergency', True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='approvals_four_eyes'),
                        models.CheckConstraint(condition=models.Q(models.Q(('approved', True), _negated=True), models.Q(('not_by__contains', casino.approvals.models.Array('decided_by')), _negated=True), _connector='OR'), name='approvals_not_by_who_gains'),
                        models.CheckConstraint(condition=models.Q(models.Q(('approved', True), _negated=True), ('decided_at__lte', models.F('expires_at')), _connector='OR'), name='approvals_in_time'),
                        models.CheckConstraint(condition=models.Q(models.Q(('approved__isnull', True), ('decided_at__isnull', True), ('decided_by__isnull', True), ('decision_act_id__isnull', True)), models.Q(('approved__isnull', False), ('decided_at__isnull', False), ('decided_by__isnull', False), ('decision_act_id__isnull', False)), _connector='OR'), name='approvals_decided_whole'),
                    ],
                },
            ),
            migrations.CreateModel(
                name='Confirmation',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('proposal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='confirmation', to='approvals.proposal')),
                    ('used_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('confirmed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ('confirmed_at', models.DateTimeField()),
                    ('remark', models.CharField(max_length=200)),
                    ('act_id', models.BigIntegerField(unique=True)),
                ],
                options={
                    'constraints': [
                        models.CheckConstraint(condition=models.Q(('confirmed_by', models.F('used_by')), _negated=True), name='approvals_confirmed_by_another'),
                    ],
                },
            ),
        ),
        migrations.RunSQL([GUARD, TRIGGER], migrations.RunSQL.noop),
    ]
