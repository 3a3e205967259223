"""The jackpot's pages."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from cashgames.queries.pools import fed_now
from casino.house.models import Club
from casino.ledger.queries.balances import account_id
from casino.ledger.queries.version import version
from casino.web.fields import ActForm
from casino.web.pages import carry_out, live_for_many, show
from casino.web.roles import ClubRequest, page, request_stamp
from jackpot.forms import OpenForm, RenameForm
from jackpot.models import Jackpot
from jackpot.queries import levels as levels_queries
from jackpot.queries.levels import LevelAtClose
from jackpot.services.pools import (
    open_jackpot,
    reinstate_jackpot,
    rename_jackpot,
    retire_jackpot,
)


@page
def levels(request: ClubRequest) -> HttpResponse:
    """Every jackpot: its pool, the level fixed at the last close, and the levels before."""
    if request.htmx:
        known = version(*levels_queries.sharing(request.club.pk))
        return live_for_many(request, "jackpot/levels_panel.html", _jackpots, known)
    found = _jackpots(request.club)
    shared = any(len(each["level"].held_cents) > 1 for each in found["jackpots"])
    stamp = request_stamp(request)
    lacks = levels_queries.lacks_pool(stamp.club_id, today=stamp.gaming_day)
    return show(request, "jackpot/levels.html", **found, shared=shared, lacks_pool=lacks)


@page
def open_pool(request: ClubRequest) -> HttpResponse:
    """Open a jackpot, where a book adopted later has one, or for the money of another."""
    form = OpenForm(request.POST or None)
    if carry_out(request, form, open_jackpot):
        return redirect("jackpot", club=request.club.slug)
    fed = Jackpot.objects.filter(id=fed_now(request.club.pk) or 0).first()
    return show(request, "jackpot/open.html", form, fed=fed)


@page
def rename_pool(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """Call a jackpot otherwise, where its name was mistyped."""
    found = levels_queries.jackpot(request.club.pk, jackpot_id)
    form = RenameForm(request.POST or None)
    if carry_out(request, form, rename_jackpot, jackpot_id=jackpot_id):
        return redirect("pool", club=request.club.slug, jackpot_id=jackpot_id)
    return show(request, "jackpot/rename.html", form, jackpot=found)


@page
def retire_pool(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """Let an empty jackpot be offered nowhere any more."""
    return _given_up(request, jackpot_id, retire_jackpot)


@page
def reinstate_pool(request: ClubRequest, jackpot_id: int) -> HttpResponse:
    """Use a jackpot again."""
    return _given_up(request, jackpot_id, reinstate_jackpot)


def _given_up(request: ClubRequest, jackpot_id: int, act: Any) -> HttpResponse:
    found = levels_queries.jackpot(request.club.pk, jackpot_id)
    form = ActForm(request.POST or None)
    if carry_out(request, form, act, jackpot_id=jackpot_id):
        return redirect("pool", club=request.club.slug, jackpot_id=jackpot_id)
    return show(request, "jackpot/retire.html", form, jackpot=found)


def _jackpots(club: Club) -> dict[str, Any]:
    """Return what the levels show to everybody."""
    found = levels_queries.jackpots(club.pk)
    return {
        "jackpots": [_shown(club.pk, each) for each in found if each.retired_at is None],
        "retired": [each for each in found if each.retired_at],
    }


def _shown(club_id: int, jackpot: Jackpot) -> dict[str, Any]:
    history = levels_queries.history(jackpot)
    return {
        "level": levels_queries.level(jackpot),
        "account_id": account_id(club_id, "jackpot:pool", jackpot.id),
        "history": history,
        "rows": [
            _row(fixed, before)
            for fixed, before in zip(history, [*history[1:], None], strict=False)
        ],
    }


def _row(fixed: LevelAtClose, before: LevelAtClose | None) -> dict[str, Any]:
    """Return a level with what came and went since the one before."""
    change = fixed.level_cents - (before.level_cents if before else 0)
    return {"fixed": fixed, "change_cents": change}
