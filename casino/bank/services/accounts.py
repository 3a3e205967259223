"""Accounts at banks: added, renamed, and what their CSV files hold where."""

from dataclasses import asdict, dataclass
from datetime import date
from typing import Annotated

from stdnum import iban as ibans
from stdnum.exceptions import ValidationError

from casino.acts.kinds import Id, Name, OneOf, Text
from casino.acts.runner import act
from casino.bank.models import BankAccount
from casino.bank.queries.accounts import held_account, standing
from casino.bank.queries.books import unreconciled
from casino.bank.rules.statements import clean_account
from casino.bank.rules.table import DAYS, ENCODINGS
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.refusals import BadInput, Conflict

AccountNumber = Annotated[str, Text(max_length=42)]
Heading = Annotated[str, Text(max_length=200, may_be_empty=True)]


@dataclass(frozen=True, kw_only=True, slots=True)
class CsvColumns:
    """What `CsvMapping` says, as a page or a program sends it."""

    day: Heading
    amount: Heading
    debit: Heading = ""
    sign: Heading = ""
    counterparty: Heading = ""
    iban: Heading = ""
    text: Heading = ""
    reference: Heading = ""
    balance: Heading = ""
    account: Heading = ""
    currency: Heading = ""
    only: Heading = ""
    only_value: Heading = ""
    days_as: Annotated[str, OneOf(words=tuple(DAYS))] = "d.m.y"
    decimal: Annotated[str, OneOf(words=(",", "."))] = ","
    encoding: Annotated[str, OneOf(words=ENCODINGS)] = "utf-8"


class AccountKnown(Conflict):
    """An account is kept once."""

    code = "BANK-010"
    message = msg("This account is already in the list.")
    next_step = msg("Check the account number.")


class StillOpen(Conflict):
    """An account that ends is at zero, and all its lines are matched."""

    code = "BANK-013"
    message = msg("By its statements or by the books something is left on this account.")
    next_step = msg("Import its last statement and match all its lines.")
    next_page = "bank-account"


@act("bank.add_account")
def add_account(stamp: Stamp, *, name: Name, iban: AccountNumber) -> BankAccount:
    """
    Add an account at a bank. The club's first one is where wires and cards are booked.

    Raises BadInput for no IBAN, AccountKnown.
    """
    club = hold(Club, stamp.club_id)
    number = _checked(stamp, iban)
    is_first = not BankAccount.objects.filter(club=club).exists()
    # Its ref is its id, which the row has once it is there.
    found = BankAccount.objects.create(
        club=club, name=name, iban=number, ref=0 if is_first else -1, act_id=stamp.act_id
    )
    if not is_first:
        found.ref = found.pk
        found.save(update_fields=["ref"])
        ledger.open_account(club.pk, "bank", ref=found.ref, currency=club.currency)
    ledger.name_account(club.pk, "bank", ref=found.ref, name=name)
    return found


@act("bank.change_account")
def change_account(
    stamp: Stamp, *, bankaccount_id: Id, name: Name, iban: AccountNumber
) -> BankAccount:
    """Correct the name or the number of an account. Raises NotFound, BadInput, AccountKnown."""
    found = held_account(stamp.club_id, bankaccount_id)
    found.name, found.iban = name, _checked(stamp, iban, but=found.pk)
    found.save(update_fields=["name", "iban"])
    ledger.name_account(stamp.club_id, "bank", ref=found.ref, name=name)
    return found


@act("bank.close_account")
def close_account(
    stamp: Stamp, *, bankaccount_id: Id, closed_on: date | None = None
) -> BankAccount:
    """
    Say on which day the bank closed an account, or that it is in use: nothing of it is missed then.

    What is imported or booked later stands on the list of the month all the same.
    Raises NotFound, BadInput for a day to come, StillOpen.
    """
    found = held_account(stamp.club_id, bankaccount_id)
    if closed_on:
        if closed_on > stamp.gaming_day:
            raise BadInput(msg("Write today's gaming day or an earlier one."), field="closed_on")
        _check_ended(stamp, found, closed_on)
    found.closed_on = closed_on
    found.save(update_fields=["closed_on"])
    return found


@act("bank.map_columns")
def map_columns(stamp: Stamp, *, bankaccount_id: Id, mapping: CsvColumns) -> BankAccount:
    """
    Say which column of an account's CSV files holds what, by its heading.

    Raises NotFound, and BadInput where day or amount have no column.
    """
    found = held_account(stamp.club_id, bankaccount_id)
    for needed in ("day", "amount"):
        if not getattr(mapping, needed):
            raise BadInput(msg("Say which column holds it."), field=needed)
    found.csv = asdict(mapping)
    found.save(update_fields=["csv"])
    return found


def _check_ended(stamp: Stamp, account: BankAccount, closed_on: date) -> None:
    """Raise StillOpen for an account that does not end at zero with all matched."""
    last = standing(account.pk).order_by("-last_day").first()
    seen = unreconciled(stamp.club_id, stamp.gaming_day)
    open_items = any(each.items or each.later for each in seen if each.account == account)
    left = balance_cents(stamp.club_id, "bank", account.ref)
    if last is None or last.last_day > closed_on or last.closing_cents or open_items or left:
        raise StillOpen(field="closed_on", about={"bankaccount_id": account.pk})


def _checked(stamp: Stamp, iban: str, *, but: int = 0) -> str:
    """Return an account's number as it is compared. Raises BadInput, AccountKnown."""
    number = clean_account(iban)
    try:
        ibans.validate(number)
    except ValidationError as error:
        raise BadInput(msg("This is not a valid IBAN."), field="iban") from error
    known = BankAccount.objects.filter(club_id=stamp.club_id, iban=number).exclude(pk=but)
    if known.exists():
        raise AccountKnown(field="iban")
    return number
