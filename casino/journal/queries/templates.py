"""Documents to begin from, and which of them are due."""

from datetime import date

from casino.journal.models import DocumentTemplate
from casino.messages import msg
from casino.refusals import NotFound


def templates(club_id: int) -> list[DocumentTemplate]:
    """Return the templates of a club by name."""
    return list(DocumentTemplate.objects.filter(club_id=club_id, is_open=True).order_by("name"))


def template(club_id: int, document_template_id: int) -> DocumentTemplate:
    """Return a template of a club, a removed one too. Raises NotFound."""
    found = DocumentTemplate.objects.filter(club_id=club_id, id=document_template_id).first()
    if found is None:
        raise NotFound(msg("The club has no such template."), field="document_template_id")
    return found


def due(club_id: int, until: date) -> list[DocumentTemplate]:
    """Return the recurring documents that wait on a day, the oldest first."""
    found = DocumentTemplate.objects.filter(club_id=club_id, is_open=True, due_on__lte=until)
    return list(found.order_by("due_on", "name"))
