"""The club's own accounts."""

from django.db import models
from django.db.models import Q

from casino.journal.rules.accounts import KINDS, USUAL_LIMIT_CENTS


class OwnAccount(models.Model):
    """
    An account of the club beside the chart's: its ledger account has the code `own:KIND`, ref id.

    limit_cents: a line above it is taken for a typing error.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    code = models.CharField(max_length=8)
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=9, choices=list(KINDS.items()))
    parent = models.ForeignKey("self", models.PROTECT, related_name="children", null=True)
    tax_code = models.CharField(max_length=50, blank=True)
    cost_center = models.CharField(max_length=20, blank=True)
    limit_cents = models.PositiveBigIntegerField(default=USUAL_LIMIT_CENTS)
    is_open = models.BooleanField(default=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "journal_own_account"
        constraints = [
            models.UniqueConstraint("club", "code", name="journal_account_code"),
            models.CheckConstraint(name="journal_account_kind", condition=Q(kind__in=list(KINDS))),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def ledger_code(self) -> str:
        """Its line of the chart; its own id is the ref."""
        return f"own:{self.kind}"
