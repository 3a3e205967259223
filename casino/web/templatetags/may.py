"""What the user may do at the club of the page: the guards' own answers, for links and buttons."""

from typing import Any

from django import template

from casino.web import roles

register = template.Library()


@register.filter
def opens(request: Any, address: str) -> bool:
    """Return whether the user looks at an address, by name."""
    return roles.may_open(request, address)


@register.filter
def can_perform(request: Any, action: str) -> bool:
    """Return whether the user acts in a row of the permissions."""
    return roles.can_perform(request, action)
