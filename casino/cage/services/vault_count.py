"""The vault's own count: one counts, a second person signs, what differs is posted."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max

from casino.acts.kinds import Denominations, Note
from casino.approvals.models import Proposal
from casino.approvals.queries import asked_before
from casino.approvals.signed import THE_CLUB, Preview, signed
from casino.cage import postings
from casino.cage.models import VaultCount, VaultCountLine
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.stock import vault_denominations, vault_stock
from casino.cage.rules import Signatures, counted_cents, recount_signatures
from casino.cage.services.counts import (
    NOTHING,
    CountDiffers,
    as_text,
    in_words,
    value_cents,
)
from casino.cage.services.vault import hold_vault
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg

COUNT, LARGE = "cage.count_vault", "cage.count_vault_large"
KINDS: dict[Signatures, str] = {"one": COUNT, "second": COUNT, "manager": LARGE}


def counting_preview(
    stamp: Stamp, *, cash: Denominations, chips: Denominations, reason: str
) -> Preview:
    """
    Say what was counted, now and before, and what the books have: the first figure decides.

    Chips of no kind were not counted; of none there are zero. A count that differs without a
    reason is kept like any other, but nobody can sign it. Raises BadInput.
    """
    allowed = vault_denominations(Club.objects.get(id=stamp.club_id))
    counted_cents(chips, allowed=allowed["chips"], field="chips")
    if stamp.act_id:
        hold_vault(stamp.club_id)
    content = {
        "counted_cents": counted_cents(cash, allowed=allowed["notes"], field="cash"),
        "chips_cents": value_cents(chips) if chips else None,
        **_books(stamp.club_id),
    }
    unnamed = not reason.strip() and _differs(content | {"chips": as_text(chips)})
    before = _counted_before(stamp)
    figure = {"cash_cents": content["counted_cents"], "chips_cents": value_cents(chips)}
    off_cents = _off_cents(content)
    needs = recount_signatures(
        _off_cents(before[0].content) if before else off_cents,
        off_cents,
        thresholds=thresholds(stamp.club_id),
    )
    return Preview(
        content={
            **content,
            "counts": [*(each.content["counts"][-1] for each in before), figure],
            "reason_missing": unnamed,
        },
        needs=KINDS[needs],
        reason=reason or in_words([*(each.content["counts"][-1] for each in before), figure]),
    )


@signed(
    "cage.count_vault",
    asked_as="cage.ask_vault_count",
    preview=counting_preview,
    kinds={COUNT: msg("Vault count"), LARGE: msg("Vault count: variance above limit")},
    blind={"expected_cents", "chips_expected"},
    latest_of=THE_CLUB,
    counted=True,
)
def count_vault(
    stamp: Stamp, *, cash: Denominations, chips: Denominations = NOTHING, reason: Note = ""
) -> VaultCount:
    """
    Keep what somebody counted in the vault and post what cash differs; chips there are no money.

    cash, chips: denomination in cents -> how many; no chips: they were not counted. What
    differs has a reason; how much it is stays hidden from who counts.
    Source: 25 CFR 543.18, AMB-117. Raises BadInput, CountDiffers.
    """
    now = counting_preview(stamp, cash=cash, chips=chips, reason=reason).content
    if now["reason_missing"]:
        raise CountDiffers
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
        VaultCountLine(count=counted, tender=tender, cents=cents, quantity=quantity)
        for tender, denominations in (("cash", cash), ("chips", chips))
        for cents, quantity in denominations.items()
    )
    if counted.over_cents:
        ledger.post_entry(stamp, postings.vault_counted(counted.over_cents, memo=counted.reason))
    return counted


def _counted_before(stamp: Stamp) -> list[Proposal]:
    """Return today's counts of the vault before this one, since one of them was signed."""
    signed_counts = VaultCount.objects.filter(club_id=stamp.club_id)
    latest = signed_counts.aggregate(at=Max("counted_at"))["at"]
    since = max(stamp.opens_at, latest) if latest else stamp.opens_at
    before_id = stamp.proposal_id or None
    asked = asked_before(stamp.club_id, [COUNT, LARGE], since=since, before_id=before_id)
    return [each for each in asked if "counts" in each.content]


def _off_cents(content: Mapping[str, Any]) -> int:
    """Return how far a count was from what the books had then: cash, and chips if counted."""
    off_cents: int = abs(content["counted_cents"] - content["expected_cents"])
    expected = content["chips_expected"]
    if expected is None or content["chips_cents"] is None:
        return off_cents
    chips_cents = value_cents({int(cents): many for cents, many in expected.items()})
    chips_off_cents: int = abs(content["chips_cents"] - chips_cents)
    return off_cents + chips_off_cents


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
