"""The journal for programs that keep books as text, and for Merit's API."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from casino.bookkeeping.rules.documents import MAX_MEMO_LENGTH, Document, DocumentLine
from casino.bookkeeping.rules.profiles import Profile
from casino.sheets.dialects import MACHINE, day_written

ROOTS = {
    "asset": "Assets",
    "liability": "Liabilities",
    "income": "Income",
    "expense": "Expenses",
    "equity": "Equity",
}
GUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
UNFIT = re.compile(r"[^0-9A-Za-z-]")
UNBROKEN = "no balances: days before these are in no batch"
Account = tuple[str, str, str]  # kind, number, name


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """
    The accounts that a file is the first to name, open from a day on; begins: it is the first file.
    """

    accounts: Iterable[Account]
    day: date
    currency: str
    begins: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Held:
    """What accounts, by kind and number, held at the end of a day. Cents, debit positive."""

    day: date
    cents: Mapping[tuple[str, str], int]


def beancount(documents: Iterable[Document], since: Opened, held: Held | None) -> Iterator[str]:
    """
    Yield a Beancount file that loads alone or beside those of earlier days, each account opened
    once; held: what its last day ended with, exact to the cent.

    Source: UX 6.3; https://beancount.github.io/docs/beancount_language_syntax.html.
    """
    yield f'option "operating_currency" "{since.currency}"\n'
    for kind, number, name in sorted(since.accounts):
        yield f"\n{since.day} open {beancount_account(kind, number)} {since.currency}\n"
        yield f"  name: {_quoted(name)}\n"
    for each in documents:
        back = f" ^{each.reverses}" if each.reverses else ""
        yield f'\n{each.day} * "{each.type}" {_quoted(each.words)} ^{each.number}{back}\n'
        yield f'  kind: "{each.kind}"\n  concerns: {each.concerns or each.day}\n'
        for line in each.lines:
            where = beancount_account(line.kind, line.account)
            yield f"  {where:<40} {MACHINE.amount(line.cents):>14} {each.currency}\n"
            yield from (f"    {name}: {_quoted(code)}\n" for name, code in _codes(line))
    if held is None:
        yield f"\n; {UNBROKEN}\n"
        return
    # A balance is that of the morning.
    morning = held.day + timedelta(days=1)
    yield "\n"
    for (kind, number), cents in sorted(held.cents.items()):
        where = beancount_account(kind, number)
        yield f"{morning} balance {where:<40} {MACHINE.amount(cents):>14} ~ 0 {since.currency}\n"


def hledger(documents: Iterable[Document], since: Opened, held: Held | None) -> Iterator[str]:
    """
    Yield a journal that hledger and Ledger read, alone or beside those of earlier days: accounts
    and currency declared once; held: asserted after the last entry.

    Source: UX 6.3; https://hledger.org/hledger.html#balance-assertions.
    """
    yield "; journal of a poker club, debit positive\n"
    if since.begins:
        yield f"commodity 1000.00 {since.currency}\n"
    for kind, number, name in sorted(since.accounts):
        yield f"account {hledger_account(kind, number)}  ; {_plain(name)}\n"
    for each in documents:
        back = f"  ; reverses: {each.reverses}" if each.reverses else ""
        yield f"\n{each.day} * ({each.number}) {_plain(each.words)}{back}\n"
        for line in each.lines:
            where = hledger_account(line.kind, line.account)
            tags = ", ".join(f"{name}: {_tagged(code)}" for name, code in _codes(line))
            said = f"  ; {tags}" if tags else ""
            yield f"    {where:<40}  {MACHINE.amount(line.cents):>14} {each.currency}{said}\n"
    if held is None:
        yield f"\n; {UNBROKEN}\n"
        return
    yield f"\n{held.day} * Balances\n"
    for (kind, number), cents in sorted(held.cents.items()):
        where = hledger_account(kind, number)
        amount = MACHINE.amount(cents)
        yield f"    {where:<40}  0.00 {since.currency} = {amount} {since.currency}\n"


def merit(documents: Iterable[Document], profile: Profile) -> Iterator[str]:
    """
    Yield a line for each document: what one call of Merit's `sendglbatch` takes.

    Source: UX 6.3; https://api.merit.ee/connecting-robots/reference-manual/.
    """
    for each in documents:
        batch = {
            "DocNo": each.number,
            "BatchDate": day_written(each.day, profile.day_form),
            "CurrencyCode": each.currency,
            "CurrencyRate": "1.00",
            "EntryRow": [_merit_row(each, line) for line in each.lines],
        }
        yield f"{json.dumps(batch, ensure_ascii=False)}\n"


def beancount_account(kind: str, number: str) -> str:
    """
    Return an account's name: its root, and the accountant's number below it.

    Source: UX 6.3.
    """
    return f"{ROOTS[kind]}:{UNFIT.sub('-', number).upper()}"


def hledger_account(kind: str, number: str) -> str:
    """
    Return an account's name: its root, and the accountant's number below it.

    Source: UX 6.3.
    """
    return f"{ROOTS[kind].lower()}:{UNFIT.sub('-', number)}"


def _merit_row(document: Document, line: DocumentLine) -> dict[str, str]:
    row = {
        "AccountCode": line.account,
        "DepartmentCode": line.department,
        "Debit": MACHINE.amount(max(line.cents, 0)),
        "Credit": MACHINE.amount(max(-line.cents, 0)),
        "ProjectCode": line.project,
        "CostCenterCode": line.cost_center,
        "Memo": document.words[:MAX_MEMO_LENGTH],
    }
    if GUID.fullmatch(line.tax_code):  # its own tax; the amount of it is lines of its own here
        row |= {"TaxId": line.tax_code, "VatAmount": MACHINE.amount(0)}
    return {key: value for key, value in row.items() if value}


def _codes(line: DocumentLine) -> list[tuple[str, str]]:
    """Return cost centre and tax code of a line, where it has one."""
    found = (("cost_center", line.cost_center), ("tax_code", line.tax_code))
    return [(name, code) for name, code in found if code]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _tagged(text: str) -> str:
    """Return the value of a tag, which a comma ends."""
    return _plain(text.replace(",", " "))


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[;|()\r\n]", " ", text).split())
