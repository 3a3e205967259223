"""The pictures that the screens of the room show."""

from casino.messages import msg
from casino.refusals import NotFound
from tournaments.models import ScreenPicture


def screen_pictures(club_id: int) -> list[ScreenPicture]:
    """Return the pictures of a club without their content, the first first."""
    shown = ScreenPicture.objects.filter(club_id=club_id, removed_at=None)
    return list(shown.defer("content").select_related("added_by").order_by("id"))


def screen_picture(club_id: int, picture_id: int) -> ScreenPicture:
    """Return a picture that is shown. Raises NotFound."""
    found = ScreenPicture.objects.filter(club_id=club_id, id=picture_id, removed_at=None).first()
    if found is None:
        raise NotFound(msg("There is no such picture."), field="picture_id")
    return found
