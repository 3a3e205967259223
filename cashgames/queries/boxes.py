"""Reading what waits for the boxes of tables, which the count room knows more of."""

from datetime import datetime, timedelta

from django.db.models import Q

from cashgames.models import Session
from casino.house.queries import book_on
from casino.ledger.queries import gaming_days
from casino.ledger.queries.balances import refs
from casino.ledger.queries.rows import DayRow

# Boxes are changed around the end of a night: what came off in its last hour was its last box.
CHANGE_AROUND = timedelta(hours=1)
DROP = "jackpot"


def boxes_outstanding(club_id: int, pool_ref: int, *, before: datetime) -> bool:
    """
    Return whether boxes of before an instant, that feed a jackpot, are not all counted yet.

    Of tables that closed before it until they are settled; of one that played on as long as a box
    that came off before it waits, and over the end of a gaming day until one was counted at that
    end, or that day is sealed.
    """
    boxed = Session.objects.filter(club_id=club_id, by_box=True, pool_ref=pool_ref)
    came_off = Q(boxes__fee=DROP, boxes__taken_at__lt=before, boxes__void_at=None)
    if boxed.filter(came_off, boxes__booked_at=None).exists():
        return True
    # The account of a table's chips stays open until its boxes are counted and settled.
    unsettled = boxed.filter(id__in=refs(club_id, "chips:table"))
    if unsettled.filter(closed_at__lt=before).exists():
        return True
    ended = gaming_days.ended_unsealed(club_id, before)
    played_on = Q(closed_at=None) | Q(closed_at__gte=before)
    running = unsettled.filter(played_on, opened_at__lt=before) if ended else unsettled.none()
    return any(ended and _drop_waits(each, ended) for each in running)


def _drop_waits(session: Session, night: DayRow) -> bool:
    """Return whether the drop of a night's end is not counted, at a table that played on."""
    jackpot = book_on(session.club_id, night.day).jackpot
    if jackpot is None or most_seated(session) < jackpot.min_players:
        return False
    last = session.boxes.filter(
        fee=DROP,
        gaming_day=night.day,
        taken_at__gte=night.closes_at - CHANGE_AROUND,
        void_at=None,
        reverses=None,
    )
    return not last.exclude(booked_at=None).exists()


def most_seated(session: Session) -> int:
    """Return how many players sat at a table at once, at most."""
    moments = [
        (at, step)
        for sat_at, left_at in session.seats.values_list("sat_at", "left_at")
        for at, step in ((sat_at, 1), (left_at, -1))
        if at
    ]
    seated = maximum = 0
    for _, step in sorted(moments):
        seated += step
        maximum = max(maximum, seated)
    return maximum
