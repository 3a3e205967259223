import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The column keeps its name, which the program before reads and digests are made of."""

    dependencies = [("players", "0011_nationality_and_consent")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("Player", "barred_until", "excluded_until"),
                migrations.AlterField(
                    "Player",
                    "excluded_until",
                    models.DateField(blank=True, db_column="barred_until", null=True),
                ),
                migrations.AlterField(
                    "Player",
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="duplicates",
                        to="players.player",
                    ),
                ),
                migrations.AlterField(
                    "Exclusion",
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="exclusions",
                        to="players.player",
                    ),
                ),
            ]
        )
    ]
