"""The last act on the floor of a tournament, and which were taken back."""

from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet

from casino.db import asked_once
from tournaments.models import (
    ChipChange,
    ChipRace,
    ClockMark,
    FloorTable,
    Knockout,
    Penalty,
    Presence,
    Purchase,
    SeatDraw,
    SeatMove,
    Tournament,
)


@asked_once
def undone_acts(tournament: Tournament) -> frozenset[int]:
    """Return the ids of the acts on the floor that were taken back."""
    return frozenset(tournament.undos.values_list("undone_act_id", flat=True))


def latest_act(tournament: Tournament) -> tuple[int, datetime] | None:
    """
    Return id and instant of the last act on the floor that stands, None without any.

    A seat that was drawn with a ticket is the sale's.
    """
    made = tournament.undos.values_list("act_id", "undone_act_id")
    passed = {act_id for pair in made for act_id in pair}
    found = [
        rows.exclude(act_id__in=passed).values_list("act_id", "at") for rows in _rows(tournament)
    ]
    return found[0].union(*found[1:]).order_by("-act_id").first()


def _rows(tournament: Tournament) -> list[QuerySet[Any]]:
    """Return what acts on the floor leave behind."""
    of_entry, here = {"entry__tournament": tournament}, {"tournament": tournament}
    gone = {"knockout__undone_at__isnull": False}
    sales = Purchase.objects.filter(**of_entry).values("act_id")
    return [
        Knockout.objects.filter(**of_entry, undone_at=None),
        Penalty.objects.filter(**of_entry).exclude(**gone),
        ChipChange.objects.filter(**of_entry).exclude(**gone),
        ChipRace.objects.filter(**here),
        Presence.objects.filter(**of_entry),
        SeatMove.objects.filter(**of_entry, draw=None),
        SeatDraw.objects.filter(**here).exclude(act_id__in=sales),
        ClockMark.objects.filter(**here).exclude(what=ClockMark.What.STRUCTURE),
        FloorTable.objects.filter(**here, broken_at=None).annotate(at=F("opened_at")),
    ]
