"""Drawers, shifts on them, and what was counted."""

from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from casino.words import Said, say


class Drawer(models.Model):
    """A cashier's drawer; its slips are numbered without a gap."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="drawers")
    name = models.CharField(max_length=50)
    series_id = models.BigIntegerField(unique=True)
    # What a shift begins with, and below what it is warned; None: the house has not said.
    imprest_cents = models.PositiveBigIntegerField(null=True)
    minimum_cents = models.PositiveBigIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("club", "name", name="cage_drawer_name_once")]

    def __str__(self) -> str:
        return self.name


class Shift(models.Model):
    """A cashier's time at a drawer, from a counted float to a blind count."""

    class State(models.TextChoices):
        """Where a shift stands."""

        OPEN = "open", say("Open")
        COUNTED = "counted", say("Counted")
        CLOSED = "closed", say("Closed")

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
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="cage_float_two_people",
                condition=Q(opened_with=None) | ~Q(opened_with=F("cashier")),
            ),
            models.UniqueConstraint("drawer", "z_number", name="cage_z_number_once"),
            models.CheckConstraint(
                name="cage_shift_two_people", condition=Q(second=None) | ~Q(second=F("cashier"))
            ),
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


class SlipPrint(models.Model):
    """One printing of a slip; number 1 is the slip itself, 2 the first copy."""

    entry = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    printed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    printed_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [models.UniqueConstraint("entry", "number", name="cage_slip_print_once")]


class SlipText(models.Model):
    """The club's own words above and below slips, of one kind or of all (""); the latest hold."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    kind = models.CharField(max_length=50, blank=True)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES)
    head = models.CharField(max_length=200, blank=True)
    foot = models.CharField(max_length=200, blank=True)
    written_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    written_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.language}"


class Payables(models.QuerySet["Payable"]):
    """What the house owes or owed."""

    def due(self) -> "Payables":
        """Return what is not paid, or was paid and taken back."""
        return self.filter(~Exists(Payment.objects.filter(payable=OuterRef("pk"), reversal=None)))


class Payable(models.Model):
    """
    What the house owes somebody by name: won and approved, not yet paid.

    Its account is payable of this id. two: two people pay it whatever the amount; not_by: who
    never pays it, because they claimed or approved it.
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

        CASH = "cash", say("cash")
        CHIPS = "chips", say("chips")
        BANK = "bank", say("wire")

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
            models.CheckConstraint(
                name="cage_payment_two_people",
                condition=models.Q(second=None) | ~models.Q(second=models.F("paid_by")),
            ),
        ]

    @property
    def sentence(self) -> Said:
        """When it was paid, by whom, and where it is written."""
        at = self.paid_at.astimezone(ZoneInfo(self.payable.club.timezone))
        return say(
            "Paid on {day:%d.%m.%Y} at {time:%H:%M} by {paid_by}, slip {slip} of {drawer}.",
            day=at,
            time=at,
            paid_by=self.paid_by,
            slip=self.entry.number,
            drawer=self.shift.drawer,
        )


class PaymentThresholds(models.Model):
    """A club's own amounts of the desk in place of the usual ones (rules.Thresholds)."""

    club = models.OneToOneField("house.Club", models.PROTECT, related_name="+")
    second_from_cents = models.PositiveBigIntegerField()
    manager_from_cents = models.PositiveBigIntegerField()
    identify_from_cents = models.PositiveBigIntegerField()
    count_second_over_cents = models.PositiveBigIntegerField(default=500)
    count_manager_over_cents = models.PositiveBigIntegerField(default=10_000)
    reverse_alone_under_cents = models.PositiveBigIntegerField(default=0)
    reverse_manager_from_cents = models.PositiveBigIntegerField(default=50_000)
    vault_minimum_cents = models.PositiveBigIntegerField(default=0)
    float_alone_under_cents = models.PositiveBigIntegerField(default=0)


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

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "seal", name="cage_bag_seal_once"),
            models.CheckConstraint(name="cage_bag_positive", condition=Q(cents__gt=0)),
            models.CheckConstraint(
                name="cage_bag_in_order",
                condition=Q(credited_at=None) | Q(handed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="cage_bag_credited_by_another",
                condition=Q(credited_by=None) | ~Q(credited_by=F("packed_by")),
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

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="cage_vault_count_two_people", condition=~Q(second=F("counted_by"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.counted_at:%d.%m.%Y %H:%M}"

    @property
    def over_cents(self) -> int:
        """Counted more than the books said; negative: less."""
        return self.counted_cents - self.expected_cents


class VaultCountLine(models.Model):
    """How many pieces of one value lay in the vault; `cents` is the value of a piece."""

    count = models.ForeignKey(VaultCount, models.PROTECT, related_name="lines")
    cents = models.PositiveIntegerField()
    quantity = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint("count", "cents", name="cage_vault_line_once")]
