"""A quarter of the ranking: its tournaments, its pool, its standings, its prizes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from casino import clock
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import TournamentKind
from casino.money import part
from casino.schema import Cents, Count, Text
from ranking.rules.payout import (
    QuarterStanding,
    RankingPayout,
    in_order,
    ranking_of,
    ranking_payout,
)
from ranking.rules.points import Points, ranking_points


@dataclass(frozen=True, kw_only=True, slots=True)
class Tournament:
    """A finished tournament, ranking or not; places: from first place, who shares each."""

    id: Text
    starts_at_utc: datetime
    kind: TournamentKind
    ranking: bool
    participants: Count
    gross_prize_pool_cents: Cents
    places: tuple[tuple[Text, ...], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Quarter:
    """What a quarter comes to; included: ids of the tournaments that count."""

    included: list[str]
    pool_cents: int
    standings: list[QuarterStanding]
    payout: RankingPayout
    because: tuple[Because, ...]


def ranking_quarter(
    book: RuleBook, *, quarter: str, carried_in_cents: int, tournaments: Sequence[Tournament]
) -> Quarter:
    """
    Return the standings and the prizes of a quarter like 2026Q1.

    Raises NoRanking and what the points raise.

    Source: OLY-5.3 to OLY-5.6, AMB-93 to AMB-97, CATALOGUE 5.4, 5.7.
    """
    rule = ranking_of(book)
    counting = [one for one in tournaments if one.ranking and quarter_of(book, one) == quarter]
    points: Counter[str] = Counter()
    pool = carried_in_cents
    steps: list[Because] = []
    for one in counting:
        gross = one.gross_prize_pool_cents
        scored, added = _points(book, one), part(gross, rule.contribution_bp)
        points.update(scored.points_x100)
        pool += added
        about: dict[str, Any] = {"tournament": one.id}
        steps += (replace(why, inputs=about | why.inputs) for why in scored.because)
        about["gross_prize_pool_cents"] = gross
        steps.append(
            book.why("ranking.contribution_bp", {"ranking_contribution_cents": added}, **about)
        )
    standings = in_order(
        QuarterStanding(player=name, points_x100=x100) for name, x100 in points.items()
    )
    payout = ranking_payout(book, pool_cents=pool, standings=standings)
    included = [one.id for one in counting]
    why = book.why("AMB-93", included, quarter=quarter, carried_in_cents=carried_in_cents)
    return Quarter(
        included=included,
        pool_cents=pool,
        standings=standings,
        payout=payout,
        because=(why, *steps, *payout.because),
    )


def quarter_of(book: RuleBook, tournament: Tournament) -> str:
    """
    Return the quarter that a tournament belongs to, by the gaming day of its start.

    Source: OLY-5.5, AMB-37, AMB-93.
    """
    house = book.house
    at = tournament.starts_at_utc
    return clock.quarter(clock.gaming_day(at, timezone=house.timezone, closes_at=house.closes_at))


def _points(book: RuleBook, one: Tournament) -> Points:
    return ranking_points(
        book,
        ranking=one.ranking,
        kind=one.kind,
        participants=one.participants,
        gross_prize_pool_cents=one.gross_prize_pool_cents,
        places=one.places,
    )
