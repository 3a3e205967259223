"""What a guest left with the house for a month, until one person paid it or gave it back."""

from datetime import date, datetime, timedelta

from django.db.models import F

from cashgames.models import HeldStack
from casino.cage.queries.due import standing_payments
from casino.clock import day_bounds
from casino.house.models import Club

STACKS = ("cashgames.release_stack", "cashgames.give_back")
A_MONTH = timedelta(days=30)


def unclaimed_alone(
    club: Club, *, first: date, last: date, known_at: datetime | None = None
) -> list[int]:
    """
    Return the acts with which one person paid what had been due for a month, or let a stack go that
    had been in safekeeping for one. A payment that was taken back is none.
    """
    alone = standing_payments(known_at=known_at).filter(
        payable__club=club, second=None, entry__gaming_day__range=(first, last)
    )
    paid = alone.filter(paid_at__gte=F("payable__owed_at") + A_MONTH)
    times = {"timezone": club.timezone, "closes_at": club.closes_at}
    since, until = day_bounds(first, **times)[0], day_bounds(last, **times)[1]
    stacks = HeldStack.objects.filter(
        session__club=club,
        removed_at__lte=F("settled_at") - A_MONTH,
        settled_at__gte=since,
        settled_at__lt=until,
    )
    return [
        *paid.values_list("act_id", flat=True),
        *stacks.values_list("settled_act_id", flat=True),
    ]
