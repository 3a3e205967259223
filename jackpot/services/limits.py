"""Who approves up to which amount: the manager proposes the amounts, the accountant approves."""

from dataclasses import asdict
from datetime import timedelta

from casino.acts.kinds import AmountOrZero, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Refusal
from casino.staff.models import Membership, Role
from jackpot.models import Limits as OwnLimits
from jackpot.queries.clubs import limits
from jackpot.rules.limits import Limits

CHANGE = "jackpot.change_limits"


class AboveLimit(Refusal):
    """A larger amount is another person's."""

    status = 403
    code = "JACKPOT-022"


def check_limit(stamp: Stamp, cents: int, *, always: str, up_to: tuple[str, int]) -> None:
    """
    Refuse who signs more than the club lets their role.

    always: the role without a limit; up_to: the other role and its amount. Raises AboveLimit.
    """
    role, maximum = up_to
    held = Membership.objects.filter(club_id=stamp.club_id, user_id=stamp.signer_id)
    if abs(cents) > maximum and always not in held.values_list("role", flat=True):
        what = {"role": Role(role).label, "maximum": format_cents(maximum)}
        said = msg("{role} approves up to {maximum}.", **what)
        if not maximum:
            said = msg("{role} approves no such amount.", role=what["role"])
        raise AboveLimit(said, next_step=msg("Ask {role}.", role=Role(always).label))


def limits_preview(stamp: Stamp, *, reason: str, **wanted: int) -> Preview:
    """Say which amounts hold now. Raises NothingChanges."""
    if stamp.act_id:
        hold(Club, stamp.club_id)
    before = limits(stamp.club_id)
    if Limits(**wanted) == before:
        raise NothingChanges(msg("These amounts are already in force."))
    return Preview(content={"instead_of": asdict(before)})


@signed(
    CHANGE,
    asked_as="jackpot.propose_limits",
    preview=limits_preview,
    kinds={CHANGE: msg("Jackpot approval limits")},
    lives=timedelta(days=3),
    waits="The accountant is not in every day.",
)
def change_limits(
    stamp: Stamp,
    *,
    accountant_award_cents: AmountOrZero,
    check_from_cents: AmountOrZero,
    manager_adjust_cents: AmountOrZero,
    reason: Reason,
) -> OwnLimits:
    """
    Let the club's own amounts of who approves what hold.

    Source: RELIABILITY 4 (changing thresholds is itself an act of two).
    """
    own, _ = OwnLimits.objects.update_or_create(
        club_id=stamp.club_id,
        defaults={
            "accountant_award_cents": accountant_award_cents,
            "check_from_cents": check_from_cents,
            "manager_adjust_cents": manager_adjust_cents,
        },
    )
    return own
