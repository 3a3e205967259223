"""The pictures on the screens of the room, and how the screens are opened."""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.messages import msg
from casino.web.fields import ActForm
from casino.web.pages import carry_out, qr, show
from casino.web.roles import ClubRequest, may_open, page
from tournaments.forms.pictures import PictureForm
from tournaments.queries.pictures import screen_picture, screen_pictures
from tournaments.services.pictures import add_picture, remove_picture
from tournaments.views.shared import form_page


@page
def screens(request: ClubRequest) -> HttpResponse:
    """The address of the room's screens, and the pictures that take their turn on them."""
    adds = may_open(request, "picture-remove")
    if request.POST and not adds:
        raise PermissionDenied(_("Your role may view this page only."))
    form = PictureForm(request.POST or None, request.FILES or None)
    if carry_out(request, form, add_picture):
        return redirect("screens", club=request.club.slug)
    here = request.build_absolute_uri(reverse("room-screen", args=[request.club.slug]))
    return show(
        request,
        "tournaments/screens.html",
        form,
        pictures=screen_pictures(request.club.id),
        adds=adds,
        public=settings.PUBLIC_BOARD != "off",
        address=here,
        code=qr(here, scale=4, svgclass="qr"),
    )


@page
def remove(request: ClubRequest, picture_id: int) -> HttpResponse:
    """Take a picture off the screens."""
    found, form = screen_picture(request.club.id, picture_id), ActForm(request.POST or None)
    if carry_out(request, form, remove_picture, picture_id=picture_id):
        return redirect("screens", club=request.club.slug)
    title = msg("{title}: {picture}", title=_("Take off the screens"), picture=found.name)
    return form_page(request, form, title=title)
