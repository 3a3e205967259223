"""What waits for a second person."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.functional import SimpleLazyObject

from casino.approvals import queries, services
from casino.approvals.forms import AloneForm, ApproveForm, ConfirmForm, RefuseForm, SignHereForm
from casino.approvals.models import Proposal
from casino.approvals.queries import digest_of_all, shown_digest
from casino.approvals.services import COMPLETIONS
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import act_entries
from casino.paging import Page
from casino.refusals import Refusal
from casino.staff.permissions import named, proposing, signing
from casino.staff.services import NotABadge, badge_holder, is_badge
from casino.web.fields import ActForm
from casino.web.next_steps import next_step
from casino.web.pages import NOTHING_NEW, carry_out, live, show
from casino.web.requested import page_about
from casino.web.roles import ClubRequest, may_open, page, request_stamp
from casino.web.sign_in import colleague
from casino.web.step_up import must_confirm

# A slip of theirs is a part of what came of it.
CLOSES = ("cage.close_shift", "cage.force_close")
# So many decided ones a page lists.
PAST = 50


@page
def approvals(request: ClubRequest) -> HttpResponse:
    """The queue with the age of each request, and what was decided."""
    at, club_id, to = request.at, request.club.id, _reader(request)
    open_ = queries.open_proposals(club_id, at=at, to=to)
    waiting = [(each, _row(request, each)) for each in open_]
    part = Page(PAST, request.GET.get("before", ""))
    past = queries.past_proposals(club_id, at=at, to=to, page=part)
    shown = {
        "open": [row | _ahead(request, each, row) for each, row in waiting],
        "alone": [_row(request, each) for each in queries.unconfirmed(club_id, to=to)],
        "past": [_row(request, each) for each in past],
        "next": part.next,
    }
    if request.htmx:
        return live(request, "approvals/queue.html", **shown)
    return show(request, "approvals/list.html", **shown)


@page
def approval(request: ClubRequest, proposal_id: int) -> HttpResponse:
    """One request in full; whoever may, approves it here."""
    found = queries.proposal(request.club.id, proposal_id, to=_reader(request))
    if request.htmx:
        return _follows(request, found)
    several = queries.belonging(found, at=request.at)
    if first := must_confirm(request, kind=found.operation):
        return first
    form = ApproveForm(request.POST or None, initial={"digest": digest_of_all(several)})
    key = form.act_key if form.is_valid() else None
    together = services.goes_together(found, at=request.at, key=key)
    approve = services.approve_together if together else services.approve
    if carry_out(request, form, approve, proposal_id=proposal_id):
        return redirect("approval", club=request.club.slug, proposal_id=proposal_id)
    return _proposal(request, found, form)


def _follows(request: ClubRequest, found: Proposal) -> HttpResponse:
    """Let an open request's page be drawn anew once it is decided, or can be."""
    row = _row(request, found)
    state = _state(row | _ahead(request, found, row))
    if request.GET.get("state") == state:
        return HttpResponse(status=NOTHING_NEW)
    return HttpResponse(headers={"HX-Refresh": "true"})


def _state(row: dict[str, Any]) -> str:
    """Return what a request's page hangs on that others do: whether it waits, and is hindered."""
    hindered = "hindered" if "hindrance" in row else "clear"
    return hindered if row["is_open"] else "over"


@page
def sign_here(request: ClubRequest, proposal_id: int) -> HttpResponse:
    """A second person signs at the screen of the one who asks, by name or badge, and PIN."""
    found = queries.proposal(request.club.id, proposal_id, to=_reader(request))
    several = queries.belonging(found, at=request.at)
    form = _sign_form(request, digest_of_all(several))
    sign: Callable[..., list[Proposal]] = partial(_sign, request)
    signed = None if form.refusal else carry_out(request, form, sign, proposal_id=proposal_id)
    if signed:
        return redirect("approval", club=request.club.slug, proposal_id=proposal_id)
    return _proposal(request, found, form, template="approvals/sign.html")


def _sign_form(request: ClubRequest, digest: str) -> ActForm:
    """
    Return the form of who signs; a badge that is scanned stands there by its holder's name.

    A scanner ends with Enter: without a PIN yet, the form asks for it. The code is written nowhere.
    """
    sent, initial = request.POST.dict(), {"digest": digest}
    if not is_badge(sent.get("username", "")):
        return SignHereForm(request.POST or None, initial=initial)
    try:
        name = badge_holder(request.club.id, sent["username"]).username
    except NotABadge as refusal:
        form = SignHereForm(initial=initial)
        form.refusal, form.next_step = refusal, next_step(request, refusal, form)
        return form
    scanned = sent | {"username": name} if sent.get("secret") else None
    return SignHereForm(scanned, initial=initial | {"username": name})


def _sign(
    request: ClubRequest, stamp: Stamp, *, username: str, secret: str, **what: Any
) -> list[Proposal]:
    """Approve in the name of who signs."""
    return services.approve_at_screen(stamp, by=colleague(request, username, secret), **what)


@page
def alone(request: ClubRequest, proposal_id: int) -> HttpResponse:
    """In an emergency the manager does alone what is listed; a red slip says so."""
    found = queries.proposal(request.club.id, proposal_id, to=_reader(request))
    form = AloneForm(request.POST or None, initial={"digest": shown_digest(found)})
    if carry_out(request, form, services.approve_alone, proposal_id=proposal_id):
        return redirect("approval-slip", club=request.club.slug, proposal_id=proposal_id)
    return _proposal(request, found, form, template="approvals/alone.html")


