"""Jackpots, the levels fixed for them, what was changed by hand, and money between their clubs."""

from django.db import models
from django.db.models import F, Q

from casino.messages import msg
from jackpot.rules.adjustments import REASONS


class Jackpot(models.Model):
    """
    A pool of the players' money; its account is jackpot:pool of this id.

    retired_at: since when it is offered nowhere; there is nothing in it.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="jackpots")
    name = models.CharField(max_length=50)
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint("club", "name", name="jackpot_name_once")]

    def __str__(self) -> str:
        return self.name


class StandingFeeders(models.Manager["Feeder"]):
    """Clubs whose link to a pool nobody took back."""

    def get_queryset(self) -> models.QuerySet["Feeder"]:
        return super().get_queryset().filter(taken_back=None)


class Feeder(models.Model):
    """
    Another club of the group whose tables feed a pool, since two people said so.

    Each club keeps in its own books what its own tables brought; the pool is all of it together.
    taken_back: what two people signed who linked it by mistake.
    """

    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="feeders")
    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    since = models.DateTimeField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    taken_back = models.OneToOneField(
        "approvals.Proposal", models.PROTECT, related_name="+", null=True
    )
    act_id = models.BigIntegerField(unique=True)

    objects = StandingFeeders()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "club", condition=Q(taken_back=None), name="jackpot_feeds_one_pool"
            ),
        ]


class StandingSnapshots(models.Manager["Snapshot"]):
    """Levels whose close nobody took back."""

    def get_queryset(self) -> models.QuerySet["Snapshot"]:
        return super().get_queryset().filter(close__reopened=None)


class Snapshot(models.Model):
    """The level of a jackpot at a close, from the entries before its instant (OLY-4.4)."""

    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="snapshots")
    close = models.ForeignKey("ledger.Close", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    level_cents = models.BigIntegerField()

    objects = StandingSnapshots()

    class Meta:
        constraints = [
            models.UniqueConstraint("jackpot", "close", name="jackpot_one_level_a_close"),
            models.CheckConstraint(
                name="jackpot_level_not_negative", condition=Q(level_cents__gte=0)
            ),
        ]


class Adjustment(models.Model):
    """A change of a pool by hand: why, how much (below zero: out), by which two people."""

    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="adjustments")
    why = models.CharField(max_length=20)
    cents = models.BigIntegerField()
    note = models.CharField(max_length=200)
    at = models.DateTimeField()
    gaming_day = models.DateField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    entry_id = models.BigIntegerField(unique=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="jackpot_adjustment_moves", condition=~Q(cents=0)),
            models.CheckConstraint(
                name="jackpot_adjustment_reason", condition=Q(why__in=sorted(REASONS))
            ),
        ]

    @property
    def says(self) -> str:
        """The reason in words."""
        return REASONS[self.why].says


class PoolMove(models.Model):
    """
    Money that two people moved from one pool into another; what takes it back is a move, too.

    house_cents: how much of it the house had contributed, which goes along as the house's.
    """

    source = models.ForeignKey(Jackpot, models.PROTECT, related_name="+")
    target = models.ForeignKey(Jackpot, models.PROTECT, related_name="+")
    cents = models.BigIntegerField()
    house_cents = models.BigIntegerField()
    at = models.DateTimeField()
    gaming_day = models.DateField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    entry_id = models.BigIntegerField(unique=True)
    act_id = models.BigIntegerField(unique=True)
    reverses = models.OneToOneField("self", models.PROTECT, related_name="taken_back_by", null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="jackpot_move_moves", condition=Q(cents__gt=0)),
            models.CheckConstraint(
                name="jackpot_move_between_two", condition=~Q(source=F("target"))
            ),
            models.CheckConstraint(
                name="jackpot_move_of_the_house",
                condition=Q(house_cents__gte=0, house_cents__lte=F("cents")),
            ),
        ]

    @property
    def stands(self) -> bool:
        """Whether nobody took it back."""
        return not hasattr(self, "taken_back_by")


class Limits(models.Model):
    """A club's own amounts of who approves what; without a row the usual ones hold. Cents."""

    club = models.OneToOneField("house.Club", models.PROTECT, related_name="+")
    accountant_award_cents = models.PositiveBigIntegerField()
    check_from_cents = models.PositiveBigIntegerField()
    manager_adjust_cents = models.PositiveBigIntegerField()


class Settlement(models.Model):
    """Money that one club sent another for shares paid there; the same amount in both books."""

    class Through(models.TextChoices):
        """How it came; the codes of accounts."""

        BANK = "bank", msg("Bank")
        VAULT = "cash:vault", msg("Vault")

    sender = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    receiver = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    cents = models.BigIntegerField()
    through = models.CharField(max_length=10, choices=Through)
    at = models.DateTimeField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    sent_entry_id = models.BigIntegerField(unique=True)
    received_entry_id = models.BigIntegerField(unique=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="jackpot_settlement_moves", condition=Q(cents__gt=0)),
            models.CheckConstraint(
                name="jackpot_settlement_between_two", condition=~Q(sender=F("receiver"))
            ),
        ]
