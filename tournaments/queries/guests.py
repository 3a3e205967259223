"""Whose an entry was taken for, before two said whose it is."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from casino.approvals.models import Proposal
from casino.names import GUEST, with_names
from casino.staff.models import User
from tournaments.models import Entry, Tournament

# The ticket of the other entry, in a request that exchanges two.
EXCHANGED = "exchanged_with"


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherGuest:
    """By whose card an entry was sold, why that was wrong, and which two said so."""

    was: str
    reason: str
    at: datetime | None
    asked_by: User
    approved_by: User | None


def other_guests(entries: Collection[Entry]) -> dict[int, list[OtherGuest]]:
    """Return by the id of an entry whose card it was sold by, the first one first."""
    corrected = {each.pk: each.corrected_by for each in entries if each.corrected_by}
    if not corrected:
        return {}
    ids = [request_id for by in corrected.values() for request_id in by]
    people = Proposal.objects.select_related("proposed_by", "decided_by")
    found = people.in_bulk(ids)
    numbers = {each.pk: each.number for each in entries}
    return {
        entry_id: [_said(found[one], numbers[entry_id]) for one in by]
        for entry_id, by in corrected.items()
    }


def corrected_in(club_id: int) -> QuerySet[Tournament]:
    """Return the tournaments of a club in which the guest of an entry was corrected."""
    corrected = Entry.objects.filter(tournament__club=club_id).exclude(corrected_by=[])
    return Tournament.objects.filter(id__in=corrected.values("tournament"))


def corrected_after(tournament: Tournament, act_id: int) -> list[Proposal]:
    """Return what was signed after an act on whose the entries are, the first one first."""
    corrected = Entry.objects.filter(tournament=tournament).exclude(corrected_by=[])
    ids = [one for by in corrected.values_list("corrected_by", flat=True) for one in by]
    found = Proposal.objects.filter(id__in=ids, decision_act_id__gt=act_id)
    return list(found.order_by("decision_act_id"))


def right_guests(request: Proposal) -> dict[int, int]:
    """Return by whose card an entry was sold whose it is; of exchanged entries both."""
    was, becomes = request.content["was"][GUEST], request.content["becomes"][GUEST]
    return {was: becomes, becomes: was} if EXCHANGED in request.content else {was: becomes}


def _said(request: Proposal, number: int) -> OtherGuest:
    """Return what was said of the entry with a ticket's number."""
    was = "becomes" if request.content.get(EXCHANGED) == number else "was"
    return OtherGuest(
        was=with_names(request.content)[was],
        reason=request.reason,
        at=request.decided_at,
        asked_by=request.proposed_by,
        approved_by=request.decided_by,
    )
