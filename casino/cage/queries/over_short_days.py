"""What a shift was over or short by the gaming day that has it, each as its day was sealed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Exists, OuterRef, QuerySet

from casino.cage.models import CountCorrection, Shift
from casino.cage.queries.count_corrections import count_corrections, why_over_short
from casino.cage.queries.tallies import day_of_count, over_short_cents
from casino.messages import Message, msg
from casino.money import format_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class PutRightLater:
    """What of a count's over/short, in cents, a later gaming day put right."""

    shift: Shift
    day: date
    cents: int
    reason: str

    @property
    def concerns(self) -> Message:
        """Which day it concerns, and why it was put right."""
        return msg("{reason}; {booked}", reason=self.reason, booked=shift_of(self.shift))


@dataclass(frozen=True, kw_only=True, slots=True)
class OverShortOfDay:
    """What a closed shift was over (positive) or short by its count's day, and what came later."""

    cents: int
    why: str
    later: tuple[PutRightLater, ...]


def over_short_of_day(shift: Shift, *, known_at: datetime | None = None) -> OverShortOfDay:
    """Return what the day of a closed shift's count has of it, known by then, and why."""
    later = put_right_later(shift, known_at=known_at)
    counted_on = day_of_count(shift, "closing")
    booked = msg("booked on {day:%d.%m.%Y}", day=counted_on)
    said = [
        why_over_short(shift, known_at=known_at, until=counted_on),
        booked if counted_on != shift.gaming_day else "",
        *(
            msg(
                "{cents} booked on {day:%d.%m.%Y}: {reason}",
                cents=format_cents(each.cents),
                day=each.day,
                reason=each.reason,
            )
            for each in later
        ),
    ]
    cents = over_short_cents(shift, known_at=known_at) - sum(each.cents for each in later)
    return OverShortOfDay(cents=cents, why=_joined(said), later=later)


def put_right_later(shift: Shift, *, known_at: datetime | None = None) -> tuple[PutRightLater, ...]:
    """Return what a gaming day after that of its count has of a shift's over/short, in order."""
    corrections = count_corrections(shift, known_at=known_at)
    counted_on = day_of_count(shift, "closing") if corrections else shift.gaming_day
    return tuple(
        PutRightLater(shift=shift, day=each.gaming_day, cents=each.over_cents, reason=each.reason)
        for each in corrections
        if each.gaming_day > counted_on
    )


def put_right_between(club_id: int, first: date, last: date) -> QuerySet[Shift]:
    """Return the shifts of which some gaming days put something right, in order."""
    here = CountCorrection.objects.filter(shift=OuterRef("pk"), gaming_day__range=(first, last))
    found = Shift.objects.filter(Exists(here), club_id=club_id, state=Shift.State.CLOSED)
    return found.select_related("drawer", "cashier").order_by("opened_at", "id")


def shift_of(shift: Shift) -> Message:
    """Say which gaming day's shift a line of a later one is about."""
    return msg("shift of {day:%d.%m.%Y}", day=shift.gaming_day)


def _joined(said: list[str]) -> str:
    parts: Iterator[str] = (each for each in said if each)
    whole = next(parts, "")
    for each in parts:
        whole = msg("{reason}; {booked}", reason=whole, booked=each)
    return whole
