"""Players who are away from their seats, and the stacks that were taken off the table for them."""

from django.db import models
from django.db.models import Q

from cashgames.models.penalties import Penalty
from cashgames.models.tables import Seat, Session


class Absence(models.Model):
    """
    A player is away from the seat; the stack lies there until the book says otherwise.

    breaks_used: permitted breaks of this gaming day before it. late_at, due_at: when the break
    was over, and when a job first found that the book lets the seat go; the floor decides then.
    penalty: by which the guest was sent away.
    """

    class Ended(models.TextChoices):
        """How it ended."""

        BACK = "back"
        REMOVED = "removed"
        LEFT = "left"
        # It goes on at the seat to which the stack was moved, by a row of its own.
        MOVED = "moved"
        # It was noted for the wrong guest; it counts as no break.
        VOID = "void"

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="absences")
    since = models.DateTimeField()
    gaming_day = models.DateField()
    permission = models.BooleanField()
    breaks_used = models.PositiveSmallIntegerField()
    late_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    # Why the supervisor lets the stack lie although the book would remove it.
    stays = models.CharField(max_length=200, blank=True)
    decided_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    penalty = models.ForeignKey(Penalty, models.PROTECT, related_name="absences", null=True)
    ended_at = models.DateTimeField(null=True)
    ended = models.CharField(max_length=10, choices=Ended, blank=True)
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "seat", condition=Q(ended_at=None), name="cashgames_away_once_a_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} since {self.since:%H:%M}"


class HeldStack(models.Model):
    """
    A stack taken off the table: the player's money on the account `safekeeping` of this id.

    Source: OLY-2.23, IMG-C18, AMB-120. settled_at: given back to a table or released to the desk.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="held_stacks")
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="held_stacks")
    cents = models.PositiveIntegerField()
    removed_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)
    settled_act_id = models.BigIntegerField(unique=True, null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="cashgames_held_positive", condition=Q(cents__gt=0)),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.removed_at:%d.%m.%Y %H:%M}"
