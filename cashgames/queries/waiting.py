"""Reading the waiting lists."""

from dataclasses import dataclass

from django.db.models import QuerySet

from cashgames.models import Session, WaitingList, WaitingMove, WaitlistEntry
from cashgames.queries.tables import seats
from cashgames.rules.families import named_game
from cashgames.rules.table_limits import most_players
from casino.db import asked_once
from casino.house.rulebook import RuleBook
from casino.kept_sql import kept_sql
from casino.messages import msg
from casino.refusals import NotFound


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitingLine:
    """
    A list with those whom it shows, in order, and who was moved on it, the latest first.

    interested: who would like to play and is not here.
    """

    game: WaitingList
    entries: list[WaitlistEntry]
    interested: list[WaitlistEntry]
    moves: list[WaitingMove]


@asked_once
def list_of(session: Session) -> WaitingList | None:
    """Return the list of a session's game and blinds, if anybody ever waited for it."""
    blinds = (session.small_blind_cents, session.big_blind_cents)
    return next(iter(_lists(session.club_id, session.game, *blinds)), None)


@kept_sql
def _lists(club_id: int, game: str, small: int, big: int) -> QuerySet[WaitingList]:
    return WaitingList.objects.filter(
        club_id=club_id, game=game, small_blind_cents=small, big_blind_cents=big
    ).order_by("id")


@asked_once
@kept_sql
def waiting_line(list_id: int) -> QuerySet[WaitlistEntry]:
    """Return whom a list shows, in order, the called ones among them."""
    shown = WaitlistEntry.objects.filter(list_id=list_id, state__in=WaitlistEntry.LISTED)
    people = shown.select_related("player", "called_by", "session__table")
    return people.order_by("rank", "id")


@kept_sql
def interested(list_id: int) -> QuerySet[WaitlistEntry]:
    """Return who would like to play a game and is not here, the first first."""
    state = WaitlistEntry.State.INTERESTED
    found = WaitlistEntry.objects.filter(list_id=list_id, state=state)
    return found.select_related("player").order_by("id")


def waiting_lines(club_id: int, *, most_moves: int = 10) -> list[WaitingLine]:
    """Return the lists on which somebody waits or for which somebody would, by game and blinds."""
    states = (WaitlistEntry.State.INTERESTED, *WaitlistEntry.LISTED)
    lists = WaitingList.objects.filter(club_id=club_id, entries__state__in=states)
    ordered = lists.distinct().order_by("game", "small_blind_cents", "big_blind_cents")
    return [
        WaitingLine(
            game=each,
            entries=waiting_line(each.pk),
            interested=interested(each.pk),
            moves=_moves(each.pk, most_moves),
        )
        for each in ordered
    ]


def waiting(club_id: int, waiting_id: int) -> WaitlistEntry:
    """Return somebody on a list of the club, or who was on it. Raises NotFound."""
    found = WaitlistEntry.objects.filter(list__club_id=club_id, id=waiting_id)
    entry = found.select_related("list", "player", "session__table").first()
    if entry is None:
        raise NotFound(
            msg("No guest is waiting under that number in this club."), field="waiting_id"
        )
    return entry


@asked_once
@kept_sql
def called_to(session_id: int) -> QuerySet[WaitlistEntry]:
    """Return for whom seats at a table are reserved, by seat."""
    called = WaitlistEntry.objects.filter(session_id=session_id, state=WaitlistEntry.State.CALLED)
    return called.select_related("player").order_by("seat_no")


def free_seats(sessions: list[Session], book: RuleBook) -> list[tuple[int, int]]:
    """
    Return (session, seat) of each seat that nobody has and nobody was called to, in order.

    A game that was opened under former rules and that the book no longer offers takes nobody.
    """
    free = []
    for session in sessions:
        if session.game not in book.tables.max_players:
            continue
        taken = {seat.number for seat in seats(session.pk)}
        taken |= {called.seat_no for called in called_to(session.pk) if called.seat_no}
        maximum = most_players(book, named_game(session.game), at="cash").max_players
        free += [(session.pk, number) for number in range(1, maximum + 1) if number not in taken]
    return free


def _moves(list_id: int, limit: int) -> list[WaitingMove]:
    found = WaitingMove.objects.filter(waiting__list_id=list_id)
    return list(found.select_related("waiting__player", "moved_by").order_by("-id")[:limit])
