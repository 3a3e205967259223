"""The vault's own count: one counts, a second person signs, what differs is posted."""

from datetime import timedelta
from typing import Any

from casino.acts.kinds import Denominations, Note
from casino.approvals.signed import Preview, signed
from casino.cage import postings
from casino.cage.models import VaultCount, VaultCountLine
from casino.cage.queries.stock import vault_pieces, vault_stock
from casino.cage.rules import counted_cents
from casino.cage.services.closing import ReasonMissing
from casino.cage.services.counts import NOTHING, Pieces, as_text, value_cents
from casino.cage.services.vault import hold_vault
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg

COUNT = "cage.count_vault"


def counting_preview(stamp: Stamp, *, cash: Pieces, chips: Pieces, reason: str) -> Preview:
    """Say what was counted and what the books have; chips that were not counted are none."""
    allowed = vault_pieces(Club.objects.get(id=stamp.club_id))
    counted_cents(chips, allowed=allowed["chips"], field="chips")
    if stamp.act_id:
        hold_vault(stamp.club_id)
    content = {
        "counted_cents": counted_cents(cash, allowed=allowed["notes"], field="cash"),
        "chips_cents": value_cents(chips),
        **_books(stamp.club_id),
    }
    if not reason.strip() and _differs(content | {"chips": as_text(chips)}):
        raise ReasonMissing(field="reason", next_step=msg("Count it again."))
    return Preview(content=content, reason=reason or str(msg("Vault counted")))


@signed(
    "cage.count_vault",
    asked_as="cage.ask_vault_count",
    preview=counting_preview,
    kinds={COUNT: msg("Vault count")},
    lives=timedelta(hours=1),
)
def count_vault(
    stamp: Stamp, *, cash: Denominations, chips: Denominations = NOTHING, reason: Note = ""
) -> VaultCount:
    """
    Keep what somebody counted in the vault and post what cash differs; chips there are no money.

    cash, chips: value of a piece in cents -> how many; no chips: they were not counted. What
    differs has a reason; how much it is stays hidden from who counts.
    Source: 25 CFR 543.18, AMB-117. Raises BadInput, ReasonMissing.
    """
    now = counting_preview(stamp, cash=cash, chips=chips, reason=reason).content
    counted = VaultCount.objects.create(
        club_id=stamp.club_id,
        expected_cents=now["expected_cents"],
        counted_cents=now["counted_cents"],
        reason=reason,
        counted_by_id=stamp.person_id,
        second_id=stamp.signer_id,
        counted_at=stamp.at,
        gaming_day=stamp.gaming_day,
        act_id=stamp.act_id,
    )
    VaultCountLine.objects.bulk_create(
        VaultCountLine(count=counted, medium=medium, cents=cents, quantity=quantity)
        for medium, pieces in (("cash", cash), ("chips", chips))
        for cents, quantity in pieces.items()
    )
    if counted.over_cents:
        ledger.post_entry(stamp, postings.vault_counted(counted.over_cents, memo=counted.reason))
    return counted


def _books(club_id: int) -> dict[str, Any]:
    """Return what the vault should hold: cash by the books, chips by the count before."""
    chips = vault_stock(club_id, "chips")
    return {
        "expected_cents": balance_cents(club_id, "cash:vault"),
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
