"""The words of the pages: what fields, rows and values are called, topic by topic."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

UNITS = re.compile(r"_(cents|bp|id|no|utc|x10|x100)$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """
    The words of one topic's page.

    own: labels that differ from the usual ones; houses: (value, words) of whose rules there are;
    zone: the time zone of the club's clock.
    """

    own: dict[str, str]
    houses: list[tuple[str, str]]
    zone: str

    def label(self, name: str, of: str = "") -> str:
        """Return what a field is called; `cards.key` is the key of a mapping."""
        plain = name.removesuffix(".key").removesuffix(".value")
        own = self.own.get(f"{of}.{name}") or self.own.get(name)
        return own or _said("labels").get(name) or in_words(plain)

    def help(self, name: str) -> str:
        """Return what stands below a field, nothing as a rule."""
        return self.own.get(f"{name}.help", _said("help").get(name, ""))

    def row(self, name: str) -> str:
        """Return what a row of a list is called."""
        return self.own.get(f"{name}.row") or _said("rows").get(name, "Row")

    def value(self, value: Any, name: str = "") -> str:
        """Return what a value of a field is called."""
        return value_in_words(value, name)


def value_in_words(value: Any, name: str = "") -> str:
    """Return what a value of a field is called."""
    said = _said("values")
    return said.get(f"{name}.{value}") or said.get(str(value)) or in_words(str(value))


def has_label(name: str) -> bool:
    """Return whether a field has a label of its own."""
    return name in _said("labels")


def has_words(value: str) -> bool:
    """Return whether a value has words of its own."""
    return value in _said("values")


def in_words(name: str) -> str:
    """Return a name of the program as words: gross_prize_pool_cents is Gross prize pool."""
    words = UNITS.sub("", name).replace("_", " ")
    return words[:1].upper() + words[1:]


def _said(table: str) -> dict[str, str]:
    words: dict[str, str] = _words()[table]
    return words


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))
