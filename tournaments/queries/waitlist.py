"""The lists of a tournament with too few places: bookings, and who waits, in order."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from casino.house.because import Because
from casino.house.queries import book_on
from casino.kept_sql import kept_sql
from casino.messages import msg
from casino.players.queries import family
from casino.refusals import NotFound
from tournaments.models import Entry, Purchase, Ticket, Tournament, WaitlistEntry
from tournaments.queries.clock import rebuys_open, registration_open
from tournaments.queries.days import laid_by
from tournaments.rules.admission import list_moves


@dataclass(frozen=True, kw_only=True, slots=True)
class Lists:
    """
    Places taken and free, and the lists, each in its order.

    free: neither taken nor booked, nor held by a ticket; tickets: the unused ones that hold a place
    as long as entries are sold (AMB-61); moves: whether a free place goes to the first who waits;
    coming: who said so and has no place.
    """

    places: int
    taken: int
    free: int
    tickets: list[Ticket]
    bookings: list[WaitlistEntry]
    waiting: list[WaitlistEntry]
    coming: list[WaitlistEntry]
    moves: bool
    because: tuple[Because, ...]

    def place_of(self, player_id: int) -> WaitlistEntry | None:
        """Return where a player stands on either list, by any card; or None."""
        rows, cards = [*self.bookings, *self.waiting], family(player_id)
        return next((one for one in rows if one.player_id in cards), None)

    @property
    def held_by_tickets(self) -> int:
        """How many places unused tickets hold."""
        return len(self.tickets)

    def holds_ticket(self, player_id: int) -> bool:
        """Return whether a player holds a ticket that keeps a place, by any card."""
        cards = family(player_id)
        return any(one.player_id in cards for one in self.tickets)

    def has_room(self, player_id: int) -> bool:
        """Return whether a place is this player's to pay for now: in order, and in the name."""
        here = self.place_of(player_id)
        if here and here.what == WaitlistEntry.What.BOOKING:
            return True
        if self.holds_ticket(player_id):
            return self.taken < self.places
        ahead = [one for one in self.waiting if not here or one.pk < here.pk]
        admitted = bool(here and here.admitted_at)
        return self.free > (0 if admitted else len(ahead))


def lists(tournament: Tournament, at: datetime) -> Lists:
    """Return the lists as they stand. Source: OLY-3.3.3, OLY-3.3.7, VOO-T5, IMG-T2, AMB-75."""
    rows = WaitlistEntry.objects.filter(tournament=tournament, ended_at=None).select_related(
        "player"
    )
    by_kind: dict[str, list[WaitlistEntry]] = {kind: [] for kind in WaitlistEntry.What.values}
    for one in rows.order_by("id"):
        by_kind[one.what].append(one)
    here = tournament.entries.filter(refunded_at=None, out_at=None)
    taken = here.exclude(id__in=laid_by(tournament)).count()
    is_open = registration_open(tournament, at)
    verdict = list_moves(
        book_on(tournament.club_id, tournament.gaming_day),
        is_open=is_open,
        rebuys_open=rebuys_open(tournament, at) or tournament.started_at is None,
        freezeout="freezeout" in tournament.variants and tournament.started_at is not None,
        director_says=False,
    )
    booked = {one.player_id for one in by_kind["booking"]}
    held = _tickets_without_entry(tournament) if is_open else []
    tickets = [one for one in held if one.player_id not in booked]
    return Lists(
        places=tournament.places,
        taken=taken,
        free=max(0, tournament.places - taken - len(booked) - len(tickets)),
        tickets=tickets,
        bookings=by_kind["booking"],
        waiting=by_kind["waiting"],
        coming=by_kind["coming"],
        moves=verdict.allowed,
        because=verdict.because,
    )


@kept_sql
def _tickets_without_entry(tournament: Tournament) -> QuerySet[Ticket]:
    """Return the unused tickets to a tournament of who is not in it."""
    entered = Entry.objects.filter(tournament=tournament, refunded_at=None).values("player")
    return Ticket.objects.unused().filter(target=tournament).exclude(player__in=entered)


def lost_place(entry: Entry, at: datetime) -> bool:
    """
    Return whether the place of a player who is out went to somebody else since (VOO-T5).

    A ticket that was there before, to a tournament that was full, holds none of those who played.
    """
    tournament = entry.tournament
    if entry.out_at is None or lists(tournament, at).free:
        return False
    anew = (Purchase.What.ENTRY, Purchase.What.REENTRY)
    sold = Purchase.objects.filter(entry__tournament=tournament, what__in=anew, refund=None)
    booked = WaitlistEntry.objects.filter(tournament=tournament, what="booking", ended_at=None)
    moved = Q(won_in__isnull=False) & ~Q(won_in__target=tournament)
    held = Ticket.objects.unused().filter(Q(won_at__gte=entry.out_at) | moved, target=tournament)
    since = (sold.filter(at__gte=entry.out_at), booked.filter(at__gte=entry.out_at), held)
    return any(found.exists() for found in since)


def listed(club_id: int, listed_id: int) -> WaitlistEntry:
    """Return a place on a list of the club. Raises NotFound."""
    found = WaitlistEntry.objects.select_related("player", "tournament", "listed_by", "admitted_by")
    row = found.filter(tournament__club_id=club_id, id=listed_id).first()
    if row is None:
        raise NotFound(msg("This club has no such waiting list place."), field="listed_id")
    return row
