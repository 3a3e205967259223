"""One way for every form: check it, carry it out, say what was refused; and panels that follow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, TypeVar, cast
from zlib import crc32

import segno
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from casino.house.models import Club
from casino.house.queries import book_on
from casino.refusals import Refusal
from casino.staff.permissions import PermissionOverrides, is_shown
from casino.web.fields import ActForm
from casino.web.interrupted import is_shown_again
from casino.web.next_steps import (
    begin_with_typed,
    forget_typed,
    keep_typed,
    next_step,
    unknown_guest,
)
from casino.web.requested import to_request
from casino.web.roles import LOOKING, ClubRequest, may_send, request_stamp

R = TypeVar("R")
# In the reader's language when it is shown.
Title = str | Promise
WRONG_INPUT, NOTHING_NEW = 422, 204
# What a job does is no act: its panel asks by itself.
WORKING = "every 2s"
# So old a panel may be in what time alone changes: minutes open, who is due.
SHARED_SECONDS = 10


def carry_out(
    request: ClubRequest, form: ActForm, service: Callable[..., R], **more: Any
) -> R | None:
    """
    Call a service with a form's values; None when the form is wrong or the house refuses.

    The form then holds the errors, and its `refusal` the status, paragraph and next step. Raises
    the Refusal of what could not happen whatever were typed, instead of a page that asks for it.
    What was carried out under the form's key is answered as at first.
    """
    if not form.is_bound:
        check_possible(request, service, more)
    if not form.is_valid() or is_shown_again(request):
        _offer_guest(request, form, service)
        return cast("R | None", _sent_before(request, form, service))
    try:
        done = service(request_stamp(request, form.act_key), **form.arguments(), **more)
        forget_typed(request, form)
        return done
    except Refusal as refusal:
        if (done := _sent_before(request, form, service)) is None:
            refuse(request, form, refusal, service)
        return cast("R | None", done)


def _sent_before(request: ClubRequest, form: ActForm, service: Callable[..., Any]) -> Any:
    """Return what the act did under the form's key, None where it did nothing."""
    again = getattr(getattr(service, "__self__", service), "sent_before", None)
    return again(request, form) if again else None


def _offer_guest(request: ClubRequest, form: ActForm, service: Callable[..., Any]) -> None:
    """Let a form whose guest the club does not know yet lead to adding them, and back."""
    name = unknown_guest(form)
    at_the_till = getattr(request.resolver_match, "url_name", "") == "move-chips"  # it adds them
    if name and not at_the_till and may_send(request, "player-add"):
        keep_typed(request, form, _act_name(service))
        form.new_guest = name


def check_possible(request: Any, service: Callable[..., Any], known: Mapping[str, Any]) -> None:
    """Raise what keeps an act from happening now; a page that others read, too, is shown anyway."""
    check = getattr(getattr(service, "__self__", service), "check_possible", None)
    looks = request.method in LOOKING and not is_shown(request.resolver_match.url_name or "")
    if check and looks:
        check(request_stamp(request), known)


def refuse(
    request: ClubRequest, form: ActForm, refusal: Refusal, service: Callable[..., Any]
) -> None:
    """Let a form say why the house refuses it, and lead to the next step and back."""
    step = next_step(request, refusal, form)
    if step.address:
        keep_typed(request, form, _act_name(service))
    form.refuse(refusal, paragraph=_paragraph(request, refusal), next_step=step)


def ask(
    request: ClubRequest, form: ActForm, service: Callable[..., Any], **more: Any
) -> HttpResponse | None:
    """Ask for a second signature and go to what was asked; None where that was refused."""
    asked = carry_out(request, form, service, **more)
    return None if asked is None else to_request(request, asked)


def _act_name(service: Callable[..., Any]) -> str:
    """Return the name of the act that a form asks for: an act, its `submit`, or what wraps one."""
    inner = getattr(service, "__self__", service)
    name: str = getattr(inner, "name", "") or getattr(inner, "__name__", "").strip("_")
    return name


def _paragraph(request: ClubRequest, refusal: Refusal) -> str:
    """Return what the paragraph of a refusal says, where the book of today knows it."""
    if refusal.source is None:
        return ""
    stamp = request_stamp(request)
    return book_on(stamp.club_id, stamp.gaming_day).paragraphs.get(refusal.source, "")


def show(
    request: HttpRequest, template: str, form: ActForm | None = None, /, **context: Any
) -> HttpResponse:
    """Render a page; one with a form in error has the status of what went wrong."""
    status = 200
    if form is not None:
        if not form.is_bound:
            begin_with_typed(request, form)
        form.focus()
        if form.refusal:
            status = form.refusal.status
        elif form.is_bound:
            status = WRONG_INPUT
    page = render(request, template, context | {"form": form}, status=status)
    add_never_cache_headers(page)  # "back" draws a fresh form, and nothing after the sign-out
    return page


def qr(text: str, *, scale: int = 3, svgclass: str = "segno") -> SafeString:
    """Return the QR code of a text, as a drawing inside a page."""
    drawn = segno.make(text, error="m", micro=False)
    # Modules only: nothing of the text is in it.
    return SafeString(drawn.svg_inline(scale=scale, svgclass=svgclass, lineclass=None))


def live(
    request: HttpRequest, template: str, trigger: str = "news", /, **context: Any
) -> HttpResponse:
    """
    Answer a panel that asks: the panel with its version, or 204 when it is on screen already.

    trigger: when it asks again; "news" of acts, else what htmx knows.
    """
    return _follows(request, render_to_string(template, context, request), trigger)


@dataclass(frozen=True, kw_only=True, slots=True)
class Audience:
    """For whom a panel is drawn: in place of a request, so that nothing in it is one person's."""

    club: Club
    roles: frozenset[str]
    overrides: PermissionOverrides
    at: datetime


def live_for_many(
    request: ClubRequest, template: str, draws: Callable[[Club], dict[str, Any]], version: str
) -> HttpResponse:
    """
    Answer as `live` does a panel that is the same for all who may do the same.

    draws: what it shows of a club; asked once for an address, a language, roles with what they may,
    and a version, the word for everything that acts changed. The template finds club and `Audience`
    alone: no user, no token.
    """
    who = Audience(
        club=request.club, roles=request.roles, overrides=request.overrides, at=request.at
    )
    rights = (sorted(who.roles), sorted(map(repr, who.overrides.items())))
    kept = repr((template, request.path, get_language(), who.club.pk, rights, version))
    key = sha256(kept.encode()).hexdigest()
    panel: SafeString | None = caches["panels"].get(key)
    if panel is None:
        context = {"request": who, "club": who.club, **draws(who.club)}
        panel = render_to_string(template, context)
        caches["panels"].set(key, panel, SHARED_SECONDS)
    return _follows(request, panel, "news")


def _follows(request: HttpRequest, panel: SafeString, trigger: str) -> HttpResponse:
    version = f"{crc32(panel.encode()):08x}"
    if request.GET.get("v") == version:
        return HttpResponse(status=NOTHING_NEW)
    asked = request.GET.copy()
    asked["v"] = version
    address = f"{request.path}?{asked.urlencode()}"
    frame = {"panel": panel, "address": address, "trigger": trigger}
    return HttpResponse(render_to_string("web/live.html", frame))
