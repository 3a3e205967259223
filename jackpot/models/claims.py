"""Who claimed a jackpot, what proves it, what was awarded and taken back."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from casino.db import SaidField
from casino.messages import Localizable, msg
from casino.names import guest, with_names
from jackpot.models.pools import Jackpot


class Claim(Localizable, models.Model):
    """
    A hand for which somebody asks a jackpot, as it was entered; its facts are never changed.

    hands: seat and own cards of each hand shown; seated: who had the seats at that instant;
    empty_seats: those that nobody had in truth, with whom the table recorded, and how one knows;
    conditions: each ticked or crossed, with its paragraph; because: the verdict's reasons.
    """

    class State(models.TextChoices):
        """How far it is; the last two are final."""

        UNQUALIFIED = "unqualified", msg("Does not qualify")
        PREPARED = "prepared", msg("Draft")
        PROPOSED = "proposed", msg("Waiting for approval")
        AWARDED = "awarded", msg("Awarded")
        REFUSED = "refused", msg("Refused")

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    # None at a table without jackpot: such a claim never qualifies (OLY-4.11).
    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="claims", null=True)
    session = models.ForeignKey("cashgames.Session", models.PROTECT, related_name="claims")
    hand = models.ForeignKey("cashgames.Hand", models.PROTECT, related_name="claims", null=True)
    hand_name = models.CharField(max_length=100)
    played_at = models.DateTimeField()
    gaming_day = models.DateField()
    adoption = models.ForeignKey("house.Adoption", models.PROTECT, related_name="+")
    game = models.CharField(max_length=30)
    players_dealt = models.PositiveSmallIntegerField()
    open_cards_dealt = models.PositiveSmallIntegerField()
    showdown = models.BooleanField()
    boards = models.JSONField()
    hands = models.JSONField()
    seated = models.JSONField()
    empty_seats = models.JSONField(default=list, db_default=[])
    verdict = models.JSONField()
    conditions = SaidField()
    because = models.JSONField()
    claimed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    claimed_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    deck_checked_by = models.CharField(max_length=100, blank=True)
    camera_at = models.DateTimeField(null=True)
    witnesses = models.CharField(max_length=200, blank=True)
    seal_number = models.CharField(max_length=50, blank=True)
    note = models.CharField(max_length=500, blank=True)
    # The accountant's check of the base (RELIABILITY 4); what they found is what may be paid from.
    base_checked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    base_checked_cents = models.BigIntegerField(null=True)

    state = models.CharField(max_length=12, choices=State)
    reason = models.CharField(max_length=200, blank=True)
    proposal = models.OneToOneField(
        "approvals.Proposal", models.PROTECT, related_name="+", null=True
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "session",
                "hand_name",
                condition=~Q(state="refused"),
                name="jackpot_one_claim_a_hand",
            ),
            models.CheckConstraint(
                name="jackpot_claim_judged",
                condition=Q(state__in=("unqualified", "refused")) | Q(jackpot__isnull=False),
            ),
            models.CheckConstraint(
                name="jackpot_claim_refused_with_reason",
                condition=~Q(state__in=("refused", "unqualified")) | ~Q(reason=""),
            ),
            models.CheckConstraint(
                name="jackpot_claim_proposed",
                condition=~Q(state__in=("proposed", "awarded")) | Q(proposal__isnull=False),
            ),
        ]
        indexes = [models.Index("club", F("played_at").desc(), name="jackpot_claims_by_time")]

    def __str__(self) -> str:
        return msg("{table}, hand {hand}", table=self.session.table, hand=self.hand_name)

    @property
    def seated_by_name(self) -> list[dict[str, Any]]:
        """Who had the seats, by their names of today, and whose card had been taken for them."""
        who = [
            {"instead_of_id": None, "reason": "", **each, "player": guest(each["player_id"])}
            for each in self.seated
        ]
        for each in who:
            recorded = each["instead_of_id"]
            each["instead_of"] = guest(recorded) if recorded else None
        named: list[dict[str, Any]] = with_names(who)
        return named

    @property
    def emptied_by_name(self) -> list[dict[str, Any]]:
        """The seats that nobody had in truth, with whom the table had recorded there."""
        who = [
            {**each, "player": None, "instead_of": guest(each["instead_of_id"])}
            for each in self.empty_seats
        ]
        named: list[dict[str, Any]] = with_names(who)
        return named

    @property
    def short_name(self) -> str:
        """Its table and hand without a word of any language, as the journal keeps it."""
        return f"{self.session.table} #{self.hand_name}"

    @property
    def award(self) -> "Award | None":
        """What it was awarded, None where that was taken back, or nothing was."""
        return next((each for each in self.awards.all() if each.stands), None)

    @property
    def taken_back(self) -> "list[Award]":
        """What it was awarded and two people took back, the first one first."""
        return sorted((each for each in self.awards.all() if not each.stands), key=lambda a: a.pk)

    @property
    def is_decided(self) -> bool:
        """Whether nothing about it changes any more, but that its award is taken back."""
        return self.state in (self.State.AWARDED, self.State.REFUSED)

    @property
    def why_not(self) -> str:
        """The condition that failed, or what a person wrote who refused it."""
        if self.state != self.State.UNQUALIFIED:
            return self.reason
        failed = next(each for each in self.conditions if each["met"] is False)
        shown = {name: failed[name] for name in ("name", "found", "rule")}
        return msg("{name}: {found} ({rule})", **shown)


class Attachment(models.Model):
    """
    A paper or picture that proves a claim, kept with its hash beside the books.

    It lies in the database: backed up with the claim, reachable through its page alone. player: the
    guest whose it is said to be. off_at: when it was taken off, its content gone; by nobody
    (off_by) where it went with its guest.
    """

    claim = models.ForeignKey(Claim, models.PROTECT, related_name="attachments")
    name = models.CharField(max_length=100)
    content_type = models.CharField(max_length=20)
    content = models.BinaryField()
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    added_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", null=True)
    off_at = models.DateTimeField(null=True)
    off_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    off_signed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    off_reason = models.CharField(max_length=200, default="", db_default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "claim", "sha256", condition=Q(off_at=None), name="jackpot_attachment_once"
            ),
            models.CheckConstraint(
                name="jackpot_attachment_size", condition=Q(size__range=(1, 5_000_000))
            ),
        ]


class Award(models.Model):
    """
    What a claim was paid: from which level and base, by which entry, approved by whom.

    One award of a claim stands, its `reversal` has each former one.
    """

    jackpot = models.ForeignKey(Jackpot, models.PROTECT, related_name="awards")
    claim = models.ForeignKey(Claim, models.PROTECT, related_name="awards")
    level_cents = models.BigIntegerField()
    level_at = models.DateTimeField()
    paid_since_cents = models.BigIntegerField()
    base_cents = models.BigIntegerField()
    total_cents = models.BigIntegerField()
    approved_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    approved_at = models.DateTimeField()
    gaming_day = models.DateField()
    entry_id = models.BigIntegerField(null=True, unique=True)  # None: nothing was given (AMB-36)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="jackpot_award_from_its_base",
                condition=Q(total_cents__gte=0) & Q(base_cents__gte=0),
            ),
            models.CheckConstraint(
                name="jackpot_award_posted",
                condition=Q(total_cents=0, entry_id=None)
                | Q(total_cents__gt=0, entry_id__isnull=False),
            ),
        ]

    @property
    def stands(self) -> bool:
        """Whether nobody took it back."""
        return not hasattr(self, "reversal")


class AwardReversal(models.Model):
    """An award that two people took back before anything of it was paid; entry_id: as its own."""

    award = models.OneToOneField(Award, models.PROTECT, related_name="reversal")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    entry_id = models.BigIntegerField(null=True, unique=True)
    act_id = models.BigIntegerField(unique=True)


class Taken(models.Model):
    """What an award took from the pool's account in one club's books, by which entry there."""

    award = models.ForeignKey(Award, models.PROTECT, related_name="taken")
    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    cents = models.BigIntegerField()
    entry_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("award", "club", name="jackpot_taken_once"),
            models.CheckConstraint(name="jackpot_taken_something", condition=Q(cents__gt=0)),
        ]


class Share(models.Model):
    """
    What one player of the table gets of an award; kept as a payable until it is paid.

    corrected_by: the requests that two signed to say that it is another guest's, the first first.
    """

    award = models.ForeignKey(Award, models.PROTECT, related_name="shares")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+")
    parts = models.CharField(max_length=100)
    bad_beat_cents = models.BigIntegerField()
    royal_flush_cents = models.BigIntegerField()
    cents = models.BigIntegerField()
    payable_id = models.BigIntegerField(unique=True)
    corrected_by = ArrayField(models.BigIntegerField(), default=list, db_default=[])

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint("award", "seat", name="jackpot_share_once"),
            models.CheckConstraint(
                name="jackpot_share_sum",
                condition=Q(cents=F("bad_beat_cents") + F("royal_flush_cents"), cents__gt=0),
            ),
        ]

    @property
    def parts_won(self) -> list[str]:
        """What it is for, one word each."""
        return self.parts.split(", ")
