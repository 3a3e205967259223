"""Groups, rows and kinds of a form, made from dataclasses, lists, mappings and unions."""

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from casino.calculators.forms.leaves import (
    ABSENT,
    HouseLeaf,
    Leaf,
    Node,
    below,
    in_a_sentence,
    list_of,
    without_null,
)
from casino.calculators.forms.spellings import bare
from casino.calculators.labels import Labels
from casino.cards import Cards
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.refusals import BadInput
from casino.schema import Cents, read

FRESH_ROWS, MAX_ROWS, MAX_COLUMNS = 2, 60, 7
ROW_IDS = re.compile(r"[0-9]{1,3}( [0-9]{1,3})*", re.ASCII)


class Group(Node):
    """The fields of a dataclass."""

    shape = "group"

    def __init__(self, kind: Any, name: str, labels: Labels, *, needed: bool = True) -> None:
        super().__init__(kind, name, labels, needed=needed)
        hints = get_type_hints(kind, include_extras=True)
        self.parts = {
            one.name: make(
                hints[one.name],
                below(name, one.name),
                labels,
                needed=one.default is MISSING and one.default_factory is MISSING,
            )
            for one in fields(kind)
        }

    @property
    def children(self) -> list[Node]:
        """Its fields."""
        return list(self.parts.values())

    def fill(self, value: Any) -> None:
        """Take plain data; what is not there stays empty."""
        for name, inner in value.items():
            self.parts[name].fill(inner)

    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed."""
        for child in self.children:
            child.load(data)

    def plain(self, path: str) -> Any:
        """Return its fields that are shown."""
        self.path = path
        found = {
            name: part.plain(below(path, name))
            for name, part in self.parts.items()
            if not part.hidden
        }
        return {name: value for name, value in found.items() if value is not ABSENT}


class Maybe(Node):
    """A group that may be missing: a tick opens it."""

    shape = "maybe"

    def __init__(self, kind: Any, name: str, labels: Labels, *, needed: bool = True) -> None:
        super().__init__(kind, name, labels, needed=needed)
        self.group = Group(without_null(kind), name, labels)
        self.is_there = False

    @property
    def children(self) -> list[Node]:
        """The group, if it is there."""
        return [self.group] if self.is_there else []

    def fill(self, value: Any) -> None:
        """Take plain data or null."""
        self.is_there = value is not None
        if self.is_there:
            self.group.fill(value)

    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed, and whether it is asked for."""
        self.is_there = self.name in data
        self.group.load(data)

    def plain(self, path: str) -> Any:
        """Return the group or null."""
        self.path = path
        return self.group.plain(path) if self.is_there else None


class Kinds(Node):
    """One of several dataclasses: the first field says which; only its own fields are asked."""

    shape = "kinds"

    def __init__(self, kind: Any, name: str, labels: Labels, *, needed: bool = True) -> None:
        super().__init__(kind, name, labels, needed=needed)
        options = get_args(kind)
        self.tag = fields(options[0])[0].name
        self.by_value = {
            value: one
            for one in options
            for value in get_args(get_type_hints(one, include_extras=True)[self.tag])
        }
        tags: Any = Literal[tuple(self.by_value)]
        self.chooser = Leaf(tags, below(name, self.tag), labels)
        self.chooser.updates = True
        self._choose(next(iter(self.by_value)))

    def _choose(self, value: str) -> None:
        self.chooser.text = value
        self.group = Group(self.by_value[value], self.name, self.labels)
        self.group.parts[self.tag] = self.chooser

    @property
    def children(self) -> list[Node]:
        """The choice and the fields of what was chosen."""
        return [self.group]

    @property
    def row_nodes(self) -> list[Node]:
        """What stands in its row."""
        return self.group.children

    @property
    def is_blank(self) -> bool:
        """Whether nothing was typed where something can be typed."""
        return len(self.group.parts) > 1 and self.group.is_blank

    @property
    def parts(self) -> dict[str, Node]:
        """The fields of what was chosen."""
        return self.group.parts

    def fill(self, value: Any) -> None:
        """Take plain data."""
        if value.get(self.tag) in self.by_value:
            self._choose(value[self.tag])
        self.group.fill(value)

    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed."""
        chosen = data.get(self.chooser.name, "")
        if chosen in self.by_value:
            self._choose(chosen)
        self.group.load(data)
        if chosen not in self.by_value and chosen:
            self.chooser.errors.append(msg("Choose one from the list.").localized())
            self.chooser.text = next(iter(self.by_value))

    def plain(self, path: str) -> Any:
        """Return the fields of what was chosen."""
        self.path = path
        return self.group.plain(path)


class Rows(Node):
    """A list: a row for each item; rows in which nothing was typed do not count."""

    shape = "rows"

    def __init__(self, kind: Any, name: str, labels: Labels, *, needed: bool = True) -> None:
        super().__init__(kind, name, labels, needed=needed)
        self.nullable = NoneType in get_args(kind)
        self.rows: dict[str, Node] = {}
        self.row_label = labels.row(self.own_name)
        self.more_label = msg("Add: {row}", row=self.row_label)
        for number in range(self.fresh):
            self.add(str(number))

    @property
    def children(self) -> list[Node]:
        return list(self.rows.values())

    @property
    def ids(self) -> str:
        """The ids of the rows, as the form keeps them."""
        return " ".join(self.rows)

    @property
    def is_full(self) -> bool:
        """Whether no row fits in any more."""
        return len(self.rows) >= MAX_ROWS

    @property
    def fresh(self) -> int:
        """How many empty rows a form begins with."""
        return FRESH_ROWS if self.needed and not self.nullable else 0

    @property
    def head(self) -> list[Node]:
        """The inputs of the first row."""
        return self.children[0].leaves if self.rows else []

    @property
    def is_table(self) -> bool:
        """Whether its rows stand below one another, a column for each input."""
        kinds = {row.shape for row in self.children} | {leaf.shape for leaf in self.head}
        return kinds <= {"leaf", "group"} and len(self.head) <= MAX_COLUMNS

    def make_row(self, name: str) -> Node:
        return make(list_of(self.kind), name, self.labels)

    def add(self, number: str = "") -> Node:
        """Add an empty row."""
        number = number or str(max(map(int, self.rows), default=-1) + 1)
        row = self.rows[number] = self.make_row(f"{self.name}.{number}")
        return row

    def remove(self, number: str) -> None:
        self.rows.pop(number, None)

    def fill(self, value: Any) -> None:
        """Take plain data; an empty object is an empty row."""
        self.rows = {}
        for one in value or ():
            row = self.add()
            if one != {}:
                row.fill(one)

    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed."""
        text = data.get(self.name, "")
        self.rows = {}
        for number in text.split()[:MAX_ROWS] if ROW_IDS.fullmatch(text) else ():
            self.add(number).load(data)

    def plain(self, path: str) -> Any:
        """Return the rows in which something was typed."""
        self.path = path
        typed = [row for row in self.rows.values() if not row.is_blank]
        for number, row in enumerate(self.rows.values(), 1):
            where = [self.place, f"{self.row_label.localized()} {number}"]
            for node in row.walk():
                node.place = ", ".join(filter(None, where))
        if not typed and (self.nullable or not self.needed):
            return None if self.needed else ABSENT
        return self.gathered(typed, path)

    def gathered(self, typed: list[Node], path: str) -> Any:
        """Return the data of the rows; one that cannot be read does not hide the others."""
        found = [row.plain(f"{path}[{i}]") for i, row in enumerate(typed)]
        return [value for value in found if value is not ABSENT]


