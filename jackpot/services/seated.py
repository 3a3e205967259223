"""Who had the seats of a claimed hand: as the table recorded it, or who it was in truth, if any."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from cashgames.queries.tables import seats_at
from casino.acts.kinds import Id, Reason, Whole
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.queries import Gone, main_card, player
from casino.players.services.guests import held_guest
from casino.refusals import BadInput

MAX_SEATS = 23


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherGuest:
    """
    Who had a seat in truth, where another guest's card was taken for them, and why one knows.

    player_id: None where nobody sat there any more, or yet, whom the table had recorded.
    """

    seat: Annotated[int, Whole(low=1, high=MAX_SEATS)]
    player_id: Id | None
    reason: Reason


@dataclass(frozen=True, kw_only=True, slots=True)
class Seating:
    """Who had the seats, and of which nobody did, as a claim keeps both."""

    seated: list[dict[str, Any]]
    empty_seats: list[dict[str, Any]]


def seated(
    stamp: Stamp, session_id: int, at: datetime, others: Sequence[OtherGuest], *, seats: int
) -> Seating:
    """
    Return who had the seats at an instant, absent players too, by seat (AMB-26).

    Of a seat with another guest than the table recorded, `instead_of_id` is the recorded one, None
    where it recorded nobody, and `reason` says how one knows. seats: how many the table has.
    Raises NotFound, Gone, BadInput for a seat given twice, or none, or a guest with two seats.
    """
    empty: list[dict[str, Any]] = []
    found: dict[int, dict[str, Any]] = {
        seat.number: {"seat": seat.number, "player_id": seat.player_id}
        for seat in seats_at(session_id, at)
    }
    if len({each.seat for each in others}) < len(others):
        raise BadInput(msg("Name one guest for a seat."), field="other_guests")
    for each in others:
        if each.seat > max([seats, *found]):
            raise BadInput(
                msg("This game has seats 1 to {seats}.", seats=seats), field="other_guests"
            )
        recorded = found.pop(each.seat, {}).get("player_id")
        told = {"instead_of_id": recorded, "reason": each.reason}
        if each.player_id is None:
            empty.append({"seat": _recorded(each, recorded)} | told)
            continue
        who = main_card(player(stamp.club_id, each.player_id).pk)
        _check_there(stamp, who)
        found[each.seat] = {"seat": each.seat, "player_id": who} | told
    _check_each_once(stamp.club_id, found)
    return Seating(seated=[found[number] for number in sorted(found)], empty_seats=empty)


def _recorded(each: OtherGuest, recorded: int | None) -> int:
    """Return a seat that was somebody's by the table. Raises BadInput."""
    if recorded is None:
        said = msg("The table recorded nobody at seat {seat} then.", seat=each.seat)
        raise BadInput(said, field="other_guests")
    return each.seat


def _check_there(stamp: Stamp, player_id: int) -> None:
    """Hold a guest who may be owed a share, so that nobody erases them. Raises Gone."""
    if stamp.act_id:
        held_guest(stamp, player_id)
    elif player(stamp.club_id, player_id).anonymised_at:
        raise Gone(field="other_guests")


def _check_each_once(club_id: int, found: dict[int, dict[str, Any]]) -> None:
    seats: dict[int, int] = {}
    for each in sorted(found.values(), key=lambda one: "reason" in one):
        if before := seats.get(each["player_id"]):
            said = msg(
                "{player} had seat {seat} then. Name the guest of that seat, too.",
                player=player(club_id, each["player_id"]).name,
                seat=before,
            )
            raise BadInput(said, field="other_guests")
        seats[each["player_id"]] = each["seat"]
