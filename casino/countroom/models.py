"""The boxes that come off the tables, who counted them, and who dealt there."""

from django.db import models
from django.db.models import F, Q

from casino.messages import Localizable, msg


class Box(Localizable, models.Model):
    """
    A box of one kind of fee, taken off a table; booked once two people counted the same.

    Its money came in at the table's close at the latest, so it belongs to that gaming day, though
    it is counted in the morning (DESIGN 4). void_at: when it was taken back, one that was counted
    by a row with what it held below zero, `reverses`, on the gaming day of that act.
    """

    class Fee(models.TextChoices):
        """What fell into it: one box for each kind of fee (OLY-2.36, OLY-2.37, OLY-2.39)."""

        RAKE = "rake", msg("Rake")
        JACKPOT = "jackpot", msg("Jackpot drop")
        TIME = "time", msg("Time rake")

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    session = models.ForeignKey("cashgames.Session", models.PROTECT, related_name="boxes")
    fee = models.CharField(max_length=10, choices=Fee)
    number = models.CharField(max_length=30)
    gaming_day = models.DateField()
    taken_at = models.DateTimeField()
    taken_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)
    counted_cents = models.BigIntegerField(null=True)
    booked_at = models.DateTimeField(null=True)
    # An empty box books nothing.
    entry_id = models.BigIntegerField(null=True, unique=True)
    void_at = models.DateTimeField(null=True)
    reverses = models.OneToOneField("self", models.PROTECT, null=True, related_name="reversed_by")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "club",
                "gaming_day",
                "number",
                condition=Q(void_at=None, reverses=None),
                name="countroom_number_once_a_day",
            ),
            models.CheckConstraint(
                name="countroom_booked_whole",
                condition=Q(counted_cents=None, booked_at=None, entry_id=None)
                | Q(counted_cents=0, booked_at__isnull=False, entry_id=None)
                | Q(
                    ~Q(counted_cents=0),
                    counted_cents__isnull=False,
                    booked_at__isnull=False,
                    entry_id__isnull=False,
                ),
            ),
            models.CheckConstraint(
                name="countroom_box_sign",
                condition=Q(reverses=None, counted_cents=None)
                | Q(reverses=None, counted_cents__gte=0)
                | Q(reverses__isnull=False, counted_cents__lt=0),
            ),
        ]

    def __str__(self) -> str:
        return msg("{fee}, box {number}", fee=self.get_fee_display(), number=self.number)


class Count(models.Model):
    """One person's count of a box, blind to the other's; a correction strikes the one before."""

    box = models.ForeignKey(Box, models.PROTECT, related_name="counts")
    counter = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    counted_at = models.DateTimeField()
    corrects = models.OneToOneField("self", models.PROTECT, null=True, related_name="corrected_by")
    reason = models.CharField(max_length=200, blank=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "box", "counter", condition=Q(corrects=None), name="countroom_one_count_a_person"
            ),
            models.CheckConstraint(
                name="countroom_correction_has_a_reason",
                condition=Q(corrects=None) | ~Q(reason=""),
            ),
        ]

    @property
    def cents(self) -> int:
        """What was counted."""
        return sum(line.cents * line.quantity for line in self.lines.all())


class CountLine(models.Model):
    """How many chips of one value were in a box; `cents` is the value of a chip."""

    count = models.ForeignKey(Count, models.PROTECT, related_name="lines")
    cents = models.PositiveIntegerField()
    quantity = models.PositiveIntegerField()

    class Meta:
        ordering = [F("cents").desc()]
        constraints = [
            models.UniqueConstraint("count", "cents", name="countroom_line_once"),
            models.CheckConstraint(name="countroom_line_counted", condition=Q(quantity__gt=0)),
        ]


class Settlement(models.Model):
    """
    The end of a table that is taken by box: what was expected, what was counted, and why not.

    void_at: when it was taken back; the table is settled anew then.
    """

    session = models.ForeignKey("cashgames.Session", models.PROTECT, related_name="settlements")
    gaming_day = models.DateField()
    expected_cents = models.BigIntegerField()
    counted_cents = models.BigIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    settled_at = models.DateTimeField()
    settled_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)
    void_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "session", condition=Q(void_at=None), name="countroom_settled_once"
            ),
            models.CheckConstraint(
                name="countroom_difference_has_a_reason",
                condition=Q(expected_cents=F("counted_cents")) | ~Q(reason=""),
            ),
        ]

    @property
    def difference_cents(self) -> int:
        """Counted less expected; negative: chips are missing from the boxes."""
        return self.counted_cents - self.expected_cents


class DealerTurn(models.Model):
    """Who deals at a table from an instant on; dealers have no sign-in (CATALOGUE 3.14)."""

    session = models.ForeignKey("cashgames.Session", models.PROTECT, related_name="dealer_turns")
    dealer = models.CharField(max_length=50)
    began_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
