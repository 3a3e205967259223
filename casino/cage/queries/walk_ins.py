"""Walk-ins who stay below the amount from which the house asks who they are."""

from datetime import date, datetime

from casino.cage.queries.amounts import thresholds
from casino.ledger.queries.guests import repeated_unnamed, summed_unnamed

SOLD = "cage.chips_sold"
WALK_IN_KINDS = (SOLD, "cage.chips_redeemed")


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


def sales_of_an_hour(
    club_id: int, *, first: date, last: date, known_at: datetime | None = None
) -> list[int]:
    """
    Return the acts with which the sales of a desk without a name came to the club's amount within
    an hour, by the club's threshold of today.
    """
    amounts = thresholds(club_id)
    return summed_unnamed(
        club_id,
        (SOLD,),
        from_cents=amounts.unnamed_sales_from_cents,
        first=first,
        last=last,
        known_at=known_at,
    )
