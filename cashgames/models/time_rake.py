"""What a table pays for its time, period by period, and who paid it (OLY-2.37)."""

from django.db import models
from django.db.models import Q

from cashgames.models.corrections import Correctable, corrected_once
from cashgames.models.tables import ChipMove, Seat, Session


class TimePeriod(models.Model):
    """A period that has begun: it is paid in advance by whoever sat there at its first instant."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="periods")
    # Counted from the opening of the table, 0 the first.
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    table_cents = models.PositiveIntegerField()
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("session", "number", name="cashgames_period_once"),
        ]

    def __str__(self) -> str:
        return f"{self.session_id} {self.starts_at:%H:%M}"


class TimeShare(Correctable):
    """
    What one seat owes for a period, until it is paid or the supervisor lets it go.

    A payment that is taken back is a share of its own below zero; the guest owes another one.
    """

    period = models.ForeignKey(TimePeriod, models.PROTECT, related_name="shares")
    seat = models.ForeignKey(Seat, models.PROTECT, related_name="time_shares")
    cents = models.IntegerField()
    paid_at = models.DateTimeField(null=True)
    gaming_day = models.DateField(null=True)
    paid_with = models.CharField(max_length=5, choices=ChipMove.PaidWith, blank=True)
    entry = models.OneToOneField("ledger.Entry", models.PROTECT, null=True)
    act_id = models.BigIntegerField(null=True, db_index=True)
    # Why it was let go; by whom and when is not known of the earliest.
    waived = models.CharField(max_length=200, blank=True)
    waived_at = models.DateTimeField(null=True)
    waived_by = models.ForeignKey("staff.User", models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "period",
                "seat",
                condition=Q(reverses=None, instead_of=None),
                name="cashgames_share_once",
            ),
            *corrected_once("share"),
            models.CheckConstraint(
                name="cashgames_share_paid_whole",
                condition=Q(paid_at=None, entry=None, gaming_day=None, paid_with="")
                | Q(
                    ~Q(paid_with=""),
                    paid_at__isnull=False,
                    entry__isnull=False,
                    gaming_day__isnull=False,
                    waived="",
                ),
            ),
        ]

    @property
    def is_due(self) -> bool:
        """Whether it is still owed."""
        return self.paid_at is None and not self.waived
