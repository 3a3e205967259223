"""Calculators of the cash room: charges on pots, time rake, buy-ins, tables, absence, the day."""

from dataclasses import dataclass
from typing import Any

from cashgames.rules.jackpot_drop import charges
from cashgames.rules.rake import rake
from casino.calculators.registry import topic
from casino.calculators.topics.fields import Hand
from casino.schema import Count


@dataclass(frozen=True, kw_only=True, slots=True)
class DropGiven(Hand):
    """A hand, how many stacks were dealt in, and whether the table plays without jackpot."""

    players_dealt_in: Count
    campaign_no_jackpot: bool


@topic("rake")
def rake_answer(given: Hand) -> dict[str, Any]:
    """Answer what the house takes from a hand."""
    taken = rake(given.house, given.terms, pots_cents=given.pots, street=given.street)
    return {
        "rake_cents": taken.rake_cents,
        "by_pot_cents": taken.by_pot_cents,
        "because": taken.because,
    }


@topic("jackpot_drop")
def drop_answer(given: DropGiven) -> dict[str, Any]:
    """Answer what the jackpot takes from a hand."""
    taken = charges(
        given.house,
        given.terms,
        pots_cents=given.pots,
        players=given.players_dealt_in,
        street=given.street,
        campaign=given.campaign_no_jackpot,
    )
    return {
        "drop_cents": taken.drop.drop_cents,
        "reason": taken.drop.reason,
        "main_pot_after_cents": taken.drop.main_pot_after_cents,
        "because": taken.because,
    }
