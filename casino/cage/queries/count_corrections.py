"""What was put right of counts that were typed wrongly."""

from collections import Counter
from collections.abc import Collection
from datetime import date, datetime

from django.db.models import F, QuerySet, Sum

from casino.cage.models import CountCorrection, Shift
from casino.kept_sql import kept_sql
from casino.ledger.queries.as_of import recorded_by
from casino.messages import msg


def count_corrections(shift: Shift, *, known_at: datetime | None = None) -> list[CountCorrection]:
    """Return what was put right of a shift's counts, in its order, known by then."""
    return _corrections(shift.pk, known_at)


@kept_sql
def _corrections(shift_id: int, known_at: datetime | None) -> QuerySet[CountCorrection]:
    found = recorded_by(CountCorrection.objects.filter(shift=shift_id), known_at)
    return found.select_related("asked_by", "second").order_by("id")


def moved_earlier(corrections: Collection[CountCorrection]) -> dict[int, int]:
    """Return by act the slip of their own shift that moved in the one whose count it explains."""
    acts = [each.act_id for each in corrections if each.slip_id is None and not each.right_id]
    found = CountCorrection.objects.filter(act_id__in=acts).values_list("act_id", "slip_id")
    return {act: slip_id for act, slip_id in found if slip_id} if acts else {}


def corrected_cents(
    shift_ids: Collection[int], *, known_at: datetime | None = None
) -> Counter[int]:
    """Return by shift what is over more than its counts booked, less if negative."""
    found = recorded_by(CountCorrection.objects.filter(shift__in=shift_ids), known_at)
    cents = found.values("shift").annotate(cents=Sum(F("cash_cents") + F("chips_cents")))
    return Counter({each["shift"]: each["cents"] for each in cents})


def why_over_short(
    shift: Shift, *, known_at: datetime | None = None, until: date = date.max
) -> str:
    """
    Return why a shift was over or short, and why its count was corrected, if it was.

    until: what later gaming days put right is left out.
    """
    corrections = count_corrections(shift, known_at=known_at)
    reasons = [each.reason for each in corrections if each.gaming_day <= until]
    if not reasons:
        return shift.reason
    corrected = msg("Count corrected: {reasons}", reasons="; ".join(dict.fromkeys(reasons)))
    if not shift.reason:
        return corrected
    return msg("{reason}. {corrected}", reason=shift.reason, corrected=corrected)
