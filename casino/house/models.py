"""Clubs and the rule books they have adopted."""

from datetime import time

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import ArrayField, DateRangeField
from django.db import models
from django.db.models import F, Q

from casino.messages import msg


def euro_notes() -> list[int]:
    """Return the euro's notes and coins in cents, largest first."""
    return [50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]


def usual_chips() -> list[int]:
    """Return the values of a usual set of cash chips in cents, largest first."""
    return [100000, 50000, 10000, 2500, 500, 200, 100, 50]


# Of discs on pages, where the value always stands beside them.
CHIP_COLOURS = (
    "white", "grey", "red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black",
)  # fmt: skip


class Club(models.Model):
    """A poker club: one set of books, one currency, one time zone."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=100)
    timezone = models.CharField(max_length=50, default="Europe/Tallinn")
    currency = models.CharField(max_length=3, default="EUR")
    # Local time at which the gaming day ends at the latest (OLY-4.4).
    closes_at = models.TimeField(default=time(7, 0))
    notes_cents = ArrayField(models.PositiveIntegerField(), default=euro_notes)
    chips_cents = ArrayField(models.PositiveIntegerField(), default=usual_chips)
    # The colour of a chip by its value in cents, where the club has said one.
    chip_colours = models.JSONField(default=dict, blank=True)
    # Of the screens in the room, of slips, and of the pages of those who chose none of their own.
    language = models.CharField(
        max_length=2, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    # Its books are written elsewhere, or about to be (casino.cells): no act passes here.
    is_held = models.BooleanField(default=False, db_default=False)
    # Where they are, once they are there: https://two.example
    moved_to = models.CharField(max_length=200, default="", db_default="", blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="house_moved_is_held", condition=Q(moved_to="") | Q(is_held=True)
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Adoption(models.Model):
    """
    A rule book in force at a club for a span of gaming days, the end open; empty: withdrawn.

    The first opens with the club. Every further one was proposed by somebody and adopted by a
    second person; the database refuses others, and whatever would change a day that was played.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="adoptions")
    book = models.CharField(max_length=50)
    overrides = models.JSONField(default=dict, blank=True)
    period = DateRangeField()
    reason = models.CharField(max_length=200, blank=True)
    proposal_id = models.BigIntegerField(unique=True, null=True)
    proposed_by_id = models.BigIntegerField(null=True)
    proposed_at = models.DateTimeField(null=True)
    adopted_by_id = models.BigIntegerField(null=True)
    adopted_at = models.DateTimeField()

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="house_one_book_a_day",
                expressions=[("club", "="), ("period", "&&")],
            ),
            models.CheckConstraint(
                name="house_adoption_has_a_start",
                condition=Q(period__startswith__isnull=False) | Q(period__isempty=True),
            ),
            models.CheckConstraint(
                name="house_adopted_by_two",
                condition=Q(
                    proposal_id__isnull=True, proposed_by_id__isnull=True, proposed_at__isnull=True
                )
                | Q(
                    proposal_id__isnull=False,
                    proposed_by_id__isnull=False,
                    proposed_at__isnull=False,
                    adopted_by_id__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.book} {self.period}"


class Permission(models.Model):
    """
    A club's own roles for a row of the permissions: who acts, who is the second, who reads (none
    said: as usual). What was decided last holds, of what has begun.

    since: the instant from which on it holds; it is proposed by one person and adopted by another.
    calls_off: once begun, nothing holds that was decided before; of what does not, as the former
    program wrote it, the latest `since` holds.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    action = models.CharField(max_length=40)
    acts = ArrayField(models.CharField(max_length=20))
    seconds = ArrayField(models.CharField(max_length=20))
    reads = ArrayField(models.CharField(max_length=20), null=True)
    since = models.DateTimeField()
    calls_off = models.BooleanField(default=True, db_default=False)
    proposal_id = models.BigIntegerField(unique=True)
    proposed_by_id = models.BigIntegerField()
    adopted_by_id = models.BigIntegerField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        indexes = [
            models.Index(fields=["club", "action", "-since"], name="house_permission_of_club")
        ]
        constraints = [
            models.CheckConstraint(
                name="house_auditor_writes_nothing",
                condition=~Q(acts__contains=["auditor"]) & ~Q(seconds__contains=["auditor"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} from {self.since:%d.%m.%Y %H:%M}"


class ControlProfile(models.Model):
    """
    The controls in force at a club from an instant on; the latest holds, none: `club`.

    home: one host does all of it alone; casino: every money act by two. The first is the set-up's;
    each further one was proposed by somebody and, from `home` on alone, adopted by a second.
    """

    class Name(models.TextChoices):
        HOME = "home", msg("Home")
        CLUB = "club", msg("Club")
        CASINO = "casino", msg("Casino")

    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    profile = models.CharField(max_length=10, choices=Name)
    since = models.DateTimeField()
    reason = models.CharField(max_length=200)
    proposal_id = models.BigIntegerField(unique=True, null=True)
    proposed_by_id = models.BigIntegerField(null=True)
    adopted_by_id = models.BigIntegerField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        indexes = [models.Index(fields=["club", "-since"], name="house_profile_of_club")]
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=Q(proposal_id=None), name="house_profile_founded_once"
            ),
            models.CheckConstraint(
                name="house_profile_known", condition=Q(profile__in=["home", "club", "casino"])
            ),
            models.CheckConstraint(
                name="house_home_by_two",
                condition=~Q(profile="home")
                | Q(proposal_id=None)
                | (Q(adopted_by_id__isnull=False) & ~Q(adopted_by_id=F("proposed_by_id"))),
            ),
        ]

    def __str__(self) -> str:
        return self.get_profile_display()
