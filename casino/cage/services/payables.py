"""
Payments due: what was won and approved, owed until it is paid, and paid once.

Another app's command owes (`owe`) and credits the payables' accounts in its own entry; the desk
pays them, alone or with a second person by the club's thresholds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.dispatch import receiver

from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.approvals.queries import askers, signers
from casino.approvals.signed import Preview, signed
from casino.cage import postings
from casino.cage.models import Payable, Payment, Shift
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.due import (
    held_payable,
    named_by,
    paid_alone_cents,
    payable,
    payment_of,
)
from casino.cage.queries.shifts import held_shift, working_shift
from casino.cage.queries.withholding import withheld_from
from casino.cage.rules import STRICTNESS, Signatures, signatures
from casino.cage.services.amounts import NotPayable, chips_make, round_cash
from casino.cage.services.identity import (
    NotIdentified,
    check_identified,
    earlier_name,
    is_own_new_identity,
)
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.redemptions import stack_counted_by, stack_signatures
from casino.house.models import Club
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import WINNINGS
from casino.ledger.queries.lapsed import not_lapsed
from casino.messages import msg
from casino.money import format_cents
from casino.names import guest
from casino.players.queries import hold_guest
from casino.players.services.erasing import StillHeld, guest_leaves
from casino.players.services.guests import held_guest
from casino.refusals import Conflict

AWARD_ANEW = msg(
    "If another guest won it: take back the award, correct the guest, then award it again."
)
ON_ITS_PAGE = msg("If another guest won it, correct the winner on the page of the payment.")
# Of these the guest alone is put right; what else was won goes back with its award.
RENAMED = (
    "jackpot.share", "ranking.prize", "tournament.prize", "tournament.bounty",
    "tournament.jackpot", "tournament.royal_flush",
)  # fmt: skip
CORRECT_FIRST = msg("If it is another guest's: correct the entry or cash-out that it comes from.")
PaidWith = Literal["cash", "chips", "bank"]
SECOND, MANAGER = "cage.pay_out", "cage.pay_out_large"
PAID_ALONE = msg("Payments to the guest today without approval, and this one")
EARLIER_NAME = msg("Earlier name")


class PaidBefore(Conflict):
    """A payable is paid once."""

    code = "CAGE-010"


class NotOwed(Conflict):
    """What was taken back is paid no more."""

    code = "CAGE-065"
    message = msg("This payment was taken back before it was paid.")
    next_step = msg("Open the payments due: what is right stands there once it is released.")
    next_page = "payments"


class NotByYou(Conflict):
    """Who claimed or approved an award never pays it."""

    code = "CAGE-012"
    message = msg("You claimed or approved this. Another cashier must pay it.")


class PlayerNamed(Conflict):
    """Whose money it is, is written down once."""

    code = "CAGE-014"
    message = msg("This payment already belongs to a player.")


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


def owe(stamp: Stamp, dues: Sequence[Due]) -> list[Payable]:
    """
    Keep what is owed as a step of a command, which credits ("payable", id) of each in its entry.

    The database refuses the commit when an account was not credited exactly its cents.
    """
    currency = Club.objects.get(id=stamp.club_id).currency
    keys = (askers(stamp) | signers(stamp)) - {stamp.actor_id, stamp.signed_by_id}
    owed = [
        Payable.objects.create(
            club_id=stamp.club_id,
            kind=due.kind,
            about=due.about[:200],
            cents=due.cents,
            player_id=due.player_id,
            two=due.two,
            not_by=sorted({*due.not_by} | keys) if due.not_by else [],
            gaming_day=stamp.gaming_day,
            owed_at=stamp.at,
            act_id=stamp.act_id,
            seq=seq,
        )
        for seq, due in enumerate(dues, start=1)
    ]
    for each in owed:
        ledger.open_account(stamp.club_id, "payable", ref=each.pk, currency=currency)
    return owed


def take_back_due(owed: Payable, *, entry_id: int) -> None:
    """
    Let nothing be owed any more, as a step of a command that holds it unpaid.

    entry_id: of the command's entry, which takes back the one that owed it; the database looks.
    """
    Payable.objects.filter(id=owed.pk).update(reversal_id=entry_id)


@act("cage.identify")
def identify(stamp: Stamp, *, payable_id: Id, player_id: Id) -> Payable:
    """Say whose payment it is, once. Raises NotFound, PlayerNamed, Gone."""
    owed = payable(stamp.club_id, payable_id)
    if owed.player_id:
        step = AWARD_ANEW if owed.kind in WINNINGS else CORRECT_FIRST
        if owed.kind in RENAMED:
            step = ON_ITS_PAGE
        raise PlayerNamed(field="player_id", next_step=step)
    held_guest(stamp, player_id)
    named = Payable.objects.filter(id=payable_id, player=None).update(player_id=player_id)
    if not named:
        raise PlayerNamed(field="player_id", next_step=AWARD_ANEW)
    return payable(stamp.club_id, payable_id)


def payment_preview(
    stamp: Stamp, *, payable_id: int, shift_id: int, paid_with: PaidWith
) -> Preview:
    """
    Say what is paid to whom from which drawer, and who signs it.

    Who named the payee neither signs it nor pays it alone, who alone counted a kept stack does not
    pay that alone. What the guest was called a day before it was owed is said to who signs; where
    the name was changed after the request, it is stale.
    """
    owed = (held_payable if stamp.act_id else payable)(stamp.club_id, payable_id)
    _check(stamp, owed)
    at_desk = held_shift if stamp.act_id else working_shift
    shift = at_desk(stamp.club_id, shift_id, cashier_id=stamp.person_id)
    tax, _ = withheld_from(owed, stamp.gaming_day)
    kept = {"withheld_cents": tax.cents, "net_cents": tax.net_cents} if tax.cents else {}
    looks = looks_at_document(stamp, owed)
    _check_chips(stamp, tax.net_cents, paid_with=paid_with, shift=shift)
    named = set() if one_person_suffices(stamp) else named_by(owed)
    called = earlier_name(owed.player, owed.act_id) if owed.player else ""
    needs = payment_signatures(
        stamp,
        owed,
        looks=looks or is_own_claim(stamp, owed),
        paid_with=paid_with,
        series_id=shift.drawer.series_id,
    )
    return Preview(
        needs={"one": None, "second": SECOND, "manager": MANAGER}[needs],
        content={
            "about": owed.about,
            "together": owed.act_id,
            "player_id": owed.player_id,
            "player": guest(owed.player_id) if owed.player_id else "",
            "cents": owed.cents,
            "drawer": str(shift.drawer),
            "paid_by_id": shift.cashier_id,
            **kept,
            **({"own_new_identity": True} if looks else {}),
            **({"renamed": True} if called else {}),
        },
        reason=f"{format_cents(owed.cents)}: {owed.about}"[:200],
        not_by=named,
        ahead=together_with(stamp, owed) | ({EARLIER_NAME: called} if called else {}),
    )


@receiver(guest_leaves)
def keep_creditor(sender: Any, *, club_id: int, player_ids: Collection[int], **_: Any) -> None:
    """Let nobody be erased who is to be paid what did not lapse. Raises StillHeld."""
    due = Payable.objects.due().filter(player__in=player_ids).values_list("id", flat=True)
    if not_lapsed(club_id, "payable", due):
        raise StillHeld.of(msg("Payments due"), page="payments")


@signed(
    "cage.pay_out",
    asked_as="cage.ask_payment",
    preview=payment_preview,
    kinds={SECOND: msg("Pay out"), MANAGER: msg("Large payout")},
    latest_of="payable_id",
)
def pay_out(stamp: Stamp, *, payable_id: Id, shift_id: Id, paid_with: PaidWith) -> Payment:
    """
    Pay what is owed at the drawer of the cashier who asked.

    Source: RELIABILITY 4 (thresholds), DESIGN 12.4. Raises NotFound, PaidBefore, NotOwed,
    NotByYou, NotIdentified, NotPayable (in chips), ShiftNotOpen, NotEnough, RateMissing. Tax is
    withheld where the club does it.
    """
    owed = held_payable(stamp.club_id, payable_id)
    _check(stamp, owed)
    shift = held_shift(stamp.club_id, shift_id, cashier_id=stamp.person_id)
    if owed.player_id and owed.kind in WINNINGS:
        hold_guest(owed.player_id)
    tax, because = withheld_from(owed, stamp.gaming_day)
    _check_chips(stamp, tax.net_cents, paid_with=paid_with, shift=shift)
    if tax.cents and owed.player_id is None:
        # The authority asks for whom it was withheld.
        raise NotIdentified(next_step=msg("Choose the guest with ID on file."))
    if tax.cents:
        currency = Club.objects.get(id=stamp.club_id).currency
        ledger.open_account(stamp.club_id, "tax:withheld", currency=currency)
    draft = postings.paid_out(
        owed.pk,
        owed.cents,
        paid_with=paid_with,
        drawer_id=shift.drawer_id,
        player_id=owed.player_id,
        about=owed.about,
        withheld_cents=tax.cents,
        because=because,
    )
    posted = ledger.post_entry(stamp, draft.numbered(shift.drawer.series_id))
    if paid_with == "cash":
        round_cash(
            stamp,
            tax.net_cents,
            drawer_id=shift.drawer_id,
            series_id=shift.drawer.series_id,
            seq=2,
        )
    restore_lapsed(stamp, "payable", owed.pk, seq=3)
    return Payment.objects.create(
        payable=owed,
        shift=shift,
        paid_with=paid_with,
        paid_by_id=stamp.person_id,
        second_id=stamp.signed_by_id,
        paid_at=stamp.at,
        entry_id=posted.entry_id,
        act_id=stamp.act_id,
    )


def _check(stamp: Stamp, owed: Payable) -> None:
    """Raise what keeps a cashier from paying it: PaidBefore, NotOwed, NotByYou, NotIdentified."""
    if paid := payment_of(owed):
        raise PaidBefore(paid.sentence)
    if owed.reversal_id:
        raise NotOwed
    if not askers(stamp).isdisjoint(owed.not_by) and not one_person_suffices(stamp):
        raise NotByYou
    check_identified(stamp, player_id=owed.player_id, cents=owed.cents)


def _check_chips(stamp: Stamp, cents: int, *, paid_with: PaidWith, shift: Shift) -> None:
    """Raise NotPayable for what is owed by the cent where no chips of the drawer make it."""
    if paid_with == "chips" and not chips_make(stamp, cents, at=shift):
        raise NotPayable(
            msg("The club's chips cannot make {amount}.", amount=format_cents(cents)),
            field="paid_with",
            next_step=msg("Pay it in cash or by wire."),
        )


def looks_at_document(stamp: Stamp, owed: Payable) -> bool:
    """Return whether somebody else looks at the ID: who pays entered it. Source: DESIGN 12.4."""
    if owed.player_id is None:
        return False
    if stamp.act_id:
        # The sum decides: nobody else pays the guest meanwhile.
        hold_guest(owed.player_id)
    return is_own_new_identity(stamp, player_id=owed.player_id, cents=owed.cents)


def together_with(stamp: Stamp, owed: Payable) -> dict[str, str]:
    """Return what a payment and those before it that one person paid alone come to, if any."""
    before_cents = paid_alone_cents(stamp, owed.player_id) if owed.player_id else 0
    together = format_cents(before_cents + owed.cents)
    return {PAID_ALONE: together} if before_cents else {}


def is_own_claim(stamp: Stamp, owed: Payable) -> bool:
    """Return whether who pays named the payee, or alone counted the stack that is paid."""
    if one_person_suffices(stamp):
        return False
    return not askers(stamp).isdisjoint(named_by(owed) | stack_counted_by(owed))


def payment_signatures(
    stamp: Stamp,
    owed: Payable,
    *,
    looks: bool,
    paid_with: PaidWith = "cash",
    series_id: int | None = None,
) -> Signatures:
    """
    Return who signs a payment; series_id: of the desk that pays.

    looks: another looks in any case, see looks_at_document and is_own_claim.

    What one cashier pays a guest alone on a gaming day is one sum. Source: DESIGN 12.3.
    """
    before_cents = paid_alone_cents(stamp, owed.player_id) if owed.player_id else 0
    needs = signatures(
        owed.cents + before_cents, two=owed.two or looks, thresholds=thresholds(owed.club_id)
    )
    in_cash = paid_with == "cash"
    of_day = stack_signatures(stamp, owed, series_id=series_id) if in_cash else "one"
    return max(needs, of_day, key=STRICTNESS.index)
