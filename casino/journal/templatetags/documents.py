"""How a page shows the lines and files of a document of the general journal."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django import template

from casino.approvals.models import Proposal
from casino.journal.models import AttachedFile
from casino.journal.queries.accounts import CODES, account_names
from casino.journal.queries.documents import attached_before

register = template.Library()


@register.inclusion_tag("journal/lines.html", takes_context=True)
def document_lines(context: template.Context, lines: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Show lines, each with what its account is called."""
    names = account_names(context["club"].id)
    shown = [(line, names.get(line["account"], "")) for line in lines]
    coded = any(line.get(name) for line, _ in shown for name in CODES)
    return {"lines": shown, "coded": coded}


@register.filter
def iso_day(text: str) -> str:
    """Return a day as it is kept in a request, written as days are."""
    return f"{date.fromisoformat(text):%d.%m.%Y}"


@register.simple_tag
def attached_files(proposal: Proposal) -> list[AttachedFile]:
    """Return what was attached to a request."""
    return attached_before(proposal)
