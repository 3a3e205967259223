"""What everybody in the room may see of a tournament: the clock, numbers, prizes, seats."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db.models import Q, QuerySet

from casino.house.queries import club_stamp
from casino.names import natural, public_name
from tournaments.models import Tournament
from tournaments.queries.changes import notice
from tournaments.queries.chips import chips
from tournaments.queries.clock import (
    all_bets,
    clock_face,
    coming_faces,
    late_ends_at,
    rebuys_open,
    rebuys_until,
    registration_open,
)
from tournaments.queries.days import under_way
from tournaments.queries.floor import bubble
from tournaments.queries.order import playing
from tournaments.queries.pools import Waterfall, waterfall
from tournaments.queries.structures import chip_stock
from tournaments.queries.tournaments import entered_count, left_count, version
from tournaments.queries.waitlist import lists
from tournaments.rules.blinds import ColorUp, color_ups
from tournaments.rules.hand_for_hand import HandForHand

SEVERAL = 2
PRIZES_SHOWN, EVENTS_SHOWN, LEVELS_SHOWN = 9, 12, 9


@dataclass(frozen=True, kw_only=True, slots=True)
class Seated:
    """Where somebody sits, named as the room may read it."""

    who: str
    table: int
    seat: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PaidPlaces:
    """Places, from first to last, that are each paid the same, in cash or a ticket."""

    first: int
    last: int
    cents: int
    ticket: bool = False


def room(found: Tournament, at: datetime) -> dict[str, Any]:
    """Return what everybody in the room may see of a tournament's clock: no name."""
    water = waterfall(found, at=at)
    face = clock_face(found, at)
    return {
        "tournament": found,
        "at": at,
        "face": face,
        "coming": coming_faces(found, face) if face else [],
        "leaving": _leaving(found, face) if face else [],
        "left": left_count(found),
        "entered": entered_count(found),
        "chips": chips(found),
        "water": water,
        "levels": all_bets(found)[face.now.step if face else 0 :][:LEVELS_SHOWN],
        "prizes": list(enumerate(water.prizes_cents, start=1))[:PRIZES_SHOWN],
        "tickets": paid_places(water) if water.tickets else [],
        "registration": registration_open(found, at),
        "late_ends": late_ends_at(found),
        "rebuys": rebuys_open(found, at),
        "rebuys_until": rebuys_until(found),
        "notice": notice(found, at),
        "bubble": bubble_now(found, at, water),
    }


def bubble_now(found: Tournament, at: datetime, water: Waterfall) -> HandForHand:
    """Return whether tables play hand for hand: once no place is sold and several tables play."""
    rule = bubble(found, paid_places=water.paid_places, tickets=water.tickets_won)
    sold = registration_open(found, at) or rebuys_open(found, at)
    tables = {one.table_no for one in playing(found) if one.table_no}
    if sold or not under_way(found) or len(tables) < SEVERAL:
        return replace(rule, on=False, freezes=False)
    return rule


def _leaving(found: Tournament, face: Any) -> list[ColorUp]:
    """Return the chips that leave play in the break that is on, or before the next level."""
    gone = color_ups(version(found).levels, sorted(chip_stock(found.club_id)))
    return [one for one in gone if one.after_level == face.now.number]


def open_seat_for(found: Tournament, at: datetime) -> int:
    """Return the id of who is first on the waiting list while a place is free; 0: nobody."""
    held = lists(found, at)
    return held.waiting[0].pk if held.waiting and held.free else 0


def paid_places(water: Waterfall) -> list[PaidPlaces]:
    """Return the prizes, places that are paid the same together; a satellite's tickets first."""
    tickets, found = water.tickets, list[PaidPlaces]()
    paid: Sequence[tuple[int, int]] = list(enumerate(water.prizes_cents, start=1))
    if tickets:
        paid = tickets.rest
        if last := tickets.number:
            found.append(PaidPlaces(first=1, last=last, cents=tickets.cents, ticket=True))
    for cents, group in groupby(paid, key=lambda one: one[1]):
        places = [place for place, _ in group]
        found.append(PaidPlaces(first=places[0], last=places[-1], cents=cents))
    return found


def seats_by_name(found: Tournament, shows: str) -> list[Seated]:
    """Return who sits where, in the order of the names that are shown."""
    seated = [
        Seated(
            who=public_name(one.player.name, one.player.code, shows),
            table=one.table_no or 0,
            seat=one.seat_no or 0,
        )
        for one in playing(found)
        if one.seat
    ]
    return sorted(seated, key=lambda one: (natural(one.who), one.table, one.seat))


def events(club_id: int, day: date) -> list[Tournament]:
    """Return what everybody may read of from a gaming day on, the first first; not cancelled."""
    found = _public(club_id)
    found = found.filter(Q(gaming_day__gte=day) | Q(finished_at=None, started_at__isnull=False))
    return list(found.order_by("starts_at", "id"))


def agenda(club_id: int, day: date) -> list[Tournament]:
    """Return of that what a screen has room for."""
    return events(club_id, day)[:EVENTS_SHOWN]


def _public(club_id: int) -> QuerySet[Tournament]:
    """Return the tournaments that everybody may read of: a private one has its own address."""
    found = Tournament.objects.filter(club_id=club_id, cancelled_at=None)
    return found.exclude(kind=Tournament.Kind.PRIVATE)


def current(club_id: int, day: date) -> Tournament | None:
    """
    Return what the room follows: what runs, else what begins next, else what ended last.

    What sleeps until another gaming day runs only where nothing else does or begins on this one.
    """
    running = Q(started_at__isnull=False, finished_at=None)
    found = _public(club_id).select_related("fixed", "club")
    on = found.filter(running).order_by("-started_at", "-id")
    awake = [each for each in on if not _sleeps(each, day)]
    return (
        next(iter(awake), None)
        or found.filter(started_at=None, gaming_day=day).order_by("starts_at", "id").first()
        or on.first()
        or found.filter(started_at=None, gaming_day__gte=day).order_by("starts_at", "id").first()
        or found.filter(gaming_day=day).order_by("-starts_at", "-id").first()
    )


def _sleeps(found: Tournament, day: date) -> bool:
    """Return whether a tournament's next day or flight begins on a later gaming day."""
    night = found.day_ends.filter(begun_at=None, next_starts_at__isnull=False).first()
    if night is None or night.next_starts_at is None:
        return False
    stamp = club_stamp(found.club, at=night.next_starts_at, actor_id=None)
    return stamp.gaming_day > day
