"""What is announced so far from the figures beside it that a finger may have slipped."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

# An entry and three re-entries or rebuys at each place of a full house.
ENTRIES_A_PLACE = 4
# Beyond so many times the figure beside it, or so many big blinds, or so long ahead.
FAR_TIMES, FEW_BIG_BLINDS, MANY_BIG_BLINDS = 10, 5, 2_000
FAR_AHEAD, LATE_FOR = timedelta(days=366), timedelta(days=7)

Doubt = Literal[
    "guarantee", "fee", "rebuy_fee", "addon_fee", "surcharge", "rebuy", "addon", "stack",
    "rebuy_stack", "addon_stack", "starts_at", "late_until",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """What is announced of a tournament; big_blind: of the first level, 0 where it is not asked."""

    price_cents: int
    fee_cents: int
    surcharge_cents: int
    rebuy_cents: int
    rebuy_fee_cents: int
    addon_cents: int
    addon_fee_cents: int
    guarantee_cents: int
    places: int
    stack: int = 0
    rebuy_stack: int = 0
    addon_stack: int = 0
    big_blind: int = 0


def full_house_cents(figures: Figures) -> int:
    """
    Return what every place with its re-entries or rebuys, and an add-on, brings.

    Source: our own choice.
    """
    entry_cents = max(figures.price_cents, figures.rebuy_cents)
    return figures.places * (ENTRIES_A_PLACE * entry_cents + figures.addon_cents)


def doubtful(figures: Figures) -> list[Doubt]:
    """
    Return which figures look mistyped.

    Source: our own choice; terms as clubs announce them are none.
    """
    far_cents = FAR_TIMES * figures.price_cents
    odd: dict[Doubt, bool] = {
        "guarantee": figures.guarantee_cents > full_house_cents(figures),
        "fee": figures.fee_cents > figures.price_cents,
        "rebuy_fee": figures.rebuy_fee_cents > figures.rebuy_cents,
        "addon_fee": figures.addon_fee_cents > figures.addon_cents,
        "surcharge": figures.surcharge_cents > figures.price_cents,
        "rebuy": figures.rebuy_cents > far_cents,
        "addon": figures.addon_cents > far_cents,
        "stack": _is_far_from_blind(figures.stack, figures.big_blind),
        "rebuy_stack": _is_far(figures.rebuy_stack, figures.stack),
        "addon_stack": _is_far(figures.addon_stack, figures.stack),
    }
    return [doubt for doubt, is_odd in odd.items() if is_odd]


def doubtful_times(at: datetime, starts_at: datetime, late_until: datetime | None) -> list[Doubt]:
    """
    Return which instants look mistyped; at: now.

    Source: our own choice.
    """
    odd: dict[Doubt, bool] = {
        "starts_at": starts_at > at + FAR_AHEAD,
        "late_until": late_until is not None and late_until > starts_at + LATE_FOR,
    }
    return [doubt for doubt, is_odd in odd.items() if is_odd]


def _is_far_from_blind(stack: int, big_blind: int) -> bool:
    few, many = FEW_BIG_BLINDS * big_blind, MANY_BIG_BLINDS * big_blind
    return bool(big_blind) and not few <= stack <= many


def _is_far(chips: int, stack: int) -> bool:
    """Return whether chips that are said (0: as many) are far from a starting stack."""
    return bool(chips and stack) and not stack <= FAR_TIMES * chips <= FAR_TIMES**2 * stack
