"""A cancelled tournament whose refunds die of SIGKILL before each statement, then go on."""

from collections import Counter
from datetime import UTC, datetime
from uuid import NAMESPACE_OID, uuid5

from django.db.models import Sum

from casino.cage.models import Payable
from casino.office.closing import close_due_days
from casino.staff.models import Role
from tests.chaos.statements import deaths, staffed
from tests.tournaments import a_tournament, enter, signed
from tournaments.models import Entry, Purchase, Tournament
from tournaments.services import propose_cancel, refund_all

ENTRANTS, TICKET = 8, 11_000
TRIES = uuid5(NAMESPACE_OID, "refund all")


def cancel() -> None:
    """Sell a tournament and cancel it; nothing is given back yet."""
    world = staffed()
    shift = world.open_shift()
    tournament = a_tournament(world)
    enter(world, tournament, *(f"P{number}" for number in range(ENTRANTS)), shift_id=shift.pk)
    director = world.stamp("20:50", role=Role.DIRECTOR)
    asked = propose_cancel(director, tournament_id=tournament.pk, reason="No power")
    signed(world, asked, clock="20:51")


def refund() -> None:
    """Begin the refunds, or go on with them, under the key of the first try."""
    stamp = staffed().stamp("21:00", role=Role.DIRECTOR, key=TRIES)
    refund_all(stamp, tournament_id=Tournament.objects.get().pk)


def die_refunding() -> None:
    """Refund in life after life, each dying one statement later."""
    assert deaths(refund, halves) > ENTRANTS


def halves() -> None:
    """Whoever died: an entry is given back with its sale and its payable, or not at all."""
    gone = set(Entry.objects.exclude(refunded_at=None).values_list("player_id", flat=True))
    back = Purchase.objects.filter(what="refund").values_list("entry__player_id", flat=True)
    owed = Payable.objects.filter(kind="tournament.refund").values_list("player_id", flat=True)
    once = Counter(dict.fromkeys(gone, 1))
    assert Counter(back) == once
    assert Counter(owed) == once


def refunded() -> None:
    """Do it once more, as impatient people do; everybody is owed one ticket, the pool is empty."""
    refund()
    halves()
    world, tournament = staffed(), Tournament.objects.get()
    owed = Payable.objects.aggregate(cents=Sum("cents"))["cents"]
    assert owed == ENTRANTS * TICKET
    assert world.balance("tournament:pool", tournament.pk) == 0
    assert world.balance("income:fees") == 0
    close_due_days(datetime.now(UTC))
