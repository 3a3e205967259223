"""Jackpots and the levels that were fixed for them."""

from django.db import models


class Jackpot(models.Model):
    """A pool of the players' money; its account is jackpot:pool of this id."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="jackpots")
    name = models.CharField(max_length=50)

    class Meta:
        constraints = [models.UniqueConstraint("club", "name", name="jackpot_name_once")]

    def __str__(self) -> str:
        return self.name


class Snapshot(models.Model):
    """The level of a jackpot at a close, from the entries before its instant (OLY-4.4)."""

    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="snapshots")
    close = models.ForeignKey("ledger.Close", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    level_cents = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("jackpot", "close", name="jackpot_one_level_a_close"),
            models.CheckConstraint(
                name="jackpot_level_not_negative", condition=models.Q(level_cents__gte=0)
            ),
        ]
