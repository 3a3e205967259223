"""What happens around every request."""

import uuid
from collections.abc import Callable
from contextlib import nullcontext
from http import HTTPStatus

import structlog
from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware as Sessions
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from casino.db import looking, unwaited
from casino.refusals import Refusal
from casino.web.disk import disk_full, is_full
from casino.web.roles import LOOKING, ClubMoved, new_addresses
from casino.web.room import PART

SIGNING_IN = ("/sign-in/", "/me/second/")
GetResponse = Callable[[HttpRequest], HttpResponse]


class RequestIdMiddleware:
    """Give each request an id that stands in the log, in the act and in the answer's header."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.request_id = uuid.uuid4().hex  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request.request_id)  # type: ignore[attr-defined]
        response = self.get_response(request)
        response["X-Request-Id"] = request.request_id  # type: ignore[attr-defined]
        return response


class SessionMiddleware(Sessions):
    """
    Django's, but that only a page takes a cookie away: a part of one answers a session that is
    over while the next one begins.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Set the cookie of a session, or take it away."""
        try:
            answer: HttpResponse = super().process_response(request, response)
        except (SessionInterrupted, DatabaseError) as error:
            if is_full(error):
                return disk_full(request)
            raise
        cookie = answer.cookies.get(settings.SESSION_COOKIE_NAME)
        is_page = request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"
        if cookie is not None and not cookie.value and not is_page:
            del answer.cookies[settings.SESSION_COOKIE_NAME]
        return answer


class SignInMiddleware:
    """Lets people in and out while commits wait for a standby that is away (docs/standby.md)."""

    PAGES = ("/sign-in/", "/sign-out/", "/lock/", "/unlock/", "/me/second/authenticate/")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with unwaited() if request.path in self.PAGES else nullcontext():
            return self.get_response(request)


class EncryptedMiddleware:
    """Refuse a program over plain HTTP, where pages are led on: it would go on sending its key."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        of_api = request.path.startswith("/api/")
        if not (settings.SECURE_SSL_REDIRECT and of_api) or request.is_secure():
            return self.get_response(request)
        why = _("The API answers over HTTPS alone. Revoke a key that was sent without it.")
        about = {"type": "about:blank", "title": "Forbidden", "status": 403, "detail": why}
        said = about | {"error": "https_only", "message": why}
        return JsonResponse(said, status=403, content_type="application/problem+json")


class MethodMiddleware:
    """Refuse what no page knows (TRACE, words of one's own); the API says its own methods."""

    KNOWN = ("GET", "HEAD", "OPTIONS", "POST")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method in self.KNOWN or request.path.startswith("/api/"):
            return self.get_response(request)
        return HttpResponseNotAllowed(self.KNOWN)


class PolicyMiddleware:
    """
    Say from where a page may load what, as django-csp writes it: for all answers alike.

    But a browser lets the form of a sign-in lead nowhere else, and a club may have moved.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response, self.policy = get_response, build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        policy = self.policy
        if request.path.startswith(SIGNING_IN) and (addresses := new_addresses()):
            policy = build_policy(update={"form-action": addresses})
        response.headers.setdefault(HEADER, policy)
        return response


class NoStoreMiddleware:
    """Keep figures and names out of every cache; what may be kept says so itself."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class LanguageMiddleware:
    """
    Speak the language that a person chose, or what the browser asks for; the address says nothing.

    For who chose none, the pages of a club go over to the club's (casino.web.roles).
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; the language ends with it."""
        # A session of a password that was changed since is nobody's.
        chosen = getattr(request.user, "language", "") if SESSION_KEY in request.session else ""
        with translation.override(chosen or translation.get_language_from_request(request)):
            return self.get_response(request)


class LookingMiddleware:
    """Ask the database the same thing once for a page that is only looked at."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with looking() if request.method in {"GET", "HEAD"} else nullcontext():
            return self.get_response(request)


class RefusalMiddleware:
    """Show a refusal that no form caught as a page that says what to do next."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Render a refusal with its status, a database that is away as 503; others go on."""
        if is_full(error):
            return disk_full(request)
        if isinstance(error, Refusal):
            return _refused(request, error)
        if isinstance(error, OperationalError | InterfaceError):
            return _away(request)
        return None


def _refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    status = _status_of_moved(request) if isinstance(refusal, ClubMoved) else refusal.status
    page = render(request, "web/refused.html", {"refusal": refusal}, status=status)
    if isinstance(refusal, ClubMoved) and status == refusal.status:
        page["Location"] = refusal.address + request.get_full_path()
    return page


def _status_of_moved(request: HttpRequest) -> int:
    """
    A page is led to its new address; a form, which was signed for this one, says where that is.

    No script may follow to another host: an open page that asks for a part gets a whole one, loads
    itself anew for that, and is led there.
    """
    if request.method not in LOOKING:
        return HTTPStatus.CONFLICT
    is_part = "HX-Request" in request.headers or request.META["QUERY_STRING"] == PART
    return HTTPStatus.OK if is_part else ClubMoved.status


def _away(request: HttpRequest) -> HttpResponse:
    """
    Offer to send the very same form again, under its key: whether it was booked is unknown.

    The template asks the database nothing, not even who is signed in.
    """
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    again = fields if "key" in request.POST else []
    page = render_to_string("503.html", {"path": request.get_full_path(), "again": again})
    return HttpResponse(page, status=503, headers={"Retry-After": "5"})
