"""What the installation remembers of itself."""

from django.db import models


class Heartbeat(models.Model):
    """
    When a duty of the schedule was last done, by any worker, by the database's clock.

    failed_at, failure: the last time that it failed since, and why; None where it went well.
    """

    name = models.CharField(max_length=60, primary_key=True)
    done_at = models.DateTimeField()
    failed_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=300, default="", blank=True)


class Clock(models.Model):
    """
    How the database's clock stood when a machine's worker looked at it last.

    boot: of the machine; running: its seconds since then, which no clock changes; jump_seconds: by
    how much the clock has jumped since, until it is right again or somebody trusts it.
    """

    boot = models.CharField(max_length=60, primary_key=True)
    at = models.DateTimeField()
    running = models.BigIntegerField()
    jump_seconds = models.BigIntegerField(default=0)


class Cached(models.Model):
    """
    A row of Django's cache: codes that were used, the word of an empty installation.

    It lies in the database, as nobody can work without that one and everybody without Valkey.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)
