"""How people meet the topics: titles and questions from `topics.toml`, a small example of each."""

import json
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from casino.schema import Text, read

HERE = Path(__file__).parent


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """
    A topic's heading, name and question in words; its example names no house.

    order: the fields that come first; aside: those that stand folded away; when: field, another
    field, its values with which the field is asked; start: what a fresh form holds, and what is
    meant where a field is not asked; labels: words that differ from the usual ones; says: the
    answer in a sentence, by a value of it and what that is, or in two with `{number}`: of one, of
    several.
    """

    name: Text
    group: Text
    title: Text
    question: Text
    example: dict[str, Any]
    says: dict[str, Any]
    order: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    when: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    start: dict[str, Any] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)


@cache
def topics() -> dict[str, Topic]:
    """Return all topics by name, in the order of the page."""
    examples = json.loads((HERE / "examples.json").read_text("utf-8"))
    told = tomllib.loads((HERE / "topics.toml").read_text("utf-8"))
    return {
        name: read(Topic, one | {"name": name, "example": examples[name]})
        for name, one in told.items()
    }
