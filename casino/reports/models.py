"""What rows were before they changed, so that a report of then can be made again."""

from django.db import models


class RowVersion(models.Model):
    """
    A row of a table (`table`, `row_id`) as it was until an instant; a trigger writes it.

    Kept of tables whose rows change and have no history of their own, see the migrations.
    """

    table = models.CharField(max_length=63, db_column="of")
    row_id = models.BigIntegerField()
    valid_to = models.DateTimeField(db_column="until")
    data = models.JSONField(db_column="was")

    class Meta:
        db_table = "reports_former"
        indexes = [models.Index("table", "row_id", "valid_to", name="reports_former_of_a_row")]

    def __str__(self) -> str:
        return f"{self.table} {self.row_id} until {self.valid_to:%d.%m.%Y %H:%M}"
