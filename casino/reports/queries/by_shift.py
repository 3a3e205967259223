"""What the club came to while each cashier's shift was open."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from cashgames.models import Correction, Hand
from cashgames.queries.tables import NUMBER, seats_taken
from casino.cage.models import Shift
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.moved import moved_within
from casino.messages import msg
from casino.reports.queries.as_of import name_drawers, rows_as_of
from casino.reports.sheet import ReportParams

NOTE = msg(
    "Everything booked at any table while the shift was open. Drawers "
    "open at the same time share these hours, so the lines are not "
    "summed. Over/short belongs to the shift."
)


def shifts_of(asked: ReportParams) -> Sequence[Any]:
    """Return the shifts of the days in order, with the hands dealt and the guests seated."""
    within = {"club_id": asked.club_id, "gaming_day__range": (asked.first, asked.last)}
    found = recorded_by(Shift.objects.filter(**within), asked.known_at)
    running = [each.pk for each in rows_as_of(found, asked.known_at) if not each.closed_at]
    until = Value(asked.until, DateTimeField())
    ends = Case(When(id__in=running, then=until), default="closed_at")
    hands = recorded_by(Hand.objects.filter(session__club_id=asked.club_id), asked.known_at)
    dealt = Q(reverses=None, instead_of=None)
    # What puts a hand right is booked when it is, as its money is.
    put_right = Correction.objects.filter(act_id=OuterRef("act_id")).values("at")[:1]
    right = hands.exclude(dealt).annotate(booked_at=Subquery(put_right))
    seats = seats_taken(asked.known_at).filter(session__club_id=asked.club_id)
    sat = Count("player_id", distinct=True)
    counted = found.annotate(ends=ends).annotate(
        hands=Coalesce(Subquery(_within(hands.filter(dealt), "played_at", NUMBER)), 0)
        + Coalesce(Subquery(_within(right, "booked_at", NUMBER)), 0),
        guests=Coalesce(Subquery(_within(seats, "sat_at", sat)), 0),
    )
    shifts = counted.select_related("drawer", "cashier").order_by("opened_at", "id")
    known = rows_as_of(shifts, asked.known_at)
    name_drawers(known, asked.known_at)
    return known


def moved_by_shift(
    asked: ReportParams, shifts: Sequence[Shift], codes: Sequence[str]
) -> Mapping[tuple[int, str], tuple[int, int]]:
    """Return debit and credit of the accounts of some codes while each shift was open."""
    spans = [(each.opened_at, each.closed_at or asked.until) for each in shifts]
    moved = moved_within(asked.club_id, codes, spans, known_at=asked.known_at)
    return {(shifts[place].pk, code): (debit, credit) for place, code, debit, credit in moved}


def _within(found: QuerySet[Any], at: str, what: Any) -> QuerySet[Any]:
    """Return how many there were while a shift was open."""
    within = found.filter(**{f"{at}__gte": OuterRef("opened_at"), f"{at}__lt": OuterRef("ends")})
    counted = within.order_by().values("session__club_id").annotate(n=what)
    number: QuerySet[Any] = counted.values("n")
    return number
