"""Tournaments: what was announced, who bought what, who went out, what was won."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from tournaments.rules.purchases import Terms


class Series(models.Model):
    """Tournaments that share a Royal Flush Jackpot and a tournament jackpot (AMB-68, AMB-80)."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    name = models.CharField(max_length=100)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [models.UniqueConstraint("club", "name", name="tournaments_series_once")]

    def __str__(self) -> str:
        return self.name


class Announced(models.Model):
    """
    What is announced of a tournament: price and its parts, chips, periods, prizes.

    Bounty and Royal Flush part lie inside the price, fee and surcharge on top of it (AMB-57). A
    rebuy brings a bounty chip and a Royal Flush part of its own (AMB-66), an add-on does not.
    """

    class Kind(models.TextChoices):
        """Kinds that decide whether it may count for the ranking (OLY-5.2)."""

        REGULAR = "regular", "Regular"
        SATELLITE = "satellite", "Satellite"
        INTERNATIONAL = "international", "International"
        PRIVATE = "private", "Private"
        RESTRICTED = "restricted", "Restricted"

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=15, choices=Kind)
    variants = ArrayField(models.CharField(max_length=30))
    price_cents = models.PositiveIntegerField()
    fee_cents = models.PositiveIntegerField()
    bounty_cents = models.PositiveIntegerField(default=0)
    rfj_cents = models.PositiveIntegerField(default=0)
    surcharge_cents = models.PositiveIntegerField(default=0)
    rebuy_cents = models.PositiveIntegerField(default=0)
    addon_cents = models.PositiveIntegerField(default=0)
    reentry = models.BooleanField(default=False)
    most_rebuys = models.PositiveSmallIntegerField(null=True)
    guarantee_cents = models.PositiveBigIntegerField(default=0)
    places = models.PositiveIntegerField()
    ranking = models.BooleanField(default=False)
    # Last level with late registration, and with rebuys; an instant may end registration earlier.
    late_levels = models.PositiveSmallIntegerField(default=0)
    rebuy_levels = models.PositiveSmallIntegerField(default=0)
    # An announced prize structure in basis points; none: the table of the house.
    shares_bp = ArrayField(models.PositiveIntegerField(), default=list)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @property
    def ticket_cents(self) -> int:
        """What an entry costs: price, fee and surcharge (AMB-57)."""
        return self.price_cents + self.fee_cents + self.surcharge_cents

    @property
    def terms(self) -> Terms:
        """What may be bought during play, as the rules ask for it."""
        variants: Any = tuple(self.variants)
        return Terms(
            variants=variants,
            addon=bool(self.addon_cents),
            reentry=self.reentry,
            most_rebuys=self.most_rebuys,
        )


class Template(Announced):
    """What tournaments are made from, with stack and levels (small, big, ante, minutes)."""

    stack = models.PositiveIntegerField()
    levels = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint("club", "name", name="tournaments_template_once")]


class Tournament(Announced):
    """One tournament, from its announcement to its last prize."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="tournaments", null=True)
    # Where the tickets of a satellite lead.
    target = models.ForeignKey("self", models.PROTECT, related_name="satellites", null=True)
    gaming_day = models.DateField()
    starts_at = models.DateTimeField()
    late_until = models.DateTimeField(null=True)
    announced_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    announced_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    registration_closed_at = models.DateTimeField(null=True)
    cancelled_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index("club", "starts_at", name="tournaments_by_start")]

    @property
    def takes_purchases(self) -> bool:
        """Whether tickets, rebuys and add-ons can still change the pool."""
        return not (self.registration_closed_at or self.cancelled_at or self.finished_at)


class StructureVersion(models.Model):
    """Stack and levels as they were announced, and as two people changed them (OLY-3.4.2)."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="versions")
    number = models.PositiveSmallIntegerField()
    stack = models.PositiveIntegerField()
    levels = models.JSONField()
    # What the players were told of the change; nothing for the first version.
    notice = models.CharField(max_length=200, blank=True)
    author = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    approved_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("tournament", "number", name="tournaments_version_once"),
            models.CheckConstraint(
                name="tournaments_version_two_people",
                condition=Q(approved_by=None) | ~Q(approved_by=F("author")),
            ),
        ]


