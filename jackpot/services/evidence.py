"""The proof of a claim: deck, camera, witnesses, the hand kept under seal, papers."""

import hashlib
from datetime import datetime

from django.db import IntegrityError

from casino.db import command, constraint_name
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import Refusal
from casino.words import say
from jackpot import queries
from jackpot.models import Attachment, Claim
from jackpot.rules.papers import paper_type
from jackpot.services.claims import held_claim

EVIDENCE = ["deck_checked_by", "camera_at", "witnesses", "seal_number", "note"]


class AttachedBefore(Refusal):
    """The same file twice proves nothing more."""

    status = 409
    code = "JACKPOT-007"
    message = say("This very file is attached already.")


@command
def record_evidence(
    stamp: Stamp,
    *,
    claim_id: int,
    deck_checked_by: str = "",
    camera_at: datetime | None = None,
    witnesses: str = "",
    seal_number: str = "",
    note: str = "",
) -> Claim:
    """
    Write down what proves a hand, until it is proposed; an empty text: not yet.

    Raises NotFound, ClaimDecided, BadInput.
    """
    entered = {
        "deck_checked_by": _text(deck_checked_by, "deck_checked_by", 100),
        "camera_at": camera_at,
        "witnesses": _text(witnesses, "witnesses", 200),
        "seal_number": _text(seal_number, "seal_number", 50),
        "note": _text(note, "note", 500),
    }
    act = ledger.act(stamp, "jackpot.record_evidence", claim_id=claim_id, **entered)
    if act.replayed:
        return queries.claim(stamp.club_id, claim_id)
    claim = held_claim(stamp, claim_id)
    for name, value in entered.items():
        setattr(claim, name, value)
    claim.save(update_fields=EVIDENCE)
    return claim


@command
def attach_paper(stamp: Stamp, *, claim_id: int, name: str, content: bytes) -> Attachment:
    """
    Keep a paper or picture with a claim, until it is proposed.

    name: the file's; its type is told by the content. Raises NotFound, ClaimDecided, NoPaper,
    AttachedBefore, BadInput.
    """
    name = clean_name(name.rpartition("/")[2], longest=100)
    digest = hashlib.sha256(content).hexdigest()
    file = {"name": name, "size": len(content), "sha256": digest}
    act = ledger.act(stamp, "jackpot.attach_paper", claim_id=claim_id, **file)
    if act.replayed:
        return Attachment.objects.get(act_id=act.id)
    content_type = paper_type(content)
    claim = held_claim(stamp, claim_id)
    try:
        return Attachment.objects.create(
            **file,
            claim=claim,
            content_type=content_type,
            content=content,
            added_by_id=stamp.person_id,
            added_at=stamp.at,
            act_id=act.id,
        )
    except IntegrityError as error:
        if constraint_name(error) == "jackpot_attachment_once":
            raise AttachedBefore(field="paper") from error
        raise


def _text(text: str, field: str, longest: int) -> str:
    return clean_name(text, field=field, longest=longest) if text else ""
