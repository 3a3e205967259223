"""The pages of who may do what, and of the control profile."""

from django.http import HttpResponse

from casino.approvals.services import COMPLETIONS
from casino.audit.forms import PermissionForm, ProfileForm
from casino.audit.queries import access as access_queries
from casino.audit.services import controls
from casino.house.queries import control_profile, control_profiles, permission_history
from casino.messages import msg
from casino.refusals import NotFound
from casino.staff.models import Role
from casino.staff.permissions import actions, kept_apart
from casino.web.pages import ask, show
from casino.web.roles import ClubRequest, may_send, page


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
    in_force = control_profile(request.club.id, at=request.at)
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
    unasked = [name for name in ("acts", "seconds") if not getattr(row.usual, name)]
    form = PermissionForm(request.POST or None, initial=now, without=unasked)
    return ask(request, form, controls.change_permissions.ask, action=action) or show(
        request, "audit/permission.html", form, row=row
    )
