"""A form that Django's check of forgery refuses: most often of a page older than one's sign-in."""

from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.middleware import csrf
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from casino.web.interrupted import INTERRUPTED, TYPED_BY, keep_interrupted

# How Django begins to say that a form's token is not the session's.
OTHER_TOKEN = "CSRF token from "  # noqa: S105


def refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """
    Say what happened and lead back.

    What was typed is kept where a page of this site sent it for who is signed in.
    """
    is_old = reason.startswith(OTHER_TOKEN)
    is_kept = is_old and _keep(request)
    shown = {
        "is_old": is_old,
        "no_cookie": reason == csrf.REASON_NO_CSRF_COOKIE,
        "is_kept": is_kept,
        "back": request.get_full_path() if is_kept else _came_from(request),
    }
    return render(request, "web/old_page.html", shown, status=HTTPStatus.FORBIDDEN)


def _keep(request: HttpRequest) -> bool:
    """Keep what was typed, where it is sure who typed it, and here; return whether."""
    view = request.resolver_match.func if request.resolver_match else None
    # Where one of these says where a form is from, Django has looked at it before the token.
    from_here = "Origin" in request.headers or request.is_secure()
    own = request.POST.get(TYPED_BY) == str(request.user.pk)
    if not (from_here and own and getattr(view, "keeps_typed", False)):
        return False
    request.session.pop(INTERRUPTED, None)
    keep_interrupted(request)
    return INTERRUPTED in request.session


def _came_from(request: HttpRequest) -> str:
    """Return the page of this site that sent it, else one's first one."""
    sent_by = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(sent_by, request.get_host()):
        return reverse("home")
    parts = urlsplit(sent_by)
    return parts.path + (f"?{parts.query}" if parts.query else "")
