"""The pages of who did what, who may, and what stands out."""

import re
import secrets
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers

from casino.approvals import queries as approval_queries
from casino.approvals.services import COMPLETIONS
from casino.audit import exports
from casino.audit.forms import (
    CodeForm,
    KeyForm,
    PermissionForm,
    ProfileForm,
    ReasonForm,
    ReviewForm,
    RoleForm,
    SearchForm,
)
from casino.audit.queries import (
    access as access_queries,
)
from casino.audit.queries import (
    acts as acts_queries,
)
from casino.audit.queries import codes
from casino.audit.queries import (
    exceptions as exceptions_queries,
)
from casino.audit.queries.acts import ActSearch
from casino.audit.services import access as access_services
from casino.audit.services import badges, controls
from casino.audit.services import keys as key_services
from casino.audit.services.access import WrongCode
from casino.house.queries import (
    club_stamp,
    control_profile,
    control_profiles,
    permission_history,
)
from casino.messages import msg
from casino.refusals import NotFound
from casino.staff.models import Badge, Role, User
from casino.staff.permissions import actions, kept_apart
from casino.web.fields import ActForm
from casino.web.lockout import Lockout, too_many_tries
from casino.web.pages import WRONG_INPUT, ask, carry_out, qr, show
from casino.web.roles import ClubRequest, may_send, page, request_stamp

A_QUARTER = timedelta(days=92)
MAX_IN_A_FILE, KEY_BYTES = 100_000, 32


@page
def acts(request: ClubRequest) -> HttpResponse:
    """The audit trail: every command that changed anything, the latest first, looked through."""
    form, asked = _asked(request)
    rows = [
        (act, user, acts_queries.changes(request.club.id, act.id))
        for act, user in acts_queries.acts(request.club, asked)
    ]
    shown = {"rows": rows, "sealed": acts_queries.sealed_up_to(request.club.id)}
    return show(request, "audit/acts.html", search=form, asked=request.GET.urlencode(), **shown)


@page
def acts_file(request: ClubRequest) -> HttpResponse:
    """The acts that were looked for, as a file."""
    _, asked = _asked(request)
    found = acts_queries.acts(request.club, asked, limit=MAX_IN_A_FILE)
    return _file("trail", exports.trail_csv(found))


@page
def exceptions(request: ClubRequest) -> HttpResponse:
    """What stands out: taken back, set aside, refused, done alone, papers read."""
    form, span = _span(request)
    rows = exceptions_queries.exceptions(request.club, **span)
    return show(request, "audit/exceptions.html", rows=rows, search=form, **span)


@page
def exceptions_file(request: ClubRequest) -> HttpResponse:
    _, span = _span(request)
    rows = exceptions_queries.exceptions(request.club, **span)
    return _file("exceptions", exports.exceptions_csv(rows))


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
    return _file("access", exports.access_csv(access_queries.members(request.club.id)))


@page
def give_role(request: ClubRequest) -> HttpResponse:
    """Propose a role for somebody; the accountant approves it."""
    form = RoleForm(request.POST or None)
    return ask(request, form, access_services.give_role.ask) or show(
        request, "audit/role.html", form
    )


@page
def dismiss(request: ClubRequest, user_id: int) -> HttpResponse:
    """End somebody's access, at once."""
    member, form = _member(request, user_id), ReasonForm(request.POST or None)
    if carry_out(request, form, access_services.dismiss, user_id=user_id):
        return redirect("access", club=request.club.slug)
    return show(request, "audit/dismiss.html", form, member=member)


@page
def renew(request: ClubRequest, user_id: int) -> HttpResponse:
    """Ask that somebody who lost password or phone begins anew."""
    member, form = _member(request, user_id), ReasonForm(request.POST or None)
    asked = ask(request, form, access_services.renew_sign_in.ask, user_id=user_id)
    return asked or show(request, "audit/renew.html", form, member=member)


@page
def code(request: ClubRequest, proposal_id: int) -> HttpResponse:
    """One's own half of the code of somebody whom two let in, to be read out or printed."""
    proposal = approval_queries.proposal(request.club.id, proposal_id)
    halves = codes.halves_for(proposal, request.user.id, at=timezone.now())
    if not halves:
        raise NotFound(msg("There is no code of yours here, or it was used."))
    until = proposal.decided_at and proposal.decided_at + codes.LASTS
    shown = {"proposal": proposal, "halves": halves, "until": until}
    return show(request, "audit/code.html", **shown)


@page
def keys(request: ClubRequest) -> HttpResponse:
    """The keys of programs: whose, what for, what they open, when last used."""
    return show(request, "audit/keys.html", keys=access_queries.keys(request.club.id))


@page
def new_key(request: ClubRequest) -> HttpResponse:
    """Ask that a program may act here; the accountant approves it."""
    form = KeyForm(request.POST or None, club_id=request.club.id)
    asked = ask(request, form, key_services.make_key.ask)
    return asked or show(request, "audit/key.html", form)


