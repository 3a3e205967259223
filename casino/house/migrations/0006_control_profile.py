import django.db.models.deletion
from django.db import migrations, models

from casino.migration import two_persons

# Triggers, not checks: a check that reads another table fails when a backup is read back.
GUARDS = """
CREATE FUNCTION house_one_person(club bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce((
        SELECT profile = 'home' FROM house_controlprofile
        WHERE club_id = club AND since <= now() ORDER BY id DESC LIMIT 1
    ), false)
$$;
CREATE FUNCTION house_two_persons() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    written jsonb := to_jsonb(NEW);
    club bigint := written ->> 'club_id';
BEGIN
    IF written ->> TG_ARGV[1] IS DISTINCT FROM written ->> TG_ARGV[2]
        OR written ->> TG_ARGV[1] IS NULL THEN
        RETURN NEW;
    END IF;
    IF TG_NARGS > 3 THEN
        EXECUTE format('SELECT club_id FROM %I WHERE id = $1', TG_ARGV[3])
            INTO club USING (written ->> TG_ARGV[4])::bigint;
    END IF;
    IF NOT house_one_person(club) THEN
        RAISE EXCEPTION 'violates "%": one person is named twice', TG_ARGV[0]
            USING ERRCODE = 'check_violation', CONSTRAINT = TG_ARGV[0];
    END IF;
    RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('house', '0001_squashed_0005_permissions_to_read'),
    ]

    operations = [
        migrations.CreateModel(
            name='ControlProfile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('profile', models.CharField(choices=[('home', 'Home'), ('club', 'Club'), ('casino', 'Casino')], max_length=10)),
                ('since', models.DateTimeField()),
                ('reason', models.CharField(max_length=200)),
                ('proposal_id', models.BigIntegerField(null=True, unique=True)),
                ('proposed_by_id', models.BigIntegerField(null=True)),
                ('adopted_by_id', models.BigIntegerField(null=True)),
                ('act_id', models.BigIntegerField(unique=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='adoption',
            name='house_adopted_by_two',
        ),
        migrations.RemoveConstraint(
            model_name='permission',
            name='house_permission_by_two',
        ),
        migrations.AddConstraint(
            model_name='adoption',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('proposal_id__isnull', True), ('proposed_at__isnull', True), ('proposed_by_id__isnull', True)), models.Q(('adopted_by_id__isnull', False), ('proposal_id__isnull', False), ('proposed_at__isnull', False), ('proposed_by_id__isnull', False)), _connector='OR'), name='house_adopted_by_two'),
        ),
        migrations.AddField(
            model_name='controlprofile',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club'),
        ),
        migrations.AddIndex(
            model_name='controlprofile',
            index=models.Index(fields=['club', '-since'], name='house_profile_of_club'),
        ),
        migrations.AddConstraint(
            model_name='controlprofile',
            constraint=models.UniqueConstraint(condition=models.Q(('proposal_id', None)), fields=('club',), name='house_profile_founded_once'),
        ),
        migrations.AddConstraint(
            model_name='controlprofile',
            constraint=models.CheckConstraint(condition=models.Q(('profile__in', ['home', 'club', 'casino'])), name='house_profile_known'),
        ),
        migrations.AddConstraint(
            model_name='controlprofile',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('profile', 'home'), _negated=True), ('proposal_id', None), models.Q(('adopted_by_id__isnull', False), models.Q(('adopted_by_id', models.F('proposed_by_id')), _negated=True)), _connector='OR'), name='house_home_by_two'),
        ),
        migrations.RunSQL(GUARDS, migrations.RunSQL.noop),
        two_persons("house_permission_by_two", "house_permission", "adopted_by_id", "proposed_by_id"),
        two_persons(
            "house_adopted_by_two", "house_adoption", "adopted_by_id", "proposed_by_id"
        ),
    ]
