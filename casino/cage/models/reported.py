"""Up to when an authority was told of payments of guests."""

from django.db import models


class CashReported(models.Model):
    """
    What an authority was told of: payments up to a gaming day, that day included; the latest row
    holds, so a wrong one is put right by another. sent_on: when; reference: the authority's.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    until = models.DateField()
    sent_on = models.DateField()
    reference = models.CharField(max_length=50)
    noted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    noted_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"{self.until:%d.%m.%Y}, {self.reference}"
