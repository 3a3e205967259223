"""A club's numbered documents, and what was booked late."""

from datetime import date

from casino.closing.models import Closing, LateEntry
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound

MAX_LATE = 200


def closings(club_id: int, *, page: Page | None = None) -> list[Closing]:
    """Return the latest numbered documents, the latest first."""
    found = Closing.objects.filter(club_id=club_id).defer("content").select_related("closed_by")
    return (page or Page(100)).of(found.order_by("-number"))


def closing(club_id: int, number: int) -> Closing:
    """Return a numbered document. Raises NotFound."""
    found = Closing.objects.filter(club_id=club_id, number=number).select_related("closed_by")
    row = found.first()
    if row is None:
        raise NotFound(msg("There is no such document in this club."), field="number")
    return row


def closing_of(club_id: int, day: date) -> Closing | None:
    """Return the document of a sealed day; None before, and for days sealed before there were."""
    return Closing.objects.filter(club_id=club_id, period="day", first_day=day).first()


def late_entries(
    club_id: int,
    first_day: date | None = None,
    last_day: date | None = None,
    *,
    page: Page | None = None,
) -> list[LateEntry]:
    """Return what was booked late, or about days from one to another; the latest first."""
    found = LateEntry.objects.filter(club_id=club_id)
    if first_day and last_day:
        found = found.filter(concerns__range=(first_day, last_day))
    people = found.select_related("proposal__proposed_by", "proposal__decided_by")
    return (page or Page(MAX_LATE)).of(people.order_by("-id"))
