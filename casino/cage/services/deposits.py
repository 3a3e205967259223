"""Banknotes for the bank in sealed bags: packed, handed over, credited by another person."""

from datetime import timedelta
from typing import Annotated

from casino.acts.kinds import (
    Amount,
    AmountOrZero,
    ColleagueName,
    Id,
    Name,
    Note,
    Reason,
    ShortName,
    Whole,
)
from casino.approvals.queries import hands_of
from casino.approvals.signed import Preview, signed
from casino.cage import postings
from casino.cage.models import Bag
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.stock import bag, credited_alone_cents
from casino.cage.services.closing import ReasonMissing
from casino.cage.services.vault import check_vault_has, hold_vault
from casino.house.models import Club
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries.balances import account_id
from casino.limits import MAX_ID
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Conflict, NotFound, Refusal

BankRef = Annotated[int, Whole(low=1, high=MAX_ID)]
PACK, DISPATCH, CREDIT = "cage.pack_bag", "cage.hand_over_bag", "cage.credit_bag"
DISPATCH_BACK = "cage.take_back_dispatch"
# Whoever miscounted a bag did not miss more than another one like it.
MAX_TIMES = 2


class SealUsed(Conflict):
    """A seal's number is one bag's."""

    code = "CAGE-027"
    message = msg("A deposit with this bag number already exists.")
    next_step = msg("Check the number on the bag.")


class BagElsewhere(Conflict):
    """A bag is packed, handed over and credited, in this order and each once."""

    code = "CAGE-028"


class OwnBag(Conflict):
    """Whoever packed a bag is not the one to find it on the statement."""

    code = "CAGE-029"
    message = msg("You prepared this deposit. Another person must confirm the credit.")


class CreditImplausible(Refusal):
    """A bank does not credit many times what a bag holds."""

    code = "CAGE-063"
    message = msg("The bank cannot credit that much for this deposit.")
    next_step = msg("Check the amount on the statement.")


def deposit_preview(stamp: Stamp, *, cents: int, seal: str) -> Preview:
    """Say what leaves the vault in which bag. Raises SealUsed, VaultLacks."""
    if stamp.act_id:
        hold_vault(stamp.club_id)
    if Bag.objects.filter(club_id=stamp.club_id, seal=seal, voided_at=None).exists():
        raise SealUsed(field="seal")
    check_vault_has(stamp.club_id, cents, field="cents")
    return Preview(reason=f"{seal}: {format_cents(cents)}")


@signed(
    PACK,
    asked_as="cage.ask_deposit",
    preview=deposit_preview,
    kinds={PACK: msg("Prepare deposit")},
    latest_of="seal",
)
def prepare_deposit(stamp: Stamp, *, cents: Amount, seal: ShortName) -> Bag:
    """
    Take banknotes out of the vault into a sealed bag; seal: the number on it.

    Source: 25 CFR 543.18. Raises BadInput, AboveLimit, SealUsed, VaultLacks.
    """
    posted = ledger.post_entry(stamp, postings.deposit_prepared(cents, seal=seal))
    return Bag.objects.create(
        club_id=stamp.club_id,
        seal=seal,
        cents=cents,
        gaming_day=stamp.gaming_day,
        packed_at=stamp.at,
        packed_by_id=stamp.person_id,
        packed_entry_id=posted.entry_id,
        act_id=stamp.act_id,
    )


def dispatch_preview(stamp: Stamp, *, bag_id: int, carrier: str) -> Preview:
    """Say which bag goes with whom. Raises NotFound, BagElsewhere."""
    handed = _held(stamp, bag_id)
    if handed.handed_at:
        raise BagElsewhere(
            msg("This deposit was dispatched with {carrier}.", carrier=handed.carrier)
        )
    return Preview(
        content={"seal": handed.seal, "cents": handed.cents}, reason=f"{handed.seal}: {carrier}"
    )


@signed(
    DISPATCH,
    asked_as="cage.ask_dispatch",
    preview=dispatch_preview,
    kinds={DISPATCH: msg("Dispatch deposit")},
    latest_of="bag_id",
)
def dispatch_deposit(stamp: Stamp, *, bag_id: Id, carrier: ColleagueName) -> Bag:
    """Say who carries a bag to the bank. Raises NotFound, BagElsewhere, BadInput."""
    handed = _held(stamp, bag_id)
    handed.carrier, handed.handed_at, handed.handed_by_id = carrier, stamp.at, stamp.person_id
    handed.save(update_fields=["carrier", "handed_at", "handed_by"])
    return bag(stamp.club_id, bag_id)


def dispatch_back_preview(stamp: Stamp, *, bag_id: int, reason: str) -> Preview:
    """Say which deposit is not with whom. Raises NotFound, BagElsewhere."""
    handed = _held(stamp, bag_id)
    if handed.handed_at is None:
        raise BagElsewhere(msg("This deposit has not been dispatched yet."))
    if handed.credited_at:
        raise BagElsewhere(
            msg("The bank has credited this deposit. Take its credit back first."),
            next_page="vault-correct",
            about={"entry_id": handed.credited_entry_id},
        )
    return Preview(
        content={
            "seal": handed.seal,
            "cents": handed.cents,
            "carrier": handed.carrier,
            "dispatched_at": handed.handed_at.isoformat(),
        }
    )


