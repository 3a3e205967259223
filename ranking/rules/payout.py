"""What the ranking pool of a quarter pays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Ranking
from casino.messages import msg
from casino.money import allocate
from casino.refusals import Refusal
from casino.schema import Count, Text


class NoRanking(Refusal):
    """The house keeps no ranking."""

    code = "house_has_no_ranking"
    message = msg("This club has no ranking.")


@dataclass(frozen=True, kw_only=True, slots=True)
class QuarterStanding:
    """A player's points of a quarter, in hundredths."""

    player: Text
    points_x100: Count


@dataclass(frozen=True, kw_only=True, slots=True)
class RankingPayout:
    """Who is paid, in order of rank, how much, and what goes to the next quarter."""

    paid_players: list[str]
    points_total_x100: int
    payouts_cents: dict[str, int]
    carried_over_cents: int
    because: tuple[Because, ...]


def ranking_payout(
    book: RuleBook, *, pool_cents: int, standings: Sequence[QuarterStanding]
) -> RankingPayout:
    """
    Return the pool split by the points of those who are paid; no price of a point is rounded.

    Raises NoRanking.

    Source: OLY-5.5, OLY-5.6, AMB-94 to AMB-97.
    """
    paid = _paid(ranking_of(book), in_order(standings))
    points = [one.points_x100 for one in paid]
    shares = allocate(pool_cents, points) if paid else []
    payouts = {one.player: cents for one, cents in zip(paid, shares, strict=True)}
    left = pool_cents - sum(shares)
    facts = {"pool_cents": pool_cents, "points_total_x100": sum(points)}
    why = [book.why("ranking.paid_places", payouts, **facts)]
    if len(paid) > ranking_of(book).paid_places:
        why.append(book.why("AMB-94", len(paid), **facts))
    if left:
        why.append(book.why("AMB-96", left, pool_cents=pool_cents))
    return RankingPayout(
        paid_players=list(payouts),
        points_total_x100=sum(points),
        payouts_cents=payouts,
        carried_over_cents=left,
        because=tuple(why),
    )


def ranking_of(book: RuleBook) -> Ranking:
    """
    Return the house's ranking. Raises NoRanking.

    Source: OLY-5.1.
    """
    if book.ranking is None:
        raise NoRanking(field="house")
    return book.ranking


def in_order(standings: Iterable[QuarterStanding]) -> list[QuarterStanding]:
    """
    Return standings by rank: most points first, equal ones by player.

    Source: AMB-97.
    """
    return sorted(standings, key=lambda one: (-one.points_x100, one.player))


def _paid(rule: Ranking, ranked: Sequence[QuarterStanding]) -> list[QuarterStanding]:
    """Return those with points among the paid places, and all equal to the last of them."""
    scored = [one for one in ranked if one.points_x100]
    if len(scored) <= rule.paid_places:
        return scored
    minimum = scored[rule.paid_places - 1].points_x100
    return [one for one in scored if one.points_x100 >= minimum]
