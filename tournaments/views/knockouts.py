"""An elimination that was noted wrongly: undone, or only who won its bounty chip put right."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.approvals.models import Proposal
from casino.messages import msg
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out
from casino.web.roles import ClubRequest, page, request_stamp
from tournaments.forms.knockouts import ChipWinnerForm, StopForm, UndoKnockoutForm
from tournaments.models import Knockout, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import latest_award
from tournaments.queries.order import (
    knockout,
    playing,
    standings,
    stopped_together,
    winners_of,
)
from tournaments.services.chip_winners import correct_chip_winner as correct
from tournaments.services.chip_winners import may_have_won
from tournaments.services.knockouts import undo_knockout as undo
from tournaments.services.knockouts import undo_signs
from tournaments.services.stopping import stop_playing as stop
from tournaments.views.shared import form_page, play_address, to_play

STOPS = _(
    "Enter the chips of everybody who stops, as counted now; leave the others empty. "
    "Who stops is placed below who plays on, by the chips; where all stop, they decide all places."
)


@page
def undo_knockout(request: ClubRequest, tournament_id: int, knockout_id: int) -> HttpResponse:
    """Take back a knock-out that was a mistake."""
    found = tournaments.tournament(request.club.id, tournament_id)
    noted = knockout(found, knockout_id)
    needs = undo_signs(request_stamp(request), tournament_id=found.pk, knockout_id=noted.pk)
    form = UndoKnockoutForm(request.POST or None, asks=needs is not None)
    if noted.stopped:
        who = ", ".join(str(one.entry.player) for one in stopped_together(noted))
        title = msg("Take back that they stopped: {players}", players=who)
    else:
        title = msg("Undo elimination: {player}", player=noted.entry.player)
    return _about(request, noted, form, undo.submit, title)


@page
def correct_chip_winner(request: ClubRequest, tournament_id: int, knockout_id: int) -> HttpResponse:
    """Put right who won the bounty chip of an elimination."""
    found = tournaments.tournament(request.club.id, tournament_id)
    noted = knockout(found, knockout_id)
    form = ChipWinnerForm(
        request.POST or None, able=may_have_won(found, noted), initial={"by": noted.by}
    )
    title = msg("Correct who won the chip of {player}", player=noted.entry.player)
    return _about(request, noted, form, correct, title)


@page
def stop_playing(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Note who stops after a deal while the others play on for the places."""
    found = tournaments.tournament(request.club.id, tournament_id)
    award, left = latest_award(found), playing(found)
    stacks = award.proposal.content["stacks"] if award else {}
    form = StopForm(request.POST or None, left=left, stacks=stacks)
    if carry_out(request, form, stop, tournament_id=found.pk):
        return redirect("tournament", club=request.club.slug, tournament_id=found.pk)
    return form_page(request, form, title=_("Stop play"), tournament=found, hint=STOPS)


def _about(
    request: ClubRequest,
    noted: Knockout,
    form: ActForm,
    service: Callable[..., Any],
    title: Title,
) -> HttpResponse:
    """Show what was noted of an elimination, and carry out what is done about it."""
    found: Tournament = noted.entry.tournament
    where = {"tournament_id": found.pk, "knockout_id": noted.pk}
    done = carry_out(request, form, service, **where)
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done:
        return to_play(request, found)
    places = {one.knockout.pk: one.place for one in standings(found) if one.knockout}
    return form_page(
        request,
        form,
        title=title,
        tournament=found,
        back=play_address(request, found),
        noted=noted,
        winners=winners_of([noted])[noted.pk],
        place=places.get(noted.pk),
    )
