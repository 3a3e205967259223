"""What the user may do at the club of the page: the guards' own answers, for links and buttons."""

from typing import Any

from django import template
from django.utils.translation import gettext

from casino.house.models import ControlProfile
from casino.refusals import Refusal
from casino.staff.models import Role
from casino.web import next_steps, roles

register = template.Library()
# Who works where the light is low.
DARK = {Role.CASHIER, Role.SUPERVISOR, Role.DIRECTOR}


@register.filter
def opens(request: Any, address: str) -> bool:
    """Return whether the user looks at an address, by name, and the club has what it is about."""
    return roles.may_open(request, address) and roles.has(request, address)


@register.filter
def has(request: Any, address: str) -> bool:
    """Return whether the club has what a page, by its name, is about, whoever opens it."""
    return roles.has(request, address)


@register.filter
def can_perform(request: Any, action: str) -> bool:
    """Return whether the user acts in a row of the permissions."""
    return roles.can_perform(request, action)


@register.inclusion_tag("forms/next_step.html", takes_context=True)
def next_step(context: Any, refusal: Refusal) -> dict[str, Any]:
    """Say what to do where no form was refused: a link for who may, else whose step it is."""
    return {"step": next_steps.next_step(context["request"], refusal)}


@register.simple_tag(takes_context=True)
def asking(context: Any) -> str:
    """Return what the button of a request says: who runs a home signs what is asked for, too."""
    request = context["request"]
    hosts = request.controls == ControlProfile.Name.HOME and Role.MANAGER in request.roles
    return gettext("Confirm") if hosts else gettext("Request approval")


@register.simple_tag(takes_context=True)
def unfinished(context: Any) -> next_steps.Unfinished | None:
    """Return the form to which the reader may come back."""
    return next_steps.unfinished(context["request"])


@register.simple_tag(takes_context=True)
def whose(context: Any) -> str:
    """Return whom to ask about a page that its reader may not open."""
    request = context["request"]
    shut = getattr(request, "shut", request.resolver_match.url_name)
    found = next_steps.whose(request, shut)
    return found.localized() if found else ""


@register.simple_tag(takes_context=True)
def screen(context: Any) -> str:
    """Return the classes of a page: light or dark, as its reader or their work wants it; size."""
    user, roles = context.get("user"), context.get("roles") or ()
    usual = ("cage" if DARK & set(roles) else "office") if context.get("club") else ""
    theme = getattr(user, "theme", "") or usual
    return f"{theme} {getattr(user, 'text_size', '')}".strip()
