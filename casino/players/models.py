"""The club's guests, where they play now, and whom the club keeps apart."""

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from casino.db import TsTzRange


class Player(models.Model):
    """A guest, known by a code of the club; the name in any script, stored in NFC."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="players")
    code = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    birth_date = models.DateField(null=True, blank=True)
    document = models.CharField(max_length=50, blank=True)
    notes = models.CharField(max_length=500, blank=True)
    barred_until = models.DateField(null=True, blank=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "code", name="players_code_once"),
        ]
        indexes = [models.Index("club", Lower("name"), name="players_by_name")]

    def __str__(self) -> str:
        return self.name


class Place(models.Model):
    """
    Where a guest plays, from sitting down to leaving: one place at a time (OLY-2.7, AMB-122).

    about: the table or tournament in words; alone: the book of that day allows no second place.
    """

    class Kind(models.TextChoices):
        """A game for cash chips or for tournament chips."""

        CASH = "cash"
        TOURNAMENT = "tournament"

    player = models.ForeignKey(Player, models.PROTECT, related_name="places")
    kind = models.CharField(max_length=10, choices=Kind)
    about = models.CharField(max_length=100)
    alone = models.BooleanField()
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="players_one_place_at_a_time",
                expressions=[
                    ("player", RangeOperators.EQUAL),
                    (TsTzRange("since", "until"), RangeOperators.OVERLAPS),
                ],
                condition=Q(alone=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.about} {self.since:%d.%m.%Y %H:%M}"


class Separation(models.Model):
    """
    Two guests who may not sit at one table (OLY-1.49), the lower id first.

    until: that day included, for good without one; lifted_at: when it was ended early.
    """

    low = models.ForeignKey(Player, models.PROTECT, related_name="+")
    high = models.ForeignKey(Player, models.PROTECT, related_name="+")
    since = models.DateField()
    until = models.DateField(null=True)
    reason = models.CharField(max_length=200)
    lifted_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="players_separation_of_two", condition=Q(low__lt=F("high"))
            ),
            models.UniqueConstraint(
                "low", "high", condition=Q(lifted_at=None), name="players_separated_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.low_id} and {self.high_id}"
