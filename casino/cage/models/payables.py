"""What the house owes by name, and how it was paid."""

from zoneinfo import ZoneInfo

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, OuterRef, Q

from casino.cage.models.desk import Shift
from casino.messages import Message, msg


class Payables(models.QuerySet["Payable"]):
    """What the house owes or owed."""

    def due(self) -> "Payables":
        """Return what is not paid, or was paid and the payment taken back."""
        paid = Payment.objects.filter(payable=OuterRef("pk"), reversal=None)
        return self.filter(~Exists(paid), reversal=None)


class Payable(models.Model):
    """
    What the house owes somebody by name: won and approved, not yet paid.

    Its account is payable of this id. two: two people pay it whatever the amount; not_by: who
    never pays it, because they claimed or approved it. reversal: the entry that took it back before
    it was paid, with all that the same entry owed, or owes it to another guest.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    kind = models.CharField(max_length=30)
    about = models.CharField(max_length=200)
    cents = models.PositiveBigIntegerField()
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="payables", null=True)
    two = models.BooleanField(default=False)
    not_by = ArrayField(models.BigIntegerField(), default=list)
    gaming_day = models.DateField()
    owed_at = models.DateTimeField()
    act_id = models.BigIntegerField()
    reversal = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+", null=True)
    seq = models.PositiveSmallIntegerField()
    objects = Payables.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint("act_id", "seq", name="cage_payable_once"),
            models.CheckConstraint(name="cage_payable_positive", condition=models.Q(cents__gt=0)),
        ]

    def __str__(self) -> str:
        return self.about

    @property
    def is_paid(self) -> bool:
        """Whether a payment stands that nobody took back."""
        return any(each.reversal_id is None for each in self.payments.all())


class Payment(models.Model):
    """
    A time that a payable was paid: at which drawer, by whom, with whom. One of them stands.

    reversal: the entry that took it back, after which the payable is due again.
    """

    class PaidWith(models.TextChoices):
        """What was handed over."""

        CASH = "cash", msg("cash")
        CHIPS = "chips", msg("chips")
        BANK = "bank", msg("wire")

    payable = models.ForeignKey(Payable, models.PROTECT, related_name="payments")
    shift = models.ForeignKey(Shift, models.PROTECT, related_name="payments")
    paid_with = models.CharField(max_length=5, choices=PaidWith)
    paid_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    second = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    paid_at = models.DateTimeField()
    entry = models.OneToOneField("ledger.Entry", models.PROTECT, related_name="+")
    reversal = models.OneToOneField("ledger.Entry", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "payable", condition=Q(reversal=None), name="cage_payment_once"
            ),
        ]

    @property
    def sentence(self) -> Message:
        """When it was paid, by whom, and where it is written."""
        at = self.paid_at.astimezone(ZoneInfo(self.payable.club.timezone))
        return msg(
            "Paid on {day:%d.%m.%Y} at {time:%H:%M} by {paid_by}, slip {slip} of {drawer}.",
            day=at,
            time=at,
            paid_by=self.paid_by,
            slip=self.entry.number,
            drawer=self.shift.drawer,
        )
