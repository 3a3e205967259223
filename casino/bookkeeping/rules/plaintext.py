"""The journal for programs that keep books as text, and for Merit's API."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import date

from casino.bookkeeping.rules.documents import Document, DocumentLine
from casino.bookkeeping.rules.profiles import Profile
from casino.sheets.dialects import MACHINE, day_written

ROOTS = {
    "asset": "Assets",
    "liability": "Liabilities",
    "income": "Income",
    "expense": "Expenses",
    "equity": "Equity",
}
UNFIT = re.compile(r"[^0-9A-Za-z-]")
Account = tuple[str, str, str]  # kind, number, name


def beancount(
    documents: Iterable[Document], accounts: Iterable[Account], *, opened: date, currency: str
) -> Iterator[str]:
    """
    Yield a Beancount file; opened: the day from which its accounts are open.

    Source: UX 6.3.
    """
    yield f'option "operating_currency" "{currency}"\n'
    for kind, number, name in sorted(accounts):
        yield f"\n{opened} open {beancount_account(kind, number)} {currency}\n"
        yield f"  name: {_quoted(name)}\n"
    for each in documents:
        back = f" ^{each.reverses}" if each.reverses else ""
        yield f'\n{each.day} * "{each.type}" {_quoted(each.memo)} ^{each.number}{back}\n'
        for line in each.lines:
            where = beancount_account(line.kind, line.account)
            yield f"  {where:<40} {MACHINE.amount(line.cents):>14} {each.currency}\n"


def hledger(documents: Iterable[Document], accounts: Iterable[Account]) -> Iterator[str]:
    """
    Yield a journal that hledger and Ledger read; each account and currency is declared.

    Source: UX 6.3.
    """
    yield "; journal of a poker club, debit positive\n"
    for kind, number, name in sorted(accounts):
        yield f"account {hledger_account(kind, number)}  ; {_plain(name)}\n"
    declared: set[str] = set()
    for each in documents:
        if each.currency not in declared:
            declared.add(each.currency)
            yield f"commodity 1000.00 {each.currency}\n"
        back = f"  ; reverses: {each.reverses}" if each.reverses else ""
        yield f"\n{each.day} * ({each.number}) {_plain(each.memo)}{back}\n"
        for line in each.lines:
            where = hledger_account(line.kind, line.account)
            yield f"    {where:<40}  {MACHINE.amount(line.cents):>14} {each.currency}\n"


def merit(documents: Iterable[Document], profile: Profile) -> Iterator[str]:
    """
    Yield a list of objects, one a document, as Merit's `sendglbatch` takes them.

    Source: UX 6.3.
    """
    yield "["
    for n, each in enumerate(documents):
        batch = {
            "DocNo": each.number,
            "BatchDate": day_written(each.day, profile.day_form),
            "CurrencyCode": each.currency,
            "CurrencyRate": "1.00",
            "EntryRow": [_merit_row(each, line) for line in each.lines],
        }
        yield f"{',' if n else ''}\n{json.dumps(batch, ensure_ascii=False)}"
    yield "\n]\n"


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
        "Memo": document.memo,
    }
    return {key: value for key, value in row.items() if value}


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[;|()\r\n]", " ", text).split())
