"""Bank reconciliation: what the statements say, what the books say, and all that lies between."""

from collections.abc import Iterator

from casino.bank.queries.accounts import accounts
from casino.bank.queries.books import OpenItem, Reconciliation, reconciliation
from casino.messages import msg
from casino.reports.sheet import Report, ReportParams, entry, lines_of
from casino.sheets.columns import cents, day, text
from casino.sheets.sheet import Link, Sheet, SheetRow


def bank_reconciliation(asked: ReportParams) -> Sheet:
    """Return each bank account by its last statement up to the last day that is asked for."""
    found = (
        reconciliation(each, asked.last, known_at=asked.known_at)
        for each in accounts(asked.club_id)
        if asked.ref in (None, each.ref)
    )
    rows = [row for each in found if each for row in _rows(asked, each)]
    columns = (
        text("account", msg("Bank account")),
        text("item", msg("Item")),
        day("day", msg("Day")),
        text("about", msg("About")),
        cents("amount", msg("Amount"), summed=False),
    )
    return Sheet(columns=columns, rows=rows)


def _rows(asked: ReportParams, state: Reconciliation) -> Iterator[SheetRow]:
    name = state.account.name
    yield SheetRow(
        cells=(name, msg("Balance by the statement"), state.until, "", state.statement_cents),
        why=Link(route="bank-account", ids=(state.account.pk,)),
    )
    for item in state.items:
        yield SheetRow(cells=(name, item.what, item.day, item.says, -item.cents), why=_behind(item))
    yield SheetRow(
        cells=(name, msg("Balance by the books"), state.until, "", state.books_cents),
        why=lines_of(asked, "bank", ref=state.account.ref),
    )


def _behind(item: OpenItem) -> Link | None:
    if item.line_id and not item.is_late:
        return Link(route="bank-line", ids=(item.line_id,))
    return entry(item.entry_id)


BANK = Report(
    name="bank-reconciliation",
    title=msg("Bank reconciliation"),
    question=msg("Do the bank's statements and the books agree, and what lies between them?"),
    group=msg("Books"),
    make=bank_reconciliation,
    asks=("ref",),
)
