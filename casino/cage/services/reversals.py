"""A slip is taken back by a slip of its own: small ones alone, others by two, by amount and age."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.models import Drawer, Payment, Shift, SlipPrint
from casino.cage.queries import (
    held_payable,
    held_shift,
    moved_cents,
    prints,
    slip,
    thresholds,
    working_shift,
)
from casino.cage.rules import Signatures, reversal_signatures
from casino.cage.services.signed import A_NIGHT, completes_by_amount
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import queries as ledger_queries
from casino.ledger import services as ledger
from casino.ledger.chart import CHART
from casino.ledger.entries import reversal
from casino.ledger.queries import EntryRow
from casino.ledger.services import AlreadyReversed, Posted
from casino.money import format_cents
from casino.names import clean_name
from casino.refusals import Refusal
from casino.words import Said, say

PAID = "cage.paid_out"
REVERSIBLE = {"cage.chips_sold", "cage.chips_redeemed", PAID}
SECOND, MANAGER = "cage.reverse_slip", "cage.reverse_slip_large"
PAYMENT = "cage.reverse_payment"


class NotReversible(Refusal):
    """Only sales, redemptions and payments of this drawer are taken back at the desk."""

    status = 409
    code = "CAGE-005"
    message = say("This slip cannot be reversed at the desk.")
    next_step = say("Ask the accountant for a correction.")


class ReversalNeedsSecond(Refusal):
    """From the club's amount on, and for slips of another shift, two people take a slip back."""

    status = 409
    code = "CAGE-025"
    message = say("A second person signs this reversal.")
    next_step = say("Ask for the second signature; the slip is taken back when it is given.")


