"""What a club has set for its desk otherwise than usual."""

from typing import Any

from django.db import models
from django.db.models import Q

from casino.cage.rules import NEVER_CENTS
from casino.messages import Message, msg
from casino.money import format_cents

TITLES = {
    "name": msg("Name of the club"),
    "language": msg("Language"),
    "notes_cents": msg("Notes and coins"),
    "chips_cents": msg("Chips"),
    "chip_colours": msg("Chip colours"),
}


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
    vault_maximum_cents = models.PositiveBigIntegerField(default=100_000_000)
    credit_second_over_cents = models.PositiveBigIntegerField(default=500)
    redeem_second_from_cents = models.PositiveBigIntegerField(default=200_000)
    redeem_manager_from_cents = models.PositiveBigIntegerField(default=1_000_000)
    identify_linked_days = models.PositiveSmallIntegerField(default=1)
    sale_second_from_cents = models.PositiveBigIntegerField(default=NEVER_CENTS)
    unnamed_sales_from_cents = models.PositiveBigIntegerField(default=500_000)
    bounty_alone_under_cents = models.PositiveBigIntegerField(default=0)
    journal_alone_under_cents = models.PositiveBigIntegerField(default=50_000, db_default=50_000)


class ClubChange(models.Model):
    """
    A change of what the club opened with: its name, its language, its notes and chips, and of the
    colours of its chips.

    before, after: the values that changed, by the name of the setting. What is counted in money
    was adopted by a second person; the database keeps no other.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    before = models.JSONField()
    after = models.JSONField()
    reason = models.CharField(max_length=200)
    changed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    second = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    changed_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="cage_pieces_by_two",
                condition=~Q(after__has_any_keys=["notes_cents", "chips_cents"])
                | Q(second__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return ", ".join(self.after)

    @property
    def steps(self) -> list[tuple[str, Message, Any, Any]]:
        """Return (setting, its title, what it was, what it became)."""
        return [
            (name, TITLES[name], _readable(self.before[name]), _readable(now))
            for name, now in self.after.items()
        ]


def _readable(value: Any) -> Any:
    """Return colours by the values of chips as they are written, anything else as it is."""
    if not isinstance(value, dict):
        return value
    return {format_cents(int(cents)): value[cents] for cents in sorted(value, key=int)}
