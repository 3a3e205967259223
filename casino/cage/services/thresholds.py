"""From which amounts the desk pays by two: the manager proposes, the accountant approves."""

from dataclasses import asdict, fields, replace
from datetime import datetime, timedelta
from typing import Annotated
from uuid import uuid5

import structlog
from django.db import DatabaseError

from casino.acts.kinds import Amount, AmountOrZero, Reason, Whole
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.approvals.queries import proposal
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import PaymentThresholds
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.threshold_history import CHANGE
from casino.cage.rules import Thresholds, at_least_casino
from casino.house.keys import namespace
from casino.house.models import Club, ControlProfile
from casino.house.queries import club_stamp, control_profile, control_profiles
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.money import format_cents
from casino.rates.rules import Law
from casino.refusals import BadInput, Refusal

log = structlog.get_logger()
CASINO = ControlProfile.Name.CASINO
LOOSENED = namespace("b0a1a6de-5f0b-4c0e-8d55-2c0a3f9e7d41")
# From the first on a second person signs, from the other on the manager does.
SIGNED_FROM = (
    ("second_from_cents", "manager_from_cents"),
    ("count_second_over_cents", "count_manager_over_cents"),
    ("redeem_second_from_cents", "redeem_manager_from_cents"),
)


def tighten(club_id: int) -> None:
    """Let the desk keep at least to a casino's amounts, as a step of an act."""
    strict = asdict(at_least_casino(thresholds(club_id)))
    PaymentThresholds.objects.update_or_create(club_id=club_id, defaults=strict)


def link_by_law(club_id: int, law: Law) -> None:
    """Let a club that opens link cash over the days of its country's law, as a step of an act."""
    if law.identify_linked_days:
        days = law.identify_linked_days.number
        own = asdict(replace(thresholds(club_id), identify_linked_days=days))
        PaymentThresholds.objects.update_or_create(club_id=club_id, defaults=own)


@act("cage.loosen_thresholds", replay=lambda *_: False)
def loosen(stamp: Stamp) -> bool:
    """
    Let the club's own amounts hold again after a casino's controls; return whether any did not.
    """
    hold(Club, stamp.club_id)
    now, own = thresholds(stamp.club_id), _own_again(stamp.club_id)
    if own != now:
        PaymentThresholds.objects.filter(club_id=stamp.club_id).update(**asdict(own))
    return own != now


def loosen_due(now: datetime) -> list[int]:
    """
    Let every club's own amounts hold again where a casino's controls ended; return which clubs'.

    Any number of workers may ask at once: each end has one key.
    """
    done = []
    strict = ControlProfile.objects.filter(profile=CASINO).values("club_id")
    for club in Club.objects.filter(id__in=strict).order_by("id"):
        ended = _profile_after_casino(club.pk, now)
        if ended is None or _own_again(club.pk) == thresholds(club.pk):
            continue
        key = uuid5(LOOSENED, str(ended.pk))
        try:
            if loosen(club_stamp(club, at=now, actor_id=None, key=key)):
                done.append(club.pk)
        except (Refusal, DatabaseError):
            log.exception("a club's own amounts could not hold again", club=club.slug)
    return done


def _profile_after_casino(club_id: int, at: datetime) -> ControlProfile | None:
    """Return the profile in force, None where a casino's is or was decided later than that."""
    for each in control_profiles(club_id):
        if each.profile == CASINO:
            return None
        if each.since <= at:
            return each
    return None


def _own_again(club_id: int) -> Thresholds:
    """Return the club's amounts, its own in place of each that only `tighten` has set."""
    now, own = thresholds(club_id), _decided(club_id)
    strict = at_least_casino(own)
    tightened = [
        each.name
        for each in fields(Thresholds)
        if getattr(now, each.name) == getattr(strict, each.name)
    ]
    again = replace(now, **{name: getattr(own, name) for name in tightened})
    # The manager's amount may have been lowered meanwhile.
    lower = {
        second: min(getattr(again, second), getattr(again, manager))
        for second, manager in SIGNED_FROM
    }
    return replace(again, **lower)


def _decided(club_id: int) -> Thresholds:
    """Return each amount as two people changed it last, the usual ones where nobody did."""
    changes = Proposal.objects.filter(club_id=club_id, operation=CHANGE, approved=True)
    own = asdict(Thresholds())
    for content in changes.order_by("decision_act_id").values_list("content", flat=True):
        before = content["instead_of"]
        known = own.keys() & before.keys()
        own |= {name: content[name] for name in known if content[name] != before[name]}
    return Thresholds(**own)


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
    if control_profile(stamp.club_id, at=stamp.at) == CASINO:
        _check_kept(before, wanted)
    return Preview(content=asdict(wanted) | {"instead_of": asdict(before)})


def _check_kept(before: Thresholds, wanted: Thresholds) -> None:
    """Raise BadInput where an amount is made laxer than a casino's, at once and by the same two."""
    kept = at_least_casino(wanted)
    for each in fields(Thresholds):
        most = getattr(kept, each.name)
        if getattr(wanted, each.name) not in {most, getattr(before, each.name)}:
            raise BadInput(
                msg(
                    "Under the casino's controls this amount is at most {most}.",
                    most=format_cents(most),
                ),
                field=each.name,
            )


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
