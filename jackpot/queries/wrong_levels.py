"""What hangs on the level that a close fixed, where that close should not have been."""

from datetime import datetime

from jackpot.models import Award, Feeder, Jackpot, Snapshot
from jackpot.queries.levels import jackpots, level_cents, opening_instant


def unsettled_awards(club_id: int, close_at: datetime) -> list[Award]:
    """
    Return the awards that stand, from levels of a close, without a change of the pool since.

    One whose level without that close would have been the same is none of them.
    """
    paid = Award.objects.filter(jackpot__in=jackpots(club_id), level_at=close_at)
    found = (
        paid.filter(reversal=None).select_related("jackpot", "claim__session__table").order_by("id")
    )
    return [
        each
        for each in found
        if each.level_cents != level_before_cents(each.jackpot, close_at)
        and not each.jackpot.adjustments.filter(act_id__gt=each.act_id).exists()
    ]


def level_before_cents(jackpot: Jackpot, close_at: datetime) -> int:
    """Return the level that holds as long as a close is still to come, in cents."""
    former = jackpot.snapshots.filter(at__lt=close_at).order_by("-at").first()
    fixed = former.at if former else opening_instant(jackpot)
    return level_cents(jackpot, fixed) if fixed else 0


def clubs_fixed_with(club_id: int, close_at: datetime) -> list[str]:
    """Return the other clubs whose closes fixed a pool from this club's close."""
    fed = Feeder.objects.filter(club=club_id).values("jackpot")
    fixed = Snapshot.objects.filter(jackpot__in=fed, at__gte=close_at)
    others = fixed.exclude(jackpot__club=club_id).values_list("jackpot__club__name", flat=True)
    return sorted(set(others))
