from pathlib import Path

from django.db import migrations, models
from django.db.models import F, Q

from casino.db import run_script

GUARDS = Path(__file__).resolve().parent.parent / "sql" / "adoptions.sql"


def guard(apps, editor):
    """Lay the guards of the adoptions."""
    run_script(editor.connection, GUARDS.read_text())


class Migration(migrations.Migration):

    dependencies = [
        ("house", "0001_initial"),
        ("ledger", "0001_initial"),  # the guards ask which days were played
    ]

    operations = [
        migrations.AddField("adoption", "proposal_id", models.BigIntegerField(null=True, unique=True)),
        migrations.AddField("adoption", "proposed_by_id", models.BigIntegerField(null=True)),
        migrations.AddField("adoption", "proposed_at", models.DateTimeField(null=True)),
        migrations.AddConstraint(
            "adoption",
            models.CheckConstraint(
                name="house_adopted_by_two",
                condition=Q(
                    proposal_id__isnull=True, proposed_by_id__isnull=True, proposed_at__isnull=True
                )
                | Q(
                    ~Q(adopted_by_id=F("proposed_by_id")),
                    proposal_id__isnull=False,
                    proposed_by_id__isnull=False,
                    proposed_at__isnull=False,
                    adopted_by_id__isnull=False,
                ),
            ),
        ),
        migrations.RunPython(guard, migrations.RunPython.noop),
    ]
