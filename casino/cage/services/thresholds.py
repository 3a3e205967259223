"""From which amounts the desk pays by two: the manager proposes, the accountant approves."""

from dataclasses import asdict
from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.models import PaymentThresholds
from casino.cage.queries import thresholds
from casino.cage.rules import Thresholds
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.staff.models import Role

CHANGE = "cage.change_thresholds"


class NothingChanges(Refusal):
    """A proposal differs from what holds."""

    status = 422
    code = "CAGE-016"
    message = "Nothing would change: these are the club's thresholds now."


class OtherThresholds(Refusal):
    """What is approved is the step from the amounts that were shown."""

    status = 409
    code = "CAGE-017"
    message = "The thresholds are no longer those that this proposal changes."
    next_step = "Let it be proposed again."


@command
def propose_thresholds(
    stamp: Stamp,
    *,
    second_from_cents: int,
    manager_from_cents: int,
    identify_from_cents: int,
    reason: str,
) -> Proposal:
    """
    Propose the club's own thresholds of payments, in cents; they hold once they are approved.

    Source: RELIABILITY 4 (changing thresholds is itself an act of two). Raises BadInput,
    NothingChanges.
    """
    wanted = Thresholds(
        second_from_cents=second_from_cents,
        manager_from_cents=manager_from_cents,
        identify_from_cents=identify_from_cents,
    )
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "cage.propose_thresholds", **asdict(wanted), reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    if manager_from_cents < second_from_cents:
        raise BadInput(
            "The manager signs from the second person's amount on, or from a higher one.",
            field="manager_from_cents",
        )
    before = thresholds(stamp.club_id)
    if wanted == before:
        raise NothingChanges
    content = asdict(wanted) | {"instead_of": asdict(before)}
    return propose(stamp, act, operation=CHANGE, content=content, reason=reason)


@completes(
    CHANGE,
    title="Thresholds of payments",
    approvers=(Role.ACCOUNTANT,),
    lives=timedelta(days=3),
)
def change_thresholds(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> None:
    """Let the proposed thresholds hold. Raises OtherThresholds."""
    wanted = dict(proposal.content)
    Club.objects.select_for_update(no_key=True).get(id=stamp.club_id)
    if wanted.pop("instead_of") != asdict(thresholds(stamp.club_id)):
        raise OtherThresholds
    PaymentThresholds.objects.update_or_create(club_id=stamp.club_id, defaults=wanted)
