"""A code of two halves: shown to the two who let somebody in, typed by who comes in."""

from contextlib import suppress

from django.contrib.auth.signals import user_login_failed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from casino.approvals import queries as approval_queries
from casino.audit.forms import CodeForm
from casino.audit.queries import codes
from casino.audit.services import access as access_services
from casino.audit.services.access import WrongCode
from casino.db import now
from casino.house.queries import club_stamp
from casino.messages import msg
from casino.refusals import NotFound
from casino.staff.models import User
from casino.web.lockout import Lockout, too_many_tries
from casino.web.pages import WRONG_INPUT, show
from casino.web.roles import ClubRequest, page


@page
def code(request: ClubRequest, proposal_id: int) -> HttpResponse:
    """One's own half of the code of somebody whom two let in, to be read out or printed."""
    proposal = approval_queries.proposal(request.club.id, proposal_id)
    halves = codes.halves_for(proposal, request.user.id, at=request.at)
    if not halves:
        raise NotFound(msg("There is no code of yours here, or it was used."))
    until = proposal.decided_at and proposal.decided_at + codes.LASTS
    shown = {"proposal": proposal, "halves": halves, "until": until}
    return show(request, "audit/code.html", **shown)


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
    at = now()
    for proposal in codes.open_to(user, at=at):
        stamp = club_stamp(proposal.club, at=at, actor_id=user.pk)
        with suppress(WrongCode):
            access_services.choose_password(
                stamp, proposal_id=proposal.pk, first=first, second=second, password=password
            )
            return True
    return False
