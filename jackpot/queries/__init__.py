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
from jackpot.queries.movements import (
    Funds,
    Movement,
    PoolDay,
    adjustments,
    funds,
    hits,
    pool_days,
)

__all__ = [
    "CloseMissing",
    "Funds",
    "Level",
    "Movement",
    "NamedShare",
    "PoolDay",
    "Preview",
    "adjustments",
    "attachment",
    "base_at",
    "blocking_claim",
    "claim",
    "claims",
    "funds",
    "history",
    "hits",
    "jackpot",
    "jackpots",
    "judged",
    "level",
    "levels_on",
    "pool_days",
    "preview",
]
