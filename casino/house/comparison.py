"""Two editions side by side: every value of both, in words, with its paragraph."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from casino.house import rulebook_format
from casino.house.rulebook import RuleBook, load_book

# Editions do not change while the program runs: so many, and pairs of them, are kept.
KEPT = 64


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


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Section:
    """The values of a section of the books; each is itself, as the books are."""

    name: str
    title: str
    rows: tuple[ComparisonRow, ...]


@lru_cache(KEPT)
def side_by_side(
    left: RuleBook, right: RuleBook, *, only_changed: bool = False
) -> tuple[Section, ...]:
    """Return every value of two editions by section, or those alone in which they differ."""
    by_section: dict[str, list[ComparisonRow]] = {}
    for row in _rows(left, right):
        if row.changed or not only_changed:
            by_section.setdefault(row.section, []).append(row)
    return tuple(
        Section(name=name, title=rulebook_format.section_title(name), rows=tuple(rows))
        for name, rows in by_section.items()
    )


@lru_cache(KEPT)
def values(book: RuleBook) -> Mapping[str, Value]:
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
    keys = dict.fromkeys((*ours, *theirs))
    order = {name: place for place, name in enumerate(dict.fromkeys(map(_section, keys)))}
    for key in sorted(keys, key=lambda key: order[_section(key)]):
        yield ComparisonRow(
            key=key,
            section=_section(key),
            label=rulebook_format.label(key),
            left=ours.get(key),
            right=theirs.get(key),
        )


def _section(key: str) -> str:
    return key.partition(".")[0]
