"""Which closed shifts were off by what a slip moved, out of the counts of many at once."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from datetime import datetime, timedelta
from itertools import accumulate

from django.db.models import QuerySet, Sum

from casino.cage.models import CountCorrection, Shift
from casino.cage.queries.tallies import COUNTED
from casino.ledger.queries import documents
from casino.ledger.queries.rows import EntryRow

LATELY = timedelta(days=100)  # an older one is named by the API


def closed_lately(club_id: int, *, before: datetime) -> QuerySet[Shift]:
    """Return the shifts closed in the hundred days before an instant, the latest first."""
    found = Shift.objects.filter(club_id=club_id, closed_at__range=(before - LATELY, before))
    return found.select_related("club", "drawer", "cashier").order_by("-closed_at", "-id")


def shifts_off(club_id: int, *, before: datetime, cash_cents: int, chips_cents: int) -> list[Shift]:
    """
    Return the shifts closed lately that are off by less with so much more, the latest first.

    cash_cents is what counts, of what moved no cash chips_cents, as where a slip explains a count.
    """
    shifts = list(closed_lately(club_id, before=before))
    over = _over_cents(club_id, shifts, of_cash=bool(cash_cents))
    more = cash_cents or chips_cents
    return [each for each in shifts if abs(over[each.pk] + more) < abs(over[each.pk])]


def _over_cents(club_id: int, shifts: list[Shift], *, of_cash: bool) -> dict[int, int]:
    """Return what of cash, or of chips, each shift was over by its counts and their corrections."""
    counted = documents.numbered(
        club_id,
        COUNTED,
        series_ids={each.drawer.series_id for each in shifts},
        since=min((each.opened_at for each in shifts), default=None),
        until=max((each.closed_at for each in shifts if each.closed_at), default=None),
    )
    of_series = defaultdict[int | None, list[EntryRow]](list)
    for entry in sorted(counted, key=lambda each: each.happened_at):
        of_series[entry.series_id].append(entry)
    ats = {key: [each.happened_at for each in found] for key, found in of_series.items()}
    sums = {
        key: list(accumulate((_over(each, of_cash=of_cash) for each in found), initial=0))
        for key, found in of_series.items()
    }
    column = "cash_cents" if of_cash else "chips_cents"
    corrections = CountCorrection.objects.filter(shift__in=[each.pk for each in shifts])
    right = dict(corrections.values_list("shift").annotate(cents=Sum(column)))
    over = {}
    for each in shifts:
        key = each.drawer.series_id
        assert each.closed_at
        first = bisect_left(ats.get(key, []), each.opened_at)
        last = bisect_right(ats.get(key, []), each.closed_at)
        booked = sums[key][last] - sums[key][first] if last > first else 0
        over[each.pk] = booked + right.get(each.pk, 0)
    return over


def _over(entry: EntryRow, *, of_cash: bool) -> int:
    chips = entry.cents_on("chips:floor")
    return -entry.cents_on("expense:over-short") - chips if of_cash else chips