@page
def slip(request: ClubRequest, proposal_id: int) -> HttpResponse:
    """The red slip of what one person did alone."""
    found = queries.proposal(request.club.id, proposal_id, to=_reader(request))
    if not found.emergency:
        return redirect("approval", club=request.club.slug, proposal_id=proposal_id)
    return show(request, "approvals/slip.html", **_row(request, found))


@page
def confirm(request: ClubRequest, proposal_id: int) -> HttpResponse:
    """Confirm what somebody did alone."""
    found = queries.proposal(request.club.id, proposal_id, to=_reader(request))
    form = ConfirmForm(request.POST or None)
    if carry_out(request, form, services.confirm, proposal_id=proposal_id):
        return redirect("approvals", club=request.club.slug)
    return show(request, "approvals/confirm.html", form, **_row(request, found))


@page
def refuse(request: ClubRequest, proposal_id: int) -> HttpResponse:
    """Refuse a request, or take one's own back."""
    found = queries.proposal(request.club.id, proposal_id, to=_reader(request))
    form = RefuseForm(request.POST or None)
    if carry_out(request, form, services.refuse, proposal_id=proposal_id):
        return redirect("approvals", club=request.club.slug)
    return show(request, "approvals/refuse.html", form, **_row(request, found))


def waiting(request: ClubRequest) -> dict[str, Any]:
    """Give every template how many requests wait for its reader; asked only where it is shown."""
    if not getattr(request, "roles", None):
        return {"waiting_approvals": 0}
    return {"waiting_approvals": SimpleLazyObject(partial(_waiting, request))}


def _waiting(request: ClubRequest) -> int:
    """Count what the reader may approve, and confirm of what somebody did alone."""
    operations = [kind for kind in COMPLETIONS if request.roles & signing(kind, request.overrides)]
    confirms = may_open(request, "approval-confirm")
    who = (request.club.id, request.user.id)
    return queries.waiting_for(*who, operations, confirms=confirms, at=request.at)


def _reader(request: ClubRequest) -> Q:
    return queries.readable(request.user.id, request.roles, request.overrides)


def _proposal(
    request: ClubRequest,
    found: Proposal,
    form: ActForm,
    *,
    template: str = "approvals/proposal.html",
) -> HttpResponse:
    row = _row(request, found)
    booked = act_entries(found.club_id, found.decision_act_id or 0) if found.approved else []
    slips = [entry for entry in booked if entry.number]
    row |= _ahead(request, found, row) | _nobody_else(request, found, row)
    row |= {"slips": slips, "state": _state(row)}
    if found.approved and (not slips or found.operation.startswith(CLOSES)):
        row |= {"came_of_it": page_about(request, found)}
    return show(request, template, form, **row)


def _nobody_else(request: ClubRequest, found: Proposal, row: dict[str, Any]) -> dict[str, Any]:
    """Return whose an own request is that nobody else may approve, and who else may ask for it."""
    if not (row["is_open"] and row["own"]):
        return {}
    if not queries.is_signed_by_nobody(found, request.overrides):
        return {}
    seconds = signing(found.operation, request.overrides)
    others = proposing(found.operation, request.overrides) - request.roles
    return {"only": named(seconds), "askers": named(others)}


def _ahead(request: ClubRequest, found: Proposal, row: dict[str, Any]) -> dict[str, Any]:
    """Return what an open request would bring, or what stands in its way."""
    ahead = COMPLETIONS[found.operation].ahead
    if not ahead or not row["is_open"]:
        return {"consequence": {}}
    try:
        return {"consequence": ahead(request_stamp(request), found)}
    except Refusal as refusal:
        return {"hindrance": refusal}


def _shown_together(request: ClubRequest, several: list[Proposal]) -> list[Proposal]:
    """Return what is approved together as its reader sees it: guests by name."""
    return [services.shown_to(each, request.user.id, at=request.at) for each in several]


def _took_part(request: ClubRequest, found: Proposal) -> bool:
    """Return whether who reads a request leaves it to another person, as they took part in it."""
    if request.user.id not in queries.took_part(found):
        return False
    return not one_person_suffices(request_stamp(request))


def _row(request: ClubRequest, found: Proposal) -> dict[str, Any]:
    """Return a proposal with what its reader may do about it."""
    completion = COMPLETIONS[found.operation]
    is_open = found.approved is None and found.expires_at >= request.at
    own = found.proposed_by_id == request.user.id
    approver = (
        bool(request.roles & signing(completion.operation, request.overrides))
        and request.user.id not in found.not_by
    )
    involved = is_open and not own and _took_part(request, found)
    several = queries.belonging(found, at=request.at) if is_open else [found]
    first_two = (found.proposed_by_id, found.decided_by_id)
    return {
        "proposal": services.shown_to(found, request.user.id, at=request.at),
        "title": completion.title,
        # The app's own words for its operation, else its act; without any, the plain content.
        "content_templates": [
            f"approvals/{name}.html" for name in (found.operation, completion.first_kind, "content")
        ],
        "is_open": is_open,
        "own": own,
        "involved": involved,
        "several": _shown_together(request, several) if len(several) > 1 else [],
        "several_cents": sum(each.content.get("cents", 0) for each in several),
        "digest": digest_of_all(several),
        "may_approve": is_open and approver and not own and not involved,
        "may_refuse": is_open and (approver or own),
        "signers": named(signing(completion.operation, request.overrides)),
        "blind": bool(completion.blind),
        "may_sign_here": is_open and not completion.blind and (own or involved or not approver),
        "may_alone": is_open and completion.emergency and may_open(request, "approval-alone"),
        "may_confirm": may_open(request, "approval-confirm") and request.user.id not in first_two,
        "age": request.at - found.proposed_at,
        "cents": found.content.get("cents", found.content.get("total_cents")),
    }
