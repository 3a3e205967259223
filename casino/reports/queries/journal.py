"""The journal as a report: line by line, of all accounts or of one, each line to its entry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, overload

from casino.ledger.chart import CHART
from casino.ledger.queries.lines import JournalLine, Lines, each_line, lines, lines_total
from casino.ledger.queries.rows import AccountRow
from casino.messages import Message, msg
from casino.money import format_cents
from casino.reports.queries.dated import WAYS, ByDate
from casino.reports.sheet import Report, ReportParams, entry, left_out, without_sums
from casino.sheets.columns import Column, cents, count, day, event, instant, text
from casino.sheets.sheet import Sheet, SheetRow


class JournalRows(Sequence[SheetRow]):
    """The lines of the journal as rows; read from the database in portions, as they are wanted."""

    def __init__(self, asked: Lines, length: int, dates: Mapping[int, date]) -> None:
        self.asked, self.length, self.dates = asked, length, dates

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, part: int) -> SheetRow: ...
    @overload
    def __getitem__(self, part: slice) -> list[SheetRow]: ...
    def __getitem__(self, part: int | slice) -> SheetRow | list[SheetRow]:
        """Return a row, or those from one place to another."""
        if isinstance(part, int):
            return self[part : part + 1][0]
        start, stop, _ = part.indices(self.length)
        found = lines(self.asked, offset=start, limit=max(stop - start, 0))
        return [_row(each, self.dates) for each in found]

    def __iter__(self) -> Iterator[SheetRow]:
        return (_row(each, self.dates) for each in each_line(self.asked))


def journal(asked: ReportParams) -> Sheet:
    """Return the ledger's lines of the days, of all accounts or of those of one code."""
    by_date = ByDate(asked)
    plain = Lines(
        club_id=asked.club_id,
        first=asked.first,
        last=asked.last,
        code=asked.code,
        ref=asked.ref,
        kind=asked.only,
        since=asked.since if asked.shift else None,
        until=asked.until if asked.shift else asked.before,
        known_at=asked.known_at,
    )
    wanted = by_date.only(plain)
    length, debit, credit = lines_total(wanted)
    until = max(asked.last, asked.day_of(asked.before)) if asked.before else asked.last
    unseen = [
        each.name
        for code, each in CHART.items()
        if asked.covers(code) and asked.unseen.hides(code, until, asked.ref)
    ]
    hidden, notes = bool(unseen), left_out(unseen)
    if asked.code and not (hidden or asked.shift or asked.only):
        notes = (_held(asked, debit - credit),)
    columns = (
        count("entry", msg("Entry"), summed=False),
        instant(),
        day(),
        event(),
        count("slip", msg("Slip"), summed=False),
        text("account", msg("Account")),
        text("account_code", msg("Code")),
        count("ref", msg("Of"), summed=False),
        cents("debit", msg("Debit")),
        cents("credit", msg("Credit")),
        text("who", msg("By")),
        text("note", msg("Note")),
        Column(name="dated", title=msg("Document date"), kind="day"),
    )
    sums: dict[str, Any] = {"debit": debit, "credit": credit}
    return Sheet(
        columns=without_sums(columns) if hidden else columns,
        rows=JournalRows(wanted, length, by_date.dates),
        notes=notes,
        sums=tuple(sums.get(column.name) for column in columns),
    )


LEDGER = Report(
    name="ledger",
    title=msg("Ledger"),
    question=msg("Ledger lines by entry, of all accounts or of one."),
    group=msg("Books"),
    make=journal,
    group_by=WAYS,
    asks=("code", "ref", "only", "shift", "before"),
)


def _held(asked: ReportParams, moved_cents: int) -> Message:
    """Return what the accounts of the code held before the first line and after the last."""
    if asked.before:
        held = ByDate(replace(asked, as_of=asked.before)).balances()
        opening = sum(each.cents for each in held if _asked_for(asked, each)) - moved_cents
    else:
        opening = sum(
            each.opening_cents
            for each in ByDate(asked).turnovers()
            if _asked_for(asked, each.account)
        )
    return msg(
        "Before these days {opening}, after them {closing}; debit positive, credit negative.",
        opening=format_cents(opening),
        closing=format_cents(opening + moved_cents),
    )


def _asked_for(asked: ReportParams, account: AccountRow) -> bool:
    return asked.covers(account.code) and asked.ref in {None, account.ref}


def _row(line: JournalLine, dates: Mapping[int, date]) -> SheetRow:
    cells = (
        line.entry_id,
        line.happened_at,
        line.gaming_day,
        line.kind,
        line.number,
        line.name,
        line.code,
        line.ref or None,
        line.cents if line.cents > 0 else None,
        -line.cents if line.cents < 0 else None,
        line.who,
        line.memo,
        dates.get(line.entry_id, line.gaming_day),
    )
    return SheetRow(cells=cells, why=entry(line.entry_id))
