"""Where a refusal's next step is taken, and what was typed until one comes back from there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest
from django.urls import NoReverseMatch, get_resolver, reverse

from casino.house.vocabulary import act_title
from casino.messages import Message
from casino.refusals import Refusal
from casino.staff.permissions import acting, whom_to_ask
from casino.web.roles import may_send
from casino.web.session_store import session_now

DRAFT = "draft"
DRAFT_SECONDS = 15 * 60
# In an address: the form of this page begins with what was typed when it was refused.
TYPED = "typed"


@dataclass(frozen=True, kw_only=True, slots=True)
class NextStep:
    """What to do after a refusal; address: where the reader does it, else whose it is."""

    says: Message | None
    address: str = ""
    whose: Message | None = None


def next_step(request: Any, refusal: Refusal, form: forms.Form | None = None) -> NextStep:
    """Return what to do after a refusal, for who reads it."""
    name = refusal.next_page
    if not (name and refusal.next_step and getattr(request, "roles", None)):
        return NextStep(says=refusal.next_step)
    if not may_send(request, name):
        return NextStep(says=refusal.next_step, whose=whose(request, name))
    return NextStep(says=refusal.next_step, address=_address(request, name, refusal.about, form))


def whose(request: Any, name: str) -> Message | None:
    """Return whom to ask about a page, by the name of its address."""
    return whom_to_ask(acting(name, request.overrides))


def _address(request: Any, name: str, about: Mapping[str, Any], form: forms.Form | None) -> str:
    """Return the address of a page; "" where neither refusal, form nor page say of what."""
    typed = {
        f"{field}_id": getattr(value, "pk", value)
        for field, value in getattr(form, "cleaned_data", {}).items()
        if value
    }
    known = typed | request.resolver_match.kwargs | dict(about)
    for _, parameters in get_resolver().reverse_dict.getlist(name)[0][0]:
        try:
            return reverse(name, kwargs={each: known[each] for each in parameters})
        except (KeyError, NoReverseMatch):
            continue
    return ""


def keep_typed(request: Any, form: forms.Form, act: str) -> None:
    """
    Keep what was typed into a refused form for when the reader comes back to it.

    act: its name. Neither secrets nor what the page itself wrote are kept: a form that is drawn
    again has a new key, and the digest of what is signed then.
    """
    request.session[DRAFT] = {
        "form": _kind(form),
        "address": request.path,
        "act": act,
        "typed": {field.name: field.data for field in form.visible_fields() if not _secret(field)},
        "at": session_now(request),
    }


def _secret(field: forms.BoundField) -> bool:
    return isinstance(field.field.widget, forms.PasswordInput | forms.FileInput)


def forget_typed(request: HttpRequest, form: forms.Form) -> None:
    """Forget what was typed before, once a form of the kind is carried out."""
    if request.session.get(DRAFT, {}).get("form") == _kind(form):
        del request.session[DRAFT]


def begin_with_typed(request: HttpRequest, form: forms.Form) -> None:
    """Let a form begin with what was typed, where the reader comes back to it."""
    kept = _kept(request)
    if kept and TYPED in request.GET and _belongs(kept, request, form):
        form.initial |= kept["typed"]
        del request.session[DRAFT]


@dataclass(frozen=True, kw_only=True, slots=True)
class Unfinished:
    """A refused form that waits for its reader: what its act is called, and where it is."""

    title: Message
    address: str


def unfinished(request: Any) -> Unfinished | None:
    """Return the form to which the reader of a page may come back."""
    kept = _kept(request)
    if not kept or kept["address"] == request.path:
        return None
    return Unfinished(title=act_title(kept["act"]), address=f"{kept['address']}?{TYPED}=1")


# What a guest's box says of a name that no guest of the club has.
UNKNOWN = "unknown"


def unknown_guest(form: forms.Form) -> str:
    """Return the name that was typed where the club knows no such guest; "" for a mere code."""
    typed = form.errors.as_data().get("player", []) if form.is_bound else []
    unknown = any(error.code == UNKNOWN for error in typed)
    name = str(form.data.get("player", "")).strip() if unknown else ""
    return name if any(map(str.isalpha, name)) and "/" not in name else ""


def go_on_with_guest(request: Any, name: str, code: int) -> str:
    """Return where who was added under a name is asked for, with all else that was typed there."""
    kept = _kept(request)
    if not kept or kept["typed"].get("player") != name:
        return ""
    kept["typed"]["player"] = str(code)
    request.session.modified = True
    return f"{kept['address']}?{TYPED}=1"


def _kept(request: Any) -> dict[str, Any] | None:
    """Return what was typed, None where nothing was or it is too old."""
    kept: dict[str, Any] | None = request.session.get(DRAFT)
    return kept if kept and session_now(request) - kept["at"] <= DRAFT_SECONDS else None


def _belongs(kept: dict[str, Any], request: HttpRequest, form: forms.Form) -> bool:
    return bool(kept["address"] == request.path and kept["form"] == _kind(form))


def _kind(form: forms.Form) -> str:
    return f"{type(form).__module__}.{type(form).__qualname__}"
