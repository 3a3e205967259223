"""
The journal's tables as Django sees them; their SQL stands in casino/ledger/sql.

Rows are written by the functions there and by nothing else: `managed = False`.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Account(models.Model):
    """A place where money lies: code of the chart, and what it is kept for; name: its own."""

    club_id = models.BigIntegerField()
    code = models.TextField()
    ref = models.BigIntegerField(default=0)
    currency = models.TextField()
    floor = models.SmallIntegerField()
    is_open = models.BooleanField(default=True)
    name = models.TextField(default="")

    class Meta:
        managed = False
        db_table = "ledger_account"

    def __str__(self) -> str:
        return f"{self.code}:{self.ref}" if self.ref else self.code


class Balance(models.Model):
    """What an account holds now; debit positive."""

    account = models.OneToOneField(
        Account, models.DO_NOTHING, primary_key=True, related_name="balance"
    )
    cents = models.BigIntegerField(default=0)

    class Meta:
        managed = False
        db_table = "ledger_balance"


class Day(models.Model):
    """A gaming day of a club: open, closed (levels fixed), sealed."""

    pk = models.CompositePrimaryKey("club_id", "day")
    club_id = models.BigIntegerField()
    day = models.DateField()
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    state = models.TextField(default="open")
    fixed_until = models.DateTimeField(null=True)

    class Meta:
        managed = False
        db_table = "ledger_day"


class Act(models.Model):
    """A command that changed something: who, when, what, and the key that makes it once."""

    key = models.UUIDField(unique=True)
    club_id = models.BigIntegerField()
    actor_id = models.BigIntegerField(null=True)
    operation = models.TextField()
    arguments = models.JSONField()
    happened_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    request_id = models.TextField(default="")

    class Meta:
        managed = False
        db_table = "ledger_act"


class Entry(models.Model):
    """One event in double entry; the whole document."""

    act = models.ForeignKey(Act, models.DO_NOTHING, related_name="entries")
    seq = models.IntegerField(default=1)
    club_id = models.BigIntegerField()
    gaming_day = models.DateField()
    kind = models.TextField()
    adjustment = models.BooleanField(default=False)
    currency = models.TextField()
    account_ids = ArrayField(models.BigIntegerField())
    cents = ArrayField(models.BigIntegerField())
    happened_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    player_id = models.BigIntegerField(null=True)
    memo = models.TextField(default="")
    because = models.JSONField(default=list)
    reverses = models.OneToOneField(
        "self", models.DO_NOTHING, null=True, related_name="reversed_by"
    )
    series_id = models.BigIntegerField(null=True)
    number = models.IntegerField(null=True)

    class Meta:
        managed = False
        db_table = "ledger_entry"


class LedgerLine(models.Model):
    """One account's part of an entry; debit positive."""

    pk = models.CompositePrimaryKey("account_id", "gaming_day", "entry_id")
    account = models.ForeignKey(Account, models.DO_NOTHING, related_name="lines")
    gaming_day = models.DateField()
    entry = models.ForeignKey(Entry, models.DO_NOTHING, related_name="lines")
    cents = models.BigIntegerField()

    class Meta:
        managed = False
        db_table = "ledger_line"


class Series(models.Model):
    """A gapless row of numbers: the slips of one drawer."""

    club_id = models.BigIntegerField()
    name = models.TextField()
    last_number = models.IntegerField(default=0)

    class Meta:
        managed = False
        db_table = "ledger_series"


class StandingCloses(models.Manager["Close"]):
    """Closes that nobody took back."""

    def get_queryset(self) -> models.QuerySet["Close"]:
        return super().get_queryset().filter(reopened=None)


class Close(models.Model):
    """An instant at which the jackpot levels were fixed; reopened: the act that took it back."""

    club_id = models.BigIntegerField()
    day = models.DateField()
    at = models.DateTimeField()
    kind = models.TextField()
    act = models.ForeignKey(Act, models.DO_NOTHING, related_name="+")
    reopened = models.ForeignKey(
        Act, models.DO_NOTHING, related_name="+", null=True, db_column="reopened_act_id"
    )

    objects = StandingCloses()
    ever = models.Manager["Close"]()

    class Meta:
        managed = False
        db_table = "ledger_close"


class DayBalance(models.Model):
    """What an account moved on a sealed day, and its closing balance."""

    pk = models.CompositePrimaryKey("account_id", "day")
    account = models.ForeignKey(Account, models.DO_NOTHING, related_name="+")
    day = models.DateField()
    debit_cents = models.BigIntegerField()
    credit_cents = models.BigIntegerField()
    closing_cents = models.BigIntegerField()

    class Meta:
        managed = False
        db_table = "ledger_day_balance"


class Seal(models.Model):
    """The accountant's sign-off of a day, chained to the day before."""

    club_id = models.BigIntegerField()
    day = models.DateField()
    entries = models.IntegerField()
    root = models.BinaryField()
    balances = models.BinaryField()
    closes = models.BinaryField()
    previous = models.BinaryField()
    seal = models.BinaryField()
    act = models.ForeignKey(Act, models.DO_NOTHING, related_name="+")

    class Meta:
        managed = False
        db_table = "ledger_seal"
