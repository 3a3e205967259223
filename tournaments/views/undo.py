"""The last act on the floor, shown with what its undoing changes."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from casino.web.pages import carry_out
from casino.web.roles import ClubRequest, page
from tournaments.forms.undo import UndoForm
from tournaments.queries import tournaments
from tournaments.services.undo import NothingToUndo, last_act, needs_reason
from tournaments.services.undo import undo_last as undo
from tournaments.views.shared import floor_page, to_floor


@page
def undo_last(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Show what happened last, by whom, and what changes; then take it back."""
    found, at = tournaments.tournament(request.club.id, tournament_id), request.at
    last = last_act(found, at)
    if last is None:
        raise NothingToUndo
    form = UndoForm(
        request.POST or None,
        initial={"undone_act_id": last.act_id},
        asks=needs_reason(last, by=request.user.pk, at=at),
    )
    if carry_out(request, form, undo, tournament_id=tournament_id):
        return to_floor(request, tournament_id)
    shown: dict[str, Any] = {"template": "tournaments/undo.html", "last": last}
    return floor_page(request, form, title=_("Undo"), tournament=found, **shown)
