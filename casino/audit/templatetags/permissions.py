"""What a role is in a row of the permissions, drawn once for the hundreds of cells alike."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.filter
def marked(marks: tuple[str, ...]) -> SafeString:
    """Return the cell of a role: performs, proposes, approves, reads."""
    return _drawn(marks, get_language())


@lru_cache(maxsize=256)
def _drawn(marks: tuple[str, ...], _language: str) -> SafeString:
    return render_to_string("audit/marks.html", {"marks": marks})
