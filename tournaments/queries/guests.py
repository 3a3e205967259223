"""Whose an entry was taken for, before two said whose it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from casino.approvals.models import Proposal
from casino.names import with_names
from casino.staff.models import User
from tournaments.models import Entry


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherGuest:
    """By whose card an entry was sold, why that was wrong, and which two said so."""

    was: str
    reason: str
    at: datetime | None
    asked_by: User
    approved_by: User | None


def other_guests(entries: Iterable[Entry]) -> dict[int, list[OtherGuest]]:
    """Return by the id of an entry whose card it was sold by, the first one first."""
    corrected = {each.pk: each.corrected_by for each in entries if each.corrected_by}
    if not corrected:
        return {}
    ids = [request_id for by in corrected.values() for request_id in by]
    people = Proposal.objects.select_related("proposed_by", "decided_by")
    found = people.in_bulk(ids)
    return {entry_id: [_said(found[one]) for one in by] for entry_id, by in corrected.items()}


def _said(request: Proposal) -> OtherGuest:
    return OtherGuest(
        was=with_names(request.content)["was"],
        reason=request.reason,
        at=request.decided_at,
        asked_by=request.proposed_by,
        approved_by=request.decided_by,
    )
