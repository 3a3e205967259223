"""Flights and days: who plays today, whose stack waits in a bag."""

from django.db.models import Sum

from tournaments.models import Bag, DayEnd, Entry, Tournament
from tournaments.queries.order import playing


def night(tournament: Tournament) -> DayEnd | None:
    """Return the end of a day after which the next has not begun, None while play goes on."""
    ended = DayEnd.objects.filter(tournament=tournament, begun_at=None)
    return ended.select_related("ended_by").first()


def bags(tournament: Tournament) -> list[Bag]:
    """Return the stacks that wait in bags, the biggest first."""
    held = Bag.objects.filter(entry__tournament=tournament, taken_up_at=None)
    return list(held.select_related("entry__player").order_by("-stack", "id"))


def bagged_chips(tournament: Tournament) -> int:
    """Return the chips that wait in bags."""
    held = Bag.objects.filter(entry__tournament=tournament, taken_up_at=None)
    return int(held.aggregate(chips=Sum("stack"))["chips"] or 0)


def at_play(tournament: Tournament) -> list[Entry]:
    """Return who plays today: in, and without a bag that waits for the next day."""
    held = {bag.entry_id for bag in bags(tournament)}
    return [one for one in playing(tournament) if one.pk not in held]
