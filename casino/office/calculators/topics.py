"""How people meet the topics: titles and questions from `topics.toml`, a small example of each."""

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from casino.reading import Text, read

HERE = Path(__file__).parent


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """A topic's heading, name and question in words; its example names no house."""

    name: Text
    group: Text
    title: Text
    question: Text
    example: dict[str, Any]


@cache
def topics() -> dict[str, Topic]:
    """Return all topics by name, in the order of the page."""
    examples = json.loads((HERE / "examples.json").read_text("utf-8"))
    told = tomllib.loads((HERE / "topics.toml").read_text("utf-8"))
    return {
        name: read(Topic, one | {"name": name, "example": examples[name]})
        for name, one in told.items()
    }
