"""
Payments due: what was won and approved, owed until it is paid, and paid once.

Another app's command owes (`owe`) and credits the payables' accounts in its own entry; the desk
pays them, alone or with a second person by the club's thresholds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from casino.approvals.models import Proposal
from casino.approvals.services import propose
from casino.cage import postings
from casino.cage.models import Payable, Payment, Shift
from casino.cage.queries import (
    held_payable,
    held_shift,
    payable,
    payment_of,
    thresholds,
    working_shift,
)
from casino.cage.rules import Signatures, cash_paid, signatures
from casino.cage.services.identity import check_identified
from casino.cage.services.signed import completes_by_amount
from casino.db import command
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.money import format_cents
from casino.players.queries import player
from casino.refusals import Refusal
from casino.words import say

PaidWith = Literal["cash", "chips", "bank"]
SECOND, MANAGER = "cage.pay_out", "cage.pay_out_large"


class PaidBefore(Refusal):
    """A payable is paid once."""

    status = 409
    code = "CAGE-010"


class NeedsSecond(Refusal):
    """Such an amount, or such a prize, is not paid by one person."""

    status = 409
    code = "CAGE-011"
    message = say("A second person signs this payment.")
    next_step = say("Ask for the second signature; the payment is made when it is given.")


class NotByYou(Refusal):
    """Who claimed or approved an award never pays it."""

    status = 409
    code = "CAGE-012"
    message = say("You claimed or approved this; another cashier pays it.")


class PlayerNamed(Refusal):
    """Whose money it is, is written down once."""

    status = 409
    code = "CAGE-014"
    message = say("This payment already belongs to a player.")


class AskedOtherwise(Refusal):
    """What is signed is what is paid."""

    status = 409
    code = "CAGE-015"
    message = say("Something of this payment has changed since it was asked for.")
    next_step = say("Let the cashier ask again.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Due:
    """
    What somebody is to be paid. kind: "jackpot.share"; about: a line that a cashier understands.

    player_id: None for somebody who is still to be identified. two: two people pay it whatever
    the amount. not_by: ids of users who never pay it, because they claimed or approved it.
    """

    kind: str
    about: str
    cents: int
    player_id: int | None = None
    two: bool = False
    not_by: tuple[int, ...] = ()


def owe(stamp: Stamp, act: ledger.Act, dues: Sequence[Due]) -> list[Payable]:
    """
    Keep what is owed as a step of a command, which credits ("payable", id) of each in its entry.

    The database refuses the commit when an account was not credited exactly its cents.
    """
    currency = Club.objects.get(id=stamp.club_id).currency
    owed = [
        Payable.objects.create(
            club_id=stamp.club_id,
            kind=due.kind,
            about=due.about[:200],
            cents=due.cents,
            player_id=due.player_id,
            two=due.two,
            not_by=list(due.not_by),
            gaming_day=stamp.gaming_day,
            owed_at=stamp.at,
            act_id=act.id,
            seq=seq,
        )
        for seq, due in enumerate(dues, start=1)
    ]
    for each in owed:
        ledger.open_account(stamp.club_id, "payable", ref=each.pk, currency=currency)
    return owed


@command
def identify(stamp: Stamp, *, payable_id: int, player_id: int) -> Payable:
    """Say whose payment it is, once. Raises NotFound, PlayerNamed."""
    act = ledger.act(stamp, "cage.identify", payable_id=payable_id, player_id=player_id)
    owed = payable(stamp.club_id, payable_id)
    if act.replayed:
        return owed
    player(stamp.club_id, player_id)
    named = Payable.objects.filter(id=payable_id, player=None).update(player_id=player_id)
    if not named:
        raise PlayerNamed(field="player_id")
    return payable(stamp.club_id, payable_id)


@command
def pay_out(stamp: Stamp, *, payable_id: int, shift_id: int, paid_with: PaidWith) -> Payment:
    """
    Pay what is owed at the actor's drawer, where one person suffices.

    Source: RELIABILITY 4 (thresholds). Raises NotFound, PaidBefore, NeedsSecond, NotByYou,
    NotIdentified, ShiftNotOpen, NotEnough.
    """
    act = ledger.act(
        stamp, "cage.pay_out", payable_id=payable_id, shift_id=shift_id, paid_with=paid_with
    )
    if act.replayed:
        return Payment.objects.get(act_id=act.id)
    owed = held_payable(stamp.club_id, payable_id)
    _check(stamp, owed, paid_by_id=stamp.person_id)
    if _signatures(owed) != "one":
        raise NeedsSecond
    shift = held_shift(stamp.club_id, shift_id, cashier_id=stamp.person_id)
    return _pay(stamp, act, owed, shift, paid_with=paid_with, paid_by_id=stamp.person_id)


@command
def ask_payment(stamp: Stamp, *, payable_id: int, shift_id: int, paid_with: PaidWith) -> Proposal:
    """
    Ask a second person to sign a payment; it is made from this drawer when they do.

    Raises what pay_out raises, except NeedsSecond.
    """
    act = ledger.act(
        stamp, "cage.ask_payment", payable_id=payable_id, shift_id=shift_id, paid_with=paid_with
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    owed = held_payable(stamp.club_id, payable_id)
    _check(stamp, owed, paid_by_id=stamp.person_id)
    shift = working_shift(stamp.club_id, shift_id, cashier_id=stamp.person_id)
    return propose(
        stamp,
        act,
        operation=_operation(owed),
        content=_content(owed, shift, paid_with=paid_with),
        reason=f"{format_cents(owed.cents)}: {owed.about}"[:200],
    )


def _operation(owed: Payable) -> str:
    return MANAGER if _signatures(owed) == "manager" else SECOND


def _content(owed: Payable, shift: Shift, *, paid_with: str) -> dict[str, Any]:
    """Return what the second person signs."""
    return {
        "payable_id": owed.pk,
        "about": owed.about,
        "player_id": owed.player_id,
        "player": owed.player.name if owed.player else "",
        "cents": owed.cents,
        "drawer": str(shift.drawer),
        "shift_id": shift.pk,
        "paid_by_id": shift.cashier_id,
        "paid_with": paid_with,
    }


def payment_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raise what stands in the way of a payment that was asked for."""
    _asked(stamp, payable(stamp.club_id, content["payable_id"]), content)
    return {}


