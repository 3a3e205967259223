"""The pages of the keys of programs."""

import secrets

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.audit.forms import KeyForm, ReasonForm
from casino.audit.queries import access as access_queries
from casino.audit.services import keys as key_services
from casino.messages import msg
from casino.refusals import NotFound
from casino.web.fields import ActForm
from casino.web.pages import ask, carry_out, show
from casino.web.roles import ClubRequest, page

KEY_BYTES = 32


@page
def keys(request: ClubRequest) -> HttpResponse:
    """The keys of programs: whose, what for, what they open, when last used."""
    return show(request, "audit/keys.html", keys=access_queries.keys(request.club.id))


@page
def new_key(request: ClubRequest) -> HttpResponse:
    """Ask that a program may act here; the accountant approves it."""
    people = [(each.user.pk, str(each.user)) for each in access_queries.members(request.club.id)]
    form = KeyForm(request.POST or None, choices={"user_id": people})
    asked = ask(request, form, key_services.make_key.ask)
    return asked or show(request, "audit/key.html", form)


@page
def show_key(request: ClubRequest, token_id: int) -> HttpResponse:
    """Show a key once, to who asked for it."""
    form, key = ActForm(request.POST or None), secrets.token_urlsafe(KEY_BYTES)
    token = carry_out(request, form, key_services.show_key, token_id=token_id, key=key)
    return show(request, "audit/key_shown.html", form, token=token, shown=token and key)


@page
def revoke_key(request: ClubRequest, token_id: int) -> HttpResponse:
    """End a key, at once."""
    form = ReasonForm(request.POST or None)
    found = [each for each in access_queries.keys(request.club.id) if each.pk == token_id]
    if not found:
        raise NotFound(msg("There is no such key here."))
    if carry_out(request, form, key_services.revoke_key, token_id=token_id):
        return redirect("keys", club=request.club.slug)
    return show(request, "audit/key_end.html", form, token=found[0])
