"""The claim desk and the way of a claim, page by page."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import redirect

from cashgames.models import Session
from cashgames.queries import tables
from casino.approvals.models import Proposal
from casino.cage.queries.due import payable
from casino.messages import join, msg
from casino.names import with_names
from casino.paging import Page
from casino.refusals import Refusal
from casino.web.attachments import to_keep
from casino.web.fields import ActForm
from casino.web.next_steps import begin_with_typed
from casino.web.pages import ask, carry_out, refuse, show
from casino.web.roles import (
    ClubRequest,
    can_perform,
    may_open,
    may_send,
    page,
    request_stamp,
)
from jackpot.forms import (
    AttachmentForm,
    CheckForm,
    ClaimForm,
    EvidenceForm,
    TakeBackForm,
    TakeOffForm,
    WinnerForm,
    WithdrawForm,
)
from jackpot.models import Claim
from jackpot.queries import claims as claims_queries
from jackpot.queries.clubs import limits
from jackpot.queries.corrected import corrected_shares
from jackpot.services.awards import award_claim, check_base
from jackpot.services.claims import entered_claim, prepare_claim, waits, withdraw_claim
from jackpot.services.evidence import attach_evidence, record_evidence
from jackpot.services.right_guests import correct_share
from jackpot.services.taken_off import take_off_evidence
from jackpot.services.taking_back import (
    SharePaid,
    paid_shares,
    take_back_award,
    take_back_preview,
)

LATELY = timedelta(hours=12)
CLAIMS = 100  # of a page


@page
def claims(request: ClubRequest) -> HttpResponse:
    """Every claim, the latest hand first, whatever became of it."""
    part = Page(CLAIMS, request.GET.get("before", ""))
    found = claims_queries.claims(request.club.id, page=part)
    lately = tables.sessions_since(request.club.id, request.at - LATELY)
    sessions = lately if can_perform(request, "claim_jackpot") else []
    shown = {"claims": found, "next": part.next, "sessions": sessions}
    return show(request, "jackpot/claims.html", **shown)


@page
def claim_desk(request: ClubRequest, session_id: int) -> HttpResponse:
    """Enter a hand; the verdict and what it would pay stand beside it while one types."""
    session = tables.session(request.club.id, session_id)
    form = _claim_form(request, session)
    if request.POST and request.htmx:
        return show(request, "jackpot/verdict.html", **_verdict(request, session, form))
    if claim := carry_out(request, form, prepare_claim, session_id=session_id):
        return redirect("claim", club=request.club.slug, claim_id=claim.id)
    return show(request, "jackpot/claim_desk.html", form, session=session)


@page
def claim(request: ClubRequest, claim_id: int) -> HttpResponse:
    """A claim: its conditions, what it pays, its proof, and the next step."""
    return _claim(request, claims_queries.claim(request.club.id, claim_id))


@page
def evidence(request: ClubRequest, claim_id: int) -> HttpResponse:
    """Write down what proves the hand."""
    found = claims_queries.claim(request.club.id, claim_id)
    form = EvidenceForm(request.POST or None, claim=found, now=request.at)
    if carry_out(request, form, record_evidence, claim_id=claim_id):
        return redirect("claim", club=request.club.slug, claim_id=claim_id)
    return _claim(request, found, evidence=form if request.POST else None)


@page
def attachments(request: ClubRequest, claim_id: int) -> HttpResponse:
    """Attach a paper or a picture."""
    found = claims_queries.claim(request.club.id, claim_id)
    club_id = request.club.id
    form = AttachmentForm(request.POST or None, request.FILES or None, club_id=club_id)
    attached = carry_out(request, form, attach_evidence, claim_id=claim_id)
    if request.POST and request.htmx:
        # Without leaving the page: what is typed beside it stays.
        shown = {
            "claim": found,
            "attachments": claims_queries.attachments(found),
            "may_change": True,
            "may_take_off": may_send(request, "claim-attachment-off"),
        }
        paper = AttachmentForm(club_id=club_id) if attached else form
        return show(request, "jackpot/papers.html", **shown, paper_form=paper)
    if attached:
        return redirect("claim", club=request.club.slug, claim_id=claim_id)
    return _claim(request, found, paper=form if request.POST else None)


@page
def attachment(request: ClubRequest, claim_id: int, attachment_id: int) -> HttpResponse:
    """Download a paper: as a file to keep, never shown inside the site."""
    return to_keep(claims_queries.attachment(request.club.id, claim_id, attachment_id))


@page
def take_off(request: ClubRequest, attachment_id: int) -> HttpResponse:
    """Take a paper off that was attached wrongly."""
    found = claims_queries.paper(request.club.id, attachment_id)
    form = TakeOffForm(request.POST or None)
    done = carry_out(request, form, take_off_evidence.submit, attachment_id=attachment_id)
    if isinstance(done, Proposal):
        return redirect("approval", club=request.club.slug, proposal_id=done.pk)
    if done:
        return redirect("claim", club=request.club.slug, claim_id=found.claim_id)
    return show(request, "jackpot/paper_off.html", form, file=found)


@page
def propose(request: ClubRequest, claim_id: int) -> HttpResponse:
    """Send a claim to the second person."""
    found = claims_queries.claim(request.club.id, claim_id)
    form = ActForm(request.POST or None)
    return ask(request, form, award_claim.ask, claim_id=claim_id) or _claim(
        request, found, propose=form if request.POST else None
    )


@page
def check(request: ClubRequest, claim_id: int) -> HttpResponse:
    """The accountant's check of what a claim is paid from."""
    found = claims_queries.claim(request.club.id, claim_id)
    form = CheckForm(request.POST or None)
    if carry_out(request, form, check_base, claim_id=claim_id):
        return redirect("claim", club=request.club.slug, claim_id=claim_id)
    return _claim(request, found, check=form if request.POST else None)


