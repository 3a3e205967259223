"""The lines behind a tax code: what a return asks of, and what a cost centre cost."""

from casino.journal.queries.coded import coded_lines
from casino.messages import msg
from casino.reports.queries.dated import DATED, WAYS
from casino.reports.sheet import Report, ReportParams, entry
from casino.sheets.columns import Column, cents, count, day, event, text
from casino.sheets.sheet import Link, Sheet, SheetRow

NOTE = msg(
    "A document's line by what it says, else by its account. Accounts of the chart have theirs by "
    "the mapping of files."
)


def coded(asked: ReportParams) -> Sheet:
    """Return the lines with a tax code or a cost centre; only: one of them; code: accounts."""
    rows, days = [], (asked.club_id, asked.first, asked.last)
    for each in coded_lines(*days, dated=asked.by == DATED, known_at=asked.known_at):
        of_code = not asked.only or asked.only in {each.tax_code, each.cost_center}
        if of_code and (not asked.code or asked.covers(each.code)):
            cells = (
                each.entry_id,
                each.gaming_day,
                each.kind,
                each.document,
                each.name,
                each.code,
                each.tax_code,
                each.cost_center,
                each.cents if each.cents > 0 else None,
                -each.cents if each.cents < 0 else None,
                each.dated if each.dated != each.gaming_day else None,
            )
            document = Link(route="journal-document", ids=(each.document_id,))
            why = document if each.document_id else entry(each.entry_id)
            rows.append(SheetRow(cells=cells, why=why))
    columns = (
        count("entry", msg("Entry"), summed=False),
        day(),
        event(),
        text("document", msg("Document")),
        text("account", msg("Account")),
        text("account_code", msg("Code")),
        text("tax_code", msg("Tax code")),
        text("cost_center", msg("Cost centre")),
        cents("debit", msg("Debit")),
        cents("credit", msg("Credit")),
        Column(name="dated", title=msg("Document date"), kind="day"),
    )
    return Sheet(columns=columns, rows=rows, notes=(NOTE,))


CODED = Report(
    name="coded-lines",
    title=msg("Lines by tax code and cost centre"),
    question=msg("What was booked under a tax code or a cost centre, line by line."),
    group=msg("Books"),
    make=coded,
    group_by=WAYS,
    asks=("code", "only"),
)
