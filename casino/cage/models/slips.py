"""What is printed on slips, and how often."""

from django.conf import settings
from django.db import models


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
