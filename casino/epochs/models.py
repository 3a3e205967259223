"""The epochs of a database, from restore to restore, and what each restore lost."""

from django.db import models


class Epoch(models.Model):
    """
    The time of one server from its beginning, a restore or a promotion, to the next.

    system, timeline: who the server is and which branch of its log it writes; known: what the
    copies outside knew when it began: `ids` the highest of each table, `series` the highest
    slip of each; copies: by club, whether its copy outside was whole; digest: of the list of lost
    acts, which the mirror keeps too. The row moves all numbers beyond those that were known.
    """

    number = models.IntegerField(unique=True)
    system = models.TextField()
    timeline = models.TextField()
    begun_at = models.DateTimeField()
    known = models.JSONField(default=dict)
    copies = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"epoch {self.number}"


class LostAct(models.Model):
    """An act that the copy outside has and the restored database has not; `copy`: as it stands."""

    epoch = models.ForeignKey(Epoch, models.PROTECT, related_name="lost")
    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField()
    key = models.UUIDField(db_index=True)
    copy = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint("epoch", "act_id", name="epochs_lost_once"),
        ]

    def __str__(self) -> str:
        return f"act {self.act_id}"


class Settlement(models.Model):
    """What two people said of a lost act: it was recorded again, or is not in the books."""

    class How(models.TextChoices):
        AGAIN = "again", "recorded again"
        NOT = "not", "written off"

    lost = models.OneToOneField(LostAct, models.PROTECT, related_name="settlement")
    how = models.CharField(max_length=5, choices=How.choices)
    reason = models.CharField(max_length=200)
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    signed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    settled_at = models.DateTimeField()
    act_id = models.BigIntegerField()

    def __str__(self) -> str:
        return f"act {self.lost.act_id}: {self.how}"


class GoneCopy(models.Model):
    """Two people said that a club's copy outside is gone: what was lost then is known to nobody."""

    epoch = models.ForeignKey(Epoch, models.PROTECT, related_name="gone")
    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200)
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    signed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    said_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [models.UniqueConstraint("epoch", "club", name="epochs_gone_once")]

    def __str__(self) -> str:
        return f"{self.epoch}, club {self.club_id}"


class Opening(models.Model):
    """A club may work in an epoch: nothing was lost, or all of it is settled."""

    epoch = models.ForeignKey(Epoch, models.PROTECT, related_name="openings")
    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint("epoch", "club", name="epochs_opened_once")]

    def __str__(self) -> str:
        return f"{self.epoch}, club {self.club_id}"


class SkippedSlips(models.Model):
    """Numbers of a series that an epoch left out, as slips may have been printed with them."""

    epoch = models.ForeignKey(Epoch, models.PROTECT, related_name="skipped")
    series_id = models.BigIntegerField()
    first = models.IntegerField()
    last = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint("epoch", "series_id", name="epochs_skipped_once")]

    def __str__(self) -> str:
        return f"{self.first} to {self.last} of series {self.series_id}"
