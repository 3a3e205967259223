"""The owners' money, by two people: into the vault, out of it; what was booked wrongly, back."""

from datetime import timedelta

from casino.acts.kinds import Amount, Denominations, Id, Note, Reason
from casino.approvals.signed import Preview, signed
from casino.cage import postings
from casino.cage.models import Bag
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.tallies import moved_cents
from casino.cage.rules import counted_cents
from casino.cage.services.counts import NOTHING
from casino.cage.services.vault import check_vault_has, hold_vault, written
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import entry
from casino.ledger.queries.rows import EntryRow
from casino.ledger.refusals import AlreadyReversed
from casino.ledger.services import Posted
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import BadInput, Conflict, NotFound, Refusal

FUND, WITHDRAW, CORRECT = "cage.fund_vault", "cage.withdraw_funds", "cage.correct_vault"
PACKED, CREDITED = "cage.bag_packed", "cage.bag_credited"
# Cash from the bank and the owners' money there, too: booked by hand as these are.
AT_THE_BANK = ("bank.cash_fetched", "bank.owners_paid_in", "bank.owners_paid_out")
CORRECTABLE = ("cage.vault_funded", "cage.vault_withdrawn", PACKED, CREDITED, *AT_THE_BANK)


class VaultFull(Refusal):
    """More than a vault plausibly holds is a slipped digit."""

    code = "CAGE-060"
    message = msg("The vault would hold more than its limit.")
    next_step = msg("Check the amount. The limit is among the desk thresholds.")
    next_page = "thresholds"


class NotCorrectable(Conflict):
    """Only what was booked into or out of the vault by hand is taken back here."""

    code = "CAGE-061"
    message = msg("This is not a movement of the vault that can be taken back here.")


def funding_preview(stamp: Stamp, *, cents: int | None, cash: Denominations, memo: str) -> Preview:
    """Say how much comes into the vault. Raises BadInput, VaultFull."""
    brought = _counted(stamp, cents, cash)
    if stamp.act_id:
        hold_vault(stamp.club_id)
    most = thresholds(stamp.club_id).vault_maximum_cents
    if brought + balance_cents(stamp.club_id, "cash:vault") > most:
        # Not how much more: whoever funds the vault may count it.
        raise VaultFull(
            msg("The vault may hold at most {most}.", most=format_cents(most)),
            field="cash",
        )
    return _said(brought, cash, memo)


@signed(
    FUND,
    asked_as="cage.ask_vault_funding",
    preview=funding_preview,
    kinds={FUND: msg("Fund the vault")},
)
def fund_vault(
    stamp: Stamp, *, cents: Amount | None = None, cash: Denominations = NOTHING, memo: Note = ""
) -> Posted:
    """
    Put the owners' banknotes into the vault.

    cash: denomination in cents -> how many, needed of whoever acts; they come to `cents` where
    both are said.
    Source: RELIABILITY 4. Raises BadInput, VaultFull.
    """
    brought = _counted(stamp, cents, cash)
    return ledger.post_entry(stamp, postings.vault_funded(brought, memo=_memo(cash, memo)))


def withdrawal_preview(
    stamp: Stamp, *, cents: int | None, cash: Denominations, memo: str
) -> Preview:
    """Say how much leaves the vault. Raises BadInput, VaultLacks."""
    taken = _counted(stamp, cents, cash)
    if stamp.act_id:
        hold_vault(stamp.club_id)
    check_vault_has(stamp.club_id, taken, field="cash")
    return _said(taken, cash, memo)


@signed(
    WITHDRAW,
    asked_as="cage.ask_withdrawal",
    preview=withdrawal_preview,
    kinds={WITHDRAW: msg("Pay out to the owners")},
)
def withdraw_funds(
    stamp: Stamp, *, cents: Amount | None = None, cash: Denominations = NOTHING, memo: Note = ""
) -> Posted:
    """
    Pay banknotes of the vault out to the owners.

    cash: denomination in cents -> how many, needed of whoever acts; they come to `cents` where
    both are said.
    Source: RELIABILITY 4. Raises BadInput, VaultLacks.
    """
    taken = _counted(stamp, cents, cash)
    return ledger.post_entry(stamp, postings.vault_withdrawn(taken, memo=_memo(cash, memo)))