@signed(
    DISPATCH_BACK,
    asked_as="cage.ask_to_take_back_dispatch",
    preview=dispatch_back_preview,
    kinds={DISPATCH_BACK: msg("Take back the dispatch of a deposit")},
    latest_of="bag_id",
    one_open=True,
)
def take_back_dispatch(stamp: Stamp, *, bag_id: Id, reason: Reason) -> Bag:
    """
    Say that a bag lies in the vault after all: it was noted with the wrong carrier, or another bag.

    Nothing is booked; it can be dispatched again, or taken back whole. Raises NotFound,
    BagElsewhere.
    """
    handed = _held(stamp, bag_id)
    handed.carrier, handed.handed_at, handed.handed_by_id = "", None, None
    handed.save(update_fields=["carrier", "handed_at", "handed_by"])
    return bag(stamp.club_id, bag_id)


def credit_preview(
    stamp: Stamp, *, bag_id: int, cents: int, statement: str, reason: str, bank_ref: int | None
) -> Preview:
    """
    Say what a bank's credit differs by, and whether the manager signs it.

    What bags differed by that were credited alone on the gaming day is one sum (DESIGN 12.3).
    Raises NotFound, BagElsewhere, OwnBag, ReasonMissing, CreditImplausible.
    """
    if stamp.act_id:
        hold(Club, stamp.club_id)
    credited = _held(stamp, bag_id)
    if account_id(stamp.club_id, "bank", bank_ref or 0) is None:
        raise NotFound(field="bank_ref")
    if credited.handed_at is None:
        raise BagElsewhere(msg("This deposit has not been dispatched yet. Dispatch it first."))
    if credited.credited_at:
        raise BagElsewhere(msg("This deposit has already been credited."))
    packed = hands_of(credited.act_id, credited.packed_by_id)
    if packed & stamp.hands and not one_person_suffices(stamp):
        raise OwnBag
    if cents > credited.cents * MAX_TIMES:
        raise CreditImplausible(
            msg(
                "The deposit holds {packed}: the bank cannot credit more than {most}.",
                packed=format_cents(credited.cents),
                most=format_cents(credited.cents * MAX_TIMES),
            ),
            field="cents",
        )
    if cents != credited.cents and not reason.strip():
        raise ReasonMissing(
            msg("The bank credited a different amount. Give a reason."), field="reason"
        )
    off_cents = abs(cents - credited.cents)
    off_cents += credited_alone_cents(stamp) if off_cents else 0
    tolerance_cents = thresholds(stamp.club_id).credit_second_over_cents
    return Preview(
        needs=CREDIT if off_cents > tolerance_cents or not cents else None,
        content={"seal": credited.seal, "packed_cents": credited.cents},
    )


@signed(
    CREDIT,
    asked_as="cage.ask_credit",
    preview=credit_preview,
    kinds={CREDIT: msg("Credit of a deposit with a variance")},
    lives=timedelta(days=3),
    waits="Accountant and manager are rarely in together.",
    latest_of="bag_id",
)
def confirm_credit(
    stamp: Stamp,
    *,
    bag_id: Id,
    cents: AmountOrZero,
    statement: Name,
    reason: Note = "",
    bank_ref: BankRef | None = None,
) -> Bag:
    """
    Book what the bank's statement says of a bag; what differs has a reason.

    cents: 0 where it was lost or robbed on its way: two people book all of it as short, statement
    is the number of the report to the police. bank_ref: which of the club's bank accounts, the
    first where it is not said. Source: 25 CFR 543.18. Raises NotFound, BagElsewhere, OwnBag,
    ReasonMissing, BadInput.
    """
    credited = _held(stamp, bag_id)
    memo = f"{credited.seal} {statement} {reason}".strip()
    posted = ledger.post_entry(
        stamp,
        postings.deposit_credited(credited.cents, cents, memo=memo[:200], bank_ref=bank_ref or 0),
    )
    credited.statement, credited.credited_cents, credited.reason = statement, cents, reason
    credited.credited_at, credited.credited_by_id = stamp.at, stamp.person_id
    credited.credited_entry_id = posted.entry_id
    credited.save(
        update_fields=[
            "statement",
            "credited_cents",
            "reason",
            "credited_at",
            "credited_by",
            "credited_entry_id",
        ]
    )
    return bag(stamp.club_id, bag_id)


def _held(stamp: Stamp, bag_id: int) -> Bag:
    """Return a deposit of the club that holds, held by an act. Raises NotFound, BagElsewhere."""
    if stamp.act_id:
        list(Bag.objects.select_for_update(no_key=True).filter(club_id=stamp.club_id, id=bag_id))
    found = bag(stamp.club_id, bag_id)
    if found.voided_at:
        raise BagElsewhere(msg("This deposit was taken back."))
    return found
