"""The papers behind documents of the general journal."""

import hashlib
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver

from casino.acts.kinds import File, Id, Name, Reason
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.approvals.queries import BESIDE
from casino.approvals.services import AlreadyDecided
from casino.approvals.signed import Preview, signed
from casino.attachments import media_type_of, take_off
from casino.house.stamp import Stamp
from casino.journal.models import AttachedFile
from casino.journal.queries.documents import attached_file, document, document_of, papers_signed
from casino.journal.services.documents import BOOK
from casino.kept_sql import hold
from casino.ledger.queries.gaming_days import seal_of
from casino.messages import msg
from casino.names import guest
from casino.players.services.erasing import guest_erased, papers_of_guest
from casino.players.services.guests import held_guest
from casino.refusals import BadInput, Conflict, NotFound

OFF = "journal.take_off_file"
BESIDE[BOOK] = papers_signed


class TakenOff(Conflict):
    """A file is taken off once."""

    code = "JOURNAL-009"
    message = msg("This file has already been taken off.")


@act("journal.attach_file")
def attach_file(
    stamp: Stamp,
    *,
    name: Name,
    content: File,
    document_id: Id | None = None,
    proposal_id: Id | None = None,
    player_id: Id | None = None,
) -> AttachedFile:
    """
    Keep the paper behind a document, or behind a request that waits for its signature.

    Its type is told by the content, and the name must say the same. player_id: the guest whose it
    is, such as an ID; it goes when the guest is erased. Raises NotFound, AlreadyDecided,
    NotAttachable, Gone.
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
        player_id=player_id and held_guest(stamp, player_id).pk,
        name=plain,
        content_type=media_type_of(plain, content),
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        content=content,
        added_by_id=stamp.person_id,
        added_at=stamp.at,
        act_id=stamp.act_id,
    )


def off_preview(stamp: Stamp, *, attached_file_id: int, **_: object) -> Preview:
    """Say which file goes, and of what. Raises NotFound, TakenOff."""
    found = attached_file(stamp.club_id, attached_file_id)
    if stamp.act_id:
        found = hold(AttachedFile, attached_file_id)
    if found.off_at:
        raise TakenOff
    of = document_of(found)
    return Preview(
        content={
            "file": found.name,
            "sha256": found.sha256,
            **({"document": str(of)} if of else {}),
            **({"player": guest(found.player_id)} if found.player_id else {}),
        },
        needs=OFF if of and (of.signed_by_id or seal_of(of.club_id, of.gaming_day)) else None,
    )


@signed(
    OFF,
    asked_as="journal.ask_to_take_off_file",
    preview=off_preview,
    kinds={OFF: msg("Take a file off a document")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
    latest_of="attached_file_id",
)
def take_off_file(stamp: Stamp, *, attached_file_id: Id, reason: Reason) -> AttachedFile:
    """
    Take a file off that was attached wrongly: its content goes, what it was called stays.

    So do its fingerprint, who attached it and when, who took it off, when and why. By two where
    the document was signed or its day is sealed. Raises NotFound, TakenOff.
    """
    off_preview(stamp, attached_file_id=attached_file_id)
    found = hold(AttachedFile, attached_file_id)
    who = {"by_id": stamp.person_id, "signed_by_id": stamp.signed_by_id}
    take_off(found, at=stamp.at, reason=reason, **who)
    return found


@receiver(papers_of_guest)
def own_papers(sender: Any, *, club_id: int, player_ids: Collection[int], **_: Any) -> list[str]:
    """Return the files that go with a guest, and of which documents."""
    own = _own(club_id, player_ids).defer("content").order_by("id")
    return [": ".join(filter(None, [each.name, str(document_of(each) or "")])) for each in own]


@receiver(guest_erased)
def forget_papers(
    sender: Any, *, club_id: int, player_ids: Collection[int], at: datetime, **_: Any
) -> None:
    """Take off what is said to be a guest's who is erased."""
    _own(club_id, player_ids).update(content=b"", off_at=at)


def _own(club_id: int, player_ids: Collection[int]) -> QuerySet[AttachedFile]:
    return AttachedFile.objects.filter(club_id=club_id, player__in=player_ids, off_at=None)
