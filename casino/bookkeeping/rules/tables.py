"""The journal as a table: rows of a profile's columns, cut where documents end."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from casino.bookkeeping.rules.documents import MAX_MEMO_LENGTH, Document, DocumentLine
from casino.bookkeeping.rules.profiles import Profile
from casino.sheets.dialects import DIALECTS, day_written, text

Cell = str | int | Decimal | date
Cells = tuple[Cell, ...]
# What is the document's, not a line's: Odoo takes a line that repeats it for another document.
OF_DOCUMENT = {
    "doc_no", "doc_type", "day", "currency", "rate", "reverses", "journal", "kind", "reason",
    "concerns",
}  # fmt: skip


def rows(documents: Iterable[Document], profile: Profile) -> Iterator[list[Cells]]:
    """
    Yield the rows of each document together, so that no file ends inside one.

    Amounts and days are text in the profile's dialect; in a workbook they are what they are.

    Source: UX 6.3.
    """
    cells = [CELLS[column.holds] for column in profile.columns]
    later = [
        CELLS["empty" if profile.once and column.holds in OF_DOCUMENT else column.holds]
        for column in profile.columns
    ]
    writer = Writer(profile)
    for document in documents:
        places = (FilePlace(writer, document, line, n) for n, line in enumerate(document.lines, 1))
        yield [tuple(cell(at) for cell in (cells if at.n == 1 else later)) for at in places]


def heading(profile: Profile) -> list[Cells]:
    """
    Return what stands above the rows.

    Source: UX 6.3.
    """
    return [*((each,) for each in profile.above), *([heads(profile)] if profile.heading else [])]


def heads(profile: Profile) -> tuple[str, ...]:
    """
    Return the head of each column.

    Source: UX 6.3.
    """
    return tuple(text(column.head) for column in profile.columns)


def parts(groups: Iterable[list[Cells]], *, maximum: int) -> Iterator[Iterator[Cells]]:
    """
    Cut rows into parts of at most `most` (0: one part); a document never stands in two.

    Each part has to be read to its end before the next. A document longer than that is a part.

    Source: UX 6.3.
    """
    source = iter(groups)
    first = next(source, None)
    if first is None:
        yield iter(())
    while first is not None:
        rest: list[list[Cells] | None] = [None]

        def part(begin: list[Cells], after: list[list[Cells] | None] = rest) -> Iterator[Cells]:
            yield from begin
            held = len(begin)
            for group in source:
                held += len(group)
                if maximum and held > maximum:
                    after[0] = group
                    return
                yield from group

        yield part(first)
        first = rest[0]


class Writer:
    """How a profile writes days and amounts."""

    def __init__(self, profile: Profile) -> None:
        self.dialect = DIALECTS[profile.dialect]
        self.day_form = profile.day_form or self.dialect.day
        self.tax, self.journal = profile.tax, profile.journal
        self.real_days = profile.form == "xlsx" and not profile.day_form
        self.minus = profile.reversals == "minus"
        self.numbers = profile.form == "xlsx"

    def amount(self, cents: int) -> Cell:
        """Return an amount as text, or as a number."""
        return Decimal(cents).scaleb(-2) if self.numbers else self.dialect.amount(cents)

    def day(self, day: date) -> Cell:
        """Return a day as text, or as a day."""
        return day if self.real_days else day_written(day, self.day_form)


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A line in its document, the n-th of it, as a profile writes it."""

    writer: Writer
    document: Document
    line: DocumentLine
    n: int

    @property
    def sides(self) -> tuple[int, int]:
        """Debit and credit; a reversal in minus style stands negated on the other side."""
        debit, credit = max(self.line.cents, 0), max(-self.line.cents, 0)
        return (
            (-credit, -debit) if self.writer.minus and self.document.reverses else (debit, credit)
        )

    def amount(self, cents: int) -> Cell:
        """Return an amount, nothing for zero."""
        return self.writer.amount(cents) if cents else ""


CELLS: dict[str, Callable[[FilePlace], Cell]] = {
    "doc_no": lambda at: text(at.document.number),
    "doc_type": lambda at: text(at.document.type),
    "day": lambda at: at.writer.day(at.document.day),
    "text": lambda at: text(f"{at.document.number} {at.document.words}"[:MAX_MEMO_LENGTH]),
    "memo": lambda at: text(at.document.words[:MAX_MEMO_LENGTH]),
    "kind": lambda at: text(at.document.kind),
    "reason": lambda at: text(at.document.reason),
    "concerns": lambda at: at.writer.day(at.document.concerns or at.document.day),
    "account": lambda at: text(at.line.account),
    "account_name": lambda at: text(at.line.name),
    "debit": lambda at: at.amount(at.sides[0]),
    "credit": lambda at: at.amount(at.sides[1]),
    "signed": lambda at: at.amount(at.line.cents),
    "plain": lambda at: at.amount(abs(at.line.cents)),
    "side": lambda at: "D" if at.line.cents > 0 else "C",
    "currency": lambda at: text(at.document.currency),
    "rate": lambda at: 1,
    "department": lambda at: text(at.line.department),
    "cost_center": lambda at: text(at.line.cost_center),
    "project": lambda at: text(at.line.project),
    "tax": lambda at: text(at.line.tax_code or at.writer.tax),
    # Its own tax: the amount of it is lines of its own here.
    "tax_amount": lambda at: at.writer.amount(0) if at.line.tax_code else "",
    "reverses": lambda at: text(at.document.reverses),
    "line_no": lambda at: at.n,
    "journal": lambda at: text(at.writer.journal),
    "empty": lambda at: "",
}
