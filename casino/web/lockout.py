"""
What slows down who guesses passwords: a counter for each account and device, with growing waits.

A browser in which somebody has signed in before is a device known for that name. Its tries are
counted apart, so that what strangers try from the same address keeps nobody from the desk.
"""

import math
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.handlers.proxy import AxesProxyHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.db.models import Max, Sum
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from casino.db import now
from casino.staff.models import User
from casino.staff.rules import MAX_WAIT, growing_wait

GetResponse = Callable[[HttpRequest], HttpResponse]
MAX_NAME_LENGTH = 150
COOKIE = settings.COOKIE_PREFIX + "device"
SALT = "casino.web.lockout"
REMEMBERED = timedelta(days=180)
MAX_NAMES = 30
# Between a name and the device that knows it; no sign-in name holds a line's end.
AT = "\n"


def counted_as(request: HttpRequest, credentials: dict[str, Any] | None = None) -> str:
    """Return under what a try is counted: the name, however typed, and the device that knows it."""
    given = (credentials or {}).get("username") or request.POST.get("username", "")
    name = str(given)[:MAX_NAME_LENGTH].casefold().replace(AT, " ")
    device = _device(request)
    return f"{name}{AT}{device['id']}" if _mark(name) in device["names"] else name


class Lockout(AxesDatabaseHandler):  # type: ignore[misc]
    """Closes the door for as long as the wrong tries of an account and device ask for."""

    def is_locked(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> bool:
        """Return whether one has to wait."""
        return self.wait(request, credentials) > timedelta(0)

    def wait(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> timedelta:
        """Return how long the door stays closed."""
        AxesProxyHandler.update_request(request)
        at = now()  # of one clock, whichever web node was tried
        request.axes_attempt_time = at  # type: ignore[attr-defined]
        found = self.get_user_attempts(request, credentials)[0].aggregate(
            wrong=Sum("failures_since_start"), latest=Max("attempt_time")
        )
        wait = wait_after(found["wrong"] or 0)
        return max(found["latest"] + wait - at, timedelta(0)) if wait else wait


def wait_after(wrong: int) -> timedelta:
    """Return how long one waits after so many wrong tries."""
    return growing_wait(wrong - settings.AXES_FAILURE_LIMIT)


def is_known(request: HttpRequest, username: str) -> bool:
    """Return whether somebody has signed in with this browser before, with all it takes."""
    return _mark(username) in _device(request)["names"]


def address_is_spent(request: HttpRequest) -> bool:
    """Return whether unknown devices have tried too many names from here; known ones go on."""
    if AT in counted_as(request):
        return False
    tried = AccessAttempt.objects.filter(
        ip_address=request.META.get("REMOTE_ADDR"),
        attempt_time__gte=now() - MAX_WAIT,
    ).exclude(username__contains=AT)
    wrong = tried.aggregate(wrong=Sum("failures_since_start"))["wrong"] or 0
    return bool(wrong >= settings.SIGN_IN_TRIES_OF_AN_ADDRESS)


def minutes(wait: timedelta) -> int:
    """Return a wait in minutes, at least one."""
    return max(1, math.ceil(wait / timedelta(minutes=1)))


def too_many_tries(wait: timedelta) -> str:
    """Return what is said to who has to wait, in the reader's language."""
    return ngettext(
        "Too many failed attempts. Try again in {number} minute, or ask the manager.",
        "Too many failed attempts. Try again in {number} minutes, or ask the manager.",
        minutes(wait),
    ).format(number=minutes(wait))


class DeviceMiddleware:
    """Let a browser keep that somebody has signed in with it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if name := getattr(request, "signed_in_as", None):
            device = _device(request)
            device["names"] = [_mark(name), *device["names"]][:MAX_NAMES]
            response.set_cookie(
                COOKIE,
                signing.dumps(device, salt=SALT),
                max_age=REMEMBERED,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response


@receiver(user_logged_in)
def know_device(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Note that this browser is known for a name from now on."""
    if _mark(user.username) not in _device(request)["names"]:
        request.signed_in_as = user.username  # type: ignore[attr-defined]


def _device(request: HttpRequest) -> dict[str, Any]:
    try:
        device = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=REMEMBERED)
    except signing.BadSignature:
        return {"id": secrets.token_hex(8), "names": []}
    return dict(device)


def _mark(name: str) -> str:
    return salted_hmac(SALT, name.casefold()).hexdigest()[:16]
