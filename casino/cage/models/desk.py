"""Drawers, shifts on them, what was counted and handed over."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from casino.messages import msg


class Drawer(models.Model):
    """A cashier's drawer; its slips are numbered without a gap."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="drawers")
    name = models.CharField(max_length=50)
    series_id = models.BigIntegerField(unique=True)
    # What a shift begins with, and below what it is warned; None: the house has not said.
    imprest_cents = models.PositiveBigIntegerField(null=True)
    minimum_cents = models.PositiveBigIntegerField(null=True)
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("club", "name", name="cage_drawer_name_once")]

    def __str__(self) -> str:
        return self.name


class Shift(models.Model):
    """A cashier's time at a drawer, from a counted float to a blind count."""

    class State(models.TextChoices):
        """Where a shift stands."""

        OPEN = "open", msg("Open")
        COUNTED = "counted", msg("Counted")
        CLOSED = "closed", msg("Closed")

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="shifts")
    cashier = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    gaming_day = models.DateField()
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    # The number of its Z report; who signed beside the cashier; whether somebody else closed it.
    z_number = models.PositiveIntegerField(null=True)
    second = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    forced = models.BooleanField(default=False)
    # Who signed the float beside the cashier.
    opened_with = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    # What it counts, opening to close: the club's denominations change between shifts only.
    notes_cents = ArrayField(models.PositiveIntegerField())
    chips_cents = ArrayField(models.PositiveIntegerField())
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("drawer", "z_number", name="cage_z_number_once"),
            models.CheckConstraint(
                name="cage_forced_by_another", condition=Q(forced=False) | ~Q(second=None)
            ),
            models.UniqueConstraint(
                "drawer", condition=~Q(state="closed"), name="cage_one_shift_a_drawer"
            ),
            models.UniqueConstraint(
                "cashier", "club", condition=~Q(state="closed"), name="cage_one_shift_a_cashier"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.drawer} {self.opened_at:%d.%m.%Y %H:%M}"

    @property
    def denominations(self) -> dict[str, list[int]]:
        """The notes and chips that it counts, as the forms take them."""
        return {"notes": self.notes_cents, "chips": self.chips_cents}


class ShiftNote(models.Model):
    """What somebody wrote down about a shift: for the next one, for the morning."""

    shift = models.ForeignKey(Shift, models.PROTECT, related_name="notes")
    text = models.CharField(max_length=200)
    written_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    written_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)


class Count(models.Model):
    """What somebody counted in a drawer, by denomination; never changed."""

    class Moment(models.TextChoices):
        """When it was counted."""

        OPENING = "opening"
        CLOSING = "closing"

    shift = models.ForeignKey(Shift, models.PROTECT, related_name="counts")
    moment = models.CharField(max_length=10, choices=Moment)
    counted_at = models.DateTimeField()
    # A correction puts two counts right at once: what was left, and what was accepted as counted.
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint("act_id", "shift", name="cage_count_once_an_act")]


class CountLine(models.Model):
    """How many of one denomination were counted; `cents` is its value."""

    class Tender(models.TextChoices):
        """What was counted."""

        CASH = "cash", msg("Cash")
        CHIPS = "chips", msg("Chips")

    count = models.ForeignKey(Count, models.PROTECT, related_name="lines")
    tender = models.CharField(max_length=5, choices=Tender, db_column="medium")
    cents = models.PositiveIntegerField()
    quantity = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("count", "tender", "cents", name="cage_count_line_once")
        ]


class HandOver(models.Model):
    """
    A drawer left by one cashier for the next: what the one counted, what the other took over.

    taken: the shift that begins with it, None while it waits; counted_...: what the next cashier
    counted or, without a count of their own, accepted.
    """

    drawer = models.ForeignKey(Drawer, models.PROTECT, related_name="+")
    given = models.OneToOneField(Shift, models.PROTECT, related_name="handed_over")
    cash_cents = models.PositiveBigIntegerField()
    chips_cents = models.PositiveBigIntegerField()
    taken = models.OneToOneField(Shift, models.PROTECT, related_name="taken_over", null=True)
    accepted = models.BooleanField(default=False)
    counted_cash_cents = models.PositiveBigIntegerField(null=True)
    counted_chips_cents = models.PositiveBigIntegerField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    second = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "drawer", condition=Q(taken=None), name="cage_one_hand_over_a_drawer"
            ),
            models.CheckConstraint(
                name="cage_hand_over_named",
                condition=Q(taken=None)
                | ~Q(reason="")
                | Q(counted_cash_cents=F("cash_cents"), counted_chips_cents=F("chips_cents")),
            ),
        ]

    @property
    def cash_over_cents(self) -> int:
        """The next cashier found more cash than was handed over; negative: less."""
        return (self.counted_cash_cents or 0) - self.cash_cents

    @property
    def chips_over_cents(self) -> int:
        """The next cashier found more chips than were handed over; negative: less."""
        return (self.counted_chips_cents or 0) - self.chips_cents


class CountCorrection(models.Model):
    """
    What two people put right of a count that was typed wrongly; never changed.

    wrong, right: both counts, None where the count stands and only what it was held against was
    wrong: another count, or a slip ("slips"). cash_cents, chips_cents: what is over more than was
    booked before, less if negative; entry_id: where that was booked, None where nothing was;
    slip_id: a slip of a later shift that moved in this one.
    """

    class Moment(models.TextChoices):
        """The count of when, or the slips that the closing count was held against."""

        OPENING = "opening"
        CLOSING = "closing"
        SLIPS = "slips"

    shift = models.ForeignKey(Shift, models.PROTECT, related_name="corrections")
    moment = models.CharField(max_length=10, choices=Moment)
    wrong = models.ForeignKey(Count, models.PROTECT, related_name="+", null=True)
    right = models.ForeignKey(Count, models.PROTECT, related_name="+", null=True)
    cash_cents = models.BigIntegerField()
    chips_cents = models.BigIntegerField()
    reason = models.CharField(max_length=200)
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    second = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    corrected_at = models.DateTimeField()
    gaming_day = models.DateField()
    entry_id = models.BigIntegerField(null=True)
    slip_id = models.BigIntegerField(null=True)
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "act_id", "shift", "moment", name="cage_correction_once_an_act"
            ),
            models.UniqueConstraint("slip_id", name="cage_slip_explains_once"),
        ]

    @property
    def over_cents(self) -> int:
        """What the shift is over more than was booked before; negative: short."""
        return self.cash_cents + self.chips_cents
