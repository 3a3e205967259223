"""The trail sealed with each day, and the quarterly look at who has access."""

from django.db import models


class ActSeal(models.Model):
    """
    The digest of the acts up to a day's seal that no earlier one holds, chained to the one before.

    rows: of the digests of what they wrote beside the journal; what the act that seals writes comes
    under the next seal. Seals of before those were kept have none.

    Written by the database when the day is sealed (sql in the migrations).
    """

    club_id = models.BigIntegerField()
    day = models.DateField()
    acts = models.IntegerField()
    previous = models.BinaryField()
    digest = models.BinaryField()
    rows = models.BinaryField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("club_id", "day", name="audit_day_sealed_once")]

    def __str__(self) -> str:
        return f"{self.day}: {self.acts} acts"


class SealedAct(models.Model):
    """An act under its seal."""

    act_id = models.BigIntegerField(primary_key=True)
    seal = models.ForeignKey(ActSeal, models.PROTECT, related_name="members")

    def __str__(self) -> str:
        return f"act {self.act_id}"


class AccessReview(models.Model):
    """Who had which access when somebody looked at all of it, once a quarter."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    quarter = models.CharField(max_length=6)
    members = models.JSONField()
    remark = models.CharField(max_length=200)
    reviewed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    reviewed_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"{self.quarter} by {self.reviewed_by}"


class ExceptionSeen(models.Model):
    """Somebody looked at what stood out; seen_act_id: the act that did."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    seen_act_id = models.BigIntegerField()
    note = models.CharField(max_length=200, blank=True)
    seen_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    seen_at = models.DateTimeField()
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint("seen_act_id", name="audit_exception_seen_once")]

    def __str__(self) -> str:
        return f"act {self.seen_act_id} by {self.seen_by}"
