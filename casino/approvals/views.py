"""What waits for a second person."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from casino.approvals import queries, services
from casino.approvals.forms import ApproveForm, RefuseForm
from casino.approvals.models import Proposal
from casino.approvals.services import COMPLETIONS
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.pages import carry_out, live, show
from casino.web.roles import EVERYBODY, page, request_stamp


@page(*EVERYBODY)
def approvals(request: HttpRequest) -> HttpResponse:
    """The queue with the age of each request, and what was decided."""
    at, club_id = timezone.now(), request.club.id
    shown = {
        "open": [_row(request, each) for each in queries.open_proposals(club_id, at=at)],
        "past": [_row(request, each) for each in queries.past_proposals(club_id, at=at)],
    }
    if request.htmx:
        return live(request, "approvals/queue.html", **shown)
    return show(request, "approvals/list.html", **shown)


@page(*EVERYBODY)
def approval(request: HttpRequest, proposal_id: int) -> HttpResponse:
    """One request in full; whoever may, approves it here."""
    found = queries.proposal(request.club.id, proposal_id)
    form = ApproveForm(request.POST or None, initial={"digest": found.digest})
    if request.POST and carry_out(request, form, services.approve, proposal_id=proposal_id):
        return redirect("approval", club=request.club.slug, proposal_id=proposal_id)
    return _proposal(request, found, form)


@page(*EVERYBODY)
def refuse(request: HttpRequest, proposal_id: int) -> HttpResponse:
    """Refuse a request, or take one's own back."""
    found = queries.proposal(request.club.id, proposal_id)
    form = RefuseForm(request.POST or None)
    if request.POST and carry_out(request, form, services.refuse, proposal_id=proposal_id):
        return redirect("approvals", club=request.club.slug)
    return show(request, "approvals/refuse.html", form, **_row(request, found))


def waiting(request: HttpRequest) -> dict[str, Any]:
    """Give every template how many requests wait for its reader; asked only where it is shown."""
    roles = getattr(request, "roles", frozenset())
    operations = [each.operation for each in COMPLETIONS.values() if roles & each.approvers]
    if not operations:
        return {"waiting_approvals": 0}
    club_id, user_id = request.club.id, request.user.id
    count = partial(queries.waiting_for, club_id, user_id, operations, at=timezone.now())
    return {"waiting_approvals": SimpleLazyObject(count)}


def _proposal(request: HttpRequest, found: Proposal, form: ActForm) -> HttpResponse:
    row = _row(request, found)
    consequence = COMPLETIONS[found.operation].consequence
    if consequence and row["is_open"]:
        try:
            row["consequence"] = consequence(request_stamp(request), found.content)
        except Refusal as refusal:
            row["hindrance"] = refusal
    return show(request, "approvals/proposal.html", form, **row)


def _row(request: HttpRequest, found: Proposal) -> dict[str, Any]:
    """Return a proposal with what its reader may do about it."""
    completion = COMPLETIONS[found.operation]
    is_open = found.approved is None and found.expires_at >= timezone.now()
    own = found.proposed_by_id == request.user.id
    approver = bool(request.roles & completion.approvers)
    return {
        "proposal": found,
        "title": completion.title,
        # The app's own words for its operation; without any, the plain content.
        "content_templates": [f"approvals/{found.operation}.html", "approvals/content.html"],
        "is_open": is_open,
        "own": own,
        "may_approve": is_open and approver and not own,
        "may_refuse": is_open and (approver or own),
    }
