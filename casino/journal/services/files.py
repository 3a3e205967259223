"""The papers behind documents of the general journal."""

import hashlib

from casino.acts.kinds import File, Id, Name
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.approvals.services import AlreadyDecided
from casino.attachments import media_type_of
from casino.house.stamp import Stamp
from casino.journal.models import AttachedFile
from casino.journal.queries.documents import document
from casino.journal.services.documents import BOOK
from casino.messages import msg
from casino.refusals import BadInput, NotFound


@act("journal.attach_file")
def attach_file(
    stamp: Stamp,
    *,
    name: Name,
    content: File,
    document_id: Id | None = None,
    proposal_id: Id | None = None,
) -> AttachedFile:
    """
    Keep the paper behind a document, or behind a request that waits for its signature.

    Its type is told by the content, and the name must say the same. Raises NotFound,
    AlreadyDecided, NotAttachable.
    """
    if document_id:
        document(stamp.club_id, document_id)
    asked = Proposal.objects.filter(club_id=stamp.club_id, id=proposal_id or 0, operation=BOOK)
    if proposal_id and not (found := asked.select_for_update().first()):
        raise NotFound(field="proposal_id")
    if proposal_id and found and found.approved is not None:
        raise AlreadyDecided(field="proposal_id", next_step=msg("Attach the file to the document."))
    if (document_id is None) == (proposal_id is None):
        raise BadInput(msg("Name a document or a request."), field="document_id")
    plain = name.rpartition("/")[2] or name
    return AttachedFile.objects.create(
        club_id=stamp.club_id,
        document_id=document_id,
        proposal_id=proposal_id,
        name=plain,
        content_type=media_type_of(plain, content),
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        content=content,
        added_by_id=stamp.person_id,
        added_at=stamp.at,
        act_id=stamp.act_id,
    )
