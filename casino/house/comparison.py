"""Two editions side by side: every value of both, in words, with its paragraph."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from casino.house import rulebook_format
from casino.house.rulebook import RuleBook, load_book


@dataclass(frozen=True, kw_only=True, slots=True)
class Value:
    """
    A value as one edition has it: in people's units, and plain.

    source, says: its paragraph; own: the club has set it itself, instead of the book.
    """

    key: str
    text: str
    plain: Any
    source: str
    says: str
    own: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparisonRow:
    """A value in both editions, None where one has none."""

    key: str
    section: str
    label: str
    left: Value | None
    right: Value | None

    @property
    def changed(self) -> bool:
        """Whether the editions differ in it."""
        plain = [side.plain if side else None for side in (self.left, self.right)]
        return plain[0] != plain[1]

    @property
    def paragraphs(self) -> tuple[Value, ...]:
        """The values whose paragraphs are to be read: one, where both cite the same."""
        sides = [side for side in (self.left, self.right) if side]
        return tuple({side.source: side for side in sides}.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """The values of a section of the books."""

    name: str
    title: str
    rows: tuple[ComparisonRow, ...]


def side_by_side(left: RuleBook, right: RuleBook, *, only_changed: bool = False) -> list[Section]:
    """Return every value of two editions by section, or those alone in which they differ."""
    by_section: dict[str, list[ComparisonRow]] = {}
    for row in _rows(left, right):
        if row.changed or not only_changed:
            by_section.setdefault(row.section, []).append(row)
    return [
        Section(name=name, title=rulebook_format.section_title(name), rows=tuple(rows))
        for name, rows in by_section.items()
    ]


def values(book: RuleBook) -> dict[str, Value]:
    """Return every value of an edition by its key, in the book's order."""
    printed = load_book(book.name).values
    return {
        key: Value(
            key=key,
            text=rulebook_format.text(key, book.values[key]),
            plain=book.values[key],
            source=source,
            says=book.says(source),
            own=book.values[key] != printed[key],
        )
        for key, source in book.sources.items()
    }


def _rows(left: RuleBook, right: RuleBook) -> Iterator[ComparisonRow]:
    """Yield the values in the order of the left book, what only the right has at its section."""
    ours, theirs = values(left), values(right)
    names = [key.split(".")[0] for key in (*ours, *theirs)]
    for section in dict.fromkeys(names):
        for key in dict.fromkeys((*ours, *theirs)):
            if key.split(".")[0] == section:
                yield ComparisonRow(
                    key=key,
                    section=section,
                    label=rulebook_format.label(key),
                    left=ours.get(key),
                    right=theirs.get(key),
                )
