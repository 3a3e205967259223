"""Who is in a tournament and what was bought: entries, tickets, purchases."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from casino.limits import MAX_LINE_LENGTH
from casino.messages import Localizable, msg
from tournaments.models.announced import Tournament


class Entry(Localizable, models.Model):
    """
    A person in a tournament, once; `number` is the ticket's.

    corrected_by: the requests that two signed to say that it is another guest's, the first first.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    table_no = models.PositiveSmallIntegerField(null=True)
    seat_no = models.PositiveSmallIntegerField(null=True)
    registered_at = models.DateTimeField()
    refunded_at = models.DateTimeField(null=True)
    out_at = models.DateTimeField(null=True)
    corrected_by = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    # A ticket is an act of its own; a record that is taken over has an act for all.
    act_id = models.BigIntegerField()

    class Meta:
        indexes = [
            models.Index(
                "tournament", name="tournaments_guest_corrected", condition=~Q(corrected_by=[])
            )
        ]
        constraints = [
            models.UniqueConstraint("act_id", "number", name="tournaments_entry_of_act"),
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
        return msg("{player}, ticket {number}", player=self.player, number=self.number)

    @property
    def seat(self) -> tuple[int, int] | None:
        """Table and seat, where they are drawn."""
        return (self.table_no, self.seat_no) if self.table_no and self.seat_no else None


class Tickets(models.QuerySet["Ticket"]):
    """Tickets to tournaments."""

    def unused(self) -> "Tickets":
        """Return those that the house still owes: neither played nor cleared."""
        return self.filter(used_by=None, cleared_at=None)


class Ticket(models.Model):
    """
    A ticket to a tournament; in a name, owed at its price until it is used (OLY-3.4.28).

    won_in: the satellite; campaign: why the house gave it, where it was not won. cleared_at: it
    could not be used any more; what was won became a payable, what was given lapsed or was taken
    back; what was won and became none was taken back with its prize.
    """

    target = models.ForeignKey(Tournament, models.PROTECT, related_name="tickets")
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="tickets")
    cents = models.PositiveIntegerField()
    won_in = models.ForeignKey(Tournament, models.PROTECT, related_name="tickets_paid", null=True)
    campaign = models.CharField(max_length=100, blank=True)
    won_at = models.DateTimeField()
    used_by = models.ForeignKey(Entry, models.PROTECT, related_name="tickets", null=True)
    cleared_at = models.DateTimeField(null=True)
    # Of what was given to the wrong guest; cleared_at then, too.
    taken_back_at = models.DateTimeField(null=True)
    payable = models.OneToOneField("cage.Payable", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField()
    objects = Tickets.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="tournaments_ticket_used_or_cleared",
                condition=Q(used_by=None) | Q(cleared_at=None),
            ),
            models.UniqueConstraint(
                "won_in",
                "player",
                condition=Q(cleared_at=None) | Q(payable__isnull=False),
                name="tournaments_ticket_won_once",
            ),
            models.UniqueConstraint(
                "target",
                "player",
                condition=Q(won_in=None, used_by=None, cleared_at=None),
                name="tournaments_ticket_given_once",
            ),
            models.CheckConstraint(
                name="tournaments_ticket_won_or_given",
                condition=Q(won_in=None) ^ Q(campaign=""),
            ),
        ]


class Purchase(models.Model):
    """
    Something sold in a tournament with the parts of its price, or such a sale given back.

    restores: the refund that it takes back, of a sale that stands again.
    """

    class What(models.TextChoices):
        """What was sold; a refund names the sale that it gives back."""

        ENTRY = "entry", msg("Buy-in")
        REENTRY = "reentry", msg("Re-entry")
        REBUY = "rebuy", msg("Rebuy")
        ADDON = "addon", msg("Add-on")
        REFUND = "refund", msg("Refund")

    class PaidWith(models.TextChoices):
        """What came in for it."""

        CASH = "cash", msg("Cash")
        CHIPS = "chips", msg("Chips")
        CARD = "card", msg("Bank card")
        BANK = "bank", msg("Bank transfer")
        TICKET = "ticket", msg("Ticket")
        ONLINE_ROOM = "online_room", msg("Bought in the online poker room")

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="purchases")
    what = models.CharField(max_length=10, choices=What)
    price_cents = models.PositiveIntegerField()
    fee_cents = models.PositiveIntegerField()
    bounty_cents = models.PositiveIntegerField()
    rfj_cents = models.PositiveIntegerField()
    surcharge_cents = models.PositiveIntegerField()
    paid_with = models.CharField(max_length=12, choices=PaidWith)
    at = models.DateTimeField()
    gaming_day = models.DateField()
    sold_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    refund_of = models.OneToOneField("self", models.PROTECT, related_name="refund", null=True)
    restores = models.OneToOneField("self", models.PROTECT, related_name="restored", null=True)
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

    @property
    def original(self) -> "Purchase":
        """The sale at whose slip it was paid: itself, unless it stands again."""
        before = self.restores and self.restores.refund_of
        return before.original if before else self

    @property
    def stands(self) -> bool:
        """Whether it is a sale that nothing took back."""
        return self.refund_of_id is None and not hasattr(self, "refund")


class PurchaseRequests(models.QuerySet["PurchaseRequest"]):
    """What was asked for on the floor."""

    def open(self) -> "PurchaseRequests":
        """Return what still waits at the desk."""
        return self.filter(purchase=None, withdrawn_at=None, entry__refunded_at=None)


class PurchaseRequest(models.Model):
    """
    A purchase during play that the floor asked the desk for; chips: the stack at that time.

    paid_at: when it was paid, where that was in its period and it was forgotten; two let the desk
    sell it after all, with a reason.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="requests")
    what = models.CharField(max_length=10, choices=Purchase.What)
    chips = models.PositiveBigIntegerField()
    paid_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=MAX_LINE_LENGTH, blank=True, db_default="")
    at = models.DateTimeField()
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    purchase = models.OneToOneField(Purchase, models.PROTECT, related_name="request", null=True)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField(unique=True)
    objects = PurchaseRequests.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "entry",
                "what",
                condition=Q(purchase=None, withdrawn_at=None),
                name="tournaments_request_once",
            ),
            models.CheckConstraint(
                name="tournaments_request_sold_or_withdrawn",
                condition=Q(purchase=None) | Q(withdrawn_at=None),
            ),
        ]

    @property
    def cents(self) -> int:
        """What it costs."""
        return self.entry.tournament.during_play_cents(self.what)

    @property
    def is_open(self) -> bool:
        """Whether it was neither sold nor withdrawn."""
        return self.purchase_id is None and self.withdrawn_at is None
