"""The waiting lists: who comes, is called, does not come, leaves, or is moved for a reason."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Annotated, Any

from django.db.models import Max
from django.dispatch import receiver

from cashgames.models import Session, WaitingList, WaitingMove, WaitlistEntry
from cashgames.queries import waiting as waiting_queries
from cashgames.rules import waiting_list as rules
from cashgames.rules.families import named_game
from cashgames.rules.table_limits import most_players
from cashgames.services.places import check_seat
from cashgames.services.shared import Game, SeatNo, running_session
from casino.acts.kinds import AmountOrZero, Id, Reason, Whole
from casino.acts.runner import act
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.players.models import PlayingPlace
from casino.players.queries import admitted_player, card_ids, main_card
from casino.players.services.erasing import guest_erased
from casino.players.services.places import check_place
from casino.refusals import BadInput, Conflict

CALL_MINUTES = 5
PlaceNo = Annotated[int, Whole(low=1, high=1000)]
OPEN = (WaitlistEntry.State.INTERESTED, *WaitlistEntry.LISTED)


class WaitsAlready(Conflict):
    """A guest stands on a list once."""

    code = "LIST-001"
    message = msg("This guest is already on that list.")


class NotListed(Conflict):
    """The list does not show this guest any more, or not in that way."""

    code = "LIST-002"
    message = msg("The list has moved on. This guest is no longer waiting there.")
    next_step = msg("Check the list again.")
    next_page = "waiting"


class OtherGame(Conflict):
    """A list leads to the tables of its game and blinds."""

    code = "LIST-003"
    message = msg("That table does not play the game and blinds of this list.")
    source = "OLY-2.3"
    next_step = msg("Choose a table with this game.")


class StillTime(Conflict):
    """A called guest has the whole count-down."""

    code = "LIST-004"
    source = "OLY-2.4"


@act("cashgames.join_list")
def join_list(
    stamp: Stamp,
    *,
    game: Game,
    small_blind_cents: AmountOrZero,
    big_blind_cents: AmountOrZero,
    player_id: Id,
) -> WaitlistEntry:
    """
    Put a guest at the end of the list of a game and its blinds, in person.

    Source: OLY-1.3, OLY-2.3, OLY-2.7, AMB-122. Raises NotFound, PlayerExcluded, PlaysElsewhere,
    GameNotOffered, BadInput, WaitsAlready.
    """
    waits_for = _list(stamp, game, small_blind_cents, big_blind_cents)
    admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    check_place(stamp, player_id, kind=PlayingPlace.Kind.CASH)
    return _entry(stamp, waits_for, player_id, WaitlistEntry.State.WAITING)


@act("cashgames.note_interest")
def note_interest(
    stamp: Stamp,
    *,
    game: Game,
    small_blind_cents: AmountOrZero,
    big_blind_cents: AmountOrZero,
    player_id: Id,
) -> WaitlistEntry:
    """
    Note who would like to play a game and is not here; a place on its list is taken in person.

    Source: OLY-1.3, OLY-2.3.
    Raises NotFound, PlayerExcluded, GameNotOffered, BadInput, WaitsAlready.
    """
    waits_for = _list(stamp, game, small_blind_cents, big_blind_cents)
    admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    return _entry(stamp, waits_for, player_id, WaitlistEntry.State.INTERESTED)


@act("cashgames.list_interested")
def list_interested(stamp: Stamp, *, waiting_id: Id) -> WaitlistEntry:
    """
    Put who was interested and has come at the end of the list.

    Raises NotFound, NotListed, PlayerExcluded, PlaysElsewhere.
    """
    entry = _listed(stamp, waiting_id, WaitlistEntry.State.INTERESTED)
    player_id = main_card(entry.player_id)
    admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    check_place(stamp, player_id, kind=PlayingPlace.Kind.CASH)
    entry.state, entry.since = WaitlistEntry.State.WAITING, stamp.at
    entry.rank = _last_rank(entry.list) + 1
    entry.save(update_fields=["state", "since", "rank"])
    return entry


def _list(stamp: Stamp, game: str, small_blind_cents: int, big_blind_cents: int) -> WaitingList:
    """Return the list of a game and its blinds, held. Raises BadInput, GameNotOffered."""
    if small_blind_cents > big_blind_cents:
        raise BadInput(
            msg("The small blind must not be above the big blind."), field="small_blind_cents"
        )
    most_players(book_on(stamp.club_id, stamp.gaming_day), named_game(game), at="cash")
    waits_for, _ = WaitingList.objects.get_or_create(
        club_id=stamp.club_id,
        game=game,
        small_blind_cents=small_blind_cents,
        big_blind_cents=big_blind_cents,
    )
    _hold(waits_for.pk)
    return waits_for


def _entry(
    stamp: Stamp, waits_for: WaitingList, player_id: int, state: WaitlistEntry.State
) -> WaitlistEntry:
    """Write a guest behind the others of a list that is held. Raises WaitsAlready."""
    if waits_for.entries.filter(player__in=card_ids(player_id), state__in=OPEN).exists():
        raise WaitsAlready
    return WaitlistEntry.objects.create(
        list=waits_for,
        player_id=player_id,
        state=state,
        rank=_last_rank(waits_for) + 1,
        since=stamp.at,
        act_id=stamp.act_id,
    )


@act("cashgames.call_waiting")
def call_waiting(stamp: Stamp, *, waiting_id: Id, session_id: Id, seat_no: SeatNo) -> WaitlistEntry:
    """
    Call the first of a list to a seat, which is reserved from now on.

    The count-down is the book's `seats.call_minutes`, a setting of the club.
    Source: OLY-2.3 to OLY-2.6. Raises NotFound, TableClosed, OtherGame, NotListed, QueueJump,
    and what keeps the guest from the seat.
    """
    session = running_session(stamp, session_id)
    entry = _listed(stamp, waiting_id, WaitlistEntry.State.WAITING)
    if waiting_queries.list_of(session) != entry.list:
        raise OtherGame(field="session_id")
    book = book_on(stamp.club_id, stamp.gaming_day)
    waiting = WaitlistEntry.State.WAITING
    line = [each for each in waiting_queries.waiting_line(entry.list_id) if each.state == waiting]
    rules.next_for_seat(book, [_named(each) for each in line], wanted=_named(entry).player)
    check_seat(stamp, book, session, player_id=main_card(entry.player_id), seat_no=seat_no)
    minutes = book.seats.call_minutes if book.seats else CALL_MINUTES
    entry.state, entry.session, entry.seat_no = WaitlistEntry.State.CALLED, session, seat_no
    entry.called_at, entry.answer_by = stamp.at, stamp.at + timedelta(minutes=minutes)
    entry.called_by_id = stamp.actor_id
    entry.save(update_fields=["state", "session", "seat_no", "called_at", "called_by", "answer_by"])
    return entry


@act("cashgames.note_going")
def note_going(stamp: Stamp, *, waiting_id: Id) -> WaitlistEntry:
    """Note that a called guest has said yes and goes to the seat. Raises NotFound, NotListed."""
    entry = _listed(stamp, waiting_id, WaitlistEntry.State.CALLED)
    if entry.going_at is None:
        entry.going_at = stamp.at
        entry.save(update_fields=["going_at"])
    return entry


@act("cashgames.note_no_show")
def note_no_show(stamp: Stamp, *, waiting_id: Id) -> WaitlistEntry:
    """
    Take a called guest who did not come off the list; the seat may go to the next.

    Source: OLY-2.4, OLY-2.5. Raises NotFound, NotListed, StillTime.
    """
    entry = _listed(stamp, waiting_id, WaitlistEntry.State.CALLED)
    if entry.answer_by and stamp.at < entry.answer_by:
        left = -(-int((entry.answer_by - stamp.at).total_seconds()) // 60)
        raise StillTime(
            msg("{player} has {left} min left to take the seat.", player=entry.player, left=left),
            next_step=msg("Wait, or take the guest off the list if the seat is not wanted."),
            next_page="waiting-leave",
        )
    return _end(stamp, entry, WaitlistEntry.State.NO_SHOW)


@act("cashgames.leave_list")
def leave_list(stamp: Stamp, *, waiting_id: Id) -> WaitlistEntry:
    """Take a guest who does not want to wait, or not that seat, off the list. Raises NotListed."""
    entry = _listed(stamp, waiting_id, *OPEN)
    return _end(stamp, entry, WaitlistEntry.State.LEFT)


@act("cashgames.move_waiting")
def move_waiting(stamp: Stamp, *, waiting_id: Id, place: PlaceNo, reason: Reason) -> WaitingMove:
    """
    Put a guest on another place of the list, 1 being the first; who did it and why is kept.

    Source: OLY-2.6. Raises NotFound, NotListed, BadInput (no such place).
    """
    entry = _listed(stamp, waiting_id, WaitlistEntry.State.WAITING)
    line = waiting_queries.waiting_line(entry.list_id)
    order = [each.pk for each in line]
    before = order.index(entry.pk) + 1
    if place > len(order) or place == before:
        said = msg(
            "{player} is number {before} of {count}. Choose another position.",
            player=entry.player,
            before=before,
            count=len(order),
        )
        raise BadInput(said, field="place")
    order.insert(place - 1, order.pop(before - 1))
    for each in line:
        each.rank = order.index(each.pk) + 1
    WaitlistEntry.objects.bulk_update(line, ["rank"])
    return WaitingMove.objects.create(
        waiting=entry,
        from_place=before,
        to_place=place,
        reason=reason,
        moved_by_id=stamp.person_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )


def pass_list(stamp: Stamp, session: Session, *, player_id: int, reason: str) -> WaitingMove:
    """Keep why a player sits down before those who wait for a table, as a step of a command."""
    waits_for = _list(stamp, session.game, session.small_blind_cents, session.big_blind_cents)
    line = [one.player_id for one in waiting_queries.waiting_line(waits_for.pk)]
    mine = waits_for.entries.filter(player__in=card_ids(player_id), state__in=OPEN).first()
    entry = mine or _entry(stamp, waits_for, player_id, WaitlistEntry.State.WAITING)
    listed = entry.player_id in line
    return WaitingMove.objects.create(
        waiting=entry,
        from_place=line.index(entry.player_id) + 1 if listed else len(line) + 1,
        to_place=1,
        reason=reason,
        moved_by_id=stamp.person_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )


def call_off(session: Session) -> None:
    """Let those who were called to a table wait again, as a step of its close."""
    called = WaitlistEntry.objects.filter(session=session, state=WaitlistEntry.State.CALLED)
    called.update(
        state=WaitlistEntry.State.WAITING,
        session=None,
        seat_no=None,
        called_at=None,
        called_by=None,
        going_at=None,
        answer_by=None,
    )


@receiver(guest_erased)
def forget_waiting(sender: Any, *, player_ids: Collection[int], at: datetime, **_: Any) -> None:
    """Take an erased guest off the lists: nobody could be called past that line."""
    lines = WaitlistEntry.objects.filter(player__in=player_ids, state__in=OPEN)
    for list_id in sorted(set(lines.values_list("list", flat=True))):
        _hold(list_id)
    lines.update(state=WaitlistEntry.State.LEFT, ended_at=at)


def _last_rank(waits_for: WaitingList) -> int:
    rank: int | None = waits_for.entries.aggregate(rank=Max("rank"))["rank"]
    return rank or 0


def _hold(list_id: int) -> None:
    """Hold a list: whoever changes its order takes turns."""
    hold(WaitingList, list_id)


def _listed(stamp: Stamp, waiting_id: int, *states: WaitlistEntry.State) -> WaitlistEntry:
    """Hold the list of an entry and return it as it is now. Raises NotFound, NotListed."""
    _hold(waiting_queries.waiting(stamp.club_id, waiting_id).list_id)
    entry = waiting_queries.waiting(stamp.club_id, waiting_id)
    if entry.state not in states:
        raise NotListed
    return entry


def _end(stamp: Stamp, entry: WaitlistEntry, state: WaitlistEntry.State) -> WaitlistEntry:
    entry.state, entry.ended_at = state, stamp.at
    entry.save(update_fields=["state", "ended_at"])
    return entry


def _named(entry: WaitlistEntry) -> rules.WaitingPlayer:
    return rules.WaitingPlayer(player=f"{entry.player} ({entry.player.code})")
