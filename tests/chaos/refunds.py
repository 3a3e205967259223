"""A cancelled tournament whose refunds die of SIGKILL before each statement, then go on."""

import os
from collections import Counter
from datetime import UTC, datetime
from itertools import count
from uuid import NAMESPACE_OID, uuid5

from django.db import connection
from django.db.models import Sum

from casino.cage.models import Payable
from casino.house.models import Club
from casino.office.closing import close_due_days
from casino.staff.models import Membership, Role
from tests.chaos.quarters import killer
from tests.tournaments import a_tournament, enter, signed
from tests.world import World
from tournaments.models import Entry, Purchase, Tournament
from tournaments.services import propose_cancel, refund_all

ENTRANTS, TICKET = 8, 11_000
TRIES = uuid5(NAMESPACE_OID, "refund all")


def world_of() -> World:
    """Return the club that was prepared."""
    staff = {each.role: each.user for each in Membership.objects.select_related("user")}
    return World(club=Club.objects.get(), staff=staff)


def cancel() -> None:
    """Sell a tournament and cancel it; nothing is given back yet."""
    world = world_of()
    shift = world.open_shift()
    tournament = a_tournament(world)
    enter(world, tournament, *(f"P{number}" for number in range(ENTRANTS)), shift_id=shift.pk)
    director = world.stamp("20:50", role=Role.DIRECTOR)
    asked = propose_cancel(director, tournament_id=tournament.pk, reason="No power")
    signed(world, asked, clock="20:51")


def refund() -> None:
    """Begin the refunds, or go on with them, under the key of the first try."""
    stamp = world_of().stamp("21:00", role=Role.DIRECTOR, key=TRIES)
    refund_all(stamp, tournament_id=Tournament.objects.get().pk)


def die_refunding() -> None:
    """Refund in life after life, each dying one statement later."""
    for lived in count():
        connection.close()
        child = os.fork()
        if child == 0:
            try:
                with connection.execute_wrapper(killer(lived)):
                    refund()
            except BaseException:
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        halves()
        if not os.WIFSIGNALED(status):
            assert (os.WEXITSTATUS(status), lived > ENTRANTS) == (0, True), lived
            return


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
    world, tournament = world_of(), Tournament.objects.get()
    owed = Payable.objects.aggregate(cents=Sum("cents"))["cents"]
    assert owed == ENTRANTS * TICKET
    assert world.balance("tournament:pool", tournament.pk) == 0
    assert world.balance("income:fees") == 0
    close_due_days(datetime.now(UTC))
