"""Structures: planned beside their form, printed for the players; the chips that they are for."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.web.pages import carry_out, show
from casino.web.roles import ClubRequest, may_open, page
from tournaments.forms.desk import typed_levels
from tournaments.forms.structures import ChipStockForm, PlannedForm
from tournaments.models import Announced
from tournaments.queries import tournaments
from tournaments.queries.structures import PlanParams, chip_stock, plan, preset_levels
from tournaments.services.chip_stock import set_chip_stock
from tournaments.views.shared import form_page


@page
def structure_plan(request: ClubRequest) -> HttpResponse:
    """Say what the levels typed come to, and suggest others."""
    form, club_id = PlannedForm(request.GET), request.club.id
    asked = form.asked if form.is_valid() or form.cleaned_data else None
    presets = preset_levels(club_id, asked) if asked else []
    return show(
        request,
        "tournaments/structure_plan.html",
        typed=form,
        presets=[(name, says, typed_levels(levels)) for name, says, levels in presets],
        templates=[(one.name, typed_levels(one.levels)) for one in tournaments.templates(club_id)],
        plan=plan(club_id, asked) if asked and asked.levels else None,
    )


@page
def stock(request: ClubRequest) -> HttpResponse:
    """Note which tournament chips the club has."""
    held = "\n".join(
        f"{value} {quantity or ''}".strip()
        for value, quantity in chip_stock(request.club.id).items()
    )
    form = ChipStockForm(request.POST or None, initial={"chips": held})
    if carry_out(request, form, set_chip_stock):
        return redirect("tournaments", club=request.club.slug)
    return form_page(request, form, title=_("Tournament chips"))


@page
def structure(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """The structure of a tournament as the players read it, to print."""
    found = tournaments.tournament(request.club.id, tournament_id)
    holds = tournaments.version(found)
    return _sheet(
        request, found, holds.stack, holds.levels, begins=found.starts_at, tournament=found
    )


@page
def template_structure(request: ClubRequest, template_id: int) -> HttpResponse:
    """The structure of a template, to print."""
    found = tournaments.template(request.club.id, template_id)
    return _sheet(request, found, found.stack, found.levels, begins=None)


def _sheet(
    request: ClubRequest,
    terms: Announced,
    stack: int,
    levels: Sequence[Sequence[int]],
    *,
    begins: datetime | None,
    **more: Any,
) -> HttpResponse:
    asked = PlanParams(stack=stack, levels=levels, stacks=terms.places)
    found = plan(request.club.id, asked)
    rows, minutes = [], 0
    for step in found.steps:
        at = begins + timedelta(minutes=minutes) if begins else None
        gone = [
            one
            for one in found.color_ups
            if step.number == one.after_level and step.is_break == one.at_break
        ]
        rows.append((step, minutes, at, gone))
        minutes += step.minutes
    return show(
        request,
        "tournaments/structure.html",
        terms=terms,
        stack=stack,
        rows=rows,
        plan=found,
        copies=may_open(request, "template-add"),
        **more,
    )
