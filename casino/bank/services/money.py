"""Money that moves between the bank, the vault and the owners: always by two people."""

from datetime import timedelta
from typing import Literal

from casino.acts.kinds import Amount, Id, Note
from casino.approvals.signed import Preview, signed
from casino.bank import postings
from casino.bank.queries.accounts import account
from casino.cage.queries.amounts import thresholds
from casino.cage.services.funds import VaultFull
from casino.cage.services.vault import hold_vault
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.ledger.services import Posted
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Conflict

Way = Literal["cash", "paid_in", "paid_out"]
CASH, PAID_IN, PAID_OUT = "bank.fetch_cash", "bank.owners_pay_in", "bank.owners_draw"
WAYS = {
    "cash": (CASH, postings.cash_fetched),
    "paid_in": (PAID_IN, postings.owners_paid_in),
    "paid_out": (PAID_OUT, postings.owners_paid_out),
}


class BankLacks(Conflict):
    """Nobody draws what an account does not hold by the books."""

    code = "BANK-030"
    next_step = msg("Check the amount, and import the latest statement.")
    next_page = "bank-accounts"


def money_preview(stamp: Stamp, *, bankaccount_id: int, way: Way, cents: int, memo: str) -> Preview:
    """Say what moves. Raises NotFound, BankLacks, VaultFull."""
    found = account(stamp.club_id, bankaccount_id)
    if stamp.act_id:
        hold_vault(stamp.club_id)
    held = balance_cents(stamp.club_id, "bank", found.ref)
    if way != "paid_in" and cents > held:
        raise BankLacks(
            msg("By the books {account} holds {cents}.", account=found, cents=format_cents(held)),
            field="cents",
        )
    most = thresholds(stamp.club_id).vault_maximum_cents
    if way == "cash" and cents + balance_cents(stamp.club_id, "cash:vault") > most:
        raise VaultFull(
            msg("The vault may hold at most {most}.", most=format_cents(most)), field="cents"
        )
    return Preview(
        needs=WAYS[way][0],
        content={"account": found.name, "iban": found.iban},
        reason=f"{found}: {format_cents(cents)} {memo}".strip()[:200],
    )


@signed(
    "bank.move_money",
    asked_as="bank.ask_move",
    preview=money_preview,
    kinds={
        CASH: msg("Cash from the bank into the vault"),
        PAID_IN: msg("Owners' contribution by bank"),
        PAID_OUT: msg("Owners' withdrawal by bank"),
    },
    lives=timedelta(days=3),
    waits="Accountant and manager are rarely in together.",
)
def move_money(
    stamp: Stamp, *, bankaccount_id: Id, way: Way, cents: Amount, memo: Note = ""
) -> Posted:
    """
    Draw cash for the vault, or book what the owners pay into an account or take out of it.

    Its line of the statement is matched when it comes. Raises NotFound, BankLacks, VaultFull.
    """
    found = account(stamp.club_id, bankaccount_id)
    draft = WAYS[way][1](found.ref, cents, memo=f"{found} {memo}".strip()[:200])
    return ledger.post_entry(stamp, draft)
