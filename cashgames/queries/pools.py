"""Which pool a table feeds: of a club that has joined a shared one, that one."""

from collections.abc import Collection

from cashgames.models import Session
from casino.ledger.queries.balances import refs

POOL = "jackpot:pool"


def fed_now(club_id: int) -> int | None:
    """Return the pool that the club's next sessions feed, None where it has none."""
    return next(iter(refs(club_id, POOL)), None)


def joined_pools(club_id: int, sessions: Collection[int]) -> list[int]:
    """Return the pools that some sessions fed and that went into a shared one since."""
    fed = Session.objects.filter(id__in=sessions, pool_ref__isnull=False)
    pools = {each.pool_ref for each in fed if each.pool_ref} - set(refs(club_id, POOL))
    return sorted(pools) if fed_now(club_id) else []


def goes_to(session: Session) -> int | None:
    """Return the pool that has what a session fed, wherever that went since."""
    joined = joined_pools(session.club_id, [session.pk])
    return fed_now(session.club_id) if joined else session.pool_ref
