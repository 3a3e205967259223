"""
Four eyes: one person asks, a second one signs, in one transaction with the effect.

An act that needs it is declared with `signed`. The database refuses the same person twice, a late
signature, a second decision.
"""

from collections.abc import Callable, Collection, Mapping, Set
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID, uuid5

from django.db.models import Q, QuerySet

from casino.acts.kinds import Id, Line, Reason, Text
from casino.acts.runner import act
from casino.approvals import queries
from casino.approvals.models import Confirmation, Proposal
from casino.approvals.queries import digest, digest_of_all, shown_digest
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import first_act
from casino.messages import Message, msg
from casino.names import clean_text, with_names
from casino.refusals import Conflict, NotFound, Refusal
from casino.staff.models import User
from casino.staff.permissions import signing, whom_to_ask

Digest = Annotated[str, Text(max_length=64)]
ONE_PERSON = msg("One person, control profile Home.")
SUPERSEDED = msg("A later request took its place.")
Decided = Callable[[Stamp, Proposal], Any]
Ahead = Callable[[Stamp, Proposal], Mapping[str, Any]]


class OwnProposal(Conflict):
    """The second person is never the first."""

    code = "APPROVAL-001"
    message = msg("You cannot approve your own request.")
    next_step = msg("A second person must approve it.")
    next_page = "approval-sign"


class AlreadyDecided(Conflict):
    """An approval is used once."""

    code = "APPROVAL-002"
    message = msg("This request has already been decided.")


class Expired(Conflict):
    """A signature comes in time, while who asked works here and may ask for it, or not at all."""

    code = "APPROVAL-003"
    message = msg("This request has expired.")
    next_step = msg("Propose it again.")


class OtherContent(Refusal):
    """What is signed is what was on the screen."""

    code = "APPROVAL-004"
    message = msg("The content has changed since it was proposed.")
    next_step = msg("Open the request again and check it.")
    next_page = "approval"


class NotYours(Refusal):
    """The role does not decide this."""

    status = 403
    code = "APPROVAL-005"
    message = msg("Your role may not approve this.")


class BeneficiaryCannotApprove(Conflict):
    """Who gains by it does not approve it."""

    code = "APPROVAL-006"
    message = msg("You gain by this: another person must approve it.")


class OwnScreen(Conflict):
    """Who counts blind can't read what the count is compared with over the signer's shoulder."""

    code = "APPROVAL-020"
    message = msg("A blind count is not approved at the screen of the person who counted.")
    next_step = msg("Approve it on your own screen, under Approvals.")


