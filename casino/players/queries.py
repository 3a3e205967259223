"""Reading players."""

from datetime import date

from django.db.models import Q

from casino.players.models import Place, Player, Separation
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


def place_of(player_id: int) -> Place | None:
    """Return where a player plays now, or None."""
    return Place.objects.filter(player_id=player_id, until=None).order_by("-id").first()


def separations(player_id: int) -> list[Separation]:
    """Return with whom the player may not sit, and who was allowed again; the latest first."""
    pairs = Separation.objects.filter(Q(low=player_id) | Q(high=player_id))
    return list(pairs.select_related("low", "high").order_by("-id"))


def separation(player_id: int, separation_id: int) -> Separation:
    """Return one separation of a player. Raises NotFound."""
    for found in separations(player_id):
        if found.pk == separation_id:
            return found
    raise NotFound("This guest has no such separation.", field="separation_id")


def kept_apart_from(player_id: int, *, gaming_day: date) -> set[int]:
    """Return with whom a player may not sit at one table on a gaming day (OLY-1.49)."""
    pairs = Separation.objects.filter(Q(low=player_id) | Q(high=player_id), lifted_at=None)
    lasting = pairs.filter(Q(until=None) | Q(until__gte=gaming_day), since__lte=gaming_day)
    both = {player for pair in lasting.values_list("low", "high") for player in pair}
    return both - {player_id}
