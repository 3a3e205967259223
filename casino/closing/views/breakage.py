"""Breakage: what may be taken to income, what was, and the club's policy."""

import re
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.closing.forms import LapseForm, PolicyForm, RestoreForm
from casino.closing.queries.breakage import MONTHS, breakage_items, policies
from casino.closing.services import breakage as services
from casino.web.fields import ActForm
from casino.web.pages import ask, carry_out, show
from casino.web.roles import ClubRequest, page, request_stamp

# The ids of their fields: the page has three forms, and each asks for a reason.
POLICY, RESTORING = "policy_%s", "restoring_%s"


@page
def breakage(request: ClubRequest) -> HttpResponse:
    """What may lapse now, what lapsed, and the policy with its earlier versions."""
    return _breakage(request)


@page
def lapse(request: ClubRequest) -> HttpResponse:
    """Ask for the second signature of what is ticked."""
    keys = [(key, key) for key in _keys(request)]
    form = LapseForm(request.POST or None, choices={"items": keys})
    return ask(request, form, services.lapse.ask) or _breakage(request, form)


@page
def change(request: ClubRequest) -> HttpResponse:
    """Ask for another policy."""
    form = PolicyForm(request.POST or None, auto_id=POLICY)
    return ask(request, form, services.change_policy.ask) or _breakage(request, form)


@page
def restore(request: ClubRequest) -> HttpResponse:
    """Owe an item again that lapsed by mistake, or chips that came back."""
    form = RestoreForm(request.POST or None, initial=_asked(request), auto_id=RESTORING)
    if done := carry_out(request, form, services.restore_lapsed):
        return redirect("journal-document", club=request.club.slug, document_id=done.pk)
    return _breakage(request, form)


def _breakage(request: ClubRequest, form: Any = None) -> HttpResponse:
    found = breakage_items(request.club.id, request_stamp(request).gaming_day)
    held = policies(request.club.id)
    shown: dict[str, Any] = {
        "lapsing": [each for each in found if each.cents],
        "lapsed": [each for each in found if each.lapsed_cents],
        "policies": held,
        "lapsing_form": _of(form, LapseForm) or LapseForm(),
        "policy_form": _of(form, PolicyForm) or PolicyForm(initial=_initial(held), auto_id=POLICY),
        "restoring": _of(form, RestoreForm),
    }
    return show(request, "closing/breakage.html", form, **shown)


def _of(form: Any, kind: type[ActForm]) -> Any:
    return form if isinstance(form, kind) else None


def _initial(held: list[Any]) -> dict[str, Any]:
    """Return what the form of a policy begins with: the one in force."""
    names = (*MONTHS.values(), "basis")
    return {name: getattr(held[0], name) for name in names} if held else {}


def _asked(request: ClubRequest) -> dict[str, Any]:
    """Return which item the link names, and how much of it came back."""
    cents = request.GET.get("cents", "")
    known = int(cents) if re.fullmatch(r"[0-9]{1,12}", cents, re.ASCII) else None
    return {"item": request.GET.get("item", "")[:40], "cents": known}


def _keys(request: ClubRequest) -> list[str]:
    now = breakage_items(request.club.id, request_stamp(request).gaming_day)
    return [each.key for each in now if each.cents]
