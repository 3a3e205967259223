"""Files that came in."""

from casino.bookkeeping.models import FileImport
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound


def file_imports(club_id: int, *, page: Page | None = None) -> list[FileImport]:
    """Return what came in, the latest first, without the bytes."""
    found = FileImport.objects.filter(club_id=club_id).select_related("asked_by").defer("data")
    return (page or Page(50)).of(found.order_by("-id"))


def file_import(club_id: int, intake_id: int) -> FileImport:
    """Return a file that came in. Raises NotFound."""
    return _found(club_id, intake_id, held=False)


def held_file_import(club_id: int, intake_id: int) -> FileImport:
    """Return a file that came in, held for a change. Raises NotFound."""
    return _found(club_id, intake_id, held=True)


def _found(club_id: int, intake_id: int, *, held: bool) -> FileImport:
    rows = FileImport.objects.select_for_update(no_key=True) if held else FileImport.objects.all()
    found = rows.filter(club_id=club_id, id=intake_id).first()
    if found is None:
        raise NotFound(msg("There is no such file in this club."), field="intake_id")
    return found
