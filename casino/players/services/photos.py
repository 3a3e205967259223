"""A guest's picture: kept to know them again at the desk, never shown outside the office."""

from casino import pictures
from casino.acts.kinds import File, Id
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.players.models import Photo, Player
from casino.players.queries import family
from casino.players.services.guests import held_guest

# Large enough to know a face by.
SIDE_PIXELS = 800


@act("players.set_photo")
def set_photo(stamp: Stamp, *, player_id: Id, content: File) -> Player:
    """
    Keep a guest's picture in place of the one before, which goes.

    Raises NotFound, Gone, BadInput for what is no picture by its content.
    """
    found = held_guest(stamp, player_id)
    drawn = pictures.cleaned(content, side=SIDE_PIXELS)
    _forget(found)
    Photo.objects.create(
        player=found,
        content=drawn.content,
        added_by_id=stamp.person_id,
        added_at=stamp.at,
        act_id=stamp.act_id,
    )
    return found


@act("players.remove_photo")
def remove_photo(stamp: Stamp, *, player_id: Id) -> Player:
    """Forget a guest's picture, that of a merged card too. Raises NotFound, Gone."""
    found = held_guest(stamp, player_id)
    _forget(found)
    return found


def _forget(found: Player) -> None:
    """Remove the pictures of a guest, on whichever of their cards they lie."""
    Photo.objects.filter(player__in=family(found.pk)).delete()
