"""Rates that a club was told, each with its day and its source; never changed."""

from django.db import models
from django.db.models import Q

from casino.rates.rules import MICRO


class TaxRate(models.Model):
    """
    A rate of a tax from a day on, in hundredths: of a percent or of the currency.

    It counts before that of the public text; of two of one day the later said.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    tax = models.CharField(max_length=30)
    since = models.DateField()
    hundredths = models.PositiveBigIntegerField()
    source = models.CharField(max_length=200)
    entered_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "rates_tax_rate"
        indexes = [models.Index("club", "tax", "since", "id", name="rates_tax_since")]

    def __str__(self) -> str:
        return f"{self.tax} {self.since:%d.%m.%Y}"


class Withholding(models.Model):
    """
    By which country's rates a club withholds tax from winnings; "": not at all. The latest counts.

    signed_by: None where one person sufficed.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    country = models.CharField(max_length=2, blank=True)
    reason = models.CharField(max_length=200)
    gaming_day = models.DateField()
    changed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    signed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "rates_withholding"

    def __str__(self) -> str:
        return self.country


class ExchangeRate(models.Model):
    """
    What one of the club's own currency cost on a day, in millionths of another.

    Of two of one day the later said counts.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    currency = models.CharField(max_length=3)
    day = models.DateField()
    rate_micro = models.PositiveBigIntegerField()
    source = models.CharField(max_length=200)
    entered_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    entered_at = models.DateTimeField()
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "rates_exchange_rate"
        indexes = [models.Index("club", "currency", "day", "id", name="rates_exchange_day")]
        constraints = [models.CheckConstraint(name="rates_positive", condition=Q(rate_micro__gt=0))]

    def __str__(self) -> str:
        return f"{self.currency} {self.day:%d.%m.%Y}"

    @property
    def shown(self) -> str:
        """The rate as central banks write it."""
        whole, part = divmod(self.rate_micro, MICRO)
        return f"{whole}.{part:06}".rstrip("0").rstrip(".")
