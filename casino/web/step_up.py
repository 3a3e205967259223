"""
Who has signed in long ago shows anew who they are before something dangerous: by PIN, code or
passkey, where second factors are required.

What is dangerous says `fresh` in the permissions: roles, keys, webhooks, rules of the club, files
with names.
"""

from typing import Any

from allauth.account.internal.flows.login import (
    AUTHENTICATION_METHODS_SESSION_KEY as RECORDS,
)
from allauth.account.internal.flows.login import get_authentication_records
from allauth.account.signals import authentication_step_completed
from django.conf import settings
from django.dispatch import receiver
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import urlencode

from casino.messages import msg
from casino.refusals import Refusal
from casino.staff.permissions import acting, is_dangerous
from casino.web.interrupted import is_sent, keep_interrupted
from casino.web.session_store import session_now

LOOKING = ("GET", "HEAD")
FRESH_SECONDS = 5 * 60
# Whoever is filling a form in is not asked a second time when it is sent.
FRESH_TO_SEND_SECONDS = 15 * 60
STRONG = {"mfa", "pin"}


class ShowWhoYouAre(Refusal):
    """A session that somebody left open does nothing dangerous."""

    status = 403
    code = "STAFF-009"
    message = msg("Confirm that it is you first.")
    next_step = msg("Type your PIN or the code of your app at /me/again/, then try again.")


def is_fresh(request: Any, seconds: int) -> bool:
    """Return whether the user has shown so lately who they are, by more than the password."""
    if settings.SECOND_FACTOR != "required":
        return True
    records = get_authentication_records(request, request.user)
    latest = max((each["at"] for each in records if each["method"] in STRONG), default=0)
    return session_now(request) - latest < seconds


@receiver(authentication_step_completed)
def date_by_the_database(request: Any, **_: Any) -> None:
    """Date what somebody has just shown by the clock by which it is read."""
    request.session[RECORDS][-1]["at"] = session_now(request)
    request.session.modified = True


def must_confirm(request: Any, *, kind: str = "") -> HttpResponse | None:
    """
    Return what asks a page's user to show who they are, or None where nothing has to be.

    kind: of the proposal that is signed; else the address that is entered decides.
    """
    looks = request.method in LOOKING
    address = request.resolver_match.url_name or ""
    if kind:
        dangerous = not looks and is_dangerous("kinds", kind)
    else:
        acts = not request.roles.isdisjoint(acting(address, request.overrides))
        dangerous = acts and is_dangerous("pages", address)
    if not dangerous or is_fresh(request, FRESH_SECONDS if looks else FRESH_TO_SEND_SECONDS):
        return None
    return again_before(request)


def again_before(request: Any) -> HttpResponse:
    """Lead to the page that asks who it is, and back to what was typed."""
    if is_sent(request):
        keep_interrupted(request)
    return HttpResponseRedirect(
        f"{resolve_url('again')}?{urlencode({'next': request.get_full_path()})}"
    )


def check_fresh(request: Any, *, dangerous: bool) -> None:
    """Raise ShowWhoYouAre at something dangerous; a program's key is all that it has to show."""
    by_key = getattr(request, "auth", None)
    if dangerous and not by_key and not is_fresh(request, FRESH_TO_SEND_SECONDS):
        raise ShowWhoYouAre