@page
def withdraw(request: ClubRequest, claim_id: int) -> HttpResponse:
    """Take a claim back that nobody proposed; it stays, with the reason."""
    found = claims_queries.claim(request.club.id, claim_id)
    form = WithdrawForm(request.POST or None)
    if carry_out(request, form, withdraw_claim, claim_id=claim_id):
        return redirect("claim", club=request.club.slug, claim_id=claim_id)
    return show(request, "jackpot/claim_withdraw.html", form, claim=found)


@page
def take_back(request: ClubRequest, claim_id: int) -> HttpResponse:
    """Ask a second person to take back an award, of which the page says what moves."""
    found = claims_queries.claim(request.club.id, claim_id)
    form, ahead = TakeBackForm(request.POST or None), None
    if asked := ask(request, form, take_back_award.ask, claim_id=claim_id):
        return asked
    try:
        ahead = take_back_preview(request_stamp(request), claim_id=claim_id, reason="").content
    except Refusal as refusal:
        refuse(request, form, refusal, take_back_award)
    return show(
        request, "jackpot/claim_take_back.html", form, claim=found, content=with_names(ahead)
    )


@page
def winner(request: ClubRequest, payable_id: int) -> HttpResponse:
    """Ask a second person to owe a share of an award to another guest."""
    owed = payable(request.club.id, payable_id)
    form = WinnerForm(request.POST or None, club_id=request.club.id)
    return ask(request, form, correct_share.ask, payable_id=payable_id) or show(
        request, "jackpot/winner.html", form, owed=owed
    )


@page
def printed_claim(request: ClubRequest, claim_id: int) -> HttpResponse:
    """The claim as a form for the file: A4, with places to sign."""
    found = claims_queries.claim(request.club.id, claim_id)
    return show(request, "jackpot/printed_claim.html", **_shown(found))


def _claim_form(request: ClubRequest, session: Session) -> ClaimForm:
    """Return the form for who sits at a table, or did a short while ago."""
    now = request.at
    seats = tables.seats_since(session.id, now - LATELY)
    dealt = sum(seat.left_at is None for seat in seats)
    return ClaimForm(
        request.POST or None,
        club=request.club,
        session=session,
        seats=seats,
        now=now,
        initial={
            "hand_name": request.GET.get("hand", "")[:100],
            "players_dealt": dealt or "",
            "open_cards_dealt": 4,
        },
    )


