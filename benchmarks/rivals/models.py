"""A ledger as the ORM writes it without further thought: every rule is left to the code."""

from django.db import models, transaction
from django.db.models import F


class Account(models.Model):
    """An account with its balance."""

    balance_cents = models.BigIntegerField(default=0)


class Entry(models.Model):
    """A posting under a key."""

    key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=50)
    at = models.DateTimeField(auto_now_add=True)


class Line(models.Model):
    """One side of a posting."""

    entry = models.ForeignKey(Entry, models.PROTECT)
    account = models.ForeignKey(Account, models.PROTECT)
    cents = models.BigIntegerField()


@transaction.atomic
def post(key: object, one: int, other: int, cents: int) -> None:
    """Move cents from one account to another, the accounts in ascending order."""
    entry = Entry.objects.create(key=key, kind="transfer")
    moves = sorted([(one, -cents), (other, cents)])
    Line.objects.bulk_create(
        Line(entry=entry, account_id=account, cents=amount) for account, amount in moves
    )
    for account, amount in moves:
        Account.objects.filter(id=account).update(balance_cents=F("balance_cents") + amount)
