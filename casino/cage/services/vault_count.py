"""The vault's own count: one counts, a second person signs, what differs is posted."""

from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage import postings
from casino.cage.models import VaultCount, VaultCountLine
from casino.cage.rules import counted_cents
from casino.cage.services.closing import ReasonMissing
from casino.cage.services.counts import Pieces, as_text
from casino.db import command
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.refusals import Refusal
from casino.words import say

COUNT = "cage.count_vault"


class VaultMoved(Refusal):
    """What is signed is a count against the books that were shown."""

    status = 409
    code = "CAGE-030"
    message = say("Cash went into the vault or out of it since it was counted.")
    next_step = say("Count it again.")


@command
def ask_vault_count(stamp: Stamp, *, cash: Pieces, reason: str = "") -> Proposal:
    """
    Keep what somebody counted in the vault until the second person signs it.

    cash: value of a piece in cents -> how many. What differs has a reason; how much it is stays
    hidden from who counts. Source: 25 CFR 543.18, AMB-117. Raises BadInput, ReasonMissing.
    """
    pieces = as_text(cash)
    act = ledger.act(stamp, "cage.ask_vault_count", cash=pieces, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    allowed = Club.objects.get(id=stamp.club_id).notes_cents
    content = {
        "cash": pieces,
        "counted_cents": counted_cents(cash, allowed=allowed, field="cash"),
        "expected_cents": ledger_queries.balance_cents(stamp.club_id, "cash:vault"),
        "reason": reason,
    }
    if content["counted_cents"] != content["expected_cents"] and not reason.strip():
        raise ReasonMissing(field="reason", next_step=say("Count it again."))
    words = reason or str(say("The vault was counted"))
    return propose(stamp, act, operation=COUNT, content=content, reason=words)


@completes(
    COUNT,
    title=say("Count of the vault"),
    lives=timedelta(hours=1),
)
def count_vault(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> VaultCount:
    """Keep the count and post what differs. Raises VaultMoved."""
    content = proposal.content
    if ledger_queries.balance_cents(stamp.club_id, "cash:vault") != content["expected_cents"]:
        raise VaultMoved
    counted = VaultCount.objects.create(
        club_id=stamp.club_id,
        expected_cents=content["expected_cents"],
        counted_cents=content["counted_cents"],
        reason=content["reason"],
        counted_by_id=proposal.proposed_by_id,
        second_id=stamp.person_id,
        counted_at=stamp.at,
        gaming_day=stamp.gaming_day,
        act_id=act.id,
    )
    VaultCountLine.objects.bulk_create(
        VaultCountLine(count=counted, cents=int(cents), quantity=quantity)
        for cents, quantity in content["cash"].items()
        if quantity
    )
    if counted.over_cents:
        ledger.post(stamp, act, postings.vault_counted(counted.over_cents, memo=counted.reason))
    return counted
