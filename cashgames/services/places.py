"""Who may take which seat: turns, reservations, pairs kept apart; and the seat taken."""

from collections.abc import Set

from cashgames.models import Absence, Seat, Session, WaitlistEntry
from cashgames.queries import tables
from cashgames.queries.penalties import kept_from_play
from cashgames.queries.waiting import called_to, list_of, waiting_line
from cashgames.rules.families import named_game
from cashgames.rules.seating import seat_verdict
from cashgames.rules.table_limits import most_players
from casino.clock import local_time
from casino.db import refusing
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.models import PlayingPlace
from casino.players.queries import admitted_player, card_ids, family, kept_apart_from
from casino.players.services.places import check_place, leave_place, take_place
from casino.refusals import Conflict, Refusal


class SeatTaken(Conflict):
    """Two players never share a seat."""

    code = "TABLE-003"
    message = msg("That seat is taken.")
    source = "OLY-2.11"
    next_step = msg("Choose a free seat.")


class SeatedElsewhere(Conflict):
    """A player sits on one seat at a time."""

    code = "TABLE-004"
    message = msg("This player is already seated at a table.")
    source = "OLY-1.1"
    next_step = msg("Cash the player out there, or move player and stack.")
    next_page = "tables"


class NoSuchSeat(Refusal):
    """The game has fewer seats."""

    code = "TABLE-006"
    next_step = msg("Choose a free seat, or add the guest to the list.")


class SeatReserved(Conflict):
    """A reserved place lives as long as the list shows it."""

    code = "TABLE-013"
    next_step = msg("Choose another seat, or mark the guest as a no-show.")
    next_page = "waiting"


class KeptApart(Conflict):
    """The club lets these two not sit at one table."""

    code = "TABLE-014"
    next_step = msg("Choose another table.")


class SomebodyWaits(Conflict):
    """A seat is given to the first of the list."""

    code = "TABLE-015"
    next_step = msg("Add the guest to the list. The supervisor may change the order with a reason.")
    next_page = "waiting-add"


class KeptFromPlay(Conflict):
    """Who was sent away or put out sits down at no other table."""

    code = "TABLE-039"
    next_step = msg("A penalty imposed in error is taken back on the page of that table.")
    next_page = "session"


def check_seat(
    stamp: Stamp, book: RuleBook, session: Session, *, player_id: int, seat_no: int
) -> None:
    """
    Raise what keeps a player from a seat that is not anybody's yet.

    Raises NotFound, PlayerExcluded, PlaysElsewhere, KeptApart, NoSuchSeat, SeatTaken, SeatReserved.
    """
    player = admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    check_place(stamp, player_id, kind=PlayingPlace.Kind.CASH)
    most = most_players(book, named_game(session.game), at="cash")
    others = {seat.number: seat.player for seat in tables.seats(session.pk)}
    apart = kept_apart_from(player_id, gaming_day=stamp.gaming_day)
    verdict = seat_verdict(
        book,
        player=str(player_id),
        seat_no=seat_no,
        seats=most.max_players,
        taken=others.keys(),
        seated=[str(other.pk) for other in others.values()],
        kept_apart={frozenset({str(player_id), str(other)}) for other in apart},
    )
    source = verdict.because[0].rule
    if verdict.code == "kept_apart":
        named = next(other for other in others.values() if other.pk in apart)
        said = msg(
            "{player} and {named} must not sit at the same table.", player=player, named=named
        )
        raise KeptApart(said, field="player_id", source=source)
    if verdict.code == "no_such_seat":
        raise NoSuchSeat(
            msg("This game has seats 1 to {seats}.", seats=most.max_players),
            field="seat_no",
            source=most.because[0].rule,
        )
    if verdict.code == "seat_taken":
        raise SeatTaken(field="seat_no", source=source)
    _check_reserved(book, session, player_id, seat_no)


def check_free_to_play(stamp: Stamp, player_id: int) -> None:
    """Raise KeptFromPlay for who was sent away until later, or put out of the day's cash games."""
    found = kept_from_play(player_id, stamp.gaming_day, at=stamp.at)
    if found is None:
        return
    said = msg("This guest was removed from the cash games of this gaming day.")
    if found.until:
        until = local_time(found.until, "%H:%M", timezone=found.seat.session.club.timezone)
        said = msg("This guest was sent away until {until}.", until=until)
    raise KeptFromPlay(
        said,
        field="player_id",
        source=found.because[-1]["rule"],
        about={"session_id": found.seat.session_id},
    )


def check_turn(book: RuleBook, session: Session, *, player_id: int) -> None:
    """
    Raise SomebodyWaits if the seat is somebody else's turn: called ones sit, then the first.

    Source: OLY-2.3, OLY-2.6, VOO-C3, IMG-C18.
    """
    if book.seats is None or book.seats.order is None:
        return
    waits_for = list_of(session)
    line = waiting_line(waits_for.pk) if waits_for else []
    called = {one.player_id for one in line if one.state == WaitlistEntry.State.CALLED}
    queue = [one for one in line if one.state == WaitlistEntry.State.WAITING]
    if queue and not _is_of(player_id, {*called, queue[0].player_id}):
        source = book.sources.get("seats.skipping") or book.source("seats.order")
        said = msg("{player} is first on the list for this game.", player=queue[0].player)
        raise SomebodyWaits(said, field="player_id", source=source)


def take_seat(stamp: Stamp, session: Session, *, player_id: int, seat_no: int) -> Seat:
    """Seat a player, who leaves the list of that game. Raises SeatTaken, SeatedElsewhere."""
    with refusing(
        cashgames_one_player_a_seat=SeatTaken, cashgames_one_seat_a_player=SeatedElsewhere
    ):
        seat = Seat.objects.create(
            session=session,
            number=seat_no,
            player_id=player_id,
            sat_at=stamp.at,
            act_id=stamp.act_id,
        )
    about = str(session.table)
    take_place(stamp, player_id=player_id, kind=PlayingPlace.Kind.CASH, about=about)
    waits_for = list_of(session)
    if waits_for:
        here = (WaitlistEntry.State.INTERESTED, *WaitlistEntry.LISTED)
        listed = waits_for.entries.filter(player__in=card_ids(player_id), state__in=here)
        listed.update(state=WaitlistEntry.State.SEATED, ended_at=stamp.at)
    return seat


def free_seat(stamp: Stamp, seat: Seat) -> None:
    """Let a player leave a seat, whether away from it or not; it is free at once."""
    seat.left_at = stamp.at
    seat.save(update_fields=["left_at"])
    away = seat.absences.filter(ended_at=None)
    away.update(ended_at=stamp.at, ended=Absence.Ended.LEFT)
    leave_place(stamp, player_id=seat.player_id, kind=PlayingPlace.Kind.CASH)


def _is_of(player_id: int, cards: Set[int]) -> bool:
    """Return whether one of some cards is the player's, or of a card that was merged into it."""
    return player_id in cards or not cards.isdisjoint(family(player_id))


def _check_reserved(book: RuleBook, session: Session, player_id: int, seat_no: int) -> None:
    for called in called_to(session.pk):
        if called.seat_no == seat_no and not _is_of(player_id, {called.player_id}):
            raise SeatReserved(
                msg("That seat is reserved for {player}.", player=called.player),
                field="seat_no",
                source=book.sources.get("seats.reserved"),
            )
