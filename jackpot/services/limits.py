"""Who approves up to which amount: the manager proposes the amounts, the accountant approves."""

from dataclasses import asdict
from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.money import format_cents
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.staff.models import Membership, Role
from casino.words import say
from jackpot import queries
from jackpot.models import Limits as OwnLimits
from jackpot.rules.limits import Limits

CHANGE = "jackpot.change_limits"


class AboveLimit(Refusal):
    """A larger amount is another person's."""

    status = 403
    code = "JACKPOT-022"


class SameLimits(Refusal):
    """A proposal differs from what holds."""

    status = 422
    code = "JACKPOT-023"
    message = say("Nothing would change: these are the club's amounts now.")


class OtherLimits(Refusal):
    """What is approved is the step from the amounts that were shown."""

    status = 409
    code = "JACKPOT-024"
    message = say("The amounts are no longer those that this proposal changes.")
    next_step = say("Let it be proposed again.")


def check_limit(stamp: Stamp, cents: int, *, always: str, up_to: tuple[str, int]) -> None:
    """
    Refuse who approves more than the club lets their role.

    always: the role without a limit; up_to: the other role and its amount. Raises AboveLimit.
    """
    role, most = up_to
    held = Membership.objects.filter(club_id=stamp.club_id, user_id=stamp.person_id)
    if abs(cents) > most and always not in held.values_list("role", flat=True):
        said = say("{role}: approves up to {most}.", role=Role(role).label, most=format_cents(most))
        raise AboveLimit(said, next_step=say("Ask: {role}.", role=Role(always).label))


@command
def propose_limits(
    stamp: Stamp,
    *,
    accountant_award_cents: int,
    check_from_cents: int,
    manager_adjust_cents: int,
    reason: str,
) -> Proposal:
    """
    Propose the club's own amounts of who approves what; they hold once they are approved.

    Source: RELIABILITY 4 (changing thresholds is itself an act of two). Raises BadInput,
    SameLimits.
    """
    wanted = Limits(
        accountant_award_cents=accountant_award_cents,
        check_from_cents=check_from_cents,
        manager_adjust_cents=manager_adjust_cents,
    )
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(stamp, "jackpot.propose_limits", **asdict(wanted), reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    if min(asdict(wanted).values()) < 0:
        raise BadInput(say("Amounts are zero or more."))
    before = queries.limits(stamp.club_id)
    if wanted == before:
        raise SameLimits
    content = asdict(wanted) | {"instead_of": asdict(before)}
    return propose(stamp, act, operation=CHANGE, content=content, reason=reason)


@completes(
    CHANGE,
    title=say("Who approves how much of a jackpot"),
    lives=timedelta(days=3),
)
def change_limits(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> None:
    """Let the proposed amounts hold. Raises OtherLimits."""
    wanted = dict(proposal.content)
    Club.objects.select_for_update(no_key=True).get(id=stamp.club_id)
    if wanted.pop("instead_of") != asdict(queries.limits(stamp.club_id)):
        raise OtherLimits
    OwnLimits.objects.update_or_create(club_id=stamp.club_id, defaults=wanted)
