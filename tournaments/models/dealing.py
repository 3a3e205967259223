"""Deals: what the players who are left divide among themselves, and who agreed, one by one."""

from django.db import models

from tournaments.models.announced import Tournament
from tournaments.models.selling import Entry


class Deal(models.Model):
    """
    A division of the remaining prizes; the latest one counts (OLY-3.4.26, AMB-74).

    shares_cents, stacks: cents and chips by entry; places follow the chips.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="deals")
    shares_cents = models.JSONField()
    stacks = models.JSONField()
    at = models.DateTimeField()
    noted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)


class Agreement(models.Model):
    """A player's word for a deal, and who heard it; withdrawn at the latest before it is booked."""

    deal = models.ForeignKey(Deal, models.PROTECT, related_name="agreements")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="agreements")
    at = models.DateTimeField()
    noted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "deal",
                "entry",
                condition=models.Q(withdrawn_at=None),
                name="tournaments_agreed_once",
            ),
        ]
