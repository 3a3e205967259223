"""
Requests that end without a decision: who asked for them left, whom they are about is gone, or
nobody approved in time.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Annotated
from uuid import uuid5

import structlog
from django.db import DatabaseError

from casino.acts.kinds import Id, OneOf
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.approvals.services import held, withdraw
from casino.house.keys import namespace
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import Refusal

log = structlog.get_logger()
LEFT = msg("Who asked for it no longer works here.")
GONE = {
    "guest": msg("The guest was erased or merged meanwhile."),
    "staff": msg("Whom it is about no longer works here."),
    "statement": msg("The statement was withdrawn meanwhile."),
}
EXPIRED = msg("Nobody approved it in time.")
EXPIRIES = namespace("5d4b1c70-0f5a-4b7e-9f0a-3a6e6f1d2c18")


@act("approvals.void")
def void(
    stamp: Stamp, *, proposal_id: Id, why: Annotated[str, OneOf(words=tuple(GONE))] | None = None
) -> Proposal:
    """
    Take a request off the queue, as a step of the act after which nobody may carry it out.

    why: of what it is about; unsaid: who asked for it leaves.
    """
    proposal = held(stamp, proposal_id, anyone=True)
    withdraw(stamp, proposal, remark=str(GONE[why] if why else LEFT))
    return proposal


def void_all(stamp: Stamp, proposals: Iterable[Proposal], *, why: str | None = None) -> None:
    """Take requests off the queue, each by a step of its own."""
    for each in proposals:
        step = replace(stamp, key=uuid5(stamp.key, str(each.pk)), act_id=0)
        void.step(step, proposal_id=each.pk, why=why)


@act("approvals.expire", replay=lambda *_, **__: False)
def expire(stamp: Stamp, *, proposal_id: Id) -> bool:
    """Close a request that nobody decided in time; return whether it still waited."""
    waiting = Proposal.objects.select_for_update().filter(
        club_id=stamp.club_id, id=proposal_id, approved=None, expires_at__lt=stamp.at
    )
    if late := waiting.first():
        withdraw(stamp, late, remark=str(EXPIRED))
    return late is not None


def expire_due(now: datetime) -> int:
    """
    Close every request that nobody decided in time; return how many there were.

    Any number of workers may ask at once: each expiry has one key.
    """
    late = Proposal.objects.filter(approved=None, expires_at__lt=now).select_related("club")
    found = 0
    for each in late.order_by("id"):
        key = uuid5(EXPIRIES, str(each.pk))
        stamp = club_stamp(each.club, at=now, actor_id=None, key=key)
        try:
            found += expire(stamp, proposal_id=each.pk)
        except (Refusal, DatabaseError):
            log.exception("a request could not be closed", proposal=each.pk)
    return found