@page
def show_key(request: ClubRequest, token_id: int) -> HttpResponse:
    """Show a key once, to who asked for it."""
    form, key = ActForm(request.POST or None), secrets.token_urlsafe(KEY_BYTES)
    token = carry_out(request, form, key_services.show_key, token_id=token_id, key=key)
    return show(request, "audit/key_shown.html", form, token=token, shown=token and key)


@page
def revoke_key(request: ClubRequest, token_id: int) -> HttpResponse:
    """End a key, at once."""
    form = ReasonForm(request.POST or None)
    found = [each for each in access_queries.keys(request.club.id) if each.pk == token_id]
    if not found:
        raise NotFound(msg("There is no such key here."))
    if carry_out(request, form, key_services.revoke_key, token_id=token_id):
        return redirect("keys", club=request.club.slug)
    return show(request, "audit/key_end.html", form, token=found[0])


def choose_password(request: HttpRequest) -> HttpResponse:
    """Choose a password with a code from two people; wrong ones count like wrong passwords."""
    form = CodeForm(request.POST or None)
    if request.POST and form.is_valid() and _chosen(request, form, **form.cleaned_data):
        return redirect(f"{reverse('sign-in')}?chosen")
    status = WRONG_INPUT if form.is_bound else 200
    answer = render(request, "registration/code.html", {"form": form}, status=status)
    add_never_cache_headers(answer)
    return answer


def _chosen(
    request: HttpRequest, form: CodeForm, *, username: str, password: str, **halves: str
) -> bool:
    """Return whether the password was chosen; the form says why not."""
    credentials = {"username": username}
    if wait := Lockout().wait(request, credentials):
        form.add_error(None, too_many_tries(wait))
        return False
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user and _choose(user, password=password, **halves):
        return True
    user_login_failed.send(sender=User, credentials=credentials, request=request)
    said = (WrongCode.message, WrongCode.next_step)
    form.add_error(None, [each.localized() for each in said if each])
    return False


def _choose(user: User, *, first: str, second: str, password: str, again: str) -> bool:
    at = timezone.now()
    for proposal in codes.open_to(user, at=at):
        stamp = club_stamp(proposal.club, at=at, actor_id=user.pk)
        with suppress(WrongCode):
            access_services.choose_password(
                stamp, proposal_id=proposal.pk, first=first, second=second, password=password
            )
            return True
    return False


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


@page
def permissions(request: ClubRequest) -> HttpResponse:
    """Who may do what here, with its source, and what differs from the usual."""
    return show(
        request,
        "audit/permissions.html",
        rows=access_queries.permissions(request.overrides),
        changes=[
            (actions()[each.action].title, each)
            for each in permission_history(request.club.id)
            if each.action in actions()
        ],
        alone=[each.title for each in COMPLETIONS.values() if each.emergency],
        apart=kept_apart(),
        all_roles=Role,
    )


@page
def profile(request: ClubRequest) -> HttpResponse:
    """Which controls hold here, since when and by whom; others are proposed."""
    in_force = control_profile(request.club.id, at=timezone.now())
    form = None
    if may_send(request, "profile"):
        form = ProfileForm(request.POST or None, initial={"profile": in_force})
    return (form and ask(request, form, controls.change_profile.ask)) or show(
        request,
        "audit/profile.html",
        form,
        in_force=in_force,
        profiles=control_profiles(request.club.id),
    )


@page
def change_permissions(request: ClubRequest, action: str) -> HttpResponse:
    """Propose who acts, who is the second and who reads; the accountant approves it."""
    row = actions().get(action)
    if row is None:
        raise NotFound(msg("There is no such row."))
    here = row.here(request.overrides)
    now = {name: sorted(getattr(here, name)) for name in ("acts", "seconds", "reads")}
    form = PermissionForm(request.POST or None, initial=now, usual=row.usual)
    return ask(request, form, controls.change_permissions.ask, action=action) or show(
        request, "audit/permission.html", form, row=row
    )


def _member(request: ClubRequest, user_id: int) -> User:
    """Return who has access to the club. Raises NotFound."""
    member = User.objects.filter(id=user_id, memberships__club=request.club).first()
    if member is None:
        raise NotFound(msg("This person has no access here."))
    return member


def _asked(request: ClubRequest) -> tuple[SearchForm, ActSearch]:
    """Return the form, and what it asks; what cannot be read asks nothing."""
    form = SearchForm(request.GET or None)
    values: dict[str, Any] = form.cleaned_data if form.is_bound and form.is_valid() else {}
    before = request.GET.get("before", "")
    before_id = int(before) if re.fullmatch(r"[0-9]{1,18}", before) else None
    return form, ActSearch(**values, before_id=before_id)


def _span(request: ClubRequest) -> tuple[SearchForm, dict[str, Any]]:
    """Return the form, and the days from one to another; a week up to today without any."""
    form, asked = _asked(request)
    today = request_stamp(request).gaming_day
    last = asked.last or today
    return form, {"first": asked.first or last - timedelta(days=7), "last": last}


def _file(name: str, content: bytes) -> HttpResponse:
    head = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(content, content_type="text/csv", headers=head)
