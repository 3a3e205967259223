"""Changing a pool by hand: for a reason of the list, by two people, booked today."""

from datetime import timedelta
from typing import Annotated

from casino.acts.kinds import Amount, Id, Line, OneOf
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Conflict
from casino.staff.models import Role
from jackpot import postings
from jackpot.models import Adjustment, Jackpot
from jackpot.queries import levels
from jackpot.queries.clubs import limits
from jackpot.queries.movements import contributed_cents
from jackpot.rules.adjustments import REASONS, signed_cents
from jackpot.rules.ledger import PoolBelowZero
from jackpot.services.limits import check_limit

ADJUST = "jackpot.adjust"
BACK = "seed_back"
Why = Annotated[str, OneOf(words=tuple(sorted(REASONS)))]


class NotContributed(Conflict):
    """What guests brought stays theirs: the house takes back what it gave, and no more."""

    code = "JACKPOT-027"
    message = msg("The house has not contributed that much to this pool.")


def adjustment_preview(
    stamp: Stamp, *, jackpot_id: int, why: str, cents: int, note: str
) -> Preview:
    """
    Say what this club's books hold of the pool then.

    Raises NotFound, PoolBelowZero, NotContributed.
    """
    jackpot = levels.jackpot(stamp.club_id, jackpot_id)
    change = signed_cents(why, cents)
    if stamp.act_id:
        # A pool that goes into a shared one, or is retired, is not closed with what came in since.
        jackpot = Jackpot.objects.select_for_update(no_key=True).get(id=jackpot_id)
    levels.check_in_use(jackpot)
    if why == BACK:
        given = contributed_cents(jackpot, club_id=stamp.club_id)
        if cents > given:
            raise NotContributed(
                msg("The house has contributed {cents} to this pool.", cents=format_cents(given)),
                field="cents",
            )
    pool = levels.held_cents(jackpot)[stamp.club_id]
    if pool + change < 0:
        raise PoolBelowZero(field="cents", source="AMB-35")
    return Preview(
        content={"jackpot": jackpot.name, "says": REASONS[why].says, "change_cents": change},
        reason=note,
        ahead={"pool_now_cents": pool, "pool_afterwards_cents": pool + change},
    )


@signed(
    ADJUST,
    asked_as="jackpot.propose_adjustment",
    preview=adjustment_preview,
    kinds={ADJUST: msg("Adjust jackpot")},
    lives=timedelta(days=1),
    waits="The accountant comes the next day.",
)
def adjust_pool(stamp: Stamp, *, jackpot_id: Id, why: Why, cents: Amount, note: Line) -> Adjustment:
    """
    Change a pool by hand; a level that was fixed stays as it is.

    why: seed, booked_as_rake and box_over bring money in, the others take it out. Source: AMB-35,
    AMB-38. Raises AboveLimit, PoolBelowZero, NotContributed, NotEnough, DayNotOpen.
    """
    change = signed_cents(why, cents)
    check_limit(
        stamp,
        change,
        always=Role.ACCOUNTANT,
        up_to=(Role.MANAGER, limits(stamp.club_id).manager_adjust_cents),
    )
    draft = postings.pool_adjusted(jackpot_id, why, change, memo=note)
    return Adjustment.objects.create(
        jackpot_id=jackpot_id,
        why=why,
        cents=change,
        note=note,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        proposal_id=stamp.proposal_id,
        entry_id=ledger.post_entry(stamp, draft).entry_id,
        act_id=stamp.act_id,
    )
