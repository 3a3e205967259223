"""A club's numbered documents."""

from datetime import date

from casino.closing.models import Closing
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound


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


def is_closed(club_id: int, period: str, first_day: date) -> bool:
    """Return whether a month or quarter has its document."""
    return Closing.objects.filter(club_id=club_id, period=period, first_day=first_day).exists()
