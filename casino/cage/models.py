"""Drawers, shifts on them, and what was counted."""

from django.db import models
from django.db.models import Q


class Drawer(models.Model):
    """A cashier's drawer; its slips are numbered without a gap."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="drawers")
    name = models.CharField(max_length=50)
    series_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [models.UniqueConstraint("club", "name", name="cage_drawer_name_once")]

    def __str__(self) -> str:
        return self.name


class Shift(models.Model):
    """A cashier's time at a drawer, from a counted float to a blind count."""

    class State(models.TextChoices):
        """Where a shift stands."""

        OPEN = "open"
        COUNTED = "counted"
        CLOSED = "closed"

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="shifts")
    cashier = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    gaming_day = models.DateField()
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "drawer", condition=~Q(state="closed"), name="cage_one_shift_a_drawer"
            ),
            models.UniqueConstraint(
                "cashier", "club", condition=~Q(state="closed"), name="cage_one_shift_a_cashier"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.drawer} {self.opened_at:%d.%m.%Y %H:%M}"


class Count(models.Model):
    """What somebody counted in a drawer, by denomination; never changed."""

    class Moment(models.TextChoices):
        """When it was counted."""

        OPENING = "opening"
        CLOSING = "closing"

    shift = models.ForeignKey(Shift, models.PROTECT, related_name="counts")
    moment = models.CharField(max_length=10, choices=Moment)
    counted_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)


class CountLine(models.Model):
    """How many pieces of one value were counted; `cents` is the value of a piece."""

    class Medium(models.TextChoices):
        """What was counted."""

        CASH = "cash"
        CHIPS = "chips"

    count = models.ForeignKey(Count, models.PROTECT, related_name="lines")
    medium = models.CharField(max_length=5, choices=Medium)
    cents = models.PositiveIntegerField()
    quantity = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("count", "medium", "cents", name="cage_count_line_once")
        ]
