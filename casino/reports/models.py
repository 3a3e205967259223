"""What rows were before they changed, so that a report of then can be made again."""

from django.db import models


class Former(models.Model):
    """
    A row of a table (`of`, `row_id`) as it was until an instant; a trigger writes it, nobody else.

    Kept of tables whose rows change and have no history of their own, see the migrations.
    """

    of = models.CharField(max_length=63)
    row_id = models.BigIntegerField()
    until = models.DateTimeField()
    was = models.JSONField()

    class Meta:
        indexes = [models.Index("of", "row_id", "until", name="reports_former_of_a_row")]

    def __str__(self) -> str:
        return f"{self.of} {self.row_id} until {self.until:%d.%m.%Y %H:%M}"
