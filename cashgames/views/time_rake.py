"""Pages of the time rake: planned, collected, owed."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from cashgames.forms.chips import CollectForm, PayShareForm, PlanTimeRakeForm
from cashgames.models import Session
from cashgames.queries import time_rake as time_rake_queries
from cashgames.queries.tables import session
from cashgames.services import time_rake as time_rake_services
from cashgames.views.shared import at_desk
from casino.players.forms import ReasonForm
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, show
from casino.web.roles import ClubRequest, can_perform, page


@page
def time_rake(request: ClubRequest, session_id: int) -> HttpResponse:
    """What a table pays for its time: the next period, who paid, who owes."""
    found = session(request.club.id, session_id)
    _, desk = at_desk(request)
    return _time_rake(request, found, CollectForm(at_desk=desk))


@page
def collect_time_rake(request: ClubRequest, session_id: int, period_id: int) -> HttpResponse:
    """Book that everybody has paid for a period, but for some seats."""
    found = session(request.club.id, session_id)
    shift, desk = at_desk(request)
    form = CollectForm(request.POST or None, at_desk=desk)
    asked = {"period_id": period_id, "shift_id": shift}
    if carry_out(request, form, time_rake_services.collect_time_rake, **asked):
        return redirect("time-rake", club=request.club.slug, session_id=session_id)
    return _time_rake(request, found, form)


@page
def plan_time_rake(request: ClubRequest, session_id: int) -> HttpResponse:
    """Let a table pay for its time, or on its pots again."""
    found = session(request.club.id, session_id)
    form = PlanTimeRakeForm(request.POST or None)
    where = reverse("time-rake", args=[request.club.slug, session_id])
    if carry_out(request, form, time_rake_services.plan_time_rake, session_id=session_id):
        return redirect(where)
    return show(
        request,
        "cashgames/act.html",
        form,
        session=found,
        title=_("Set the time rake"),
        back=where,
    )


@page
def shares_due(request: ClubRequest) -> HttpResponse:
    """Who owes time rake, at any table."""
    acts = can_perform(request, "buy_in")
    due = time_rake_queries.shares_due(request.club.id)
    return show(request, "cashgames/shares_due.html", shares=due, acts=acts)


@page
def pay_share(request: ClubRequest, share_id: int) -> HttpResponse:
    """One guest pays a share."""
    shift, desk = at_desk(request)
    form = PayShareForm(request.POST or None, at_desk=desk)
    return _share(
        request, share_id, form, time_rake_services.pay_share, title=_("Pay"), shift_id=shift
    )


@page
def waive_share(request: ClubRequest, share_id: int) -> HttpResponse:
    """Let a share go, with a reason."""
    form = ReasonForm(request.POST or None)
    return _share(request, share_id, form, time_rake_services.waive_share, title=_("Waive share"))


def _share(
    request: ClubRequest, share_id: int, form: ActForm, service: Any, *, title: Title, **more: Any
) -> HttpResponse:
    share = time_rake_queries.time_share(request.club.id, share_id)
    where = reverse("shares-due", args=[request.club.slug])
    if carry_out(request, form, service, share_id=share_id, **more):
        return redirect(where)
    shown = {"title": title, "share": share, "about": str(share.seat.player), "back": where}
    return show(request, "cashgames/act.html", form, **shown)


def _time_rake(request: ClubRequest, found: Session, form: ActForm) -> HttpResponse:
    at = request.at
    shares = time_rake_queries.time_shares(found.pk)
    return show(
        request,
        "cashgames/time_rake.html",
        form,
        session=found,
        next=time_rake_queries.next_period(found, at=at),
        shares=shares,
        due=next((share.period for share in shares if share.is_due), None),
        acts=can_perform(request, "buy_in"),
    )
