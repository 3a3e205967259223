"""Who has booked a place without paying, and who waits for one."""

from django.db import models
from django.db.models import Q

from casino.messages import Localizable, join, msg
from tournaments.models.announced import Tournament


class WaitlistEntry(Localizable, models.Model):
    """
    A booking, a place on the waiting list, or a guest who said that he comes and has neither.

    The order is that of the ids (OLY-3.3.7).
    """

    class What(models.TextChoices):
        """Which list."""

        BOOKING = "booking", msg("Booked")
        WAITING = "waiting", msg("Waits")
        COMING = "coming", msg("Said to come")

    class Ended(models.TextChoices):
        """How it ended."""

        PAID = "paid", msg("Paid")
        LEFT = "left", msg("Off the list")
        LAPSED = "lapsed", msg("Cancelled for the waiting list")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="listed")
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+")
    what = models.CharField(max_length=10, choices=What)
    # Who was in already and waits for a re-entry, at the back like everybody (OLY-3.3.11).
    reentry = models.BooleanField(default=False)
    at = models.DateTimeField()
    # Nobody of the staff: the guest, on the public page.
    listed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    # Who lets somebody in when places no longer go to the list by themselves (OLY-3.3.10).
    admitted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    admitted_at = models.DateTimeField(null=True)
    ended = models.CharField(max_length=10, choices=Ended, blank=True)
    ended_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "tournaments_listed"
        constraints = [
            models.UniqueConstraint(
                "tournament",
                "player",
                condition=Q(ended_at=None),
                name="tournaments_listed_once",
            )
        ]

    def __str__(self) -> str:
        return join([self.player.name, self.get_what_display()])
