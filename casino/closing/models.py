"""The numbered documents of closed days and periods."""

from datetime import date, datetime
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.formats import date_format
from django.utils.translation import get_language

from casino.messages import load, msg

INSTANTS = ("at", "looked_at")


class Closing(models.Model):
    """
    What was closed, by whom, with which totals: numbered without a gap in its club, never changed.

    content: the totals of every account, the days with their seals, the checklist as it stood;
    digest: over number, content and the digest of the document before.
    """

    class Period(models.TextChoices):
        """What a document closes."""

        DAY = "day", msg("Day")
        MONTH = "month", msg("Month")
        QUARTER = "quarter", msg("Quarter")

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    period = models.CharField(max_length=7, choices=Period)
    first_day = models.DateField()
    last_day = models.DateField()
    content = models.JSONField()
    previous = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)
    closed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    closed_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "number", name="office_closing_number"),
            models.UniqueConstraint("club", "period", "first_day", name="office_closed_once"),
            models.CheckConstraint(
                name="office_closing_days", condition=Q(first_day__lte=F("last_day"))
            ),
        ]

    def __str__(self) -> str:
        if self.period == self.Period.DAY:
            return f"{self.first_day:%d.%m.%Y}"
        if self.period == self.Period.MONTH:
            named = date_format(self.first_day, "F Y")
            return named if get_language() == "en" else named.lower()
        return msg(
            "Quarter {quarter} of {day:%Y}",
            quarter=(self.first_day.month + 2) // 3,
            day=self.first_day,
        )

    @property
    def made_later(self) -> datetime | None:
        """When a day was sealed whose document was only made later."""
        later = self.content.get("made_later")
        return datetime.fromisoformat(later["sealed_at"]) if later else None

    @property
    def checklist(self) -> Any:
        """The list as it stood, its sentences in the reader's language where they are kept so."""
        return load(self.content.get("checklist", []))

    @property
    def exceptions(self) -> list[dict[str, Any]]:
        """What stood out in a period, and who had looked at it."""
        return [
            each
            | {
                name: datetime.fromisoformat(each[name]) if each[name] else None
                for name in INSTANTS
            }
            for each in self.content.get("exceptions", [])
        ]

    @property
    def sealed(self) -> list[tuple[date, str]]:
        """The days with their seals."""
        return [(date.fromisoformat(row["day"]), row["seal"]) for row in self.content["days"]]


class BreakagePolicy(models.Model):
    """
    After how many months something may be taken to income; None: never. The latest row counts.

    basis: the law or the club's terms that say so; signed_by: None where one person sufficed.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    payables_months = models.PositiveSmallIntegerField(null=True)
    stacks_months = models.PositiveSmallIntegerField(null=True)
    tickets_months = models.PositiveSmallIntegerField(null=True)
    chips_months = models.PositiveSmallIntegerField(null=True)
    basis = models.CharField(max_length=200)
    reason = models.CharField(max_length=200)
    gaming_day = models.DateField()
    changed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    signed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "office_breakage_policy"

    def __str__(self) -> str:
        return self.basis
