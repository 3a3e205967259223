"""Tournaments as they are announced: series, templates, tournaments, versions of a structure."""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models

from casino.messages import msg
from tournaments.rules.purchases import PurchaseTerms


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
    rebuy brings a bounty chip and a Royal Flush part of its own (AMB-66), an add-on does not;
    both have a fee of their own on top.
    """

    class Kind(models.TextChoices):
        """Kinds that decide whether it may count for the ranking (OLY-5.2)."""

        REGULAR = "regular", msg("Regular")
        SATELLITE = "satellite", msg("Satellite")
        INTERNATIONAL = "international", msg("International")
        PRIVATE = "private", msg("Private")
        RESTRICTED = "restricted", msg("Restricted")

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
    rebuy_fee_cents = models.PositiveIntegerField(default=0)
    addon_fee_cents = models.PositiveIntegerField(default=0)
    # Chips of a rebuy and of an add-on; 0: as many as the starting stack.
    rebuy_stack = models.PositiveIntegerField(default=0)
    addon_stack = models.PositiveIntegerField(default=0)
    reentry = models.BooleanField(default=False)
    # For each player; none: no limit.
    most_rebuys = models.PositiveSmallIntegerField(null=True)
    most_addons = models.PositiveSmallIntegerField(null=True)
    guarantee_cents = models.PositiveBigIntegerField(default=0)
    places = models.PositiveIntegerField()
    ranking = models.BooleanField(default=False)
    # A festival: places are booked without payment, where the book has it (OLY-3.3.3).
    festival = models.BooleanField(default=False)
    # A daily tournament: entered with a ticket of the desk or the online room (OLY-3.3.2).
    daily = models.BooleanField(default=False, db_default=False)
    # Last level with late registration, and with rebuys; an instant may end registration earlier.
    late_levels = models.PositiveSmallIntegerField(default=0)
    rebuy_levels = models.PositiveSmallIntegerField(default=0)
    # Add-ons are sold once this level is over; 0: as long as rebuys are.
    addons_after = models.PositiveSmallIntegerField(default=0)
    # The ante of a level is paid by the big blind for the table, not by each player.
    big_blind_ante = models.BooleanField(default=False, db_default=False)
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

    def during_play_cents(self, what: str) -> int:
        """Return what a rebuy, a re-entry or an add-on costs, fee included; 0: not sold."""
        if what == "reentry":
            return self.ticket_cents if self.reentry else 0
        price, fee = getattr(self, f"{what}_cents"), getattr(self, f"{what}_fee_cents")
        return int(price + fee)

    @property
    def terms(self) -> PurchaseTerms:
        """What may be bought during play, as the rules ask for it."""
        variants: Any = tuple(self.variants)
        return PurchaseTerms(
            variants=variants,
            addon=bool(self.addon_cents),
            reentry=self.reentry,
            most_rebuys=self.most_rebuys,
            most_addons=self.most_addons,
        )


class Template(Announced):
    """
    What tournaments are made from, with stack and levels (small, big, ante, minutes).

    A change holds for tournaments announced from then on; once retired its name is free again.
    """

    stack = models.PositiveIntegerField()
    levels = models.JSONField()
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "club",
                "name",
                condition=models.Q(retired_at=None),
                name="tournaments_template_once",
            )
        ]


class ChipStock(models.Model):
    """Tournament chips of a club: denomination, quantity as counted; the latest row counts."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    chips = models.JSONField()
    set_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)


class ScreenPicture(models.Model):
    """A sponsor's picture on the screens of the room, a JPEG, until it is taken off."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    name = models.CharField(max_length=100)
    content = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    added_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    def __str__(self) -> str:
        return self.name


class Tournament(Announced):
    """One tournament, from its announcement to its last prize."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="tournaments", null=True)
    # Where the tickets of a satellite lead.
    target = models.ForeignKey("self", models.PROTECT, related_name="satellites", null=True)
    gaming_day = models.DateField()
    starts_at = models.DateTimeField()
    late_until = models.DateTimeField(null=True)
    # As many as are announced; tickets to those that follow are won and given all along.
    flights = models.PositiveSmallIntegerField(default=1, db_default=1)
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

    @property
    def level_set_aside(self) -> int:
        """Through which level rebuys and add-ons are sold where an instant ends entries alone."""
        sold = self.rebuy_cents or self.addon_cents
        return max(self.rebuy_levels, self.late_levels) if sold else self.rebuy_levels


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
        ]


class TermsChange(models.Model):
    """
    What changed of an announced tournament and what the players were told (IMG-T5, AMB-69).

    was, becomes: plain data by the fields that changed; approved_by: nobody, where the director
    alone moved the start.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="changes")
    number = models.PositiveSmallIntegerField()
    was = models.JSONField()
    becomes = models.JSONField()
    notice = models.CharField(max_length=200)
    author = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    approved_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("tournament", "number", name="tournaments_change_once"),
        ]
