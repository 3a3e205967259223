"""Counts that are proposed: kept whatever they come to, and made again from what was typed."""

from django.http import HttpResponse
from django.shortcuts import redirect

from casino.approvals.models import Proposal
from casino.approvals.queries import open_proposals
from casino.web.requested import to_request
from casino.web.roles import ClubRequest, request_stamp


def counted_by(request: ClubRequest, *operations: str, **where: int) -> Proposal | None:
    """Return the reader's own latest count that waits, of those operations, of that place."""
    waiting = open_proposals(request.club.pk, at=request_stamp(request).at)
    own = [
        each
        for each in waiting
        if each.operation in operations
        and each.proposed_by_id == request.user.id
        and where.items() <= each.content.items()
    ]
    return max(own, key=lambda each: each.pk, default=None)


def initial_counts(before: Proposal | None) -> dict[str, int]:
    """Return what a count made again begins with: the denominations typed before."""
    if before is None:
        return {}
    return {
        f"{tender}_{cents}": quantity
        for tender in ("cash", "chips")
        for cents, quantity in before.content[tender].items()
    }


def reason_missing(before: Proposal | None) -> bool:
    """Return whether the count before differs and nobody has said why."""
    return bool(before and before.content.get("reason_missing"))


def after_count(request: ClubRequest, asked: Proposal) -> HttpResponse:
    """Go to what waits for its signature, or back to the sheet where nobody could sign it."""
    if asked.content["reason_missing"]:
        return redirect(request.path)
    return to_request(request, asked)
