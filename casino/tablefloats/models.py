"""Chips on their way between the cage and a table's float, and what was missing from a float."""

from django.db import models
from django.db.models import F, Q

from casino.messages import Localizable, msg

# Their tables and migrations are the count room's, where they were kept first.
LABEL = "countroom"


class Transfer(Localizable, models.Model):
    """
    Chips on their way between the cage and a table's bank: a fill, or a credit back with notes.

    Its number runs through the club without a gap; a request that was taken back keeps it.
    Source: PEERS 3a, 11 to 17.
    """

    class Way(models.TextChoices):
        """A fill goes to the table, a credit comes back from it."""

        FILL = "fill", msg("Fill")
        CREDIT = "credit", msg("Credit")

    class State(models.TextChoices):
        """How far it has come."""

        ASKED = "asked", msg("asked for")
        ISSUED = "issued", msg("dispatched")
        CONFIRMED = "confirmed", msg("confirmed")
        VOID = "void", msg("void")

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    session = models.ForeignKey("cashgames.Session", models.PROTECT, related_name="transfers")
    way = models.CharField(max_length=6, choices=Way)
    state = models.CharField(max_length=10, choices=State)
    number = models.PositiveIntegerField()
    gaming_day = models.DateField()

    class Meta:
        app_label = LABEL
        constraints = [models.UniqueConstraint("club", "number", name="countroom_transfer_number")]

    def __str__(self) -> str:
        if self.way == self.Way.FILL:
            return msg("Fill {number}", number=self.number)
        return msg("Credit {number}", number=self.number)

    @property
    def last_step(self) -> "TransferStep":
        """Who took it as far as it is."""
        return max(self.steps.all(), key=lambda step: step.pk)


class TransferStep(models.Model):
    """
    What one person did with a transfer: asked, issued, confirmed, counted again or voided it.

    Who issued it does not confirm it, save in the profile `home`; the database refuses it.
    """

    transfer = models.ForeignKey(Transfer, models.PROTECT, related_name="steps")
    state = models.CharField(max_length=10, choices=Transfer.State)
    by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    shift = models.ForeignKey("cage.Shift", models.PROTECT, null=True, related_name="+")
    entry_id = models.BigIntegerField(null=True, unique=True)
    reason = models.CharField(max_length=200, blank=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        app_label = LABEL
        constraints = [
            # A fill that is counted again says why.
            models.UniqueConstraint(
                "transfer",
                "state",
                condition=~Q(state="confirmed") | Q(reason=""),
                name="countroom_step_once",
            ),
            models.CheckConstraint(
                name="countroom_void_has_a_reason", condition=~Q(state="void") | ~Q(reason="")
            ),
        ]

    @property
    def cents(self) -> int:
        """What was counted at this step."""
        return self.chips_cents + self.cash_cents

    @property
    def chips_cents(self) -> int:
        return self._cents("chips")

    @property
    def cash_cents(self) -> int:
        """The notes and coins counted: a credit brings them too."""
        return self._cents("cash")

    def _cents(self, tender: str) -> int:
        counted = (line for line in self.lines.all() if line.tender == tender)
        return sum(line.cents * line.quantity for line in counted)


class TransferLine(models.Model):
    """How many of one denomination were counted at a step; `cents` is its value."""

    step = models.ForeignKey(TransferStep, models.PROTECT, related_name="lines")
    tender = models.CharField(
        max_length=5, choices=[("cash", msg("Notes")), ("chips", msg("Chips"))], db_column="medium"
    )
    cents = models.PositiveIntegerField()
    quantity = models.PositiveIntegerField()

    class Meta:
        app_label = LABEL
        ordering = ["tender", F("cents").desc()]
        constraints = [
            models.UniqueConstraint("step", "tender", "cents", name="countroom_piece_once"),
            models.CheckConstraint(name="countroom_piece_counted", condition=Q(quantity__gt=0)),
        ]


class BankClosing(models.Model):
    """
    What a table's bank held by the books and not in fact, named before the table closes.

    void_at: when it was taken back.
    """

    session = models.ForeignKey("cashgames.Session", models.PROTECT, related_name="bank_closings")
    chips_cents = models.PositiveBigIntegerField()
    cash_cents = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=200)
    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    entry_id = models.BigIntegerField(unique=True)
    act_id = models.BigIntegerField(unique=True)
    void_at = models.DateTimeField(null=True)

    class Meta:
        app_label = LABEL
