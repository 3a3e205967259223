"""Files that came in."""

from casino.bookkeeping.models import Intake
from casino.paging import Page
from casino.refusals import NotFound
from casino.words import say


def intakes(club_id: int, *, page: Page | None = None) -> list[Intake]:
    """Return what came in, the latest first, without the bytes."""
    found = Intake.objects.filter(club_id=club_id).select_related("asked_by").defer("data")
    return (page or Page(50)).of(found.order_by("-id"))


def intake(club_id: int, intake_id: int) -> Intake:
    """Return a file that came in. Raises NotFound."""
    return _found(club_id, intake_id, held=False)


def held_intake(club_id: int, intake_id: int) -> Intake:
    """Return a file that came in, held for a change. Raises NotFound."""
    return _found(club_id, intake_id, held=True)


def _found(club_id: int, intake_id: int, *, held: bool) -> Intake:
    rows = Intake.objects.select_for_update(no_key=True) if held else Intake.objects.all()
    found = rows.filter(club_id=club_id, id=intake_id).first()
    if found is None:
        raise NotFound(say("There is no such file in this club."), field="intake_id")
    return found
