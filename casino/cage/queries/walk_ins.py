"""Walk-ins who stay just below the amount from which the house asks who they are."""

from datetime import date, datetime

from casino.cage.queries.amounts import thresholds
from casino.ledger.queries.guests import repeated_unnamed

WALK_IN_KINDS = ("cage.chips_sold", "cage.chips_redeemed")


def is_near(cents: int, *, threshold_cents: int) -> bool:
    """Return whether an amount is three quarters of the threshold, or more."""
    return 4 * cents >= 3 * threshold_cents


def near_limit_walk_ins(
    club_id: int, *, first: date, last: date, known_at: datetime | None = None
) -> list[int]:
    """
    Return the acts that moved cash just below the ID threshold without a name, at one desk within
    an hour of another such amount, by the club's threshold of today.
    """
    threshold = thresholds(club_id).identify_from_cents
    return repeated_unnamed(
        club_id,
        WALK_IN_KINDS,
        low_cents=-(-3 * threshold // 4),
        high_cents=threshold,
        first=first,
        last=last,
        known_at=known_at,
    )
