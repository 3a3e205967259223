"""Documents of the general journal, and their papers."""

from collections.abc import Collection
from datetime import date
from typing import Literal

from django.db.models import Q

from casino.approvals.models import Proposal
from casino.approvals.queries import hands_by_act
from casino.journal.models import AttachedFile, JournalDocument
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound

By = Literal["dated", "gaming_day", "concerns"]
MAX_DOCUMENTS = 200  # of a page


def documents(
    club_id: int,
    first: date | None = None,
    last: date | None = None,
    *,
    by: By = "dated",
    late: bool = False,
    page: Page | None = None,
) -> list[JournalDocument]:
    """
    Return documents of some days, the latest booked first.

    by: which of their days is asked; late: those alone that concern a day gone by when they were
    booked.
    """
    found = JournalDocument.objects.filter(club_id=club_id)
    if late:
        found = found.filter(kind=JournalDocument.Kind.LATE)
    if first and last:
        found = found.filter(**{f"{by}__range": (first, last)})
    people = found.select_related("booked_by", "signed_by", "reversed_by", "proposal")
    latest = people.order_by("-id")
    return page.of(latest) if page else list(latest)


def document(club_id: int, document_id: int) -> JournalDocument:
    """Return a document of a club. Raises NotFound."""
    found = JournalDocument.objects.filter(club_id=club_id, id=document_id)
    people = found.select_related("booked_by", "signed_by", "reversed_by", "reverses", "proposal")
    row = people.first()
    if row is None:
        raise NotFound(msg("There is no such document in this club."), field="document_id")
    return row


def attached(of: JournalDocument) -> list[AttachedFile]:
    """Return the files of a document, without their content."""
    belongs = Q(document=of)
    if of.proposal_id:
        belongs |= Q(proposal_id=of.proposal_id)
    return _files(belongs)


def attached_before(asked: Proposal) -> list[AttachedFile]:
    """Return the files of a request, without their content."""
    return _files(Q(proposal=asked))


def papers_signed(asked: Proposal) -> list[str]:
    """Return the hash of each paper of a request, as they lay there when it was decided, or now."""
    files = AttachedFile.objects.filter(proposal=asked)
    if asked.decided_at:
        files = files.exclude(off_at__lt=asked.decided_at)
    else:
        files = files.filter(off_at=None)
    return list(files.order_by("id").values_list("sha256", flat=True))


def _files(which: Q) -> list[AttachedFile]:
    found = AttachedFile.objects.filter(which).defer("content")
    people = ("added_by", "player", "off_by", "off_signed_by")
    return list(found.select_related(*people).order_by("id"))


def document_of(file: AttachedFile) -> JournalDocument | None:
    """Return the document of a file, None while its request waits or where it was refused."""
    of = Q(id=file.document_id) if file.document_id else Q(proposal_id=file.proposal_id)
    return JournalDocument.objects.filter(of).first()


def attached_content(club_id: int, attached_file_id: int) -> AttachedFile:
    """Return a file with its content. Raises NotFound, also for one that was taken off."""
    found = attached_file(club_id, attached_file_id)
    if found.off_at:
        raise NotFound(msg("This file was taken off."), field="attached_file_id")
    return found


def attached_file(club_id: int, attached_file_id: int) -> AttachedFile:
    """Return a file, taken off or not. Raises NotFound."""
    found = AttachedFile.objects.filter(club_id=club_id, id=attached_file_id).first()
    if found is None:
        raise NotFound(msg("There is no such file in this club."), field="attached_file_id")
    return found


def alone_cents(club_id: int, hands: Collection[int], gaming_day: date) -> int:
    """Return what somebody booked alone on a gaming day, by an API key of a colleague too."""
    found = JournalDocument.objects.filter(club_id=club_id, gaming_day=gaming_day, proposal=None)
    booked = list(found.values_list("act_id", "booked_by_id", "cents"))
    by = hands_by_act({act_id: booked_by_id for act_id, booked_by_id, _ in booked})
    return sum(cents for act_id, _, cents in booked if not by[act_id].isdisjoint(hands))