class Entry(models.Model):
    """A person in a tournament, once; `number` is the ticket's."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    table_no = models.PositiveSmallIntegerField(null=True)
    seat_no = models.PositiveSmallIntegerField(null=True)
    registered_at = models.DateTimeField()
    refunded_at = models.DateTimeField(null=True)
    out_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("tournament", "number", name="tournaments_ticket_once"),
            models.UniqueConstraint(
                "tournament",
                "player",
                condition=Q(refunded_at=None),
                name="tournaments_person_once",
            ),
            models.UniqueConstraint(
                "tournament",
                "table_no",
                "seat_no",
                condition=Q(out_at=None, refunded_at=None),
                name="tournaments_seat_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}, ticket {self.number}"


class Ticket(models.Model):
    """A ticket won to a tournament; in a name, owed at its price until it is used (OLY-3.4.28)."""

    target = models.ForeignKey(Tournament, models.PROTECT, related_name="tickets")
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="tickets")
    cents = models.PositiveIntegerField()
    won_in = models.ForeignKey(Tournament, models.PROTECT, related_name="tickets_paid")
    won_at = models.DateTimeField()
    used_by = models.ForeignKey(Entry, models.PROTECT, related_name="tickets", null=True)
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("won_in", "player", name="tournaments_ticket_won_once")
        ]


class Purchase(models.Model):
    """Something sold in a tournament with the parts of its price, or such a sale given back."""

    class What(models.TextChoices):
        """What was sold; a refund names the sale that it gives back."""

        ENTRY = "entry", "Entry"
        REENTRY = "reentry", "Re-entry"
        REBUY = "rebuy", "Rebuy"
        ADDON = "addon", "Add-on"
        REFUND = "refund", "Refund"

    class PaidWith(models.TextChoices):
        """What came in for it."""

        CASH = "cash", "Cash"
        CHIPS = "chips", "Chips"
        BANK = "bank", "Card or wire"
        TICKET = "ticket", "Ticket"

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="purchases")
    what = models.CharField(max_length=10, choices=What)
    price_cents = models.PositiveIntegerField()
    fee_cents = models.PositiveIntegerField()
    bounty_cents = models.PositiveIntegerField()
    rfj_cents = models.PositiveIntegerField()
    surcharge_cents = models.PositiveIntegerField()
    paid_with = models.CharField(max_length=10, choices=PaidWith)
    at = models.DateTimeField()
    gaming_day = models.DateField()
    sold_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    refund_of = models.OneToOneField("self", models.PROTECT, related_name="refund", null=True)
    slip = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="tournaments_refund_of_a_sale",
                condition=Q(what="refund", refund_of__isnull=False)
                | (~Q(what="refund") & Q(refund_of__isnull=True)),
            ),
            models.CheckConstraint(
                name="tournaments_parts_in_price",
                condition=Q(price_cents__gte=F("bounty_cents") + F("rfj_cents")),
            ),
        ]

    @property
    def total_cents(self) -> int:
        """What was paid altogether."""
        return self.price_cents + self.fee_cents + self.surcharge_cents


class FixedPool(models.Model):
    """The pool and the prizes as two people fixed them once registration was closed (AMB-52)."""

    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="fixed")
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
    at = models.DateTimeField()
    noted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True)
    # The player came back with a rebuy or re-entry: this was not the end (AMB-66).
    came_back_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "entry",
                condition=Q(undone_at=None, came_back_at=None),
                name="tournaments_out_once",
            )
        ]


class Prize(models.Model):
    """What an entry won by its place or by a deal, owed by name or given as a ticket."""

    entry = models.OneToOneField(Entry, models.PROTECT, related_name="prize")
    place = models.PositiveIntegerField()
    cents = models.PositiveBigIntegerField()
    ticket = models.OneToOneField(Ticket, models.PROTECT, related_name="prize", null=True)
    payable = models.OneToOneField("cage.Payable", models.PROTECT, related_name="+", null=True)
    proposal = models.ForeignKey("approvals.Proposal", models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    act_id = models.BigIntegerField()


class Bounty(models.Model):
    """Bounty chips that a player handed in, owed by name."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="bounties")
    cents = models.PositiveBigIntegerField()
    payable = models.OneToOneField("cage.Payable", models.PROTECT, related_name="+")
    gaming_day = models.DateField()
    act_id = models.BigIntegerField()


class RoyalFlush(models.Model):
    """A straight or royal flush claimed for a series' jackpot, and what it paid (AMB-67)."""

    class Hand(models.TextChoices):
        """Which hand."""

        STRAIGHT_FLUSH = "straight_flush", "Straight flush"
        ROYAL_FLUSH = "royal_flush", "Royal flush"

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="royal_flushes")
    hand_name = models.CharField(max_length=50)
    hand = models.CharField(max_length=15, choices=Hand)
    board = ArrayField(models.CharField(max_length=2))
    holders = models.JSONField()
    pool_cents = models.PositiveBigIntegerField()
    total_cents = models.PositiveBigIntegerField()
    because = models.JSONField()
    proposal = models.OneToOneField("approvals.Proposal", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    gaming_day = models.DateField()
    slip = models.ForeignKey("ledger.Entry", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("tournament", "hand_name", name="tournaments_flush_once")
        ]
