"""A picture for the screens of the room, as it is sent."""

from django.utils.translation import gettext_lazy as _

from casino.web.fields import ActForm, NameField, PictureField


class PictureForm(ActForm):
    """A sponsor's picture."""

    name = NameField(label=_("Name of the picture"))
    content = PictureField(label=_("Picture"))