def _verdict(request: ClubRequest, session: Session, form: ClaimForm) -> dict[str, Any]:
    """Return the verdict on what is typed so far, or what is still missing."""
    if not form.is_valid():
        return {"claim": None, "missing": _missing(form)}
    try:
        given = prepare_claim.check({"session_id": session.pk, **form.arguments()})
        del given["session_id"]
        found = entered_claim(request_stamp(request), session, **given)
        return _shown(found) | {"missing": ""}
    except Refusal as refusal:
        return {"claim": None, "missing": refusal.message}


def _missing(form: ClaimForm) -> str:
    """Return what a hand lacks for a verdict: fields not filled in yet, else what is wrong."""
    wrong = form.errors.as_data()
    empty = [name for name, errors in wrong.items() if errors[0].code == "required"]
    if len(empty) < len(wrong):
        name = next(each for each in wrong if each not in empty)
        return f"{form[name].label}: {form.errors[name][0]}"
    return msg("Still missing: {missing}.", missing=join(str(form[name].label) for name in empty))


def _claim(request: ClubRequest, found: Claim, **forms: ActForm | None) -> HttpResponse:
    """Show a claim with the forms of what may be done now; a form in error is shown as it is."""
    wrong = next((form for form in forms.values() if form is not None), None)
    desk = can_perform(request, "claim_jackpot") and not found.is_decided
    open_ = desk and not (found.proposal and waits(found.proposal, request.at))
    usual = {
        "evidence": EvidenceForm(claim=found, now=request.at, initial=_recorded(request, found)),
        "paper": AttachmentForm(club_id=request.club.id),
        "propose": ActForm(),
        "check": CheckForm(),
    }
    for form in usual.values():
        begin_with_typed(request, form)
    given = {name: form for name, form in forms.items() if form is not None}
    return show(
        request,
        "jackpot/claim.html",
        wrong,
        **_shown(found),
        missing_evidence=claims_queries.missing_evidence(found, at=request.at),
        may_change=open_,
        may_take_off=may_send(request, "claim-attachment-off"),
        **_taking_back(request, found),
        may_check=may_send(request, "claim-check") and not found.is_decided,
        attachments=claims_queries.attachments(found),
        **{f"{name}_form": form for name, form in (usual | given).items()},
    )


def _taking_back(request: ClubRequest, found: Claim) -> dict[str, Any]:
    """Return whether an award may be taken back now, else what of it was paid, or what hinders."""
    if found.state != Claim.State.AWARDED or not may_open(request, "claim-take-back"):
        return {}
    try:
        take_back_preview(request_stamp(request), claim_id=found.pk, reason="")
    except SharePaid:
        return {"paid_shares": paid_shares(found)}
    except Refusal as refusal:
        return {"stays_for": refusal}
    return {"takes_back": True}


def _recorded(request: ClubRequest, found: Claim) -> dict[str, Any]:
    """Return the evidence as it is typed."""
    names = ("deck_checked_by", "witnesses", "seal_number", "note")
    camera = found.camera_at and found.camera_at.astimezone(ZoneInfo(request.club.timezone))
    shown = {name: getattr(found, name) for name in names}
    return shown | {"camera_at": f"{camera:%H:%M}" if camera else ""}


def _shown(found: Claim) -> dict[str, Any]:
    """Return a claim with what it was paid, or what it would pay now, or why it cannot."""
    shown: dict[str, Any] = {"claim": found, "award": found.award if found.pk else None}
    if shown["award"]:
        shown["corrected_shares"] = corrected_shares(shown["award"])
    shown["recorded"] = claims_queries.recorded(found)
    if found.state in (Claim.State.PREPARED, Claim.State.PROPOSED):
        try:
            shown["preview"] = claims_queries.preview(found)
            shown["blocking"] = claims_queries.blocking_claim(found)
            if found.pk:
                shown["first_found"] = claims_queries.first_found_cents(found)
                shown["base_checked_at"] = claims_queries.base_checked_at(found)
            shown["needs_check"] = limits(found.club_id).needs_check(
                shown["preview"].award.total_cents, bad_beat=found.verdict["bad_beat"]
            )
        except Refusal as refusal:
            shown["hindrance"] = refusal
    return shown
