"""A cancelled tournament whose refunds die of SIGKILL amid the statements, then go on."""

from collections import Counter
from datetime import UTC, datetime
from uuid import NAMESPACE_OID, uuid5

from django.db.models import Sum

from casino.cage.models import Payable
from casino.closing.services.days import close_due_days
from casino.staff.models import Role
from tests.chaos.statements import deaths, staffed
from tests.tournaments import a_tournament, enter, satellite_won, signed, ticket_given
from tournaments.models import Entry, Purchase, Ticket, Tournament
from tournaments.services.refunds import cancel_tournament, refund_all

ENTRANTS, TICKET, FEE_OF_SATELLITE = 6, 11_000, 1_000
TRIES = uuid5(NAMESPACE_OID, "refund all")


def cancel() -> None:
    """Sell a tournament, win one ticket to it, give another, cancel; nothing is given back yet."""
    world = staffed()
    shift = world.open_shift()
    tournament = a_tournament(world)
    enter(world, tournament, *(f"P{number}" for number in range(ENTRANTS)), shift_id=shift.pk)
    satellite_won(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    ticket_given(world, tournament, "Cat")
    director = world.stamp("20:50", role=Role.DIRECTOR)
    asked = cancel_tournament.ask(director, tournament_id=tournament.pk, reason="No power")
    signed(world, asked, clock="20:51")


def refund() -> None:
    """Begin the refunds, or go on with them, under the key of the first try."""
    stamp = staffed().stamp("21:00", role=Role.DIRECTOR, key=TRIES)
    refund_all(stamp, tournament_id=friday().pk)


def friday() -> Tournament:
    """Return the tournament that was cancelled."""
    return Tournament.objects.get(cancelled_at__isnull=False)


def die_refunding() -> None:
    """Refund in life after life, each dying one statement later."""
    assert deaths(refund, halves) > ENTRANTS


def halves() -> None:
    """Whoever died: an entry or ticket is given back with all that belongs to it, or not at all."""
    gone = set(Entry.objects.exclude(refunded_at=None).values_list("player_id", flat=True))
    back = Purchase.objects.filter(what="refund").values_list("entry__player_id", flat=True)
    owed = Payable.objects.filter(kind="tournament.refund").values_list("player_id", flat=True)
    once = Counter(dict.fromkeys(gone, 1))
    assert Counter(back) == once
    assert Counter(owed) == once
    paid = Ticket.objects.exclude(payable=None).values_list("payable", flat=True)
    due = Payable.objects.filter(kind="tournament.ticket").values_list("id", flat=True)
    assert Counter(paid) == Counter(due)
    unused = Ticket.objects.unused().count()
    assert staffed().balance("tickets", friday().pk) == -unused * TICKET


def refunded() -> None:
    """Do it once more, as impatient people do; everybody is owed one ticket, the pool is empty."""
    refund()
    halves()
    world, tournament = staffed(), friday()
    given_back = Payable.objects.filter(kind__in=("tournament.refund", "tournament.ticket"))
    assert given_back.aggregate(cents=Sum("cents"))["cents"] == (ENTRANTS + 1) * TICKET
    assert world.balance("expense:campaign") == 0
    assert world.balance("tournament:pool", tournament.pk) == 0
    assert world.balance("income:fees") == -2 * FEE_OF_SATELLITE
    close_due_days(datetime.now(UTC))
