"""The words of the pages: what fields, rows and values are called, topic by topic."""

from dataclasses import dataclass
from typing import Any

from casino.house.vocabulary import label, table, value_in_words
from casino.messages import Message, catalogued


@dataclass(frozen=True, kw_only=True, slots=True)
class Labels:
    """
    The words of one topic's page.

    own: labels that differ from the usual ones; houses: (value, words) of whose rules there are;
    zone: the time zone of the club's clock.
    """

    own: dict[str, str]
    houses: list[tuple[str, str]]
    zone: str

    def label(self, name: str, of: str = "") -> Message:
        """Return what a field is called; `cards.key` is the key of a mapping."""
        own = self.own.get(f"{of}.{name}") or self.own.get(name)
        return catalogued(own) if own else label(name)

    def help(self, name: str) -> str:
        """Return what stands below a field, nothing as a rule."""
        return self.own.get(f"{name}.help", table("help").get(name, ""))

    def row(self, name: str) -> Message:
        """Return what a row of a list is called."""
        return catalogued(self.own.get(f"{name}.row") or table("rows").get(name, "Row"))

    def value(self, value: Any, name: str = "") -> str:
        """Return what a value of a field is called."""
        return value_in_words(value, name)
