"""What a slip explains of an earlier count, and what the slip of such an explanation booked."""

from typing import Any

from casino.cage.models import CountCorrection
from casino.cage.queries.tallies import slip

OF_SHIFT = ("shift__drawer", "shift__cashier")


def explained_by_slip(entry_id: int) -> CountCorrection | None:
    """Return whose count a slip explains, None where it explains none."""
    return CountCorrection.objects.filter(slip_id=entry_id).select_related(*OF_SHIFT).first()


def explanation(entry_id: int) -> dict[str, Any]:
    """Return whose count a slip explains, or what it booked of a count, for which other slip."""
    made = CountCorrection.objects.filter(entry_id=entry_id).select_related(*OF_SHIFT).first()
    of_act = CountCorrection.objects.filter(act_id=made.act_id) if made else None
    by = of_act and of_act.exclude(slip_id=None).values_list("slip_id", flat=True).first()
    return {
        "explained": explained_by_slip(entry_id),
        "booked": made,
        "explaining": slip(made.shift.club_id, by) if made and by else None,
    }
