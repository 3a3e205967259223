"""Days and flights of a tournament: a day ends with the stacks in bags (OLY-3.4.8)."""

from django.db import models

from tournaments.models.announced import Tournament
from tournaments.models.selling import Entry


class DayEnd(models.Model):
    """
    A flight or day that has ended; the next begins when begun_at is set.

    another_flight: the next one has players of its own; else all bags are taken up again.
    next_name, next_starts_at: of what follows, as far as they are announced.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="day_ends")
    another_flight = models.BooleanField()
    at = models.DateTimeField()
    ended_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    begun_at = models.DateTimeField(null=True)
    next_name = models.CharField(max_length=50, blank=True)
    next_starts_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "tournament", condition=models.Q(begun_at=None), name="tournaments_one_night"
            )
        ]


class Bag(models.Model):
    """A stack that was counted and sealed at the end of a day, until its player takes it up."""

    day_end = models.ForeignKey(DayEnd, models.PROTECT, related_name="bags")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="bags")
    stack = models.PositiveBigIntegerField()
    taken_up_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "entry", condition=models.Q(taken_up_at=None), name="tournaments_bag_once"
            )
        ]
