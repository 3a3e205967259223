"""Entries and accounts, as the ledger holds them."""

import re
from datetime import date
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.approvals.queries import approved_by
from casino.bank.queries.accounts import line_of
from casino.countroom.queries import unseen
from casino.countroom.rules import AFTER_THE_COUNT
from casino.ledger.queries import balances, documents
from casino.messages import msg
from casino.paging import Page
from casino.players.queries import names
from casino.refusals import BadInput
from casino.staff.models import User
from casino.web.converters import DayConverter
from casino.web.pages import show
from casino.web.roles import ClubRequest, page, request_stamp

ENTRIES = 100


@page
def entry(request: ClubRequest, entry_id: int) -> HttpResponse:
    """Why: the paragraphs, inputs and ledger lines of one entry."""
    found = documents.entry(request.club.id, entry_id)
    if found is None:
        raise Http404(_("There is no such entry in this club."))
    return show(
        request,
        "reports/entry.html",
        entry=found,
        names=names({found.player_id} if found.player_id else set()),
        statement_line=line_of(request.club.id, entry_id),
        actor=User.objects.filter(id=found.actor_id or 0).first(),
        asked_by=_asked_by(found.act_id),
    )


def _asked_by(act_id: int) -> User | None:
    """Return who asked for what a second person approved, None where one person did it."""
    asked = approved_by([act_id]).get(act_id)
    return asked.proposed_by if asked and not asked.alone else None


@page
def accounts(request: ClubRequest) -> HttpResponse:
    """The trial balance as of now."""
    return redirect("report", club=request.club.slug, name="balance")


@page
def account(request: ClubRequest, account_id: int) -> HttpResponse:
    """An account's entries, of one gaming day if asked for."""
    found = balances.account(request.club.id, account_id)
    if found is None:
        raise Http404(_("There is no such account in this club."))
    day = _day_asked(request.GET.get("day", ""))
    part = Page(ENTRIES, request.GET.get("before", ""))
    entries = documents.account_entries(request.club.id, account_id, day=day, page=part)
    rows = [
        (each, sum(line.cents for line in each.lines if line.account_id == account_id))
        for each in entries
    ]
    moved = balances.turnovers(request.club.id, day) if day else []
    turnover = next((each for each in moved if each.account.id == account_id), None)
    stamp = request_stamp(request)
    shown: dict[str, Any] = {"rows": rows, "day": day, "turnover": turnover, "next": part.next}
    if unseen(stamp).hides(found.code, day or stamp.gaming_day, found.ref):
        shown |= {"turnover": None, "after_the_count": AFTER_THE_COUNT}
    return show(request, "reports/account.html", account=found, **shown)


def _day_asked(text: str) -> date | None:
    """Return the gaming day that an address asks for. Raises BadInput for what is no day."""
    if not text:
        return None
    try:
        if re.fullmatch(DayConverter.regex, text):
            return date.fromisoformat(text)
    except ValueError:  # no calendar has it
        pass
    raise BadInput(msg("Write a day like 2026-11-21."), field="day")
