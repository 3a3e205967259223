"""The form of a calculator: its tree of fields, what follows from the game, what is wrong."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cashgames.rules.families import FAMILIES
from cashgames.rules.games import GAMES
from casino.calculators.forms.leaves import Leaf, Node, in_a_sentence
from casino.calculators.forms.nodes import Maybe, Rows, make
from casino.calculators.headings import Topic
from casino.calculators.labels import Labels
from casino.calculators.registry import CALCULATORS
from casino.refusals import Refusal

BOARD_CARDS = 5


class Question:
    """A question to the rule books, as a person fills it in."""

    def __init__(self, topic: Topic, labels: Labels) -> None:
        self.topic, self.labels = topic, labels
        self.root: Any = make(CALCULATORS[topic.name].given, "", labels)
        self.refusal: Refusal | None = None
        self.fill(topic.start)

    @property
    def fields(self) -> list[Node]:
        """The fields that are asked, in the order of the page; the house comes last."""
        parts = self.root.parts
        known = [name for name in self.topic.order if name in parts]
        names = [*known, *(name for name in parts if name not in {*known, "house"})]
        names += ["house"] if "house" in parts else []
        return [parts[name] for name in names if not parts[name].hidden]

    @property
    def main(self) -> list[Node]:
        """The fields that everybody fills in."""
        return [field for field in self.fields if not field.aside]

    @property
    def aside(self) -> list[Node]:
        """The fields that stand folded away."""
        return [field for field in self.fields if field.aside]

    @property
    def is_aside_open(self) -> bool:
        """Whether something that is folded away is filled in or wrong."""
        usual = self.topic.start
        return any(
            node.errors or (isinstance(node, Leaf) and node.text and node.own_name not in usual)
            for field in self.aside
            for node in field.walk()
        )

    @property
    def problems(self) -> list[tuple[Node, str]]:
        """(field, sentence) of everything that is wrong."""
        return [(node, error) for node in self.root.walk() for error in node.errors]

    def fill(self, given: Mapping[str, Any]) -> None:
        """Take plain data."""
        self.root.fill(given)
        self._arrange()

    def load(self, data: Mapping[str, str]) -> None:
        """Take what was typed, and the row that was added or removed."""
        self.root.load(data)
        for node in [node for node in self.root.walk() if isinstance(node, Rows)]:
            if data.get("add_row") == node.name and not node.is_full:
                self._add_row(node)
            for number in [n for n in node.rows if data.get("remove_row") == f"{node.name}.{n}"]:
                node.remove(number)
        self._arrange()

    def _add_row(self, rows: Rows) -> None:
        """Add a row that begins as those of a fresh form; typing goes on in it."""
        row = rows.add()
        usual = self.topic.start.get(rows.name)
        if isinstance(usual, list) and usual[0]:
            row.fill(usual[0])
        next(node for node in row.walk() if isinstance(node, Leaf)).takes_focus = True

    def given(self) -> dict[str, Any]:
        """Return the question as plain data; `problems` holds what cannot be read."""
        found: dict[str, Any] = self.root.plain("")
        facts = self._facts()
        for name, part in self.root.parts.items():
            if part.hidden and name in facts:
                found[name] = facts[name]
            elif part.hidden and name in self.topic.start:
                found[name] = self.topic.start[name]
            elif part.hidden and isinstance(part, Maybe):
                found[name] = None
        return found

    def refuse(self, refusal: Refusal) -> None:
        """Keep a refusal at the field that it names, in words of this page."""
        where = refusal.field or ""
        node = self._at(where)
        if node is None:
            self.refusal = refusal
            return
        said = refusal.message.localized()
        said = said.removeprefix(f"{where}: ").removeprefix(f"{node.path}: ")
        if refusal.next_step:
            said = f"{said} {refusal.next_step.localized()}"
        node.errors.append(in_a_sentence(said))
        if refusal.source:
            self.refusal = refusal

    def _at(self, where: str) -> Node | None:
        """Return the field of a place in the data, or the nearest around it."""
        nodes: list[Node] = [node for node in self.root.walk() if node.path]
        around = [node for node in nodes if re.match(re.escape(node.path) + r"($|[.\[])", where)]
        if around:
            return max(around, key=lambda node: (len(node.path), isinstance(node, Leaf)))
        return next((node for node in nodes if node.own_name == where), None)

    def _arrange(self) -> None:
        """Show what is to be asked, now that some fields are known."""
        parts, topic = self.root.parts, self.topic
        facts = {name: str(value) for name, value in self._facts().items()}
        texts = {name: node.text for name, node in parts.items() if isinstance(node, Leaf)} | facts
        for name, part in parts.items():
            part.aside = name in topic.aside
            asked = topic.when.get(name, {})
            part.hidden = any(texts.get(other) not in values for other, values in asked.items())
        deciders = {other for asked in topic.when.values() for other in asked}
        for name in deciders | ({"game"} if "family" in deciders else set()):
            if name in parts:
                parts[name].updates = True
        self._expect_cards()

    def _facts(self) -> dict[str, Any]:
        """Return what follows from the game, where it is one game."""
        game = self._game
        if game not in FAMILIES:
            return {}
        return {"family": FAMILIES[game], "halves": max(1, len(GAMES[game].halves))}

    @property
    def _game(self) -> Any:
        leaf = self.root.parts.get("game")
        return leaf.text if leaf else None

    def _expect_cards(self) -> None:
        """Tell the fields of cards how many there can be."""
        rules = GAMES.get(self._game)
        for leaf in self._leaves():
            if leaf.widget == "cards" and rules and leaf.most_cards != 1:
                leaf.most_cards = BOARD_CARDS if "board" in leaf.name else rules.own_cards

    def _leaves(self) -> Iterator[Leaf]:
        return (node for node in self.root.walk() if isinstance(node, Leaf))
