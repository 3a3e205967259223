"""The proof of a claim: deck, camera, witnesses, the hand kept under seal, attachments."""

import hashlib
from datetime import datetime, timedelta

from casino.acts.evidence import Checker, LongNote, Seal, Witnesses, check_camera
from casino.acts.kinds import File, Id, Name
from casino.acts.runner import act
from casino.attachments import media_type
from casino.db import refusing
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.services.guests import held_guest
from casino.refusals import Conflict
from jackpot.models import Attachment, Claim
from jackpot.services.claims import held_claim

# How far the clocks of a camera and of who enters the claim may be apart.
NEAR = timedelta(hours=1)


class AttachedBefore(Conflict):
    """The same file twice proves nothing more."""

    code = "JACKPOT-007"
    message = msg("This file is already attached.")


@act("jackpot.record_evidence")
def record_evidence(
    stamp: Stamp,
    *,
    claim_id: Id,
    deck_checked_by: Checker = "",
    camera_at: datetime | None = None,
    witnesses: Witnesses = "",
    seal_number: Seal = "",
    note: LongNote = "",
) -> Claim:
    """
    Write down what proves a hand, until it is proposed; an empty text: not yet.

    camera_at: within an hour of the hand, and not ahead.
    Raises NotFound, ClaimDecided, BadInput.
    """
    claim = held_claim(stamp, claim_id)
    last = min(claim.played_at + NEAR, stamp.at)
    check_camera(camera_at, first=claim.played_at - NEAR, last=last)
    claim.deck_checked_by, claim.camera_at = deck_checked_by, camera_at
    claim.witnesses, claim.seal_number, claim.note = witnesses, seal_number, note
    claim.save(update_fields=["deck_checked_by", "camera_at", "witnesses", "seal_number", "note"])
    return claim


@act("jackpot.attach_paper")
def attach_evidence(
    stamp: Stamp,
    *,
    claim_id: Id,
    name: Name,
    content: File,
    player_id: Id | None = None,
) -> Attachment:
    """
    Keep a paper or picture with a claim, until it is proposed.

    name: the file's; its type is told by the content. player_id: the guest whose it is, such as an
    ID; it goes when the guest is erased.
    Raises NotFound, ClaimDecided, NotAttachable, AttachedBefore, BadInput, Gone.
    """
    content_type = media_type(content)
    claim = held_claim(stamp, claim_id)
    with refusing(jackpot_attachment_once=AttachedBefore(field="paper")):
        return Attachment.objects.create(
            claim=claim,
            player_id=player_id and held_guest(stamp, player_id).pk,
            name=name.rpartition("/")[2] or name,
            size=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
            content_type=content_type,
            content=content,
            added_by_id=stamp.person_id,
            added_at=stamp.at,
            act_id=stamp.act_id,
        )
