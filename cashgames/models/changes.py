"""What was changed at an open table, by whom, and who agreed."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from cashgames.models.tables import Session


class TableChange(models.Model):
    """
    Other terms for a running game: the old ones, the new ones, who asked and who approved.

    agreed: ids of the players who sat there and consented (OLY-2.18).
    """

    class What(models.TextChoices):
        """Which terms."""

        GAME = "game"
        LIMITS = "limits"
        SPECIAL_CAP = "special_cap"
        TWICE_OFFER = "twice_offer"
        TIME_RAKE = "time_rake"

    session = models.ForeignKey(Session, models.PROTECT, related_name="changes")
    what = models.CharField(max_length=11, choices=What)
    before = models.JSONField()
    after = models.JSONField()
    agreed = ArrayField(models.BigIntegerField(), default=list)
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    approved_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"{self.get_what_display()} {self.at:%H:%M}"
