"""Accounts at banks, their statements, and what each line of them was."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from casino.bank.rules.table import CsvMapping
from casino.messages import Message, msg


class BankAccount(models.Model):
    """
    An account of a club at a bank. ref: its account `bank` in the ledger.

    The first account of a club has ref 0, where wires and cards have always been booked; each
    further one has its own id. csv: the columns of its CSV files, {} where nobody said them.
    closed_on: the day on which the bank closed it.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    name = models.CharField(max_length=100)
    iban = models.CharField(max_length=34)
    ref = models.BigIntegerField()
    csv = models.JSONField(default=dict)
    closed_on = models.DateField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "ref", name="bank_account_ref_once"),
            models.UniqueConstraint("club", "iban", name="bank_account_iban_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def mapping(self) -> CsvMapping | None:
        """What its CSV files hold where, None where nobody said it."""
        return CsvMapping(**self.csv) if self.csv else None


class Statement(models.Model):
    """A statement as its file says it; withdrawn_act_id: the act that took it back."""

    class Format(models.TextChoices):
        """What the file was."""

        CAMT = "camt", "camt.053"
        MT940 = "mt940", "MT940"
        CSV = "csv", "CSV"

    account = models.ForeignKey(BankAccount, models.PROTECT, related_name="statements")
    number = models.CharField(max_length=50, blank=True)
    sequence = models.BigIntegerField(null=True)
    first_day = models.DateField()
    last_day = models.DateField()
    opening_cents = models.BigIntegerField()
    closing_cents = models.BigIntegerField()
    format = models.CharField(max_length=5, choices=Format)
    file = models.CharField(max_length=150)
    sha256 = models.CharField(max_length=64)
    imported_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    imported_at = models.DateTimeField()
    act_id = models.BigIntegerField(db_index=True)
    withdrawn_act_id = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "account",
                "first_day",
                condition=Q(withdrawn_act_id=None),
                name="bank_statement_day_once",
            ),
            models.CheckConstraint(
                name="bank_statement_days", condition=Q(first_day__lte=F("last_day"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_day:%d.%m.%Y} - {self.last_day:%d.%m.%Y}"


class StatementLine(models.Model):
    """A line of a statement; the first of an account has its opening balance as a line, too."""

    statement = models.ForeignKey(Statement, models.PROTECT, related_name="lines")
    position = models.PositiveIntegerField()
    booked_on = models.DateField()
    cents = models.BigIntegerField()
    counterparty = models.CharField(max_length=140, blank=True)
    iban = models.CharField(max_length=34, blank=True)
    text = models.CharField(max_length=500, blank=True)
    reference = models.CharField(max_length=50, blank=True)
    hint = models.CharField(max_length=7, blank=True)
    charged_cents = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint("statement", "position", name="bank_line_once"),
            models.CheckConstraint(name="bank_line_moves", condition=~Q(cents=0)),
        ]

    def __str__(self) -> str:
        if self.hint == "opening":
            return msg("Opening balance")
        return self.counterparty or self.text


class Match(models.Model):
    """
    What explains a line: entries that were there, and the entry that its rest was booked by.

    entry_id: of the rest, None where nothing was left; undone_act_id: the act that took it back.
    """

    line = models.ForeignKey(StatementLine, models.PROTECT, related_name="matches")
    entry_id = models.BigIntegerField(null=True, unique=True)
    matched_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    matched_at: "models.DateTimeField[datetime, datetime]" = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
    undone_act_id = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "line", condition=Q(undone_act_id=None), name="bank_line_matched_once"
            )
        ]


class MatchedEntry(models.Model):
    """An entry's part of a match: what it moves on the account of the line."""

    match = models.ForeignKey(Match, models.PROTECT, related_name="entries")
    account = models.ForeignKey(BankAccount, models.PROTECT, related_name="+")
    entry_id = models.BigIntegerField()
    cents = models.BigIntegerField()
    undone_act_id = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "account",
                "entry_id",
                condition=Q(undone_act_id=None),
                name="bank_entry_matched_once",
            )
        ]


class MatchingRule(models.Model):
    """Lines with a text are of an account; retired_act_id: the act that ended it."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    text = models.CharField(max_length=100)
    is_in = models.BooleanField()
    code = models.CharField(max_length=50)
    ref = models.BigIntegerField(default=0)
    act_id = models.BigIntegerField(unique=True)
    retired_act_id = models.BigIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "club",
                "text",
                "is_in",
                condition=Q(retired_act_id=None),
                name="bank_rule_once",
            )
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def way(self) -> Message:
        """Money in or out."""
        return msg("Money in") if self.is_in else msg("Money out")
