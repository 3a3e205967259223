"""How long a session lasts: idle it locks or ends, after twelve hours it ends in any case."""

from collections import Counter
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from casino.messages import msg
from casino.refusals import Refusal
from casino.web.api import PerUser
from casino.web.interrupted import INTERRUPTED, forget_old, keep_locked
from casino.web.session_store import session_now

GetResponse = Callable[[HttpRequest], HttpResponse]
LOCKED = 423
# The instant of the latest act is written at most so often.
GRAIN_SECONDS = 60
# What somebody opens who still has to get a second factor.
OPEN_WITHOUT = ("/me/", "/sign-out/", "/static/")
# What somebody opens whose password was made by somebody else.
OPEN_WITHOUT_OWN = ("/me/password/", "/sign-out/", "/static/")


OWN_PAGES = ("/me/", "/unlock/")


class SendsTooOften(Refusal):
    """Whoever tries passwords, codes and PINs of the person who is signed in is slowed down."""

    status = 429
    code = "STAFF-008"
    message = msg("Too many requests. Try again in a minute.")


class OwnPages(PerUser):
    """Counts what a user sends to the pages of their own sign-in, in windows of time."""

    scope = "own"
    counts: Counter[tuple[int, int | str]] = Counter()


class OwnPagesMiddleware:
    """Slows down who sends a lot to the pages of the sign-in of whoever is signed in."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        sends = request.method == "POST" and request.path.startswith(OWN_PAGES)
        if not sends or OwnPages().allow_request(request, None):
            return self.get_response(request)
        refusal = SendsTooOften()
        return render(request, "web/refused.html", {"refusal": refusal}, status=refusal.status)


class SessionLimits:
    """Ends or locks sessions; a panel that asks for news by itself is no sign of a person."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, unless the session is over or locked."""
        if SESSION_KEY in request.session:
            # Whose it was is known to who keeps what is sent to one that has just ended.
            request.session_of = request.session[SESSION_KEY]  # type: ignore[attr-defined]
            _age(request, session_now(request))
            forget_old(request)
        if request.session.get("locked") and request.path not in _open_doors():
            keep_locked(request)
            path = {"path": request.get_full_path()}
            return render(request, "web/locked.html", path, status=LOCKED)
        if request.session.get("needs_password") and not request.path.startswith(OPEN_WITHOUT_OWN):
            return redirect("my-password")
        if request.session.get("needs_factor") and not request.path.startswith(OPEN_WITHOUT):
            return redirect("mfa_activate_totp")
        return self.get_response(request)


def _age(request: HttpRequest, now: int) -> None:
    session = request.session
    began, seen = session.get("began_at"), session.get("seen_at", now)
    if began is None:
        session["began_at"] = session["seen_at"] = now
        return
    if now - began > settings.SESSION_LONGEST_SECONDS:
        end(request)
    elif now - seen > settings.SESSION_IDLE_SECONDS:
        lock(request) if session.get("has_pin") else end(request)
    elif now - seen >= GRAIN_SECONDS and not _asks_by_itself(request):
        session["seen_at"] = now


def end(request: HttpRequest) -> None:
    """End a session; what was sent to it under the lock waits for its sender's next one."""
    kept = request.session.get(INTERRUPTED)
    logout(request)
    if kept:
        request.session[INTERRUPTED] = kept


def lock(request: HttpRequest) -> None:
    """Lock a session until its PIN or its password."""
    request.session["locked"] = True


def unlock(request: HttpRequest) -> None:
    """Let a session go on."""
    request.session.pop("locked", None)
    request.session["seen_at"] = session_now(request)


def _asks_by_itself(request: HttpRequest) -> bool:
    """Return whether no person asks; a page where somebody types says so as it asks for news."""
    asks = request.method == "GET" and "HX-Request" in request.headers
    return asks and "typing" not in request.GET


def _open_doors() -> set[str]:
    return {reverse(name) for name in ("unlock", "lock", "sign-out", "sign-in")}
