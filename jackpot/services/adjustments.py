"""Changing a pool by hand: for a reason of the list, by two people, booked today."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.words import say
from jackpot import postings, queries
from jackpot.models import Adjustment
from jackpot.rules.adjustments import REASONS, signed_cents
from jackpot.rules.ledger import PoolBelowZero
from jackpot.services.limits import check_limit

ADJUST = "jackpot.adjust"


@command
def propose_adjustment(
    stamp: Stamp, *, jackpot_id: int, why: str, cents: int, note: str
) -> Proposal:
    """
    Propose to change a pool; a level that was fixed stays as it is.

    why: of REASONS, which says whether money comes in; cents above zero. Source: AMB-35, AMB-38.
    Raises NotFound, BadInput, PoolBelowZero.
    """
    note = clean_name(note, field="note", longest=200)
    act = ledger.act(
        stamp, "jackpot.propose_adjustment", jackpot_id=jackpot_id, why=why, cents=cents, note=note
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    if why not in REASONS:
        raise BadInput(say("Choose a reason of the list."), field="why")
    if cents <= 0:
        raise BadInput(say("Write an amount above zero."), field="cents")
    jackpot = queries.jackpot(stamp.club_id, jackpot_id)
    content = {
        "jackpot_id": jackpot_id,
        "jackpot": jackpot.name,
        "why": why,
        "says": REASONS[why].says,
        "cents": signed_cents(why, cents),
    }
    consequence(stamp, content)
    return propose(stamp, act, operation=ADJUST, content=content, reason=note)


def consequence(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Say what this club's books hold of the pool then. Raises PoolBelowZero."""
    jackpot = queries.jackpot(stamp.club_id, content["jackpot_id"])
    pool = queries.held_cents(jackpot)[stamp.club_id]
    if pool + content["cents"] < 0:
        raise PoolBelowZero(field="cents", source="AMB-35")
    return {"pool_now_cents": pool, "pool_afterwards_cents": pool + content["cents"]}


@completes(
    ADJUST,
    title=say("Change a jackpot's pool"),
    lives=timedelta(days=1),
    consequence=consequence,
)
def adjust_pool(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Adjustment:
    """Change the pool as proposed. Raises AboveLimit, PoolBelowZero, NotEnough, DayNotOpen."""
    content = proposal.content
    check_limit(
        stamp,
        content["cents"],
        always=Role.ACCOUNTANT,
        up_to=(Role.MANAGER, queries.limits(stamp.club_id).manager_adjust_cents),
    )
    consequence(stamp, content)
    draft = postings.pool_adjusted(
        content["jackpot_id"], content["why"], content["cents"], memo=proposal.reason
    )
    return Adjustment.objects.create(
        jackpot_id=content["jackpot_id"],
        why=content["why"],
        cents=content["cents"],
        note=proposal.reason,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        proposal=proposal,
        entry_id=ledger.post(stamp, act, draft).entry_id,
        act_id=act.id,
    )
