"""Papers of a claim that were attached wrongly: taken off, or gone with their guest."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.attachments import take_off
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.names import guest
from casino.players.services.erasing import guest_erased, papers_of_guest
from casino.refusals import Conflict
from jackpot.models import Attachment, Claim
from jackpot.queries import claims
from jackpot.services.claims import held_claim

OFF = "jackpot.take_off_paper"


class PaperOff(Conflict):
    """A paper is taken off once."""

    code = "JACKPOT-033"
    message = msg("This file has already been taken off.")


def off_preview(stamp: Stamp, *, attachment_id: int, **_: object) -> Preview:
    """Say which paper goes, and of which claim. Raises NotFound, PaperOff, ClaimDecided."""
    found = claims.paper(stamp.club_id, attachment_id)
    claim = claims.claim(stamp.club_id, found.claim_id)
    if stamp.act_id:
        claim, found = hold(Claim, claim.pk), hold(Attachment, found.pk)
    if found.off_at:
        raise PaperOff
    if not claim.is_decided:
        held_claim(stamp, claim.pk)
    return Preview(
        content={
            "claim": f"{claim}",
            "file": found.name,
            "sha256": found.sha256,
            **({"player": guest(found.player_id)} if found.player_id else {}),
        },
        needs=OFF if claim.is_decided else None,
    )


@signed(
    OFF,
    asked_as="jackpot.ask_to_take_off_paper",
    preview=off_preview,
    kinds={OFF: msg("Take a file off a claim")},
    latest_of="attachment_id",
)
def take_off_evidence(stamp: Stamp, *, attachment_id: Id, reason: Reason) -> Attachment:
    """
    Take a paper off that was attached wrongly: its content goes, what it was called stays.

    So do its fingerprint, who attached it and when, who took it off, when and why. By two once the
    claim was decided. Raises NotFound, PaperOff, ClaimDecided while the claim waits for approval.
    """
    off_preview(stamp, attachment_id=attachment_id)
    found = hold(Attachment, attachment_id)
    who = {"by_id": stamp.person_id, "signed_by_id": stamp.signed_by_id}
    take_off(found, at=stamp.at, reason=reason, **who)
    return found


@receiver(papers_of_guest)
def own_papers(sender: Any, *, club_id: int, player_ids: Collection[int], **_: Any) -> list[str]:
    """Return the papers that go with a guest, and of which claims."""
    own = _own(club_id, player_ids).defer("content").select_related("claim").order_by("id")
    return [f"{each.name}: {each.claim}" for each in own]


@receiver(guest_erased)
def forget_papers(
    sender: Any, *, club_id: int, player_ids: Collection[int], at: datetime, **_: Any
) -> None:
    """Take off what is said to be a guest's who is erased."""
    _own(club_id, player_ids).update(content=b"", off_at=at)


def _own(club_id: int, player_ids: Collection[int]) -> QuerySet[Attachment]:
    return Attachment.objects.filter(claim__club_id=club_id, player__in=player_ids, off_at=None)
