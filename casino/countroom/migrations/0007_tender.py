from django.db import migrations, models


class Migration(migrations.Migration):
    """The column keeps its name, which the program before reads and digests are made of."""

    dependencies = [("countroom", "0006_voided_variances")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("TransferLine", "countroom_piece_once"),
                migrations.RenameField("TransferLine", "medium", "tender"),
                migrations.AlterField(
                    "TransferLine",
                    "tender",
                    models.CharField(
                        max_length=5,
                        choices=[("cash", "Notes"), ("chips", "Chips")],
                        db_column="medium",
                    ),
                ),
                migrations.AlterModelOptions(
                    "TransferLine",
                    {"ordering": ["tender", models.OrderBy(models.F("cents"), descending=True)]},
                ),
                migrations.AddConstraint(
                    "TransferLine",
                    models.UniqueConstraint("step", "tender", "cents", name="countroom_piece_once"),
                ),
            ]
        )
    ]
