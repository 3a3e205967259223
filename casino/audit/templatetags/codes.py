"""Whether an approved request has a code for its reader to pass on."""

from typing import Any

from django import template

from casino.approvals.models import Proposal
from casino.audit.queries import codes
from casino.web.roles import request_stamp

register = template.Library()


@register.simple_tag(takes_context=True)
def halves_of_code(context: dict[str, Any], proposal: Proposal) -> list[str]:
    """Return what the reader passes on."""
    stamp = request_stamp(context["request"])
    return codes.halves_for(proposal, stamp.person_id, at=stamp.at)
