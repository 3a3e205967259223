"""What restores lost, looked at again: each loss explained by two people, and by nothing else."""

from collections.abc import Iterator
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.queries import approved_by, asked_by
from casino.epochs.models import Epoch, LostAct, Settlement, SkippedSlips
from casino.epochs.queries import outside
from casino.ledger.queries.documents import first_act, slips_between
from casino.ledger.verify import Finding


def settled_copies(club_id: int) -> dict[int, dict[str, Any]]:
    """Return what restores lost and people settled, as it was listed, by its act's id."""
    settled = LostAct.objects.filter(club_id=club_id, settlement__isnull=False)
    return dict(settled.values_list("act_id", "copy"))


def lost_with_restores(club_id: int) -> set[tuple[str, str]]:
    """Return the days with the seals that restores lost; the acts that made them are settled."""
    known = Epoch.objects.values_list("known", flat=True)
    found = (each.get("seals", {}).get(str(club_id), {}) for each in known)
    return {(day, seal) for seals in found for day, seal in seals.items()}


def skipped_slips() -> set[tuple[int, int]]:
    """Return the (series, number) that no slip has, as epochs left them out."""
    return {
        (each.series_id, number)
        for each in SkippedSlips.objects.all()
        for number in range(each.first, each.last + 1)
    }


def unsettled(club_id: int) -> int:
    """Return how many lost acts of a club wait to be settled."""
    return LostAct.objects.filter(club_id=club_id, settlement=None).count()


def verify_epochs(club_id: int) -> Iterator[Finding]:
    """Yield where the lists of what was lost, or what people said of it, are not as they were."""
    yield from _lists()
    for each in SkippedSlips.objects.order_by("id"):
        for entry in slips_between(club_id, each.series_id, each.first, each.last):
            says = f"slip {entry.number}: its number was left out by an epoch"
            yield Finding(day=entry.gaming_day, entry_id=entry.pk, what="restore", says=says)
    settled = Settlement.objects.filter(lost__club_id=club_id).select_related("lost")
    for settlement in settled.order_by("id"):
        if wrong := _wrong(settlement):
            says = f"lost act {settlement.lost.act_id}: {wrong}"
            yield Finding(what="restore", says=says)


def _lists() -> Iterator[Finding]:
    """Compare each list with its digest, here and in the mirror."""
    there = outside.epochs_outside()
    for epoch in Epoch.objects.filter(number__gt=1).order_by("number"):
        name = f"epoch {epoch.number}"
        if outside.digest(epoch.lost.values_list("copy", flat=True)) != epoch.digest:
            yield Finding(what=name, says="its list of lost acts is not what it was")
        if there.get(epoch.number) != epoch.digest:
            said = "says otherwise" if epoch.number in there else "does not name it"
            yield Finding(what=name, says=f"the copy outside {said}")


def _wrong(settlement: Settlement) -> str:
    """Return what is wrong with a settlement, "" where nothing is."""
    lost, again = settlement.lost.copy, first_act(settlement.lost.key)
    kept = settlement.how == Settlement.How.AGAIN
    if not _is_signed(settlement):
        return "its settlement was not signed by those two"
    if kept != bool(again):
        return "recorded again, and not there" if kept else "written off, and there again"
    return "recorded again as something else" if again and _said(vars(again)) != _said(lost) else ""


def _said(act: dict[str, Any]) -> dict[str, Any]:
    """Return who did what; a request that was asked again has another number."""
    said = {name: act[name] for name in ("club_id", "actor_id", "operation")}
    given = act["arguments"].items()
    other = {"proposal_id"} if "digest" in act["arguments"] else {}
    return said | {"arguments": {name: value for name, value in given if name not in other}}


def _is_signed(settlement: Settlement) -> bool:
    """Return whether the request that settled it names it and the two people; or their step."""
    by_two, alone = approved_by([settlement.act_id]), asked_by([settlement.act_id])
    request: Proposal | None = {**alone, **by_two}.get(settlement.act_id)
    if request is None or not request.approved:
        return False
    people = (request.proposed_by_id, request.decided_by_id)
    named = settlement.lost_id in request.content.get("lost_ids", [])
    is_step = settlement.how == Settlement.How.AGAIN
    return people == (settlement.asked_by_id, settlement.signed_by_id) and (named or is_step)
