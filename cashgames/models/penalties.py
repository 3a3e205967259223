"""What the supervisor imposes on guests at cash tables."""

from datetime import datetime, timedelta

from django.db import models

from cashgames.models.tables import Seat
from casino.messages import msg
from casino.players.models import ImposedPenalty


class Penalty(ImposedPenalty):
    """
    A penalty of a guest at a cash table; it counts at each table of its gaming day (AMB-118).

    taken_back: it was noted by mistake and counts no more.
    """

    class Measure(models.TextChoices):
        """What it was."""

        WARNING = "warning", msg("Warning")
        AWAY = "away", msg("Sit-out penalty")
        OUT = "out", msg("Removed from the game")

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="penalties")
    gaming_day = models.DateField()
    measure = models.CharField(max_length=15, choices=Measure)
    book_measure = models.CharField(max_length=15, choices=Measure)
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    taken_back_reason = models.CharField(max_length=200, blank=True)

    @property
    def until(self) -> datetime | None:
        """When who was sent away may be back, None where the book counts no minutes."""
        return self.at + timedelta(minutes=self.minutes) if self.minutes else None

    def lasts(self, at: datetime) -> bool:
        """Return whether the minutes of who was sent away are not over."""
        return bool(self.until and not self.served_at and at < self.until)
