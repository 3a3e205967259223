"""What was put right at the tables: rows that take others back, and why somebody did it."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import F, Q


class Correctable(models.Model):
    """
    A fact that is written once and corrected by further rows, as an entry of the ledger is.

    reverses: the row that this one takes back, its amounts below zero; instead_of: the row that it
    stands for; concerns: the gaming day of that row, where it is booked on a later one. So a sum of
    rows is right as it is; who lists them asks for those that stand.
    """

    reverses = models.ForeignKey(
        "self", models.PROTECT, null=True, db_index=False, related_name="reversals"
    )
    instead_of = models.ForeignKey(
        "self", models.PROTECT, null=True, db_index=False, related_name="replacements"
    )
    concerns = models.DateField(null=True)

    STANDS: ClassVar[Q] = Q(reverses=None, reversals=None)

    class Meta:
        abstract = True

    @property
    def reversed_by(self) -> Self | None:
        """The row that took this one back, if any."""
        return next(iter(self.reversals.all()), None)  # type: ignore[attr-defined]

    @property
    def stands(self) -> bool:
        """Whether it was not taken back."""
        return self.reversed_by is None

    @property
    def replaced_by(self) -> Self | None:
        """The row that stands for this one, if any."""
        return next(iter(self.replacements.all()), None)  # type: ignore[attr-defined]


def corrected_once(table: str) -> list[models.BaseConstraint]:
    """Return what lets a row be taken back once and replaced once; rows without it cost nothing."""
    return [
        models.UniqueConstraint(
            column, condition=~Q(**{column: None}), name=f"cashgames_{table}_{name}_once"
        )
        for column, name in (("reverses", "reversed"), ("instead_of", "replaced"))
    ]


class Correction(models.Model):
    """
    An act that took something of a table back or put it right: who, why, which day it concerns.

    Its rows carry its act_id. box_id, box_number, box_cents: of a box of the count room that was
    voided, and what was counted in it. game, since, until: what was dealt at the table in truth,
    from one instant to another; of two that overlap the later row holds.
    """

    class What(models.TextChoices):
        """What was corrected."""

        HAND = "hand"
        CHIPS = "chips"
        SHARE = "share"
        BOX = "box"
        NOTES = "notes"
        STACK = "stack"
        SETTLED = "settled"
        FLOAT = "float"
        GAME = "game"

    session = models.ForeignKey("cashgames.Session", models.PROTECT, related_name="corrections")
    what = models.CharField(max_length=7, choices=What)
    reason = models.CharField(max_length=200)
    concerns = models.DateField()
    gaming_day = models.DateField()
    at = models.DateTimeField()
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    signed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField(unique=True)
    box_id = models.BigIntegerField(null=True)
    box_number = models.CharField(max_length=30, blank=True)
    box_cents = models.BigIntegerField(default=0)
    game = models.CharField(max_length=30, blank=True, default="", db_default="")
    since = models.DateTimeField(null=True)
    until = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index("session", "concerns", name="cashgames_corrections_by_day")]
        constraints = [
            models.CheckConstraint(
                name="cashgames_correction_span",
                condition=Q(what="game", since__lt=F("until"))
                | (~Q(what="game") & Q(since=None, until=None)),
            )
        ]

    @property
    def is_late(self) -> bool:
        """Whether it was booked after the gaming day that it concerns."""
        return self.gaming_day != self.concerns

    @property
    def settled_cents(self) -> int:
        """What it settled of its own table."""
        return sum(each.cents for each in self.settled.all() if each.session_id == self.session_id)


class Settled(models.Model):
    """
    Chips that a correction left on a closed table and that went to what guests hold.

    cents: below zero, that came from there.
    """

    correction = models.ForeignKey(Correction, models.PROTECT, related_name="settled")
    session = models.ForeignKey("cashgames.Session", models.PROTECT, related_name="settled")
    cents = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("correction", "session", name="cashgames_settled_once")
        ]
