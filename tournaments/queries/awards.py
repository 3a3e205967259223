"""What was awarded and stands, or stood at an instant: prizes, bounty chips, the summary signed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import F, Max, Q, QuerySet

from casino.approvals.models import Proposal
from casino.house.queries import book_on
from casino.ledger.queries.as_of import recorded_by
from casino.names import GUEST, with_names
from tournaments.models import Bounty, EventSummary, Knockout, Prize, Tournament

Awarded = TypeVar("Awarded", Prize, Bounty)
# The act, and the kind of signature, that lets a tournament that is over go on.
UNDO = "tournaments.undo_knockout"


def standing(
    found: QuerySet[Awarded, Any], known_at: datetime | None = None
) -> QuerySet[Awarded, Any]:
    """Return the awards that nobody took back. known_at: without what was written down later."""
    if known_at is None:
        return found.filter(reversal=None)
    return recorded_by(found, known_at).exclude(reversal__recorded_at__lte=known_at)


def prizes_by(tournament: Tournament) -> str:
    """Return what prizes go by: places, chips (of a time tournament), or tickets."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    chosen = (book.variants[name] for name in tournament.variants if name in book.variants)
    return next((one.prizes for one in chosen if one.prizes), "places")


def prizes_by_place(tournament: Tournament) -> bool:
    """Return whether places are paid, not chips or tickets."""
    return prizes_by(tournament) == "places"


def prizes_of(tournament: Tournament) -> QuerySet[Prize]:
    """Return the prizes of a tournament that stand."""
    return standing(Prize.objects.filter(entry__tournament=tournament))


@dataclass(frozen=True, kw_only=True, slots=True)
class OtherWinner:
    """To whom what an entry won is owed since, why, and the request that says so."""

    becomes: str
    request: Proposal


def other_winners(tournament: Tournament) -> dict[int, list[OtherWinner]]:
    """Return by the id of an entry whose winner two corrected to whom it is owed, in order."""
    by = {one: each.entry_id for each in prizes_of(tournament) for one in each.corrected_by}
    by |= {one: each.entry_id for each in bounties_of(tournament) for one in each.corrected_by}
    found: dict[int, list[OtherWinner]] = {}
    people = Proposal.objects.select_related("proposed_by", "decided_by")
    for each in people.filter(id__in=by).order_by("id") if by else ():
        becomes = with_names(each.content)["becomes"]
        found.setdefault(by[each.pk], []).append(OtherWinner(becomes=becomes, request=each))
    return found


def winners_at(
    awards: Iterable[Prize | Bounty], known_at: datetime | None = None
) -> dict[int | None, int]:
    """
    Return by payment to whom it is owed, of the awards whose winner two corrected.

    known_at: what was signed later is left out.
    """
    corrected = {each: each.corrected_by for each in awards if each.payable and each.corrected_by}
    asked = Proposal.objects.filter(id__in={one for by in corrected.values() for one in by})
    known = recorded_by(asked, known_at, by="decision_act") if known_at else asked
    later = asked.exclude(id__in=known.values("id")).in_bulk()
    found: dict[int | None, int] = {}
    for each, by in corrected.items():
        after = [later[one] for one in by if one in later]
        now = each.payable.player_id if each.payable else None
        found[each.payable_id] = after[0].content["was"][GUEST] if after else now or 0
    return found


def prizes_before(tournament: Tournament, act_id: int) -> QuerySet[Prize]:
    """Return the prizes of a tournament that stood when an act came, taken back since or not."""
    found = Prize.objects.filter(entry__tournament=tournament, act_id__lt=act_id)
    return found.filter(Q(reversal=None) | Q(reversal__act_id__gt=act_id))


def bounties_of(tournament: Tournament) -> QuerySet[Bounty]:
    """Return the bounty chips handed in that stand."""
    return standing(Bounty.objects.filter(entry__tournament=tournament))


def taken_back_in(club_id: int) -> QuerySet[Tournament]:
    """Return the tournaments of a club of which prizes were taken back, awarded anew or not."""
    back = Prize.objects.filter(entry__tournament__club=club_id, reversal__isnull=False)
    return Tournament.objects.filter(id__in=back.values("entry__tournament"))


def played_on_anew_in(club_id: int) -> QuerySet[Tournament]:
    """Return the tournaments of a club of which an elimination after a deal was undone."""
    outs = Knockout.objects.filter(entry__tournament__club=club_id, undone_at__isnull=False)
    outs = outs.filter(entry__prizes__act_id__lt=F("act_id"), entry__prizes__reversal=None)
    return Tournament.objects.filter(id__in=outs.values("entry__tournament"))


def reopened_after(tournament: Tournament, act_id: int) -> Proposal | None:
    """Return the last request by which two undid, after an act, who went out last, None without."""
    found = Proposal.objects.filter(club=tournament.club_id, operation=UNDO, approved=True)
    of_it = found.filter(content__tournament_id=tournament.pk, decision_act_id__gt=act_id)
    return of_it.order_by("decision_act_id").last()


def last_out(tournament: Tournament) -> int:
    """Return the act of the latest elimination where the places are played for, else 0."""
    if not plays_for_places(tournament):
        return 0
    outs = Knockout.objects.filter(entry__tournament=tournament, undone_at=None)
    return outs.aggregate(act=Max("act_id"))["act"] or 0


def latest_award(tournament: Tournament) -> Prize | None:
    """Return a prize of the last award that stands, None without any."""
    return prizes_of(tournament).order_by("-act_id", "id").first()


def divided_by_deal(tournament: Tournament) -> bool:
    """Return whether the last award was a deal's shares, not the prizes by place."""
    award = latest_award(tournament)
    return bool(award and award.proposal.content.get("deal_id"))


def plays_for_places(tournament: Tournament) -> bool:
    """Return whether a deal was awarded whose players play on for the places (AMB-74)."""
    award = latest_award(tournament)
    return bool(award and award.proposal.content.get("plays_on"))


def signed_summary(tournament: Tournament) -> EventSummary | None:
    """Return the summary as two signed it, None where its places or prizes changed since."""
    latest = EventSummary.objects.filter(tournament=tournament).select_related("proposal")
    found = latest.order_by("-id").first()
    won = Prize.objects.filter(entry__tournament=tournament, reversal__isnull=False)
    back = won.aggregate(act=Max("reversal__act_id"))["act"] or 0
    if found is None or found.act_id < back:
        return None
    since = {"entry__tournament": tournament, "undone_at__gt": found.at}
    return None if Knockout.objects.filter(**since).exists() else found
