"""Addresses that are told what happened, what happened, and how far each message has come."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from casino.messages import msg


class Event(models.TextChoices):
    """What an address can be told."""

    DAY_CLOSED = "day.closed", msg("Gaming day closed")
    DAY_REOPENED = "day.reopened", msg("Close of a gaming day taken back")
    JACKPOT_HIT = "jackpot.hit", msg("Jackpot hit")
    JACKPOT_TAKEN_BACK = "jackpot.taken_back", msg("Jackpot award taken back")
    TOURNAMENT_FINISHED = "tournament.finished", msg("Tournament finished")


class Webhook(models.Model):
    """
    An address and what it is told; sealed: its secret, encrypted under WEBHOOK_KEYS.

    So no copy of the database signs for us. One of before there were such keys has none until
    `rotate_keys`: its secret follows from the salt and the key of the site.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    address = models.CharField(max_length=500)
    events = ArrayField(models.CharField(max_length=30, choices=Event))
    salt = models.UUIDField(unique=True)
    sealed = models.TextField(blank=True)
    added_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        indexes = [
            models.Index("club", condition=Q(ended_at=None), name="webhooks_of_a_club"),
        ]

    def __str__(self) -> str:
        return self.address


class Message(models.Model):
    """
    What one address is told of one event; written in the transaction of the event itself.

    next_at: when it is tried next, also what keeps a second worker from it meanwhile; tries: how
    often it was; status: of the last answer, None without one; remark: why the last try failed.
    """

    class State(models.TextChoices):
        """How far it has come."""

        WAITING = "waiting", msg("waiting")
        DELIVERED = "delivered", msg("delivered")
        GIVEN_UP = "given_up", msg("given up")

    webhook = models.ForeignKey(Webhook, models.PROTECT, related_name="messages")
    event = models.CharField(max_length=30, choices=Event)
    happened_at = models.DateTimeField()
    facts = models.JSONField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    remark = models.CharField(max_length=200, blank=True)
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("webhook", "act_id", "event", name="webhooks_told_once"),
        ]
        indexes = [
            models.Index("next_at", condition=Q(state="waiting"), name="webhooks_due"),
            models.Index("tried_at", condition=Q(state="given_up"), name="webhooks_given_up"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.happened_at:%d.%m.%Y %H:%M}"

    @property
    def message_id(self) -> str:
        """The same for every try, so that a receiver takes it once."""
        return f"msg_{self.pk}"
