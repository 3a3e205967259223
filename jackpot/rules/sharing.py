"""A pool of several clubs: whose books an award is taken from."""

from collections.abc import Mapping

from casino.money import allocate


def taken_cents(total_cents: int, held_cents: Mapping[int, int], *, paid_at: int) -> dict[int, int]:
    """
    Return what an award takes from each club's part of the pool, nothing left out: club -> cents.

    held_cents: what each club's books hold of the pool, not less together than the award. The club
    that pays takes its own part first, so that as little as possible is owed between clubs; the
    rest comes from the others in proportion to theirs.

    Source: AMB-35.
    """
    own = min(total_cents, held_cents.get(paid_at, 0))
    others = {club: cents for club, cents in held_cents.items() if club != paid_at}
    parts = allocate(total_cents - own, list(others.values())) if total_cents > own else ()
    taken = {paid_at: own} | dict(zip(others, parts, strict=False))
    return {club: cents for club, cents in taken.items() if cents}
