"""What a tournament came to, once its prizes are awarded, for who counts results."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Q

from casino.ledger.queries.documents import act_of
from tournaments.models import Entry, FixedPool, Prize, Purchase, Tournament
from tournaments.queries.awards import plays_for_places, prizes_of
from tournaments.queries.order import playing, standings


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """
    The end of a tournament; places: from first place on, ids of the players who share each.

    gross_cents: of the prize pool; ranking_cents: what of it went to the ranking (OLY-5.3).
    """

    participants: int
    gross_cents: int
    ranking_cents: int
    places: tuple[tuple[int, ...], ...]


def ranking_tournaments(club_ids: Collection[int], *, last: date) -> list[Tournament]:
    """Return the ranking tournaments until a gaming day, cancelled ones left out."""
    found = Tournament.objects.filter(
        club_id__in=club_ids, ranking=True, cancelled_at=None, gaming_day__lte=last
    )
    return list(found.select_related("fixed", "club").order_by("starts_at", "id"))


def result(tournament: Tournament) -> Result | None:
    """
    Return how a tournament ended; None until every prize of its pool is awarded.

    Who is left when play stops is placed by the chips, equal ones share; where they play on for the
    places after a deal, it ends with the last one. Source: AMB-62, AMB-74.
    """
    fixed: FixedPool | None = getattr(tournament, "fixed", None)
    if fixed is None:
        return None
    left, prizes = playing(tournament), _prizes(tournament)
    awarded = sum(each.cents + (each.ticket.cents if each.ticket else 0) for each in prizes)
    paid = {each.entry_id for each in prizes}
    if awarded < fixed.net_cents or (len(left) > 1 and not {each.pk for each in left} <= paid):
        return None
    if len(left) > 1 and plays_for_places(tournament):
        return None
    stopped = _by_chips(left, prizes[0].proposal.content["stacks"]) if len(left) > 1 else []
    decided = groupby(standings(tournament), key=lambda one: one.place)
    ended = [tuple(one.entry.player_id for one in group) for _, group in decided]
    return Result(
        participants=fixed.participants,
        gross_cents=fixed.gross_cents,
        ranking_cents=fixed.ranking_cents,
        places=(*stopped, *ended),
    )


def pools_fixed(tournament: Tournament) -> set[tuple[int, int]]:
    """Return participants and gross of each pool that was fixed, reopened since or not."""
    of_it = Q(tournament=tournament) | Q(taken_back_of=tournament)
    found = FixedPool.objects.filter(of_it)
    return set(found.values_list("participants", "gross_cents"))


def _prizes(tournament: Tournament) -> list[Prize]:
    """Return the prizes awarded, the latest decision first."""
    found = prizes_of(tournament)
    return list(found.select_related("ticket", "proposal").order_by("-proposal_id", "place"))


def _by_chips(left: list[Entry], stacks: Mapping[str, int]) -> list[tuple[int, ...]]:
    """Return who is left by chips, most first; without a count they share their places."""
    chips = {each: stacks.get(str(each.pk), 0) for each in left}
    order = groupby(sorted(left, key=lambda one: -chips[one]), key=lambda one: chips[one])
    return [tuple(each.player_id for each in group) for _, group in order]


def is_imported(tournament: Tournament) -> bool:
    """Return whether a tournament is a record of another system, taken over."""
    act = act_of(tournament.act_id)
    return bool(act and act.operation == "tournaments.import_result")


def import_taken_back(act_id: int) -> bool:
    """Return whether two took back what an act had imported."""
    back = Purchase.objects.filter(refund_of__act_id=act_id)
    return back.filter(slip__kind="tournaments.result_imported.reversed").exists()
