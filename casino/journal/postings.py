"""What the general journal books, and which accounts it leaves to others."""

from collections.abc import Iterable
from datetime import date

from casino.ledger.entries import Draft, DraftLine, credit, debit, moving, posting, titled
from casino.messages import Message, msg

# Accounts that no hand, ticket, count or guest's name stands behind; whatever is proved by one of
# those is corrected there.
OPEN_CODES = (
    "bank",
    "cash:vault",
    "clearing:bar",
    "tips",
    "tax:withheld",
    "expense:bank",
    "expense:overlay",
    "expense:over-short",
    "expense:rounding",
    "equity:funding",
)
# What is never one person's, whatever the amount.
BY_TWO = frozenset({"cash:vault", "equity:funding", "own:equity", "income:breakage"})
# What closed years earned: against income and expense, which are never set to zero.
EARNINGS, RETAINED = "equity:earnings", "equity:retained"
AT_TABLES = msg("Correct it at its table, where it was booked.")
AT_CAGE = msg("Correct it at the cage: reverse the slip or count the drawer.")
IN_TOURNAMENT = msg("Correct it in its tournament.")
AT_BREAKAGE = msg("Lapse it or restore it under Breakage.")
AT_JACKPOT = msg("Adjust the jackpot, or move its money into another one.")
# How the code of an account begins -> what is done instead, and on which page.
CLOSED: dict[str, tuple[Message, str]] = {
    "cash:table": (AT_TABLES, "tables"),
    "cash:bags": (msg("Confirm the bank deposit in the vault."), "vault"),
    "cash": (AT_CAGE, "shifts"),
    "chips": (AT_TABLES, "tables"),
    "safekeeping": (AT_TABLES, "tables"),
    "jackpot": (AT_JACKPOT, "jackpot"),
    "group": (
        msg("Record a transfer to the other club there, or reverse one."),
        "jackpot-intercompany",
    ),
    "expense:jackpot": (AT_JACKPOT, "jackpot"),
    "ranking": (msg("Correct the points or the quarter."), "ranking"),
    "payable": (msg("Pay or reverse it under Payments."), "payments"),
    "income:breakage": (AT_BREAKAGE, "breakage"),
    "lapsed": (AT_BREAKAGE, "breakage"),
    "income:fees": (IN_TOURNAMENT, "tournaments"),
    "income": (AT_TABLES, "tables"),
    "equity": (msg("The close of a year moves it."), "closings"),
    "": (IN_TOURNAMENT, "tournaments"),
}
# Entries of the time before this journal.
titled("office.late_entry_booked", msg("Late entry"))


def elsewhere(code: str) -> tuple[Message, str]:
    """Return what is done instead of an entry on an account of the chart, and on which page."""
    return next(step for begins, step in CLOSED.items() if code.startswith(begins))


@posting(
    "journal.document_booked",
    msg("General journal"),
    reversed_as=msg("General journal, reversed"),
)
def document_booked(lines: Iterable[DraftLine]) -> Draft:
    """Return the entry of a document."""
    return Draft(lines=moving(*lines))


@posting("journal.year_closed", msg("Close of a year"))
def year_closed(cents: int) -> Draft:
    """Return the entry that carries what a year earned, below zero: lost, to retained earnings."""
    return Draft(lines=(debit(EARNINGS, cents), credit(RETAINED, cents)))


def memo(number: str, concerns: date, reference: str, reason: str) -> str:
    """Return what an entry keeps of its document under the day's seal."""
    paper = f", {reference}" * bool(reference)
    return f"{number}, {concerns:%d.%m.%Y}{paper}: {reason}"
