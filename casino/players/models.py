"""The club's guests, where they play now, and whom the club keeps apart."""

from datetime import date

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Lower, Replace, Upper

from casino.db import TsTzRange
from casino.limits import MAX_LINE_LENGTH
from casino.messages import Localizable, msg

# The number of a document, however somebody spaced and capitalised it.
PAPER = Upper(Replace("document", Value(" ")))


class Player(models.Model):
    """
    A guest, known by a code of the club; the name in any script, stored in NFC.

    excluded_until: the latest day of the exclusions in force (Exclusion has the record); photo: the
    club keeps one; merged_into: the same person, under whom everything goes on.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="players")
    code = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    birth_date = models.DateField(null=True, blank=True)
    code_country = models.CharField(max_length=2, blank=True)
    personal_code = models.CharField(max_length=20, blank=True)
    document = models.CharField(max_length=50, blank=True)
    photo = models.BooleanField(default=False)
    notes = models.CharField(max_length=500, blank=True)
    # Of the slips; empty: the club's.
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, blank=True)
    # ISO 3166-1, two letters; and whether results that are published may say the name.
    nationality = models.CharField(max_length=2, blank=True, db_default="")
    named_in_results = models.BooleanField(default=False, db_default=False)
    excluded_until = models.DateField(null=True, blank=True, db_column="barred_until")
    merged_into = models.ForeignKey(
        "self", models.PROTECT, related_name="duplicates", null=True, blank=True
    )
    anonymised_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "code", name="players_code_once"),
            models.UniqueConstraint(
                "club",
                "code_country",
                "personal_code",
                condition=~Q(personal_code="") & Q(merged_into=None),
                name="players_person_once",
            ),
            models.CheckConstraint(
                name="players_merged_into_another",
                condition=Q(merged_into=None) | ~Q(merged_into=F("id")),
            ),
        ]
        indexes = [
            models.Index("club", Lower("name"), name="players_by_name"),
            models.Index("club", PAPER, condition=~Q(document=""), name="players_by_document"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def identified(self) -> bool:
        """Return whether the house has seen who it is: a document and whose it is."""
        return bool(self.document and (self.birth_date or self.personal_code))


class Photo(models.Model):
    """A guest's picture, a JPEG: the latest row counts; shown to staff alone, erased with them."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="photos")
    content = models.BinaryField()
    added_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"{self.player_id} since {self.added_at}"


class Version(models.Model):
    """What was known of a guest from an act on; blanked with the guest, never changed before."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="versions")
    name = models.CharField(max_length=100)
    birth_date = models.DateField(null=True)
    code_country = models.CharField(max_length=2, blank=True)
    personal_code = models.CharField(max_length=20, blank=True)
    document = models.CharField(max_length=50, blank=True)
    photo = models.BooleanField()
    notes = models.CharField(max_length=500, blank=True)
    language = models.CharField(max_length=2, blank=True)
    nationality = models.CharField(max_length=2, blank=True, db_default="")
    named_in_results = models.BooleanField(default=False, db_default=False)
    act_id = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return f"{self.name} since act {self.act_id}"


class Exclusion(Localizable, models.Model):
    """
    A span of days on which a guest may not play, the last day included.

    A guest's own exclusion ends on its day and never before, whoever asks; corrected: by which two
    people put right what was entered for the wrong guest or day, and why. asked_until: the last day
    that the guest chose, where it ends on request alone: until is the last of all days, then;
    end_asked_on, ended_by: of that request, no earlier, who took it.
    """

    class Kind(models.TextChoices):
        """Who excluded the guest."""

        HOUSE = "house", msg("excluded by the house")
        SELF = "self", msg("self-excluded")

    player = models.ForeignKey(Player, models.PROTECT, related_name="exclusions")
    kind = models.CharField(max_length=5, choices=Kind)
    since = models.DateField()
    until = models.DateField()
    reason = models.CharField(max_length=200)
    lifted_at = models.DateTimeField(null=True)
    corrected = models.ForeignKey("approvals.Proposal", models.PROTECT, related_name="+", null=True)
    asked_until = models.DateField(null=True)
    end_asked_on = models.DateField(null=True)
    ended_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField()

    class Meta:
        db_table = "players_bar"
        constraints = [
            models.UniqueConstraint("act_id", "player", name="players_bar_once"),
            models.CheckConstraint(
                name="players_bar_has_a_span", condition=Q(until__gte=F("since"))
            ),
            models.CheckConstraint(
                name="players_own_wish_stands",
                condition=Q(kind="house")
                | Q(lifted_at=None)
                | Q(corrected__isnull=False)
                | Q(asked_until__isnull=False, end_asked_on__gte=F("asked_until")),
            ),
        ]

    def __str__(self) -> str:
        said = {"kind": self.get_kind_display(), "until": self.last_day}
        if self.asked_until:
            return msg("{kind} until {until:%d.%m.%Y} and until lifted on request", **said)
        return msg("{kind} until {until:%d.%m.%Y}", **said)

    @property
    def last_day(self) -> date:
        """The last day that was agreed; where it ends on request, the first on which it may."""
        return self.asked_until or self.until


class Hold(models.Model):
    """
    An authority's order to keep a guest's record: nobody erases it while it is in force.

    until: that day included, open without one; reference: the authority's. No guest reads it.
    """

    player = models.ForeignKey(Player, models.PROTECT, related_name="holds")
    since = models.DateField()
    until = models.DateField(null=True)
    reference = models.CharField(max_length=50)
    placed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint("act_id", "player", name="players_hold_once")]

    def __str__(self) -> str:
        return f"{self.reference} since {self.since:%d.%m.%Y}"


class AgeTerms(models.Model):
    """A club's own terms for guests in place of the usual ones (rules.AdmissionTerms)."""

    club = models.OneToOneField("house.Club", models.PROTECT, related_name="+")
    minimum_age = models.PositiveSmallIntegerField()
    self_exclusion_months = models.PositiveSmallIntegerField(default=0, db_default=0)
    self_exclusion_max_months = models.PositiveSmallIntegerField(default=0, db_default=0)
    self_exclusion_on_request = models.BooleanField(default=False, db_default=False)
    record_years = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        db_table = "players_terms"


