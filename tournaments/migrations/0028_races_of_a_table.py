import django.db.models.deletion
from django.db import migrations, models

# A race was at the table that was open under its number at that instant.
FILL = """
UPDATE tournaments_chiprace r SET floor_table_id = (
    SELECT t.id FROM tournaments_floortable t
    WHERE t.tournament_id = r.tournament_id AND t.number = r.table_no AND t.opened_at <= r.at
        AND (t.broken_at IS NULL OR t.broken_at >= r.at)
    ORDER BY t.opened_at DESC, t.id DESC LIMIT 1
) WHERE floor_table_id IS NULL;
SET CONSTRAINTS ALL IMMEDIATE
"""


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0027_evidence_of_royal_flushes'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='chiprace',
            name='tournaments_race_once',
        ),
        migrations.AddField(
            model_name='chiprace',
            name='floor_table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='races', to='tournaments.floortable'),
        ),
        migrations.AddConstraint(
            model_name='chiprace',
            constraint=models.UniqueConstraint(models.F('floor_table'), models.F('old_chip'), name='tournaments_race_once'),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
