"""A picture for the screens of the room, as it is sent."""

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import box, form_of
from casino.web.fields import PictureField
from tournaments.services.pictures import add_picture

PictureForm = form_of(
    add_picture, name=_("Name of the picture"), content=box(_("Picture"), PictureField)
)
