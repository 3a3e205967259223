"""Cash tables, their sessions, who sat there, and the hands played."""

from datetime import date
from typing import Literal

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import ArrayField, RangeOperators
from django.db import models
from django.db.models import F, Q

from cashgames.models.corrections import Correctable, corrected_once
from casino.db import TsTzRange


class Table(models.Model):
    """A piece of furniture with a number."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="tables")
    name = models.CharField(max_length=50)

    class Meta:
        constraints = [models.UniqueConstraint("club", "name", name="cashgames_table_name_once")]

    def __str__(self) -> str:
        return self.name


class Session(models.Model):
    """A game at a table, from its opening to its close at zero."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    table = models.ForeignKey(Table, models.PROTECT, related_name="sessions")
    game = models.CharField(max_length=30)
    small_blind_cents = models.PositiveIntegerField()
    big_blind_cents = models.PositiveIntegerField()
    min_buy_in_cents = models.PositiveIntegerField()
    max_buy_in_cents = models.PositiveIntegerField()
    # The book's special cap of the rake holds here (OLY-2.36, AMB-02).
    special_cap = models.BooleanField(default=False)
    # The manager lets the board be dealt twice at blinds too low for it (OLY-2.33).
    twice_offer = models.BooleanField(default=False, db_default=False)
    # Account of the jackpot that hands at this table feed; none in a campaign (OLY-4.11).
    pool_ref = models.BigIntegerField(null=True)
    # What the house takes is counted from the table's boxes, not hand by hand (AMB-07).
    by_box = models.BooleanField(default=False)
    # What the table pays for each period instead of a rake on its pots (OLY-2.37, AMB-13).
    time_rake_cents = models.PositiveIntegerField(null=True)
    time_rake_since = models.DateTimeField(null=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "table", condition=Q(closed_at=None), name="cashgames_one_session_a_table"
            ),
            models.CheckConstraint(
                name="cashgames_buy_in_limits",
                condition=Q(min_buy_in_cents__gt=0)
                & Q(min_buy_in_cents__lte=F("max_buy_in_cents")),
            ),
            models.CheckConstraint(
                name="cashgames_blinds",
                condition=Q(small_blind_cents__lte=F("big_blind_cents")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.opened_at:%d.%m.%Y %H:%M}"

    def same_game(self, other: "Session") -> bool:
        """Return whether the game and the blinds are the other table's, too."""
        blinds = (self.small_blind_cents, self.big_blind_cents)
        theirs = (other.small_blind_cents, other.big_blind_cents)
        return self.game == other.game and blinds == theirs

    @property
    def mode(self) -> Literal["pot", "time"]:
        """What the house charges here: one of the two for the whole session (AMB-13)."""
        return "pot" if self.time_rake_cents is None else "time"


class Seat(models.Model):
    """A player on a seat; never two on one seat, never one on two."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="seats")
    sat_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="cashgames_one_player_a_seat",
                expressions=[
                    ("session", RangeOperators.EQUAL),
                    ("number", RangeOperators.EQUAL),
                    (TsTzRange("sat_at", "left_at"), RangeOperators.OVERLAPS),
                ],
            ),
            ExclusionConstraint(
                name="cashgames_one_seat_a_player",
                expressions=[
                    ("player", RangeOperators.EQUAL),
                    (TsTzRange("sat_at", "left_at"), RangeOperators.OVERLAPS),
                ],
            ),
        ]


class ChipMove(Correctable):
    """Chips that came to a seat or left it, outside the pots."""

    class Kind(models.TextChoices):
        """Which way and why."""

        BUY_IN = "buy_in"
        TOP_UP = "top_up"
        CASH_OUT = "cash_out"
        REMOVED = "removed"  # taken to safekeeping (AMB-120)
        RETURNED = "returned"
        TIP = "tip"
        BAR = "bar"
        MOVED_OUT = "moved_out"
        MOVED_IN = "moved_in"

    SPENT = (Kind.TIP, Kind.BAR)

    class PaidWith(models.TextChoices):
        """What stood on the other side."""

        CASH = "cash"
        CHIPS = "chips"
        TABLE = "table"  # notes laid on the table, into its bank

    seat = models.ForeignKey(Seat, models.PROTECT, related_name="moves")
    kind = models.CharField(max_length=10, choices=Kind)
    cents = models.BigIntegerField()
    paid_with = models.CharField(max_length=5, choices=PaidWith)
    short = models.BooleanField(default=False)
    at = models.DateTimeField()
    gaming_day = models.DateField()
    # Nothing is posted when a player leaves with no chips; a change of table is one entry.
    entry = models.ForeignKey("ledger.Entry", models.PROTECT, null=True, related_name="+")
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "act_id", "seat", condition=Q(reverses=None), name="cashgames_chips_moved_once"
            ),
            models.CheckConstraint(
                name="cashgames_chips_sign",
                condition=Q(reverses=None, cents__gte=0) | Q(~Q(reverses=None), cents__lte=0),
            ),
            *corrected_once("move"),
        ]

    @property
    def is_of_a_seat(self) -> bool:
        """Whether it gave a seat or ended one: undone, somebody sits there who did not, or not."""
        brings = {self.Kind.BUY_IN, self.Kind.RETURNED, self.Kind.MOVED_IN}
        return self.kind in brings or (self.leaves and self.kind not in self.SPENT)

    @property
    def leaves(self) -> bool:
        """Whether the chips left the table."""
        out = {self.Kind.CASH_OUT, self.Kind.REMOVED, self.Kind.MOVED_OUT}
        return self.kind in {*out, *self.SPENT}


class Hand(Correctable):
    """One hand: its pots and what the house and the jackpot took; rules of `played_day`."""

    # By its days, see below.
    session = models.ForeignKey(Session, models.PROTECT, related_name="hands", db_index=False)
    # Number at the table, or the source's own name of an imported hand.
    name = models.CharField(max_length=100)
    played_at = models.DateTimeField()
    gaming_day = models.DateField()
    pots_cents = ArrayField(models.BigIntegerField())
    players_dealt = models.PositiveSmallIntegerField()
    first_round_passed = models.BooleanField()
    # The first street that was dealt twice, empty where none was (OLY-2.30, VOO-C27).
    run_twice = models.CharField(max_length=5, blank=True, default="", db_default="")
    rake_cents = models.IntegerField()
    drop_cents = models.IntegerField()
    # Missing exactly when nothing was taken.
    entry_id = models.BigIntegerField(null=True)
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "session",
                "name",
                condition=Q(reverses=None, instead_of=None),
                name="cashgames_hand_once",
            ),
            models.CheckConstraint(
                name="cashgames_hand_posted",
                condition=Q(entry_id__isnull=True, rake_cents=0, drop_cents=0)
                | (Q(entry_id__isnull=False) & ~Q(rake_cents=0, drop_cents=0)),
            ),
            models.CheckConstraint(
                name="cashgames_hand_sign",
                condition=Q(reverses=None, rake_cents__gte=0, drop_cents__gte=0)
                | Q(~Q(reverses=None), rake_cents__lte=0, drop_cents__lte=0),
            ),
            *corrected_once("hand"),
        ]
        indexes = [models.Index("session", "gaming_day", name="cashgames_hands_by_day")]

    @property
    def played_day(self) -> date:
        """The gaming day on which it was dealt, though it may be booked on a later one."""
        return self.concerns or self.gaming_day