class NoEmergency(Refusal):
    """Only what is listed is done by one person alone, by the manager, with a reason."""

    status = 403
    code = "APPROVAL-007"
    message = msg("This always needs two people.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Completion:
    """
    What an approval carries out.

    first_kind: of its act, on whose page a kind without one of its own is read; ahead: what who
    signs is shown besides, it raises what stands in the way; refused: what a refusal or withdrawal
    carries out; emergency: one person may do it alone; blind: what only who may sign it reads.
    """

    operation: str
    first_kind: str
    title: Message
    lives: timedelta
    complete: Decided
    ahead: Ahead | None = None
    refused: Decided | None = None
    emergency: bool = False
    blind: frozenset[str] = frozenset()


COMPLETIONS: dict[str, Completion] = {}


def keep_completion(completion: Completion) -> None:
    """Register what the approval of an operation carries out."""
    COMPLETIONS[completion.operation] = completion


def propose(
    stamp: Stamp,
    *,
    operation: str,
    content: Mapping[str, Any],
    reason: str,
    not_by: Collection[int] = (),
) -> Proposal:
    """
    Keep a proposal as a step of an act; the act has checked the content.

    content: plain data, in which the approved operation finds all that it needs; not_by: ids of
    users who gain by it. The database lets neither them nor the hands that ask approve it.
    """
    return Proposal.objects.create(
        club_id=stamp.club_id,
        operation=operation,
        content=content,
        digest=digest(content),
        reason=clean_text(reason, max_length=200),
        proposed_by_id=stamp.person_id,
        proposed_at=stamp.at,
        expires_at=stamp.at + COMPLETIONS[operation].lives,
        not_by=sorted({*not_by} | (stamp.hands - {stamp.actor_id})),
        act_id=stamp.act_id,
    )


def shown_to(
    proposal: Proposal, user_id: int, *, at: datetime, holder_id: int | None = None
) -> Proposal:
    """
    Return a proposal as its reader sees it: guests by name, without what they may not know.

    holder_id: who reads it by a key of the user's, where that is somebody else.
    """
    blind = COMPLETIONS[proposal.operation].blind
    own = proposal.proposed_by_id in {user_id, holder_id}
    if blind and not own and queries.signs(proposal.club_id, user_id, proposal.operation, at=at):
        blind = frozenset()
    shown, hidden = copy(proposal), frozenset() if proposal.approved else blind
    shown.content = with_names({k: v for k, v in proposal.content.items() if k not in hidden})
    return shown


def sign_alone(stamp: Stamp, proposal: Proposal) -> None:
    """Sign what one asks for oneself, where the club's control profile is `home`."""
    proposal.alone = True
    _decide(stamp, proposal, approved=True, remark=str(ONE_PERSON))


@act("approvals.note_alone", replay=lambda *_, **__: None)
def note_alone(stamp: Stamp, *, what: Line) -> None:
    """
    Keep that the host did alone what takes two people elsewhere and is no proposal.

    what: the name of the act of which it is a step.
    """


def done_alone(stamp: Stamp, what: str) -> bool:
    """Return whether the club's host does something alone that takes two; it is noted then."""
    if not queries.is_host(stamp):
        return False
    note_alone.step(replace(stamp, key=uuid5(stamp.key, "alone"), act_id=0), what=what)
    return True


def supersede(stamp: Stamp, waiting: QuerySet[Proposal]) -> None:
    """Withdraw requests that still wait: a later one of the same matter follows them."""
    for earlier in waiting.order_by("id").select_for_update():
        withdraw(stamp, earlier, remark=str(SUPERSEDED))


@act("approvals.approve")
def approve(
    stamp: Stamp, *, proposal_id: Id, digest: Digest, at_screen_of: Id | None = None
) -> Proposal:
    """
    Approve a proposal and carry it out, both or neither.

    digest: of the content that the approver read; at_screen_of: the user at whose screen the
    approver signed. Raises NotFound, NotYours, OwnProposal, OwnScreen, BeneficiaryCannotApprove,
    AlreadyDecided, Expired, OtherContent, and what the operation itself refuses.
    """
    proposal = held(stamp, proposal_id)
    if proposal.proposed_by_id == stamp.actor_id:
        if not queries.signs_for_oneself(stamp, proposal.operation):
            raise OwnProposal
        proposal.alone = True
    elif COMPLETIONS[proposal.operation].blind and at_screen_of == proposal.proposed_by_id:
        raise OwnScreen
    here = stamp.hands if at_screen_of is None else {stamp.person_id}
    _check_signature(stamp, proposal, digest, hands=here)
    _decide(stamp, proposal, approved=True, remark="")
    COMPLETIONS[proposal.operation].complete(stamp, proposal)
    return proposal


def _decided(stamp: Stamp, *, proposal_id: int, **_: Any) -> list[Proposal]:
    first = queries.proposal(stamp.club_id, proposal_id)
    return queries.decided_together(first, key=stamp.key)


@act("approvals.approve_together", replay=_decided)
def approve_together(
    stamp: Stamp, *, proposal_id: Id, digest: Digest, at_screen_of: Id | None = None
) -> list[Proposal]:
    """
    Approve a proposal and all that belong to it, each by an act of its own, or none of them.

    digest: of all of them together, as they were read. Raises what approve raises.
    """
    first = queries.proposal(stamp.club_id, proposal_id)
    several = queries.belonging(first, at=stamp.at)
    if digest != digest_of_all(several):
        raise OtherContent(field="digest")
    for each in several:
        own = replace(stamp, key=queries.step_key(stamp.key, each), act_id=0)
        approve.step(own, proposal_id=each.pk, digest=shown_digest(each), at_screen_of=at_screen_of)
    return several


def goes_together(proposal: Proposal, *, at: datetime, key: UUID | None) -> bool:
    """Return whether others are signed with a proposal; of a repeat, whether they were at first."""
    before = first_act(key) if key else None
    if before:
        return before.operation == approve_together.name
    return len(queries.belonging(proposal, at=at)) > 1


def approve_at_screen(stamp: Stamp, *, by: User, proposal_id: int, digest: str) -> list[Proposal]:
    """
    Approve a proposal, with all that belong to it, in the name of who signs at the actor's screen.

    Raises what approve raises.
    """
    theirs, where = stamp.acting_as(by.pk), {"at_screen_of": stamp.person_id}
    found = queries.proposal(stamp.club_id, proposal_id)
    if goes_together(found, at=stamp.at, key=stamp.key):
        return approve_together(theirs, proposal_id=proposal_id, digest=digest, **where)
    return [approve(theirs, proposal_id=proposal_id, digest=digest, **where)]


@act("approvals.approve_alone")
def approve_alone(stamp: Stamp, *, proposal_id: Id, digest: Digest, remark: Reason) -> Proposal:
    """
    Do alone what is listed for an emergency, the manager's own proposal too; it waits for another.

    remark: why nobody else could. Raises what approve raises except OwnProposal, NoEmergency,
    BadInput.
    """
    proposal = held(stamp, proposal_id, anyone=True)
    if not COMPLETIONS[proposal.operation].emergency or not _does(stamp, "emergency"):
        raise NoEmergency
    _check_signature(stamp, proposal, digest, hands=stamp.hands)
    proposal.emergency = True
    _decide(stamp, proposal, approved=True, remark=remark)
    COMPLETIONS[proposal.operation].complete(stamp, proposal)
    return proposal


@act("approvals.confirm")
def confirm(stamp: Stamp, *, proposal_id: Id, remark: Reason) -> Confirmation:
    """Confirm what somebody did alone. Raises NotFound, NotYours, OwnProposal, BadInput."""
    alone = Proposal.objects.filter(club_id=stamp.club_id, id=proposal_id, emergency=True)
    proposal = alone.select_for_update().first()
    if proposal is None or proposal.decided_by_id is None:
        raise NotFound(msg("There is no override to confirm."), field="proposal_id")
    if Confirmation.objects.filter(proposal=proposal).exists():
        raise AlreadyDecided
    if stamp.hands & {proposal.decided_by_id, proposal.proposed_by_id, *queries.holders(proposal)}:
        raise OwnProposal
    if not _does(stamp, "confirm_emergency"):
        raise NotYours
    return Confirmation.objects.create(
        proposal=proposal,
        used_by_id=proposal.decided_by_id,
        confirmed_by_id=stamp.person_id,
        confirmed_at=stamp.at,
        remark=remark,
        act_id=stamp.act_id,
    )


@act("approvals.refuse")
def refuse(stamp: Stamp, *, proposal_id: Id, remark: Reason) -> Proposal:
    """
    Refuse a proposal, or withdraw one's own; it stays on the list with the reason.

    Raises NotFound, NotYours, AlreadyDecided, BadInput (no reason).
    """
    proposal = held(stamp, proposal_id)
    withdraw(stamp, proposal, remark=remark)
    return proposal


def forget_reasons(club_id: int, about: Q) -> None:
    """Blank what was written of a guest who is erased: why it was asked for and decided so."""
    for each in Proposal.objects.filter(about, club_id=club_id, approved__isnull=False):
        each.content |= {"reason": ""}
        each.reason = each.remark = ""
        each.save(update_fields=["content", "reason", "remark"])


def _check_signature(stamp: Stamp, proposal: Proposal, digest: str, *, hands: Set[int]) -> None:
    """Raise OwnProposal, BeneficiaryCannotApprove, Expired, OtherContent; hands: see Stamp."""
    holding = hands - {stamp.person_id}
    if holding and holding & {proposal.proposed_by_id, *queries.holders(proposal)}:
        raise OwnProposal(msg("You hold the API key by which this would be approved."))
    if hands & set(proposal.not_by) and not proposal.alone:
        if stamp.actor_id in queries.holders(proposal):
            raise OwnProposal(msg("You hold the API key by which this was requested."))
        raise BeneficiaryCannotApprove
    if proposal.expires_at < stamp.at or not queries.still_asks(proposal, at=stamp.at):
        raise Expired
    if digest != shown_digest(proposal):
        raise OtherContent(field="digest")


def held(stamp: Stamp, proposal_id: int, *, anyone: bool = False) -> Proposal:
    """Hold an undecided proposal that the actor may decide; anyone: whoever asks."""
    held = Proposal.objects.select_for_update().filter(club_id=stamp.club_id, id=proposal_id)
    proposal = held.first()
    if proposal is None:
        raise NotFound(msg("There is no such proposal in this club."), field="proposal_id")
    if proposal.approved is not None:
        raise AlreadyDecided if proposal.decided_by_id else Expired
    who = (stamp.club_id, stamp.person_id)
    own = anyone or proposal.proposed_by_id == stamp.actor_id
    if not own and not queries.signs(*who, proposal.operation, at=stamp.at):
        raise NotYours(next_step=_whom_to_ask(stamp, proposal.operation))
    return proposal


def _whom_to_ask(stamp: Stamp, kind: str) -> Message | None:
    """Return who may be the second for a kind of proposal, in words."""
    return whom_to_ask(signing(kind, queries.permission_overrides_at(stamp.club_id, at=stamp.at)))


def _does(stamp: Stamp, action: str) -> bool:
    return queries.can_perform(stamp.club_id, stamp.person_id, action, at=stamp.at)


def withdraw(stamp: Stamp, proposal: Proposal, *, remark: str) -> None:
    _decide(stamp, proposal, approved=False, remark=remark)
    if refused := COMPLETIONS[proposal.operation].refused:
        refused(stamp, proposal)


def _decide(stamp: Stamp, proposal: Proposal, *, approved: bool, remark: str) -> None:
    proposal.approved = approved
    proposal.decided_by_id = stamp.actor_id
    proposal.decided_at = stamp.at
    proposal.remark = remark
    proposal.decision_act_id = stamp.act_id
    proposal.save(
        update_fields=[
            "approved",
            "decided_by",
            "decided_at",
            "remark",
            "decision_act_id",
            "emergency",
            "alone",
        ]
    )
