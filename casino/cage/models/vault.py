"""The vault: bags for the bank, its counts, what went to drawers and came back."""

from django.db import models
from django.db.models import F, Q

from casino.cage.models.desk import CountLine, Shift


class Bag(models.Model):
    """
    A sealed bag of banknotes: packed out of the vault, handed to whoever carries it, credited.

    Its money lies in cash:bags until the bank's statement shows it; credited_cents is what the
    statement says, and somebody else than the packer reads it there.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    seal = models.CharField(max_length=50)
    cents = models.PositiveBigIntegerField()
    gaming_day = models.DateField()
    packed_at = models.DateTimeField()
    packed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)
    carrier = models.CharField(max_length=100, blank=True)
    handed_at = models.DateTimeField(null=True)
    handed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    statement = models.CharField(max_length=100, blank=True)
    credited_cents = models.PositiveBigIntegerField(null=True)
    credited_at = models.DateTimeField(null=True)
    credited_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    reason = models.CharField(max_length=200, blank=True)
    packed_entry_id = models.BigIntegerField(null=True)
    credited_entry_id = models.BigIntegerField(null=True)
    # Taken back by two people: its money is in the vault again, its seal is free.
    voided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "seal"],
                condition=Q(voided_at=None),
                name="cage_bag_seal_once",
            ),
            models.CheckConstraint(name="cage_bag_positive", condition=Q(cents__gt=0)),
            models.CheckConstraint(
                name="cage_bag_in_order",
                condition=Q(credited_at=None) | Q(handed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="cage_bag_difference_named",
                condition=Q(credited_cents=None) | Q(credited_cents=F("cents")) | ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return self.seal


class VaultCount(models.Model):
    """What two people counted in the vault, and what the books said then."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    expected_cents = models.BigIntegerField()
    counted_cents = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=200, blank=True)
    counted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    second = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    counted_at = models.DateTimeField()
    gaming_day = models.DateField()
    act_id = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"{self.counted_at:%d.%m.%Y %H:%M}"

    @property
    def over_cents(self) -> int:
        """Counted more than the books said; negative: less."""
        return self.counted_cents - self.expected_cents


class VaultCountLine(models.Model):
    """How many of one denomination lay in the vault; `cents` is its value."""

    count = models.ForeignKey(VaultCount, models.PROTECT, related_name="lines")
    tender = models.CharField(
        max_length=5,
        choices=CountLine.Tender,
        default=CountLine.Tender.CASH,
        db_column="medium",
    )
    cents = models.PositiveIntegerField()
    quantity = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("count", "tender", "cents", name="cage_vault_line_once")
        ]


class VaultMove(models.Model):
    """Cash and chips, by denomination, from the vault to a drawer within a shift, or back."""

    shift = models.ForeignKey(Shift, models.PROTECT, related_name="vault_moves")
    # From the vault to the drawer; else back.
    fetched = models.BooleanField()
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    given_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    moved_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)


class VaultMoveLine(models.Model):
    """How many of one denomination moved; `cents` is its value."""

    move = models.ForeignKey(VaultMove, models.PROTECT, related_name="lines")
    tender = models.CharField(max_length=5, choices=CountLine.Tender, db_column="medium")
    cents = models.PositiveIntegerField()
    quantity = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("move", "tender", "cents", name="cage_vault_move_line_once")
        ]