@completes_by_amount(
    SECOND,
    MANAGER,
    titles=(say("Pay out"), say("Pay out a large amount")),
    consequence=payment_ahead,
)
def pay_approved(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Payment:
    """
    Pay from the drawer of the cashier who asked, with the approver as the second person.

    Raises AskedOtherwise, and what pay_out raises, except NeedsSecond.
    """
    content = proposal.content
    owed = held_payable(stamp.club_id, content["payable_id"])
    shift = _asked(stamp, owed, content, hold=True)
    if _operation(owed) == MANAGER and proposal.operation != MANAGER:
        raise AskedOtherwise
    return _pay(
        stamp,
        act,
        owed,
        shift,
        paid_with=content["paid_with"],
        paid_by_id=proposal.proposed_by_id,
        second_id=stamp.person_id,
    )


def _asked(stamp: Stamp, owed: Payable, content: Mapping[str, Any], *, hold: bool = False) -> Shift:
    """Return the shift that pays what was asked for, if it still can."""
    cashier_id = content["paid_by_id"]
    _check(stamp, owed, paid_by_id=cashier_id)
    find = held_shift if hold else working_shift
    shift = find(stamp.club_id, content["shift_id"], cashier_id=cashier_id)
    if _content(owed, shift, paid_with=content["paid_with"]) != content:
        raise AskedOtherwise
    return shift


def _check(stamp: Stamp, owed: Payable, *, paid_by_id: int) -> None:
    """Raise what keeps a cashier from paying it: PaidBefore, NotByYou, NotIdentified."""
    if paid := payment_of(owed):
        raise PaidBefore(paid.sentence)
    if paid_by_id in owed.not_by:
        raise NotByYou
    check_identified(stamp, player_id=owed.player_id, cents=owed.cents)


def _signatures(owed: Payable) -> Signatures:
    return signatures(owed.cents, two=owed.two, thresholds=thresholds(owed.club_id))


def _pay(
    stamp: Stamp,
    act: ledger.Act,
    owed: Payable,
    shift: Shift,
    *,
    paid_with: PaidWith,
    paid_by_id: int,
    second_id: int | None = None,
) -> Payment:
    draft = postings.paid_out(
        owed.pk,
        owed.cents,
        paid_with=paid_with,
        drawer_id=shift.drawer_id,
        player_id=owed.player_id,
        about=owed.about,
    )
    posted = ledger.post(stamp, act, draft, series=shift.drawer.series_id)
    if paid_with == "cash":
        _round(stamp, act, owed, shift)
    return Payment.objects.create(
        payable=owed,
        shift=shift,
        paid_with=paid_with,
        paid_by_id=paid_by_id,
        second_id=second_id,
        paid_at=stamp.at,
        entry_id=posted.entry_id,
        act_id=act.id,
    )


def _round(stamp: Stamp, act: ledger.Act, owed: Payable, shift: Shift) -> None:
    """Book what the smallest coin makes of an amount, an entry of its own. Source: AMB-123."""
    cash = cash_paid(book_on(stamp.club_id, stamp.gaming_day), owed.cents)
    if cash.rounding_cents:
        draft = postings.cash_rounded(shift.drawer_id, cash.rounding_cents, because=cash.because)
        ledger.post(stamp, act, draft, series=shift.drawer.series_id, seq=2)
