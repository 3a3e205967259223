"""One input of a form, made from the kind of its value; what every node of a form can do."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from types import NoneType
from typing import Any, get_args

from casino.calculators.forms.spellings import Spelling, bare, spelling_of
from casino.calculators.labels import Labels
from casino.cards import Cards
from casino.house.vocabulary import has_words, value_in_words
from casino.messages import message_of, msg

ABSENT = object()


class Node(ABC):
    """
    A node of the form. It is filled with plain data or loaded from what was typed.

    name: of its inputs (`hands.3.cards`); path: its place in the data (`hands[1].cards`), known
    once it was read; shape: how the template draws it.
    """

    shape = ""

    def __init__(self, kind: Any, name: str, labels: Labels, *, needed: bool = True) -> None:
        self.kind, self.name, self.labels, self.needed = kind, name, labels, needed
        self.path = name
        self.errors: list[str] = []
        self.hidden = self.aside = self.updates = self.takes_focus = False
        self.label = labels.label(self.own_name, of=self.list_name)
        self.help = labels.help(self.own_name)
        self.place = ""

    @property
    def own_name(self) -> str:
        """The name of the field itself; of an item of a list that of the list."""
        return next(part for part in reversed(self.name.split(".")) if not part.isdigit())

    @property
    def list_name(self) -> str:
        """The name of what it is a field of, nothing at the top."""
        return next((part for part in self.name.split(".")[-2::-1] if not part.isdigit()), "")

    @property
    def id(self) -> str:
        return "q-" + self.name.replace(".", "-")

    @property
    def children(self) -> "list[Node]":
        """The nodes of which it is made."""
        return []

    @property
    def leaves(self) -> "list[Node]":
        """Its inputs side by side, as a table shows them."""
        return self.children

    @property
    def row_nodes(self) -> "list[Node]":
        """What stands in its row."""
        return self.children

    def walk(self) -> "Iterator[Node]":
        """Yield itself and everything below that is shown."""
        yield self
        for child in self.children:
            if not child.hidden:
                yield from child.walk()

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed."""
        return all(child.is_blank for child in self.children)

    @abstractmethod
    def fill(self, value: Any) -> None:
        """Take plain data."""

    @abstractmethod
    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed."""

    @abstractmethod
    def plain(self, path: str) -> Any:
        """Return plain data, ABSENT for nothing; what cannot be read is kept in `errors`."""


class Leaf(Node):
    """One input."""

    shape = "leaf"

    def __init__(self, kind: Any, name: str, labels: Labels, *, needed: bool = True) -> None:
        super().__init__(kind, name, labels, needed=needed)
        self.nullable = NoneType in get_args(kind)
        self.inner = without_null(kind)
        self.spelling: Spelling = spelling_of(self.inner, self.own_name, zone=labels.zone)
        self.help = self.help or self.spelling.hint or ""
        self.text = ""
        self.most_cards = 1 if self.inner != Cards else 0

    @property
    def leaves(self) -> list[Node]:
        """Itself."""
        return [self]

    @property
    def widget(self) -> str:
        """How the template draws it."""
        return self.spelling.widget

    @property
    def options(self) -> list[tuple[str, str]]:
        """(value, words) of what can be chosen."""
        chosen = [(one, self.labels.value(one, self.own_name)) for one in get_args(self.inner)]
        return chosen if self.needed and not self.nullable else [("", "-"), *chosen]

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed; what always has some value does not count."""
        return not self.text.strip() or self.widget in {"check", "choice"}

    def fill(self, value: Any) -> None:
        """Take plain data."""
        self.text = "" if value is None else self.spelling.text(value)

    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed."""
        self.text = data.get(self.name, "")

    def plain(self, path: str) -> Any:
        """Return what was typed as plain data."""
        self.path, text = path, self.text.strip()
        if not text:
            return self._nothing()
        try:
            return self.spelling.plain(text)
        except ValueError as why:
            self.errors.append(message_of(why).localized())
            return ABSENT

    def _nothing(self) -> Any:
        if not self.needed:
            return ABSENT
        if self.nullable or self.spelling.empty is not None:
            return None if self.nullable else self.spelling.empty
        self.errors.append(msg("This field is required.").localized())
        return ABSENT


class HouseLeaf(Leaf):
    """Whose rules answer; nothing chosen: the club's own."""

    def __init__(self, kind: Any, name: str, labels: Labels, *, needed: bool = True) -> None:
        super().__init__(kind, name, labels, needed=False)

    @property
    def widget(self) -> str:
        """How the template draws it."""
        return "choice"

    @property
    def options(self) -> list[tuple[str, str]]:
        """The club's rules, then the books."""
        return self.labels.houses


def list_of(kind: Any) -> Any:
    """Return the kind of a list's items."""
    return get_args(bare(without_null(kind)))[0]


def without_null(kind: Any) -> Any:
    """Return a kind that may be null as what it else is."""
    inner = [one for one in get_args(kind) if one is not NoneType]
    nullable = NoneType in get_args(kind)
    return inner[0] if nullable and len(inner) == 1 else kind


def below(path: str, name: str) -> str:
    """Return the place of a field of something."""
    return f"{path}.{name}" if path else name


def in_a_sentence(said: str) -> str:
    """Return what the program says with the page's words for its names, a capital before it."""
    told = re.sub(
        r"\b[a-z0-9]+(_[a-z0-9]+)+\b",
        lambda found: value_in_words(found[0]).localized() if has_words(found[0]) else found[0],
        said,
    )
    return told[:1].upper() + told[1:]
