"""How a page lists the amounts of the desk."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext

from casino.cage.rules import THRESHOLDS, Threshold
from casino.web.templatetags.office import fact

register = template.Library()


@register.filter
def threshold_rows(content: Mapping[str, Any]) -> list[tuple[Threshold, int, int]]:
    """Return each amount that a proposal has, before it and by it."""
    before = content["instead_of"]
    known = [each for each in THRESHOLDS if each.name in content and each.name in before]
    return [(each, before[each.name], content[each.name]) for each in known]


@register.filter
def threshold_amount(value: int, each: Threshold) -> str:
    """Return an amount of the desk as it is read: a sum, days, or never."""
    return gettext("never") if each.is_never(value) else fact(value, each.name)
