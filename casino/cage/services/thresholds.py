"""From which amounts the desk pays by two: the manager proposes, the accountant approves."""

from dataclasses import asdict, replace
from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.models import PaymentThresholds
from casino.cage.queries import thresholds
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.words import say

CHANGE = "cage.change_thresholds"


class NothingChanges(Refusal):
    """A proposal differs from what holds."""

    status = 422
    code = "CAGE-016"
    message = say("Nothing would change: these are the club's thresholds now.")


class OtherThresholds(Refusal):
    """What is approved is the step from the amounts that were shown."""

    status = 409
    code = "CAGE-017"
    message = say("The thresholds are no longer those that this proposal changes.")
    next_step = say("Let it be proposed again.")


@command
def propose_thresholds(
    stamp: Stamp,
    *,
    second_from_cents: int,
    manager_from_cents: int,
    identify_from_cents: int,
    count_second_over_cents: int | None = None,
    count_manager_over_cents: int | None = None,
    reverse_alone_under_cents: int | None = None,
    reverse_manager_from_cents: int | None = None,
    vault_minimum_cents: int | None = None,
    float_alone_under_cents: int | None = None,
    reason: str,
) -> Proposal:
    """
    Propose the club's own thresholds of the desk, in cents, None: as it is now; they hold once
    they are approved.

    Source: RELIABILITY 4 (changing thresholds is itself an act of two). Raises BadInput,
    NothingChanges.
    """
    others = {
        "count_second_over_cents": count_second_over_cents,
        "count_manager_over_cents": count_manager_over_cents,
        "reverse_alone_under_cents": reverse_alone_under_cents,
        "reverse_manager_from_cents": reverse_manager_from_cents,
        "vault_minimum_cents": vault_minimum_cents,
        "float_alone_under_cents": float_alone_under_cents,
    }
    given = {name: cents for name, cents in others.items() if cents is not None}
    reason = clean_name(reason, field="reason", longest=200)
    asked = {
        "second_from_cents": second_from_cents,
        "manager_from_cents": manager_from_cents,
        "identify_from_cents": identify_from_cents,
    } | given
    act = ledger.act(stamp, "cage.propose_thresholds", **asked, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    before = thresholds(stamp.club_id)
    wanted = replace(before, **asked)
    if manager_from_cents < second_from_cents:
        raise BadInput(
            say("The manager signs from the second person's amount on, or from a higher one."),
            field="manager_from_cents",
        )
    if wanted.count_manager_over_cents < wanted.count_second_over_cents:
        raise BadInput(
            say("The manager signs counts off by as much as the second person's, or by more."),
            field="count_manager_over_cents",
        )
    if wanted == before:
        raise NothingChanges
    content = asdict(wanted) | {"instead_of": asdict(before)}
    return propose(stamp, act, operation=CHANGE, content=content, reason=reason)


@completes(
    CHANGE,
    title=say("Thresholds of the desk"),
    lives=timedelta(days=3),
)
def change_thresholds(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> None:
    """Let the proposed thresholds hold. Raises OtherThresholds."""
    wanted = dict(proposal.content)
    Club.objects.select_for_update(no_key=True).get(id=stamp.club_id)
    if wanted.pop("instead_of") != asdict(thresholds(stamp.club_id)):
        raise OtherThresholds
    PaymentThresholds.objects.update_or_create(club_id=stamp.club_id, defaults=wanted)
