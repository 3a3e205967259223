"""An elimination that was noted wrongly: undone, or only who won its bounty chip put right."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from casino.messages import msg
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out
from casino.web.roles import ClubRequest, page
from tournaments.forms.knockouts import ChipWinnerForm
from tournaments.models import Knockout, Tournament
from tournaments.queries import tournaments
from tournaments.queries.order import knockout, standings, winners_of
from tournaments.services.chip_winners import correct_chip_winner as correct
from tournaments.services.chip_winners import may_have_won
from tournaments.services.knockouts import undo_knockout as undo
from tournaments.views.shared import form_page, play_address, to_play


@page
def undo_knockout(request: ClubRequest, tournament_id: int, knockout_id: int) -> HttpResponse:
    """Take back a knock-out that was a mistake."""
    found = tournaments.tournament(request.club.id, tournament_id)
    noted, form = knockout(found, knockout_id), ActForm(request.POST or None)
    title = msg("Undo elimination: {player}", player=noted.entry.player)
    return _about(request, noted, form, undo, title)


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
    if carry_out(request, form, service, **where):
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