@command
def reverse_slip(stamp: Stamp, *, shift_id: int, entry_id: int, reason: str) -> Posted:
    """
    Take back a sale or redemption of chips with a slip of its own that names the first.

    Source: RELIABILITY 4. Raises ShiftNotOpen, NotFound, NotReversible, ReversalNeedsSecond,
    AlreadyReversed, BadInput.
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(
        stamp, "cage.reverse_slip", shift_id=shift_id, entry_id=entry_id, reason=reason
    )
    if act.replayed:
        done = ledger_queries.act_entries(stamp.club_id, act.id)[0]
        return Posted(act_id=act.id, entry_id=done.id, number=done.number, replayed=True)
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    first = _reversible(stamp, at_desk, entry_id)
    if reversal_needs(stamp, at_desk, first) != "one":
        raise ReversalNeedsSecond
    draft = reversal(first.draft, entry_id=entry_id, memo=reason)
    return ledger.post(stamp, act, draft, series=at_desk.drawer.series_id)


@command
def ask_reversal(stamp: Stamp, *, shift_id: int, entry_id: int, reason: str) -> Proposal:
    """
    Ask the second person to sign a reversal; the slip is taken back when they do.

    Raises what reverse_slip raises, except ReversalNeedsSecond.
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(
        stamp, "cage.ask_reversal", shift_id=shift_id, entry_id=entry_id, reason=reason
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    first = _reversible(stamp, at_desk, entry_id)
    if first.reversed_by_id:
        raise AlreadyReversed
    operation = _operation(stamp, at_desk, first)
    content = {
        "entry_id": entry_id,
        "number": first.number,
        "kind": first.kind,
        "cents": moved_cents(first),
        "gaming_day": first.gaming_day.isoformat(),
        "shift_id": shift_id,
        "drawer": str(at_desk.drawer),
        "reason": reason,
    }
    return propose(stamp, act, operation=operation, content=content, reason=reason)


def _operation(stamp: Stamp, at_desk: Shift, first: EntryRow) -> str:
    if first.kind == PAID:
        return PAYMENT
    return MANAGER if reversal_needs(stamp, at_desk, first) == "manager" else SECOND


def reversal_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what would move, account by account. Raises AlreadyReversed."""
    first = slip(stamp.club_id, content["entry_id"])
    if first.reversed_by_id:
        raise AlreadyReversed
    moved = Counter[Said]()
    for each in _entries(stamp, first):
        for line in each.lines:
            moved[CHART[line.code].name] -= line.cents
    return {account: format_cents(cents) for account, cents in moved.items()}


@completes_by_amount(
    SECOND,
    MANAGER,
    titles=(say("Reverse a slip"), say("Reverse a large or earlier slip")),
    consequence=reversal_ahead,
)
def reverse_approved(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Posted:
    """Take the slip back at the drawer of the cashier who asked."""
    content, asker_id = proposal.content, proposal.proposed_by_id
    at_desk = held_shift(stamp.club_id, content["shift_id"], cashier_id=asker_id)
    first = _reversible(stamp, at_desk, content["entry_id"])
    if _operation(stamp, at_desk, first) == MANAGER != proposal.operation:
        raise ReversalNeedsSecond
    draft = reversal(first.draft, entry_id=first.id, memo=content["reason"])
    return ledger.post(stamp, act, draft, series=at_desk.drawer.series_id)


@completes(
    PAYMENT,
    title=say("Take a payment back"),
    lives=A_NIGHT,
    consequence=reversal_ahead,
)
def take_payment_back(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> list[Posted]:
    """Take every entry of a payment back, coins too; what it paid is due again."""
    content, asker_id = proposal.content, proposal.proposed_by_id
    at_desk = held_shift(stamp.club_id, content["shift_id"], cashier_id=asker_id)
    first = _reversible(stamp, at_desk, content["entry_id"])
    held_payable(stamp.club_id, Payment.objects.get(entry_id=first.id).payable_id)
    posted = [
        ledger.post(
            stamp,
            act,
            reversal(each.draft, entry_id=each.id, memo=content["reason"]),
            series=at_desk.drawer.series_id,
            seq=seq,
        )
        for seq, each in enumerate(_entries(stamp, first), start=1)
    ]
    Payment.objects.filter(entry_id=first.id).update(reversal_id=posted[0].entry_id)
    return posted


def _entries(stamp: Stamp, first: EntryRow) -> list[EntryRow]:
    """Return what is taken back with a slip, itself first: a payment's coins went with it."""
    if first.kind != PAID:
        return [first]
    of_act = ledger_queries.act_entries(stamp.club_id, first.act_id)
    return [first, *(each for each in of_act if each.id != first.id)]


def reversal_needs(stamp: Stamp, at_desk: Shift, first: EntryRow) -> Signatures:
    """Return who signs the reversal of a slip, by its amount and its age; a payment: by two."""
    if first.kind == PAID:
        return "second"
    return reversal_signatures(
        moved_cents(first),
        own_shift=first.happened_at >= at_desk.opened_at,
        same_day=first.gaming_day == stamp.gaming_day,
        thresholds=thresholds(stamp.club_id),
    )


def _reversible(stamp: Stamp, at_desk: Shift, entry_id: int) -> EntryRow:
    """Return a slip that can be taken back at this drawer. Raises NotFound, NotReversible."""
    first = slip(stamp.club_id, entry_id)
    if first.kind not in REVERSIBLE or first.series_id != at_desk.drawer.series_id:
        raise NotReversible
    return first


@command
def print_slip(stamp: Stamp, *, entry_id: int) -> SlipPrint:
    """Record that a slip is printed; every one after the first is a numbered copy."""
    act = ledger.act(stamp, "cage.print_slip", entry_id=entry_id)
    if act.replayed:
        return SlipPrint.objects.get(act_id=act.id)
    printed = slip(stamp.club_id, entry_id)
    # Whoever prints waits for the one who is printing a slip of this drawer.
    series_id = printed.series_id or 0
    list(Drawer.objects.select_for_update(no_key=True).filter(series_id=series_id))
    return SlipPrint.objects.create(
        entry_id=printed.id,
        number=prints(printed.id) + 1,
        printed_by_id=stamp.person_id,
        printed_at=stamp.at,
        act_id=act.id,
    )
