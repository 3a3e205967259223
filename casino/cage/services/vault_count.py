"""The vault's own count: one counts, a second person signs, what differs is posted."""

from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage import postings
from casino.cage.models import VaultCount, VaultCountLine
from casino.cage.queries import vault_pieces, vault_stock
from casino.cage.rules import counted_cents
from casino.cage.services.closing import ReasonMissing
from casino.cage.services.counts import NOTHING, Pieces, as_text, from_text, value_cents
from casino.cage.services.vault import hold_vault
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
    message = say("Cash or chips went into the vault or out of it since it was counted.")
    next_step = say("Count it again.")


@command
def ask_vault_count(
    stamp: Stamp, *, cash: Pieces, chips: Pieces = NOTHING, reason: str = ""
) -> Proposal:
    """
    Keep what somebody counted in the vault until the second person signs it.

    cash, chips: value of a piece in cents -> how many; no chips: they were not counted. What
    differs has a reason; how much it is stays hidden from who counts.
    Source: 25 CFR 543.18, AMB-117. Raises BadInput, ReasonMissing.
    """
    pieces = {"cash": as_text(cash), "chips": as_text(chips)}
    act = ledger.act(stamp, "cage.ask_vault_count", **pieces, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    allowed = vault_pieces(Club.objects.get(id=stamp.club_id))
    counted_cents(chips, allowed=allowed["chips"], field="chips")
    content = {
        **pieces,
        "counted_cents": counted_cents(cash, allowed=allowed["notes"], field="cash"),
        "chips_cents": value_cents(chips),
        "reason": reason,
        **_books(stamp.club_id),
    }
    if _differs(content) and not reason.strip():
        raise ReasonMissing(field="reason", next_step=say("Count it again."))
    words = reason or str(say("The vault was counted"))
    return propose(stamp, act, operation=COUNT, content=content, reason=words)


@completes(COUNT, title=say("Count of the vault"), lives=timedelta(hours=1))
def count_vault(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> VaultCount:
    """Keep the count and post what cash differs; chips there are no money. Raises VaultMoved."""
    content = proposal.content
    hold_vault(stamp.club_id)
    books = _books(stamp.club_id)
    if books != {name: content[name] for name in books}:
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
        VaultCountLine(count=counted, medium=medium, cents=cents, quantity=quantity)
        for medium in ("cash", "chips")
        for cents, quantity in from_text(content[medium]).items()
    )
    if counted.over_cents:
        ledger.post(stamp, act, postings.vault_counted(counted.over_cents, memo=counted.reason))
    return counted


def _books(club_id: int) -> dict[str, Any]:
    """Return what the vault should hold: cash by the books, chips by the count before."""
    chips = vault_stock(club_id, "chips")
    return {
        "expected_cents": ledger_queries.balance_cents(club_id, "cash:vault"),
        "chips_expected": as_text(chips.now) if chips else None,
    }


def _differs(content: dict[str, Any]) -> bool:
    """Return whether cash, or any kind of chips that should be there, was counted otherwise."""
    expected, counted = content["chips_expected"], content["chips"]
    chips = (
        expected is not None
        and bool(counted)
        and {
            cents
            for cents in {*expected, *counted}
            if expected.get(cents, 0) != counted.get(cents, 0)
        }
    )
    return bool(chips) or content["counted_cents"] != content["expected_cents"]
