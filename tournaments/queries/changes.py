"""What changed of a tournament since it was announced, and what the players were told of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from casino.db import asked_once
from casino.kept_sql import kept_sql
from tournaments.models import Entry, Purchase, StructureVersion, TermsChange, Tournament
from tournaments.queries.tournaments import open_tickets

# So long a notice stands on the screens once play has begun.
SHOWN = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class Notice:
    """What the players were told, and when."""

    text: str
    at: datetime


@asked_once
@kept_sql
def changes(tournament: Tournament) -> QuerySet[TermsChange]:
    """Return what changed of the announcement, the latest first."""
    found = TermsChange.objects.filter(tournament=tournament)
    return found.select_related("author", "approved_by").order_by("-number")


@kept_sql
def structure_changes(tournament: Tournament) -> QuerySet[StructureVersion]:
    """Return the versions of the structure after the first, the latest first."""
    later = StructureVersion.objects.filter(tournament=tournament).exclude(number=1)
    return later.select_related("author", "approved_by").order_by("-number")


def told(tournament: Tournament) -> list[Notice]:
    """Return what the players were told of changes, the latest first."""
    made: list[TermsChange | StructureVersion] = [*changes(tournament)]
    made += structure_changes(tournament)
    notices = [Notice(text=one.notice, at=one.at) for one in made]
    return sorted(notices, key=lambda one: one.at, reverse=True)


def notice(tournament: Tournament, at: datetime) -> Notice | None:
    """Return the latest notice for the screens in the room, within the hour once play has begun."""
    latest = next(iter(told(tournament)), None)
    if latest is None or (tournament.started_at and at - latest.at > SHOWN):
        return None
    return latest


def is_sold(tournament: Tournament) -> bool:
    """Return whether somebody bought at the announced price, or holds a ticket worth it."""
    sold = Purchase.objects.filter(entry__tournament=tournament).exists()
    return sold or bool(open_tickets(tournament))


@kept_sql
def satellites_sold(tournament: Tournament) -> QuerySet[Tournament]:
    """Return the satellites that will pay tickets to this one and that somebody has entered."""
    entered = Entry.objects.filter(tournament=OuterRef("pk"), refunded_at=None)
    going_on = Tournament.objects.filter(target=tournament, cancelled_at=None, finished_at=None)
    return going_on.filter(Exists(entered)).order_by("starts_at", "id")


def changed_since(entry: Entry) -> bool:
    """Return whether the tournament of an entry was changed after it was sold."""
    return any(one.at > entry.registered_at for one in told(entry.tournament))
