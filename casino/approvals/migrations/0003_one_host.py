import casino.approvals.models
from django.conf import settings
from django.db import migrations, models

ALONE = """
CREATE FUNCTION approvals_check_alone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.alone AND NOT house_one_person(NEW.club_id) THEN
        RAISE EXCEPTION 'violates "approvals_alone_at_home": this takes two people'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'approvals_alone_at_home';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER approvals_alone_at_home BEFORE INSERT OR UPDATE ON approvals_proposal
    FOR EACH ROW EXECUTE FUNCTION approvals_check_alone()
"""


class Migration(migrations.Migration):

    dependencies = [
        ('approvals', '0001_squashed_0002_who_gains_and_emergencies'),
        ('house', '0006_control_profile'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='proposal',
            name='approvals_four_eyes',
        ),
        migrations.RemoveConstraint(
            model_name='proposal',
            name='approvals_not_by_who_gains',
        ),
        migrations.AddField(
            model_name='proposal',
            name='alone',
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('approved', True), _negated=True), ('emergency', True), ('alone', True), models.Q(('decided_by', models.F('proposed_by')), _negated=True), _connector='OR'), name='approvals_four_eyes'),
        ),
        migrations.AddConstraint(
            model_name='proposal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('approved', True), _negated=True), ('alone', True), models.Q(('not_by__contains', casino.approvals.models.Array('decided_by')), _negated=True), _connector='OR'), name='approvals_not_by_who_gains'),
        ),
        migrations.RunSQL(ALONE, migrations.RunSQL.noop),
    ]