class Pair(Node):
    """A row of a mapping: what it is about, and what is said of it."""

    shape = "group"

    def __init__(self, kind: Any, name: str, labels: Labels, *, needed: bool = True) -> None:
        super().__init__(kind, name, labels, needed=needed)
        key, value = get_args(without_null(bare(kind)))
        self.key = Leaf(key, f"{name}.key", labels)
        self.value = Leaf(value, f"{name}.value", labels)
        for leaf, role in ((self.key, "key"), (self.value, "value")):
            leaf.label = labels.label(f"{self.own_name}.{role}")
            leaf.help = labels.help(f"{self.own_name}.{role}") or leaf.spelling.hint or ""

    @property
    def children(self) -> list[Node]:
        """Key and value."""
        return [self.key, self.value]

    def fill(self, value: Any) -> None:
        """Take (key, value)."""
        key, inner = value
        self.key.fill(key)
        self.value.fill(inner)

    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed."""
        for child in self.children:
            child.load(data)

    def plain(self, path: str) -> Any:
        """Return (key, value); the path gets the key, and means the value."""
        key = self.key.plain("")
        self.path = below(path, str(key))
        try:
            read(self.key.kind, key)
        except BadInput as why:
            if key is not ABSENT:
                self.key.errors.append(in_a_sentence(why.message.localized().partition(": ")[2]))
        return str(key), self.value.plain(self.path)


class Pairs(Rows):
    """A mapping, typed as rows."""

    fresh = FRESH_ROWS

    def make_row(self, name: str) -> Node:
        return Pair(self.kind, name, self.labels)

    def fill(self, value: Any) -> None:
        """Take plain data."""
        super().fill(list((value or {}).items()))

    def gathered(self, typed: list[Node], path: str) -> Any:
        """Return the data of the rows by their keys."""
        found: dict[str, Any] = {}
        for row in typed:
            key, value = row.plain(path)
            if key in found:
                row.leaves[0].errors.append(msg("{key} is given twice.", key=key).localized())
            if value is not ABSENT:
                found[key] = value
        return found


def make(kind: Any, name: str, labels: Labels, *, needed: bool = True) -> Node:
    """Return the node of a form that asks for a kind."""
    inner = without_null(kind)
    base = bare(inner)
    node: type[Node]
    if base is RuleBook:
        node = HouseLeaf
    elif is_dataclass(base):
        node = Group if inner is kind else Maybe
    elif get_origin(base) is dict:
        node = Pairs
    elif get_origin(base) is tuple:
        node = Rows if has_rows(inner) else Leaf
    elif all(map(is_dataclass, get_args(base))) and get_args(base):
        node = Kinds
    else:
        node = Leaf
    return node(kind if node in {Leaf, Maybe, Rows, Pairs} else inner, name, labels, needed=needed)


def has_rows(kind: Any) -> bool:
    """Return whether a list gets a row for each item; plain numbers and names are one line."""
    inner = list_of(kind)
    return kind != Cards and (bare(inner) not in {int, str} or inner == Cents)
