"""What was won: the fixed pool, knock-outs, prizes, bounties, royal flushes."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from casino.cards import Deal
from casino.messages import msg
from tournaments.models.announced import Tournament
from tournaments.models.selling import Entry, Ticket


class FixedPool(models.Model):
    """
    The pool and the prizes as two people fixed them once registration was closed (AMB-52).

    One that two reopened is nobody's `fixed` any more: `taken_back_of` says whose it was, and
    `reversal` takes back its slip.
    """

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="fixed", null=True)
    participants = models.PositiveIntegerField()
    gross_cents = models.PositiveBigIntegerField()
    ranking_cents = models.PositiveBigIntegerField()
    overlay_cents = models.PositiveBigIntegerField()
    net_cents = models.PositiveBigIntegerField()
    prizes_cents = ArrayField(models.PositiveBigIntegerField())
    because = models.JSONField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    # Missing where nothing moved: no overlay and no share of the ranking.
    slip = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField(unique=True)
    taken_back_of = models.ForeignKey(
        Tournament, models.PROTECT, related_name="reopened_pools", null=True
    )
    reversal = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+", null=True)
    taken_back_act_id = models.BigIntegerField(null=True, unique=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="tournaments_pool_of_one",
                condition=Q(
                    tournament__isnull=False,
                    taken_back_of=None,
                    taken_back_act_id=None,
                    reversal=None,
                )
                | Q(
                    tournament=None,
                    taken_back_of__isnull=False,
                    taken_back_act_id__isnull=False,
                ),
            )
        ]


class Knockout(models.Model):
    """
    Who went out, in which hand, with what; `by`: ids of the entries that won the last pot.

    stack: at the start of the deal (AMB-72); strength: of the hand, bigger is better, if known.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="knockouts")
    hand = models.PositiveIntegerField()
    stack = models.PositiveBigIntegerField()
    strength = models.PositiveIntegerField(null=True)
    by = ArrayField(models.BigIntegerField(), default=list)
    disqualified = models.BooleanField(default=False)
    # Of who was disqualified: the others share the prize of the place (AMB-81).
    prize_withheld = models.BooleanField(default=False, db_default=False)
    # In a joker tournament, one was in the hand (OLY-3.2.h).
    joker = models.BooleanField(default=False, db_default=False)
    # Nobody won the stack or the bounty chip: the player stopped after a deal (AMB-65, AMB-74).
    stopped = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField()
    noted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True)
    # The player came back with a rebuy or re-entry: this was not the end (AMB-66).
    came_back_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "entry",
                condition=Q(undone_at=None, came_back_at=None),
                name="tournaments_out_once",
            )
        ]

    @property
    def no_show(self) -> bool:
        """Whether the player never came."""
        return hasattr(self, "chip_change")


class Prize(models.Model):
    """
    What an entry won by its place or by a deal, owed by name or given as a ticket.

    reversal: the entry that took it back before it was paid; one prize of an entry stands.
    corrected_by: the requests by which it is owed to another guest, the first one first.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="prizes")
    place = models.PositiveIntegerField()
    cents = models.PositiveBigIntegerField()
    ticket = models.OneToOneField(Ticket, models.PROTECT, related_name="prize", null=True)
    payable = models.OneToOneField("cage.Payable", models.PROTECT, related_name="+", null=True)
    proposal = models.ForeignKey("approvals.Proposal", models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    act_id = models.BigIntegerField()
    reversal = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+", null=True)
    corrected_by = ArrayField(models.BigIntegerField(), default=list, db_default=[])

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "entry", condition=Q(reversal=None), name="tournaments_prize_once"
            )
        ]


class Bounty(models.Model):
    """
    Bounty chips that a player handed in, owed by name, until `reversal` took that back.

    corrected_by: the requests by which they are owed to another guest, the first one first.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="bounties")
    cents = models.PositiveBigIntegerField()
    payable = models.OneToOneField("cage.Payable", models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    act_id = models.BigIntegerField()
    reversal = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+", null=True)
    corrected_by = ArrayField(models.BigIntegerField(), default=list, db_default=[])


class RoyalFlush(models.Model):
    """
    A straight or royal flush claimed for a series' jackpot, and what it paid (AMB-67).

    What proves it is empty in a home, and of hands claimed before it was asked for. A hand is paid
    once, and again where what it was paid was taken back.
    """

    class Hand(models.TextChoices):
        """Which hand."""

        STRAIGHT_FLUSH = "straight_flush", msg("Straight flush")
        ROYAL_FLUSH = "royal_flush", msg("Royal flush")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="royal_flushes")
    hand_name = models.CharField(max_length=50)
    hand = models.CharField(max_length=15, choices=Hand)
    board = ArrayField(models.CharField(max_length=2))
    holders = models.JSONField()
    pool_cents = models.PositiveBigIntegerField()
    total_cents = models.PositiveBigIntegerField()
    because = models.JSONField()
    deck_checked_by = models.CharField(max_length=100, blank=True, default="", db_default="")
    camera_at = models.DateTimeField(null=True)
    witnesses = models.CharField(max_length=200, blank=True, default="", db_default="")
    seal_number = models.CharField(max_length=50, blank=True, default="", db_default="")
    note = models.CharField(max_length=500, blank=True, default="", db_default="")
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    slip = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)

    @property
    def deal(self) -> Deal:
        """Its cards, by entry."""
        return Deal([self.board], {int(entry): own for entry, own in self.holders.items()})


class SeriesAward(models.Model):
    """What was paid out of the tournament jackpot of a series, by the terms announced (AMB-80)."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="series_awards")
    pool_cents = models.PositiveBigIntegerField()
    total_cents = models.PositiveBigIntegerField()
    shares_cents = models.JSONField()
    reason = models.CharField(max_length=200)
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    act_id = models.BigIntegerField(unique=True)


class EventSummary(models.Model):
    """
    The summary of a tournament as the director and the cage signed it.

    Where its prizes were taken back since, it is signed anew; the former one stays.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="+")
    content = models.JSONField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
