"""What vault and drawers should hold, left untold to who may count them and has not yet."""

from datetime import date

from casino.acts.permission import can_perform
from casino.cage.queries.shifts import open_shifts
from casino.house.stamp import Stamp
from casino.ledger.queries import gaming_days


def cage_unseen(stamp: Stamp) -> dict[tuple[str, int], date]:
    """
    Return by (code, ref) the first gaming day whose figures the stamp's actor is not told.

    The vault until its gaming day is closed, a drawer until its shift is. A job is told everything.
    """
    if stamp.actor_id is None:
        return {}
    since = dict[tuple[str, int], date]()
    if may_count(stamp, "cage.ask_vault_count"):
        running = [each.day for each in gaming_days.days(stamp.club_id) if each.state == "open"]
        today = min([*running, stamp.gaming_day])
        since |= {("cash:vault", 0): today, ("chips:vault", 0): today}
    if may_count(stamp, "cage.submit_count", "cage.ask_force_close"):
        days = {shift.drawer_id: shift.gaming_day for shift in open_shifts(stamp.club_id)}
        since |= {("cash:drawer", drawer): day for drawer, day in days.items()}
        if days:
            since["chips:rack", 0] = min(days.values())
    return since


def may_count(stamp: Stamp, *acts: str) -> bool:
    """Return whether the stamp's actor may do one of these counts."""
    return any(can_perform(stamp, each) for each in acts)
