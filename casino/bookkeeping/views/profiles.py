"""How files look: the profiles and their versions."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.bookkeeping.forms import ProfileForm
from casino.bookkeeping.queries import batches as queries
from casino.bookkeeping.rules.profiles import FIELDS, SOURCES
from casino.bookkeeping.services.profiles import save_profile
from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_send, page


@page
def profiles(request: ClubRequest) -> HttpResponse:
    """Every program that files are made for."""
    rows = queries.profiles(request.club.id).values()
    return show(request, "bookkeeping/profiles.html", rows=rows)


@page
def profile(request: ClubRequest, slug: str) -> HttpResponse:
    """One profile; saving makes its next version."""
    version, found = queries.profile(request.club.id, slug)
    form = ProfileForm(request.POST or None, profile=found)
    may_change = may_send(request, "files-profile") and found.shape in ("table", "datev")
    saved = carry_out(request, form, save_profile) if may_change else None
    if saved:
        return redirect("files-profiles", club=request.club.slug)
    shown = {
        "profile": found,
        "version": version,
        "versions": queries.versions(request.club.id, slug),
        "holds": FIELDS,
        "source": SOURCES.get(slug),
        "may_change": may_change,
    }
    return show(request, "bookkeeping/profile.html", form, **shown)
