from django.db import migrations, models

from casino.migration import renamed


class Migration(migrations.Migration):
    dependencies = [("reports", "0001_former_rows")]

    operations = [
        renamed("Former", "RowVersion", table="reports_former"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("RowVersion", "reports_former_of_a_row"),
                migrations.RenameField("RowVersion", "of", "table"),
                migrations.RenameField("RowVersion", "until", "valid_to"),
                migrations.RenameField("RowVersion", "was", "data"),
                migrations.AlterField(
                    "RowVersion", "table", models.CharField(db_column="of", max_length=63)
                ),
                migrations.AlterField(
                    "RowVersion", "valid_to", models.DateTimeField(db_column="until")
                ),
                migrations.AlterField("RowVersion", "data", models.JSONField(db_column="was")),
                migrations.AddIndex(
                    "RowVersion",
                    models.Index("table", "row_id", "valid_to", name="reports_former_of_a_row"),
                ),
            ]
        ),
    ]
