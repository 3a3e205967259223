"""The reading door of the jackpots. Cents."""

from jackpot.queries.claims import (
    NamedShare,
    Preview,
    attachment,
    blocking_claim,
    claim,
    claims,
    judged,
    preview,
)
from jackpot.queries.levels import (
    CloseMissing,
    Level,
    base_at,
    history,
    jackpot,
    jackpots,
    level,
    levels_on,
)

__all__ = [
    "CloseMissing",
    "Level",
    "NamedShare",
    "Preview",
    "attachment",
    "base_at",
    "blocking_claim",
    "claim",
    "claims",
    "history",
    "jackpot",
    "jackpots",
    "judged",
    "level",
    "levels_on",
    "preview",
]
