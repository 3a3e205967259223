"""An announced tournament changes: its terms, its structure."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.approvals.models import Proposal
from casino.web.pages import ask, carry_out
from casino.web.roles import ClubRequest, page
from tournaments.forms.changing import StructureForm, TermsForm
from tournaments.forms.structures import PlanForm
from tournaments.queries import tournaments
from tournaments.services import changing
from tournaments.views.shared import back_to, form_page


@page
def change_tournament(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Change what was announced; the start at once, all else with a second person."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form = TermsForm(request.POST or None, club=request.club, tournament=found)
    change = changing.change_tournament.submit
    done = carry_out(request, form, change, tournament_id=tournament_id)
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done:
        return back_to(request, tournament_id)
    return form_page(request, form, title=_("Change tournament"), tournament=found)


@page
def propose_structure(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Ask a second person to change stack and levels."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form = StructureForm(request.POST or None, holds=tournaments.version(found))
    planned = PlanForm(initial={"players": max(len(tournaments.unrefunded(found)), 2)})
    asked = ask(request, form, changing.change_structure.ask, tournament_id=tournament_id)
    title = _("Change structure")
    return asked or form_page(
        request, form, title=title, tournament=found, wide=True, planned=planned, asks=True
    )
