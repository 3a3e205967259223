"""What people call the names and words of the program; `vocabulary.toml` holds them."""

import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from casino.messages import Message, catalogued

NAMES = 5_000  # more than the program has; what others send as names is forgotten again
UNITS = re.compile(r"_(cents|bp|id|no|utc|x10|x100)$")


@lru_cache(NAMES)
def label(name: str) -> Message:
    """Return what a field is called, the parts of a mapping by `cards.key` and `cards.value`."""
    plain = name.removesuffix(".key").removesuffix(".value")
    return catalogued(table("labels").get(name) or in_words(plain))


@lru_cache(NAMES)
def act_title(operation: str) -> Message:
    """Return what an act is called, whoever signs it: cage.pack_bag is Prepare deposit."""
    verb = operation.rpartition(".")[2].removesuffix("_large").removesuffix("_by_manager")
    own = table("acts").get(operation) or table("acts").get(verb)
    return catalogued(own or verb.replace("_", " ").capitalize())


def value_in_words(value: Any, name: str = "") -> Message:
    """Return what a value of a field is called: seven_card_stud is Seven-card stud."""
    said = table("values")
    own = said.get(f"{name}.{value}") or said.get(str(value))
    return catalogued(own or in_words(str(value)))


def has_label(name: str) -> bool:
    """Return whether a field has a label of its own."""
    return name in table("labels")


def has_words(value: str) -> bool:
    """Return whether a value has words of its own."""
    return value in table("values")


def table(name: str) -> dict[str, str]:
    """Return the words of a kind: labels, values, help, rows."""
    words: dict[str, str] = _words()[name]
    return words


def in_words(name: str) -> str:
    """Return a name of the program as words: gross_prize_pool_cents is Gross prize pool."""
    words = UNITS.sub("", name).replace("_", " ")
    return words[:1].upper() + words[1:]


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("vocabulary.toml").read_text("utf-8"))
