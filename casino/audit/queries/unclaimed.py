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
    since, until = (
        day_bounds(day, timezone=club.timezone, closes_at=club.closes_at) for day in (first, last)
    )
    stacks = HeldStack.objects.filter(
        session__club=club,
        removed_at__lte=F("settled_at") - A_MONTH,
        settled_at__gte=since[0],
        settled_at__lt=until[1],
    )
    found = [paid.values_list("act_id", flat=True), stacks.values_list("settled_act_id", flat=True)]
    return [each for acts in found for each in acts if each]
