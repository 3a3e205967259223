"""
A form that was sent to a session that was locked or over: kept until its sender is back.

It then stands on its page as it was typed, for the same person, once, and is sent by nobody else.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial, wraps
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.middleware.csrf import CsrfViewMiddleware
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache

from casino.db import WouldWrite, glance
from casino.refusals import Refusal
from casino.staff.services import is_badge
from casino.web.session_store import session_now

INTERRUPTED = "interrupted"
KEPT_SECONDS = 15 * 60
# As much as is kept; a longer form is not.
MAX_CHARACTERS = 50_000
# Who the page was drawn for: its script says so, as a session that is over does not.
TYPED_BY = "typed_by"
OK, WRONG_INPUT = 200, 422
View = Callable[..., HttpResponseBase]


def keeps_typed(view: View) -> View:
    """Keep what is sent to a view by nobody who is signed in, or while the session is locked."""

    @wraps(view)
    def kept(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        if request.method == "POST" and not request.user.is_authenticated:
            keep_interrupted(request)
        return view(request, **arguments)

    kept.keeps_typed = True  # type: ignore[attr-defined]
    return kept


def keep_locked(request: HttpRequest) -> None:
    """Keep what was sent under the lock, where its view would have: before any view is asked."""
    try:
        view = resolve(request.path_info).func
    except Resolver404:
        return
    keeps = request.method == "POST" and getattr(view, "keeps_typed", False)
    if keeps and _is_ours(request, view):
        keep_interrupted(request)


def _is_ours(request: HttpRequest, view: View) -> bool:
    """Return whether a page of this site sent it, which Django asks before the view alone."""
    check = CsrfViewMiddleware(lambda _: None)  # type: ignore[arg-type]
    return check.process_view(request, view, (), {}) is None


def keep_interrupted(request: HttpRequest) -> None:
    """Keep what was sent, without secrets, badges and files, where it is known who typed it."""
    by = str(getattr(request, "session_of", None) or request.POST.get(TYPED_BY, ""))
    left_out = _secrets() | {"csrfmiddlewaretoken", TYPED_BY}
    typed = {
        name: given
        for name, given in request.POST.lists()
        if name not in left_out and not any(is_badge(text) for text in given)
    }
    size = sum(len(text) for name, given in typed.items() for text in (name, *given))
    if by.isdecimal() and size <= MAX_CHARACTERS:
        at = session_now(request)
        kept = {"address": request.get_full_path(), "by": int(by), "typed": typed, "at": at}
        request.session[INTERRUPTED] = kept


@cache
def _secrets() -> frozenset[str]:
    """Return the names of all fields of secrets."""
    return frozenset(
        name
        for form in _below(forms.BaseForm)
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, forms.PasswordInput)
    )


def _below(form: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
    below: list[type[forms.BaseForm]] = form.__subclasses__()
    for each in below:
        yield each
        yield from _below(each)


def typed_before(request: HttpRequest, address: str) -> QueryDict | None:
    """Return what the reader typed into a form for an address; None without one."""
    kept = request.session.get(INTERRUPTED)
    if (
        not kept
        or (kept["address"], kept.get("by")) != (address, request.user.pk)
        or _is_old(request)
    ):
        return None
    typed = QueryDict(mutable=True)
    for name, given in kept["typed"].items():
        typed.setlist(name, given)
    typed._mutable = False  # noqa: SLF001  (Django's own way, too)
    return typed


def interrupted(request: HttpRequest, address: str) -> dict[str, Any]:
    """Return what a form for an address begins with, its key as `key`; {} where nothing waits."""
    typed = typed_before(request, address)
    if typed is None:
        return {}
    try:
        key = UUID(typed.get("key", ""))
    except ValueError:
        return {}
    return typed.dict() | {"key": key}


def own_form(view: View) -> View:
    """Let a form of one's own account, which has no secrets, stand there again as it was typed."""

    @keeps_typed
    @never_cache
    @login_required
    @wraps(view)
    def guarded(request: Any, **arguments: Any) -> HttpResponseBase:
        draw = partial(view, request, **arguments)
        return shown_again(request, draw) or draw()

    return guarded


def is_sent(request: HttpRequest) -> bool:
    """Return whether a form is sent now, and not only shown as it was typed before."""
    return bool(request.POST) and not is_shown_again(request)


def is_shown_again(request: Any) -> bool:
    """Return whether a page is drawn only to show what was typed into it before."""
    return getattr(request, "is_shown_again", False)


def shown_again(request: Any, draw: Callable[[], HttpResponseBase]) -> HttpResponseBase | None:
    """
    Return a page as it is drawn where a form on it was wrong: with what was typed before.

    draw: its view, for which the request is the one that was interrupted, but that `carry_out`
    carries nothing out and the database takes nothing. None where there is nothing to show.
    """
    looks = request.method == "GET" and "HX-Request" not in request.headers
    typed = typed_before(request, request.get_full_path()) if looks else None
    if typed is None:
        return None
    found, request.POST = request.POST, typed
    request.method, request.is_shown_again = "POST", True
    try:
        with glance("WITH"):
            page = draw()
    except (Refusal, WouldWrite, DatabaseError, PermissionDenied, Http404):
        return None
    finally:
        request.method, request.POST, request.is_shown_again = "GET", found, False
    if page.status_code not in {OK, WRONG_INPUT}:
        return None
    page.status_code = OK
    forget_interrupted(request)
    return page


def forget_interrupted(request: HttpRequest) -> None:
    """Forget it once it is shown, or it is known whether it was booked."""
    request.session.pop(INTERRUPTED, None)


def forget_old(request: HttpRequest) -> None:
    """Forget what nobody came back to."""
    if INTERRUPTED in request.session and _is_old(request):
        forget_interrupted(request)


def _is_old(request: HttpRequest) -> bool:
    at: int = request.session[INTERRUPTED]["at"]
    return session_now(request) - at > KEPT_SECONDS


@receiver(user_logged_in)
def forget_of_others(sender: Any, request: HttpRequest, user: Any, **_: Any) -> None:
    """Forget what somebody else typed here."""
    if request.session.get(INTERRUPTED, {}).get("by") != user.pk:
        forget_interrupted(request)
