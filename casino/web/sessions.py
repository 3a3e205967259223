"""How long a session lasts: idle it locks or ends, after twelve hours it ends in any case."""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import SESSION_KEY, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

GetResponse = Callable[[HttpRequest], HttpResponse]
LOCKED = 423
# The instant of the latest act is written at most so often.
GRAIN_SECONDS = 60
# What somebody opens who still has to get a second factor.
OPEN_WITHOUT = ("/me/", "/sign-out/", "/static/")
# What somebody opens whose password was made by somebody else.
OPEN_WITHOUT_OWN = ("/me/password/", "/sign-out/", "/static/")


class SessionLimits:
    """Ends or locks sessions; a panel that asks for news by itself is no sign of a person."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, unless the session is over or locked."""
        if SESSION_KEY in request.session:
            _age(request, int(time.time()))
        if request.session.get("locked") and request.path not in _open_doors():
            return render(request, "web/locked.html", {"path": request.path}, status=LOCKED)
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
        logout(request)
    elif now - seen > settings.SESSION_IDLE_SECONDS:
        lock(request) if session.get("has_pin") else logout(request)
    elif now - seen >= GRAIN_SECONDS and not _asks_by_itself(request):
        session["seen_at"] = now


def lock(request: HttpRequest) -> None:
    """Lock a session until its PIN or its password."""
    request.session["locked"] = True


def unlock(request: HttpRequest) -> None:
    """Let a session go on."""
    request.session.pop("locked", None)
    request.session["seen_at"] = int(time.time())


def _asks_by_itself(request: HttpRequest) -> bool:
    return request.method == "GET" and "HX-Request" in request.headers


def _open_doors() -> set[str]:
    return {reverse(name) for name in ("unlock", "lock", "sign-out", "sign-in")}
