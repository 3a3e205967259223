"""Points and prizes computed once more, by the schemes of their days."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from casino.ledger.verify import Finding
from casino.refusals import Refusal
from ranking.models import ClosedQuarter, Points, Ranking, Score
from ranking.queries.counting import waits_anew
from ranking.queries.rankings import pools_cents
from ranking.queries.standing import carried_in_cents, closed_quarters, counted, owed_by_name
from ranking.services.counting import compute
from tournaments.queries import results
from tournaments.queries.results import Result

T = TypeVar("T")


def verify_ranking(club_id: int) -> Iterator[Finding]:
    """
    Yield each score of the club's tournaments whose points are not what its places give.

    Also each closed quarter whose pool, standing or prizes are not what its points give, and
    results that were changed after they were counted.
    """
    scores = Score.objects.filter(tournament__club=club_id).select_related(
        "ranking__club", "tournament__club", "tournament__fixed"
    )
    for each in scores.order_by("id"):
        for why in _tried(_score, each):
            says = f"points of {each.tournament}: {why}"
            yield Finding(day=each.gaming_day, entry_id=each.slip_id, what="ranking", says=says)
    for ranking in Ranking.objects.filter(club=club_id).select_related("club"):
        for closed in closed_quarters(ranking):
            for why in _tried(_quarter, closed):
                yield Finding(day=closed.gaming_day, what="ranking", says=f"{closed}: {why}")


def _tried(check: Callable[[T], Iterator[str]], of: T) -> list[str]:
    try:
        return list(check(of))
    except Refusal as refusal:
        return [f"cannot be computed: {refusal.message}"]


def _score(score: Score) -> Iterator[str]:
    """Yield what is wrong with a score."""
    earlier = Points.objects.filter(
        score__ranking=score.ranking,
        score__tournament=score.tournament,
        score__number__lt=score.number,
    )
    before: dict[int, int] = {}
    for each in earlier:
        before[each.player_id] = before.get(each.player_id, 0) + each.change_x100
    again = compute(
        score.ranking,
        score.tournament,
        score.places,
        result=Result(
            participants=score.participants,
            gross_cents=score.gross_cents,
            ranking_cents=0,
            places=(),
        ),
        before={player: x100 for player, x100 in before.items() if x100},
    )
    there = {each.player_id: (each.before_x100, each.after_x100) for each in score.points.all()}
    if {each.player_id: (each.before_x100, each.after_x100) for each in again.points} != there:
        yield "they are not what the places give"
    later = Score.objects.filter(tournament=score.tournament, number__gt=score.number)
    last = not later.exists() and not waits_anew(score.tournament)
    found = results.result(score.tournament) if last else None
    told = {(found.participants, found.gross_cents)} if found else set()
    if not last:
        told = results.pools_fixed(score.tournament)
    if (score.participants, score.gross_cents) not in told:
        yield "participants or pool are not those of the tournament"
    if found and score.number == 1 and [list(group) for group in found.places] != score.places:
        yield "the result was changed since it was counted"


def _quarter(closed: ClosedQuarter) -> Iterator[str]:
    """Yield what is wrong with a closed quarter."""
    scores = Score.objects.filter(ranking=closed.ranking, quarter=closed.quarter)
    contributed = sum(scores.values_list("contributed_cents", flat=True))
    if contributed != closed.contributed_cents:
        yield f"its tournaments brought {contributed}, it says {closed.contributed_cents}"
    if carried_in_cents(closed.ranking, closed.quarter) != closed.carried_in_cents:
        yield "it does not begin with what the quarter before left"
    again = counted(
        closed.ranking,
        closed.quarter,
        pool_cents=closed.pool_cents,
        cards={int(card): person for card, person in closed.cards.items()},
    )
    now = [(row.player.pk, row.rank, row.points_x100, row.cents) for row in again.rows]
    rows = closed.places.values_list("player", "rank", "points_x100", "cents")
    if sorted(now) != sorted(rows):
        yield "its standing is not what its points give"
    yield from _money(closed)


def _money(closed: ClosedQuarter) -> Iterator[str]:
    """Yield where pool, prizes and ledger part: pool = paid + carried on (invariant 4)."""
    won = sum(closed.places.values_list("cents", flat=True))
    if won + closed.carried_over_cents != closed.pool_cents:
        yield f"{won} won and {closed.carried_over_cents} carried on, of {closed.pool_cents}"
    owed = sum(owed_by_name().filter(place__closed=closed).values_list("cents", flat=True))
    left = sum(pools_cents(closed.ranking, closed.quarter).values())
    if owed + left + closed.carried_over_cents != closed.pool_cents or owed not in {0, won}:
        yield f"{owed} owed by name and {left} left in the ledger, of {closed.pool_cents}"