def correction_preview(stamp: Stamp, *, entry_id: int, reason: str) -> Preview:
    """Say what is taken back and what would move. Raises NotFound, NotCorrectable, VaultLacks."""
    if stamp.act_id:
        hold_vault(stamp.club_id)
    first = _correctable(stamp, entry_id)
    check_vault_has(stamp.club_id, first.cents_on("cash:vault"), field="entry_id")
    return Preview(
        content={
            "kind": first.kind,
            "cents": moved_cents(first),
            "gaming_day": first.gaming_day.isoformat(),
            "memo": first.memo,
        },
        ahead={line.name: format_cents(-line.cents) for line in first.lines},
    )


@signed(
    CORRECT,
    asked_as="cage.ask_vault_correction",
    preview=correction_preview,
    kinds={CORRECT: msg("Take back a movement of the vault")},
    lives=timedelta(days=3),
    waits="Accountant and manager are rarely in together.",
    latest_of="entry_id",
)
def correct_vault(stamp: Stamp, *, entry_id: Id, reason: Reason) -> Posted:
    """
    Take back what was booked by hand, on the open day: owners' money, deposits, cash of the bank.

    A deposit taken back is void, one whose credit is taken back waits for the bank again.
    Raises NotFound, NotCorrectable, AlreadyReversed, VaultLacks.
    """
    first = _correctable(stamp, entry_id)
    posted = ledger.post_entry(stamp, reversal(first.draft, entry_id=first.id, memo=reason))
    if first.kind == PACKED:
        Bag.objects.filter(packed_entry_id=first.id).update(voided_at=stamp.at)
    elif first.kind == CREDITED:
        Bag.objects.filter(credited_entry_id=first.id).update(
            statement="",
            credited_cents=None,
            credited_at=None,
            credited_by=None,
            reason="",
            credited_entry_id=None,
        )
    return posted


def _correctable(stamp: Stamp, entry_id: int) -> EntryRow:
    """Return an entry that is taken back here. Raises NotFound, NotCorrectable, AlreadyReversed."""
    first = entry(stamp.club_id, entry_id)
    if first is None:
        raise NotFound(msg("There is no such entry in this club."), field="entry_id")
    if first.kind not in CORRECTABLE:
        raise NotCorrectable(field="entry_id")
    if first.reversed_by_id:
        raise AlreadyReversed
    if first.kind in {PACKED, CREDITED}:
        which = {"packed_entry_id" if first.kind == PACKED else "credited_entry_id": first.id}
        bags = Bag.objects.select_for_update(no_key=True) if stamp.act_id else Bag.objects.all()
        bag = bags.filter(**which).first()
        if bag is None:
            raise NotCorrectable(field="entry_id")
        if first.kind == PACKED and bag.credited_at:
            raise NotCorrectable(
                msg("The bank has credited this deposit. Take its credit back first."),
                field="entry_id",
            )
    return first


def _counted(stamp: Stamp, cents: int | None, cash: Denominations) -> int:
    """
    Return what was counted, the same as `cents` where that is said, too. Raises BadInput.

    Only a command, in which nobody acts, says cents alone.
    """
    counted = counted_cents(
        cash, allowed=Club.objects.get(id=stamp.club_id).notes_cents, field="cash"
    )
    if not counted and (cents is None or stamp.actor_id is not None):
        raise BadInput(msg("Enter how many."), field="cash")
    if cents is not None and counted not in (0, cents):
        raise BadInput(
            msg("The count comes to {counted}.", counted=format_cents(counted)), field="cash"
        )
    return cents or counted


def _said(cents: int, cash: Denominations, memo: str) -> Preview:
    why = ", ".join(word for word in (memo, written(cash=cash)) if word)
    return Preview(content={"cents": cents}, reason=(why or format_cents(cents))[:200])


def _memo(cash: Denominations, memo: str) -> str:
    return ", ".join(word for word in (memo, written(cash=cash)) if word)[:200]
