"""Calculators of the ranking: points of a tournament, payout of a pool, a whole quarter."""

import re
from dataclasses import dataclass, field
from typing import Annotated, Any

from casino.calculators.registry import topic
from casino.calculators.topics.fields import House, main_book, shown
from casino.calculators.topics.tournaments import once
from casino.house.rules import TournamentKind
from casino.messages import msg
from casino.schema import By, Cents, Count, Text
from ranking.rules.payout import QuarterStanding, ranking_payout
from ranking.rules.points import ranking_points
from ranking.rules.quarter import Tournament, ranking_quarter


def _quarter(text: object) -> str:
    if isinstance(text, str) and re.fullmatch(r"\d{4}Q[1-4]", text, re.ASCII):
        return text
    raise ValueError(msg("must be a quarter like 2026Q1"))


Quarter = Annotated[str, By(_quarter)]


@dataclass(frozen=True, kw_only=True, slots=True)
class PointsGiven:
    """A tournament and its places, each with the players who share it."""

    ranking: bool
    kind: TournamentKind
    participants: Count
    gross_prize_pool_cents: Cents
    places: tuple[tuple[Text, ...], ...]
    house: House = field(default_factory=main_book)


@topic("ranking_points")
def points_answer(given: PointsGiven) -> dict[str, Any]:
    """Answer the points of a tournament."""
    return shown(
        ranking_points(
            given.house,
            ranking=given.ranking,
            kind=given.kind,
            participants=given.participants,
            gross_prize_pool_cents=given.gross_prize_pool_cents,
            places=given.places,
        )
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class PayoutGiven:
    """A pool and the standings of a quarter."""

    pool_cents: Cents
    standings: tuple[QuarterStanding, ...]
    house: House = field(default_factory=main_book)

    def __post_init__(self) -> None:
        once([one.player for one in self.standings], "standings")


@topic("ranking_payout")
def payout_answer(given: PayoutGiven) -> dict[str, Any]:
    """Answer what the pool pays."""
    return shown(
        ranking_payout(given.house, pool_cents=given.pool_cents, standings=given.standings)
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class QuarterGiven:
    """A quarter, what it took over, and tournaments of any time."""

    quarter: Quarter
    carried_in_cents: Cents
    tournaments: tuple[Tournament, ...]
    house: House = field(default_factory=main_book)

    def __post_init__(self) -> None:
        once([one.id for one in self.tournaments], "tournaments")


@topic("ranking_quarter")
def quarter_answer(given: QuarterGiven) -> dict[str, Any]:
    """Answer the standings and the prizes of a quarter."""
    quarter = ranking_quarter(
        given.house,
        quarter=given.quarter,
        carried_in_cents=given.carried_in_cents,
        tournaments=given.tournaments,
    )
    return shown(quarter.payout) | {
        "included": quarter.included,
        "pool_cents": quarter.pool_cents,
        "standings": [shown(one) for one in quarter.standings],
        "because": quarter.because,
    }
