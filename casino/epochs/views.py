"""The pages of a restored office: its epoch, what was lost, how it was settled."""

from django.http import HttpResponse

from casino.approvals.queries import open_proposals
from casino.epochs.forms import GoneForm, SettleForm
from casino.epochs.queries.standing import lost_acts, standing
from casino.epochs.services.settling import GONE, SETTLE, declare_copy_gone, settle
from casino.web.pages import ask, show
from casino.web.roles import ClubRequest, may_send, page

SHOWN = 300


@page
def epoch(request: ClubRequest) -> HttpResponse:
    """In which epoch the office is, and what its restore lost: settled by two, a few at a time."""
    rows = lost_acts(request.club.pk)
    left = [each for each in rows if each.settled is None][:SHOWN]
    offered = [(each.row.pk, str(each.row.act_id)) for each in left]
    form = SettleForm(request.POST or None, choices={"lost_ids": offered})
    waiting = open_proposals(request.club.pk, at=request.at)
    return ask(request, form, settle.ask) or show(
        request,
        "epochs/epoch.html",
        form,
        standing=standing(request.club.pk),
        left=left,
        settled=[each for each in rows if each.settled],
        asked=[each for each in waiting if each.operation in (SETTLE, GONE)],
        settles=may_send(request, "epoch") and bool(left),
        may_declare=may_send(request, "epoch-gone"),
    )


@page
def gone(request: ClubRequest) -> HttpResponse:
    """Say that the copy outside is gone; a second person confirms it."""
    form = GoneForm(request.POST or None)
    return ask(request, form, declare_copy_gone.ask) or show(request, "epochs/gone.html", form)
