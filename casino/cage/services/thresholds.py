"""From which amounts the desk pays by two: the manager proposes, the accountant approves."""

from dataclasses import asdict, fields, replace
from datetime import timedelta
from typing import Annotated

from casino.acts.kinds import Amount, AmountOrZero, Reason, Whole
from casino.approvals.queries import proposal
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import PaymentThresholds
from casino.cage.queries.amounts import thresholds
from casino.cage.rules import Thresholds, at_least_casino
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.refusals import BadInput

CHANGE = "cage.change_thresholds"


def tighten(club_id: int) -> None:
    """Let the desk keep at least to a casino's amounts, as a step of an act."""
    strict = asdict(at_least_casino(thresholds(club_id)))
    PaymentThresholds.objects.update_or_create(club_id=club_id, defaults=strict)


def thresholds_preview(stamp: Stamp, *, reason: str, **given: int | None) -> Preview:
    """Say which amounts would hold, and those that hold now. Raises BadInput, NothingChanges."""
    if stamp.act_id:
        hold(Club, stamp.club_id)
    before = thresholds(stamp.club_id)
    wanted = replace(before, **{name: cents for name, cents in given.items() if cents is not None})
    if wanted.manager_from_cents < wanted.second_from_cents:
        raise BadInput(
            msg("The manager's amount must not be below the approval amount."),
            field="manager_from_cents",
        )
    if wanted.count_manager_over_cents < wanted.count_second_over_cents:
        raise BadInput(
            msg("The manager's variance limit must not be below the approval limit."),
            field="count_manager_over_cents",
        )
    if wanted.redeem_manager_from_cents < wanted.redeem_second_from_cents:
        raise BadInput(
            msg("The manager's amount must not be below the approval amount."),
            field="redeem_manager_from_cents",
        )
    if wanted == before:
        raise NothingChanges(msg("Nothing would change: these thresholds are in force."))
    return Preview(content=asdict(wanted) | {"instead_of": asdict(before)})


@signed(
    CHANGE,
    asked_as="cage.propose_thresholds",
    preview=thresholds_preview,
    kinds={CHANGE: msg("Desk thresholds")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
)
def change_thresholds(
    stamp: Stamp,
    *,
    second_from_cents: Amount,
    manager_from_cents: Amount,
    identify_from_cents: Amount,
    count_second_over_cents: AmountOrZero | None = None,
    count_manager_over_cents: AmountOrZero | None = None,
    reverse_alone_under_cents: AmountOrZero | None = None,
    reverse_manager_from_cents: AmountOrZero | None = None,
    vault_minimum_cents: AmountOrZero | None = None,
    float_alone_under_cents: AmountOrZero | None = None,
    vault_maximum_cents: Amount | None = None,
    credit_second_over_cents: AmountOrZero | None = None,
    redeem_second_from_cents: Amount | None = None,
    redeem_manager_from_cents: Amount | None = None,
    identify_linked_days: Annotated[int, Whole(low=1, high=366)] | None = None,
    sale_second_from_cents: Amount | None = None,
    unnamed_sales_from_cents: Amount | None = None,
    bounty_alone_under_cents: AmountOrZero | None = None,
    journal_alone_under_cents: AmountOrZero | None = None,
    reason: Reason,
) -> PaymentThresholds:
    """
    Let the club's own thresholds of the desk hold, in cents; None: as it is now.

    Source: RELIABILITY 4 (changing thresholds is itself an act of two).
    """
    content = proposal(stamp.club_id, stamp.proposal_id).content
    wanted = {each.name: content[each.name] for each in fields(Thresholds)}
    own, _ = PaymentThresholds.objects.update_or_create(club_id=stamp.club_id, defaults=wanted)
    return own
