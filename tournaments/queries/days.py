"""Flights and days: which is played, who plays today, whose stack waits in a bag."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet, Sum

from casino.db import asked_once
from casino.kept_sql import kept_sql
from tournaments.models import Bag, ClockMark, DayEnd, Entry, Knockout, Tournament
from tournaments.queries.order import playing
from tournaments.queries.undo import undone_acts


@dataclass(frozen=True, kw_only=True, slots=True)
class Stage:
    """
    The flight or day that is played, or begins next.

    letter: of a flight, empty for a day; number: of a day; starts_at: None while it is played or
    where it was not announced.
    """

    letter: str
    number: int
    name: str
    starts_at: datetime | None


def ends(tournament: Tournament) -> QuerySet[DayEnd]:
    """Return the ends of flights and days that nobody took back."""
    return DayEnd.objects.filter(tournament=tournament).exclude(act_id__in=undone_acts(tournament))


def bags_of(entry: Entry) -> QuerySet[Bag]:
    """Return the bags that an entry's stack was counted into, but for ends that were taken back."""
    return entry.bags.filter(day_end__in=ends(entry.tournament))


@asked_once
def stage(tournament: Tournament) -> Stage | None:
    """Return which flight or day it is; None for a tournament that is played in one."""
    played = list(ends(tournament).order_by("id"))
    if not played:
        first = Stage(letter="A", number=1, name="", starts_at=None)
        return first if tournament.flights > 1 else None
    latest, flights = played[-1], sum(end.another_flight for end in played)
    return Stage(
        letter=chr(ord("A") + flights) if latest.another_flight else "",
        number=1 + len(played) - flights,
        name=latest.next_name,
        starts_at=None if latest.begun_at else latest.next_starts_at,
    )


def latest_flight(tournament: Tournament) -> DayEnd | None:
    """Return the end of a flight after which the latest further one is played, None with one."""
    return ends(tournament).filter(another_flight=True).order_by("-id").first()


def flights_so_far(tournament: Tournament) -> int:
    """Return how many flights were played, are, or come next."""
    return 1 + ends(tournament).filter(another_flight=True).count()


def flights_follow(tournament: Tournament) -> bool:
    """Return whether another flight was announced after the one that is played or comes next."""
    return flights_so_far(tournament) < tournament.flights


def has_bag(entry: Entry) -> bool:
    """Return whether a player's stack waits in a bag for a later day."""
    return entry.bags.filter(taken_up_at=None).exists()


def last_played(entry: Entry) -> datetime | None:
    """Return the end of the day on which an entry went out or bagged; None while it may play."""
    if entry.out_at is None:
        bag = entry.bags.filter(taken_up_at=None).select_related("day_end").first()
        return bag.day_end.at if bag else None
    end = ends(entry.tournament).filter(at__gte=entry.out_at).order_by("at").first()
    return end.at if end else None


def lost_bag(out: Knockout) -> Bag | None:
    """Return the bag that an elimination took, while the day of all bags has not begun."""
    begun = ends(out.entry.tournament).filter(another_flight=False, begun_at__gte=out.at)
    return None if begun.exists() else out.entry.bags.filter(taken_up_at=out.at).first()


def night(tournament: Tournament) -> DayEnd | None:
    """Return the end of a day after which the next has not begun, None while play goes on."""
    ended = ends(tournament).filter(begun_at=None)
    return ended.select_related("ended_by").first()


def under_way(tournament: Tournament) -> bool:
    """Return whether who has a seat sits there: play has begun, and it is no night between days."""
    return tournament.started_at is not None and night(tournament) is None


def begun_by(tournament: Tournament, act_id: int) -> DayEnd | None:
    """Return the end of the day after which an act began the next, None where it began none."""
    marks = ClockMark.objects.filter(tournament=tournament, act_id=act_id).values("at")
    return ends(tournament).filter(begun_at__in=marks).first()


@asked_once
@kept_sql
def bags(tournament: Tournament) -> QuerySet[Bag]:
    """Return the stacks that wait in bags, the biggest first."""
    held = Bag.objects.filter(entry__tournament=tournament, taken_up_at=None)
    return held.select_related("entry__player").order_by("-stack", "id")


def bagged_chips(tournament: Tournament) -> int:
    """Return the chips that wait in bags."""
    held = Bag.objects.filter(entry__tournament=tournament, taken_up_at=None)
    return int(held.aggregate(chips=Sum("stack"))["chips"] or 0)


def at_play(tournament: Tournament) -> list[Entry]:
    """Return who plays today: in, and without a bag that waits for the next day."""
    held = {bag.entry_id for bag in bags(tournament)}
    return [one for one in playing(tournament) if one.pk not in held]


def seat_holders(tournament: Tournament) -> list[Entry]:
    """Return who has a seat or gets one: who plays today; before the day of all bags everybody."""
    away = laid_by(tournament)
    return [one for one in playing(tournament) if one.pk not in away]


def laid_by(tournament: Tournament) -> set[int]:
    """Return the entries whose bags wait longer than for the next day: they hold no place."""
    ended = night(tournament)
    if ended and not ended.another_flight:
        return set()
    return {bag.entry_id for bag in bags(tournament)}
