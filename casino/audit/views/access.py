"""The pages of who comes in: roles, leavers, badges, new sign-ins."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.audit import exports
from casino.audit.forms import DismissForm, ReasonForm, ReviewForm, RoleForm, WithdrawRoleForm
from casino.audit.queries import access as access_queries
from casino.audit.services import access as access_services
from casino.audit.services import badges
from casino.messages import msg
from casino.refusals import NotFound
from casino.staff.models import Badge, User
from casino.web.downloads import as_download
from casino.web.fields import ActForm
from casino.web.pages import ask, carry_out, qr, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp

A_QUARTER = timedelta(days=92)


@page
def access(request: ClubRequest) -> HttpResponse:
    """Who has which access, who left, who approves what; the auditor's look once a quarter."""
    form = ReviewForm(request.POST or None) if may_send(request, "access") else None
    if form and carry_out(request, form, access_services.review_access):
        return redirect("access", club=request.club.slug)
    today = request_stamp(request).gaming_day
    return show(
        request,
        "audit/access.html",
        form,
        members=access_queries.members(request.club.id),
        leavers=access_queries.leavers(request.club, first=today - A_QUARTER, last=today),
        reviews=access_queries.reviews(request.club.id),
    )


@page
def access_file(request: ClubRequest) -> HttpResponse:
    return as_download(
        exports.access_csv(access_queries.members(request.club.id)),
        f"{request.club.slug}_access.csv",
    )


@page
def give_role(request: ClubRequest) -> HttpResponse:
    """Propose a role for somebody; the accountant approves it."""
    form = RoleForm(request.POST or None)
    return _ask_for_code(request, form, access_services.give_role.ask) or show(
        request, "audit/role.html", form
    )


def _ask_for_code(
    request: ClubRequest, form: ActForm, service: Callable[..., Any], **more: int
) -> HttpResponse | None:
    """Go to the request: who signs it finds a half of the code there, who signs alone both."""
    asked = carry_out(request, form, service, **more)
    return asked and redirect("approval", club=request.club.slug, proposal_id=asked.pk)


@page
def dismiss(request: ClubRequest, user_id: int) -> HttpResponse:
    """End somebody's access, at once."""
    member = _member(request, user_id)
    webhooks = access_queries.webhooks_added_by(request.club.id, member)
    form = DismissForm(request.POST or None, without=() if webhooks else ("keeps_webhooks",))
    if carry_out(request, form, access_services.dismiss, user_id=user_id):
        return redirect("access", club=request.club.slug)
    return show(
        request,
        "audit/dismiss.html",
        form,
        member=member,
        only_accountant=access_queries.is_only_accountant(request.club.id, member),
        keys=access_queries.keys_asked_for(request.club.id, member),
        webhooks=webhooks,
    )


@page
def withdraw_role(request: ClubRequest, user_id: int) -> HttpResponse:
    """Take one role back from somebody, at once; the others stay."""
    member, form = _member(request, user_id), WithdrawRoleForm(request.POST or None)
    if carry_out(request, form, access_services.withdraw_role, user_id=user_id):
        return redirect("access", club=request.club.slug)
    return show(request, "audit/role_withdraw.html", form, member=member)


@page
def renew(request: ClubRequest, user_id: int) -> HttpResponse:
    """Ask that somebody who lost password or phone begins anew."""
    member, form = _member(request, user_id), ReasonForm(request.POST or None)
    asked = _ask_for_code(request, form, access_services.renew_sign_in.ask, user_id=user_id)
    return asked or show(request, "audit/renew.html", form, member=member)


@page
def issue_badge(request: ClubRequest, user_id: int) -> HttpResponse:
    """Propose a badge for somebody; the accountant approves it."""
    member, form = _member(request, user_id), ReasonForm(request.POST or None)
    return ask(request, form, badges.issue_badge.ask, user_id=user_id) or show(
        request, "audit/badge_issue.html", form, member=member
    )


@page
def revoke_badge(request: ClubRequest, user_id: int) -> HttpResponse:
    """Let somebody's badge be void, at once."""
    member, form = _member(request, user_id), ReasonForm(request.POST or None)
    if carry_out(request, form, badges.revoke_badge, user_id=user_id):
        return redirect("access", club=request.club.slug)
    return show(request, "audit/badge_revoke.html", form, member=member)


@page
def print_badge(request: ClubRequest, badge_id: int) -> HttpResponse:
    """Show the card of a badge, this once."""
    found = Badge.objects.filter(club=request.club, revoked_at=None, id=badge_id)
    badge = found.select_related("user").first()
    if badge is None:
        raise NotFound(msg("There is no such badge."))
    form = ActForm(request.POST or None)
    printed = carry_out(request, form, badges.print_badge, badge_id=badge_id)
    code = printed.code if printed else ""
    return show(request, "audit/badge.html", form, badge=badge, picture=code and qr(code))


def _member(request: ClubRequest, user_id: int) -> User:
    """Return who has access to the club. Raises NotFound."""
    member = User.objects.filter(id=user_id, memberships__club=request.club).first()
    if member is None:
        raise NotFound(msg("This person has no access here."))
    return member
