"""A shift counts the pieces of its opening; changes of the club's settings are kept."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PIECES_OF_THE_CLUB = """
UPDATE cage_shift s SET notes_cents = c.notes_cents, chips_cents = c.chips_cents
FROM house_club c WHERE c.id = s.club_id
"""


def pieces(**options):
    return django.contrib.postgres.fields.ArrayField(
        base_field=models.PositiveIntegerField(), size=None, **options
    )


class Migration(migrations.Migration):

    dependencies = [
        ('cage', '0011_chips_of_the_vault'),
        ('house', '0004_permissions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField('shift', 'notes_cents', pieces(default=list), preserve_default=False),
        migrations.AddField('shift', 'chips_cents', pieces(default=list), preserve_default=False),
        migrations.RunSQL(PIECES_OF_THE_CLUB, migrations.RunSQL.noop),
        migrations.CreateModel(
            name='ClubChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('before', models.JSONField()),
                ('after', models.JSONField()),
                ('reason', models.CharField(max_length=200)),
                ('changed_at', models.DateTimeField()),
                ('act_id', models.BigIntegerField(unique=True)),
                ('changed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='house.club')),
                ('second', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('second', None), models.Q(('second', models.F('changed_by')), _negated=True), _connector='OR'), name='cage_club_change_two_people'),
                    models.CheckConstraint(condition=models.Q(models.Q(('after__has_any_keys', ['notes_cents', 'chips_cents']), _negated=True), ('second__isnull', False), _connector='OR'), name='cage_pieces_by_two'),
                ],
            },
        ),
    ]
