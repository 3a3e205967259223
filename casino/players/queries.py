"""Reading players."""

from datetime import date

from django.db.models import Q

from casino.players.models import Player
from casino.refusals import NotFound, Refusal

MOST_FOUND = 20
LONGEST_CODE = 9


class PlayerBarred(Refusal):
    """The player may not play here today."""

    status = 409
    code = "PLAYER-001"
    source = "OLY-1.3"
    next_step = "Call the floor supervisor."


def player(club_id: int, player_id: int) -> Player:
    """Return a player of the club. Raises NotFound."""
    found = Player.objects.filter(club_id=club_id, id=player_id).first()
    if found is None:
        raise NotFound("There is no such player in this club.", field="player_id")
    return found


def admitted_player(club_id: int, player_id: int, *, gaming_day: date) -> Player:
    """
    Return a player who may play on a gaming day. Raises NotFound, PlayerBarred.

    Source: OLY-1.3, OLY-1.54.
    """
    found = player(club_id, player_id)
    if found.barred_until and found.barred_until >= gaming_day:
        raise PlayerBarred(
            f"{found.name} may not play here until {found.barred_until:%d.%m.%Y}.",
            field="player_id",
        )
    return found


def find_players(club_id: int, text: str) -> list[Player]:
    """Return up to 20 players whose name holds the text, or whose code it is, by name."""
    where = Q(name__icontains=text)
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_CODE:
        where |= Q(code=int(text))
    return list(Player.objects.filter(where, club_id=club_id).order_by("name", "id")[:MOST_FOUND])


def names(player_ids: set[int]) -> dict[int, str]:
    """Return the names of players by id."""
    return dict(Player.objects.filter(id__in=player_ids).values_list("id", "name"))
