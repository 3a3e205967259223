"""Counting a drawer: what somebody counted, kept by denomination."""

from collections.abc import Mapping, Sequence

from casino.acts.kinds import Denominations, Id
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.approvals.queries import requests_of
from casino.approvals.services import COMPLETIONS
from casino.cage.models import Count, CountLine, Payment, Shift
from casino.cage.queries.shifts import ShiftNotOpen, shift
from casino.cage.rules import counted_cents
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import Message, join, msg
from casino.money import format_cents
from casino.refusals import Conflict

NOTHING: Denominations = {}
# Requests that end a shift wait for no other.
CLOSING = ("cage.close_shift", "cage.force_close")
PAYING = "cage.pay_out"


class RequestsWait(Conflict):
    """What waits for its signature is not stranded by a drawer that gives nothing any more."""

    code = "CAGE-064"
    message = msg("Requests of this shift wait for approval.")
    next_step = msg("Have them approved, or withdrawn by the person who requested them.")
    next_page = "approval"


def waiting_requests(stamp: Stamp, of: Shift) -> list[Proposal]:
    """Return what the cashier asked for at a shift and nobody has approved yet."""
    waiting = requests_of(of.club_id, {"shift_id": of.pk}, at=stamp.at)
    return [
        each
        for each in waiting
        if not each.operation.startswith(CLOSING) and not _paid_elsewhere(each)
    ]


def _paid_elsewhere(asked: Proposal) -> bool:
    """Return whether another desk has paid what was asked for, so that nobody can sign it."""
    owed = asked.content["payable_id"] if asked.operation.startswith(PAYING) else None
    return bool(owed) and Payment.objects.filter(payable=owed, reversal=None).exists()


def check_no_requests(stamp: Stamp, of: Shift) -> None:
    """Raise RequestsWait, which names what the cashier asked for at this shift, if anything."""
    if waiting := waiting_requests(stamp, of):
        named = join((_called(each) for each in waiting), "; ")
        about = {"proposal_id": waiting[0].pk}
        raise RequestsWait(msg("Waiting for approval: {requests}.", requests=named), about=about)


def _called(asked: Proposal) -> Message:
    """Say of a request what it is, its number and what it is for."""
    title = COMPLETIONS[asked.operation].title
    said = {"title": title, "number": asked.pk, "reason": asked.reason}
    return msg("{title}, request {number} ({reason})", **said)


class CountDiffers(Conflict):
    """A count that differs is signed with its reason."""

    code = "CAGE-040"
    message = msg("The count does not match the books.")
    source = "AMB-117"
    next_step = msg("Count again, or hand the count in with a reason.")


@act("cage.submit_count")
def submit_count(stamp: Stamp, *, shift_id: Id, cash: Denominations, chips: Denominations) -> Count:
    """
    Keep the cashier's blind count; from now on the drawer takes no money.

    The same cashier may count again until the shift is closed; every count is kept.
    Raises ShiftNotOpen, RequestsWait, BadInput.
    """
    counted = own_shift(stamp, shift_id)
    check_no_requests(stamp, counted)
    keep_count(stamp, counted, "closing", cash=cash, chips=chips)
    ledger.set_account_open(stamp.club_id, "cash:drawer", ref=counted.drawer_id, is_open=False)
    Shift.objects.filter(id=shift_id).update(state=Shift.State.COUNTED)
    return Count.objects.get(act_id=stamp.act_id)


def own_shift(stamp: Stamp, shift_id: int) -> Shift:
    """Return the actor's own shift that is not closed, held by an act. Raises ShiftNotOpen."""
    shift(stamp.club_id, shift_id)
    shifts = Shift.objects.select_related("drawer")
    if stamp.act_id:
        shifts = shifts.select_for_update(of=("self",), no_key=True)
    found = shifts.get(id=shift_id)
    if found.state == Shift.State.CLOSED:
        raise ShiftNotOpen(msg("This shift is closed."))
    if found.cashier_id != stamp.actor_id:
        raise ShiftNotOpen(msg("This shift belongs to another cashier."))
    return found


def keep_count(
    stamp: Stamp, of: Shift, moment: str, *, cash: Denominations, chips: Denominations
) -> int:
    cash_cents = counted_cents(cash, allowed=of.notes_cents, field="cash")
    counted_cents(chips, allowed=of.chips_cents, field="chips")
    count = Count.objects.create(shift=of, moment=moment, counted_at=stamp.at, act_id=stamp.act_id)
    CountLine.objects.bulk_create(
        CountLine(count=count, tender=tender, cents=cents, quantity=quantity)
        for tender, denominations in (("cash", cash), ("chips", chips))
        for cents, quantity in denominations.items()
        if quantity
    )
    return cash_cents


def as_text(denominations: Denominations) -> dict[str, int]:
    """Return denominations as an act keeps them."""
    return {str(cents): quantity for cents, quantity in sorted(denominations.items())}


def value_cents(denominations: Denominations) -> int:
    """Return what they come to."""
    return sum(cents * quantity for cents, quantity in denominations.items())


def in_words(counts: Sequence[Mapping[str, int]]) -> str:
    """Return figures of one place in order; by cash and chips where a sum stays what it was."""
    sums = [sum(each.values()) for each in counts]
    parts = [[each] for each in sums] if sums[1:] != sums[:-1] else [[*c.values()] for c in counts]
    return " \u2192 ".join(" + ".join(format_cents(cents) for cents in each) for each in parts)
