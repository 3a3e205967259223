"""What a table held more or less than its books said, and who booked it."""

from django.db import models
from django.db.models import F, Q

from cashgames.models.tables import Session


class OverShort(models.Model):
    """
    The chips of a table counted against its books, and the difference booked.

    player: whose stack was more than the table held; none where the table itself was counted.
    Where that cash-out is corrected, a row the other way round takes it back. One of the act of a
    hand is what that hand, found later, explains of a shortage; it goes with the hand likewise.
    at: of the count, which may be signed and booked later.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="over_shorts")
    player = models.ForeignKey("players.Player", models.PROTECT, null=True, related_name="+")
    expected_cents = models.PositiveBigIntegerField()
    counted_cents = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=200)
    booked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    signed_by = models.ForeignKey("staff.User", models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    entry = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="cashgames_over_short_differs",
                condition=~Q(expected_cents=F("counted_cents")) & ~Q(reason=""),
            ),
            models.UniqueConstraint("act_id", "entry", name="cashgames_over_short_once"),
        ]

    def __str__(self) -> str:
        return f"{self.session.table} {self.over_cents}"

    @property
    def over_cents(self) -> int:
        """Counted more than expected; negative: short."""
        return self.counted_cents - self.expected_cents
