"""A form that was sent when the session was over: kept until its sender has signed in again."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponseBase

from casino.web.session_store import session_now

INTERRUPTED = "interrupted"
KEPT_SECONDS = 15 * 60
View = Callable[..., HttpResponseBase]


def keeps_typed(*names: str) -> Callable[[View], View]:
    """Keep the key and these fields of what is sent to a view by nobody who is signed in."""

    def around(view: View) -> View:
        @wraps(view)
        def kept(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
            if request.method == "POST" and not request.user.is_authenticated:
                typed = {name: request.POST.get(name, "") for name in ("key", *names)}
                sent = {"address": request.path, "typed": typed, "at": session_now(request)}
                request.session[INTERRUPTED] = sent
            return view(request, **arguments)

        return kept

    return around


def interrupted(request: HttpRequest, address: str) -> dict[str, Any]:
    """Return what was typed, with the key as `key`, into a form for an address; {} without one."""
    sent: dict[str, Any] | None = request.session.get(INTERRUPTED)
    if not sent or sent["address"] != address or session_now(request) - sent["at"] > KEPT_SECONDS:
        return {}
    typed: dict[str, Any] = sent["typed"]
    try:
        return typed | {"key": UUID(typed["key"])}
    except ValueError:
        return {}


def forget_interrupted(request: HttpRequest) -> None:
    """Forget it once it is known whether it was booked."""
    request.session.pop(INTERRUPTED, None)
