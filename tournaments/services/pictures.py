"""Sponsors' pictures for the screens of the room."""

from casino import pictures
from casino.acts.kinds import File, Id, Name
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import Conflict
from tournaments.models import ScreenPicture
from tournaments.queries.pictures import screen_picture, screen_pictures

# As wide as the widest screen that there is.
SIDE_PIXELS = 3840
MAX_PICTURES = 20


class TooManyPictures(Conflict):
    """Each of them takes its turn."""

    code = "TOURNAMENT-110"
    message = msg("There are 20 pictures already.")
    next_step = msg("Take one off first.")


@act("tournaments.add_picture")
def add_picture(stamp: Stamp, *, name: Name, content: File) -> ScreenPicture:
    """Show a picture on the screens of the room. Raises BadInput, TooManyPictures."""
    if len(screen_pictures(stamp.club_id)) >= MAX_PICTURES:
        raise TooManyPictures(field="content")
    drawn = pictures.cleaned(content, side=SIDE_PIXELS)
    return ScreenPicture.objects.create(
        club_id=stamp.club_id,
        name=name,
        content=drawn.content,
        width=drawn.width,
        height=drawn.height,
        added_by_id=stamp.person_id,
        added_at=stamp.at,
        act_id=stamp.act_id,
    )


@act("tournaments.remove_picture")
def remove_picture(stamp: Stamp, *, picture_id: Id) -> ScreenPicture:
    """Take a picture off the screens. Raises NotFound."""
    found = screen_picture(stamp.club_id, picture_id)
    found.removed_at = stamp.at
    found.save(update_fields=["removed_at"])
    return found
