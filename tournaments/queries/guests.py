"""Whose an entry was taken for, before two said whose it is."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from casino.approvals.models import Proposal
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.guests import Guests
from casino.names import GUEST, with_names
from casino.staff.models import User
from tournaments.models import Entry, Purchase, Tournament

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


def corrected_slips(
    club_id: int,
    *,
    player_ids: Collection[int] = (),
    entry_ids: Collection[int] = (),
    known_at: datetime | None = None,
) -> dict[int, Guests]:
    """Return the slips of corrected entries with their guests, of some guests or among some."""
    sold = Purchase.objects.filter(entry__tournament__club=club_id)
    sold = sold.exclude(entry__corrected_by=[]).select_related("entry", "slip")
    if entry_ids:
        sold = sold.filter(slip__in=entry_ids)
    elif known_at is None:
        sold = sold.filter(Q(slip__player_id__in=player_ids) | Q(entry__player__in=player_ids))
    slips = {each.slip_id: (each.slip.player_id or 0, each.entry) for each in sold}
    if not slips:
        return {}
    whose = guests_at({entry for _, entry in slips.values()}, known_at)
    return {
        slip_id: Guests(was_id=was, right_id=whose[entry.pk])
        for slip_id, (was, entry) in slips.items()
        if was != whose[entry.pk]
    }


def guests_at(entries: Collection[Entry], known_at: datetime | None) -> dict[int, int]:
    """Return by entry whose it is, or was by what had been signed until an instant."""
    found = {each.pk: each.player_id for each in entries}
    if known_at is None:
        return found
    ids = {one for each in entries for one in each.corrected_by}
    signed = Proposal.objects.filter(id__in=ids)
    known = recorded_by(signed, known_at, by="decision_act")
    later = signed.exclude(id__in=known.values("id")).in_bulk()
    for each in entries:
        if after := [later[one] for one in each.corrected_by if one in later]:
            found[each.pk] = after[0].content[_name_of_was(after[0], each.number)][GUEST]
    return found


def right_guests(request: Proposal) -> dict[int, int]:
    """Return by whose card an entry was sold whose it is; of exchanged entries both."""
    was, becomes = request.content["was"][GUEST], request.content["becomes"][GUEST]
    return {was: becomes, becomes: was} if EXCHANGED in request.content else {was: becomes}


def _said(request: Proposal, number: int) -> OtherGuest:
    """Return what was said of the entry with a ticket's number."""
    return OtherGuest(
        was=with_names(request.content)[_name_of_was(request, number)],
        reason=request.reason,
        at=request.decided_at,
        asked_by=request.proposed_by,
        approved_by=request.decided_by,
    )


def _name_of_was(request: Proposal, number: int) -> str:
    """Return where a request says who had the entry with a ticket's number."""
    return "becomes" if request.content.get(EXCHANGED) == number else "was"
