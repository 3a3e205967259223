"""What a role is in a row of the permissions, drawn once for the hundreds of cells alike."""

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from casino.web.drawn import drawn_once

register = template.Library()


@register.filter
@drawn_once(256)
def marked(marks: tuple[str, ...]) -> SafeString:
    """Return the cell of a role: performs, proposes, approves, reads."""
    return render_to_string("audit/marks.html", {"marks": marks})