class PlayingPlace(models.Model):
    """
    Where a guest plays, from sitting down to leaving: one place at a time (OLY-2.7, AMB-122).

    about: the table or tournament in words; alone: the book of that day allows no second place.
    """

    class Kind(models.TextChoices):
        """A game for cash chips or for tournament chips."""

        CASH = "cash"
        TOURNAMENT = "tournament"

    player = models.ForeignKey(Player, models.PROTECT, related_name="places")
    kind = models.CharField(max_length=10, choices=Kind)
    about = models.CharField(max_length=100)
    alone = models.BooleanField()
    since = models.DateTimeField()
    until = models.DateTimeField(null=True)
    act_id = models.BigIntegerField()

    class Meta:
        db_table = "players_place"
        constraints = [
            ExclusionConstraint(
                name="players_one_place_at_a_time",
                expressions=[
                    ("player", RangeOperators.EQUAL),
                    (TsTzRange("since", "until"), RangeOperators.OVERLAPS),
                ],
                condition=Q(alone=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.about} {self.since:%d.%m.%Y %H:%M}"


class SeatingRestriction(models.Model):
    """
    Two guests who may not sit at one table (OLY-1.49), the lower id first.

    until: that day included, for good without one; lifted_at: when it was ended early.
    """

    low = models.ForeignKey(Player, models.PROTECT, related_name="+")
    high = models.ForeignKey(Player, models.PROTECT, related_name="+")
    since = models.DateField()
    until = models.DateField(null=True)
    reason = models.CharField(max_length=200)
    lifted_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "players_separation"
        constraints = [
            models.CheckConstraint(
                name="players_separation_of_two", condition=Q(low__lt=F("high"))
            ),
            models.UniqueConstraint(
                "low", "high", condition=Q(lifted_at=None), name="players_separated_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.low_id} and {self.high_id}"


class Ruling(models.Model):
    """
    What the floor decided at a table, kept for good (OLY-0.1, OLY-0.2, OLY-1.43).

    about: what the table or tournament is called; place_id: the session of the table, or the
    tournament, where it was said; heard: whether the book still heard a claim;
    rule: the paragraph that was set aside; moves: by seat, what of a pot is got, or below zero
    given back, in cents or chips; withdraws: the decision that was noted wrongly, and why so.
    """

    class What(models.TextChoices):
        """What was asked for."""

        CLAIM = "claim", msg("Claim about a hand")
        POT = "pot", msg("Pot given to the wrong player")
        DEVIATION = "deviation", msg("Rule set aside")
        WITHDRAWAL = "withdrawal", msg("Decision withdrawn")

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    what = models.CharField(max_length=10, choices=What)
    place = models.CharField(max_length=10, choices=PlayingPlace.Kind)
    about = models.CharField(max_length=MAX_LINE_LENGTH)
    place_id = models.BigIntegerField(null=True)
    hand = models.CharField(max_length=100, blank=True)
    heard = models.BooleanField(default=True)
    rule = models.CharField(max_length=20, blank=True)
    moves = models.JSONField(default=dict)
    decision = models.CharField(max_length=MAX_LINE_LENGTH, blank=True)
    withdraws = models.OneToOneField("self", models.PROTECT, null=True, related_name="withdrawn")
    because = models.JSONField()
    at = models.DateTimeField()
    gaming_day = models.DateField()
    ruled_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        indexes = [models.Index("club", "place", "about", name="players_rulings_of_place")]


class ImposedPenalty(models.Model):
    """
    What the supervisor imposed on a guest for a breach: in cash games and tournaments alike.

    Each kind has `measure` and `book_measure`, what the book provides (OLY-1.53). minutes, rounds:
    how long who is sent away is so; served_at: when they were back.
    """

    breach = models.CharField(max_length=20)
    minutes = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)
    because = models.JSONField()
    at = models.DateTimeField()
    imposed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    served_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                name="%(app_label)s_penalty_lasts",
                condition=Q(measure="away") | Q(minutes=0, rounds=0),
            ),
        ]
