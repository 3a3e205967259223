"""What one person asked for and another decided."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Func, Q


class Array(Func):
    """An array of columns."""

    function = "ARRAY"
    template = "%(function)s[%(expressions)s]"
    output_field = ArrayField(models.BigIntegerField())


class Proposal(models.Model):
    """
    A request that a second person completes. Decided once, then never changed.

    `content`: everything that will happen; `digest`: its SHA-256, which the approver signs;
    `not_by`: who gains by it and never approves it; `emergency`: done by one person alone, which
    another one confirms afterwards; `alone`: by one host, which the database takes in the profile
    `home` alone. What nobody decided in time is decided by nobody (`decided_by`).
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    operation = models.CharField(max_length=50)
    content = models.JSONField()
    digest = models.CharField(max_length=64)
    reason = models.CharField(max_length=200)
    proposed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
    approved = models.BooleanField(null=True)
    decided_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    decided_at = models.DateTimeField(null=True)
    remark = models.CharField(max_length=200, blank=True)
    not_by = ArrayField(models.BigIntegerField(), default=list)
    emergency = models.BooleanField(default=False)
    alone = models.BooleanField(default=False)
    decision_act_id = models.BigIntegerField(unique=True, null=True)

    class Meta:
        indexes = [
            models.Index("club", condition=Q(approved=None), name="approvals_open_proposals")
        ]
        constraints = [
            models.CheckConstraint(
                name="approvals_four_eyes",
                condition=~Q(approved=True)
                | Q(emergency=True)
                | Q(alone=True)
                | ~Q(decided_by=F("proposed_by")),
            ),
            models.CheckConstraint(
                name="approvals_not_by_who_gains",
                condition=~Q(approved=True)
                | Q(alone=True)
                | ~Q(not_by__contains=Array("decided_by")),
            ),
            models.CheckConstraint(
                name="approvals_in_time",
                condition=~Q(approved=True) | Q(decided_at__lte=F("expires_at")),
            ),
            models.CheckConstraint(
                name="approvals_decided_whole",
                condition=Q(
                    approved__isnull=True,
                    decided_by__isnull=True,
                    decided_at__isnull=True,
                    decision_act_id__isnull=True,
                )
                | Q(
                    approved__isnull=False,
                    decided_by__isnull=False,
                    decided_at__isnull=False,
                    decision_act_id__isnull=False,
                )
                | Q(
                    approved=False,
                    decided_by__isnull=True,
                    decided_at__gt=F("expires_at"),
                    decision_act_id__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.operation} {self.proposed_at:%d.%m.%Y %H:%M}"


class Confirmation(models.Model):
    """What somebody did alone in an emergency, seen and confirmed by another person afterwards."""

    proposal = models.OneToOneField(Proposal, models.PROTECT, related_name="confirmation")
    used_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    confirmed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    confirmed_at = models.DateTimeField()
    remark = models.CharField(max_length=200)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="approvals_confirmed_by_another", condition=~Q(confirmed_by=F("used_by"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.proposal_id} confirmed by {self.confirmed_by_id}"
