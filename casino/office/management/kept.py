"""The sentences and labels that the program keeps as data, which no reader of sources finds."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from casino.bookkeeping.models import Intake, Job
from casino.house.rulebook import NAMES, load_book
from casino.house.wording import label, section_title, text
from casino.ledger.chart import Kind
from casino.staff.models import Role

TOP = Path(settings.BASE_DIR)
APPS = ("casino", "cashgames", "jackpot", "tournaments", "ranking")
TOLD = {"title", "question", "group", "threshold"}
# What is kept in the database by a word: what was paid with, how far work is, who somebody is.
WORDS = {"cash", "chips", "bank", "wire", "notes", *Job.State.values, *Intake.State.values}
WORDS |= {*Role.values, *(kind.value for kind in Kind)}


def kept_texts() -> set[str]:
    """Return every text that pages show through the filter `said`."""
    books = {*_paragraphs(), *_labels(), *_values()}
    told = books | WORDS | {*_calculators(), *_permissions(), *_operations()}
    return {text for text in told if text.strip("0123456789")}


def _paragraphs() -> Iterator[str]:
    for path in (TOP / "casino/house/rulebooks").glob("*.toml"):
        yield from _read(path)["paragraphs"].values()


def _labels() -> Iterator[str]:
    for key in {key for name in NAMES for key in load_book(name).sources}:
        yield label(key)
        yield section_title(key.partition(".")[0])


def _values() -> Iterator[str]:
    """Yield the values of the books that are words of ours."""
    for book in map(load_book, NAMES):
        named = {key for key, value in book.values.items() if isinstance(value, str)}
        yield from (text(key, book.values[key]) for key in named if not key.startswith("house."))


def _calculators() -> Iterator[str]:
    folder = TOP / "casino/office/calculators"
    for table in _read(folder / "words.toml").values():
        yield from table.values()
    for topic in _read(folder / "topics.toml").values():
        yield from (topic[name] for name in TOLD & topic.keys())
        yield from topic.get("labels", {}).values()
        for sentence in topic.get("says", {}).values():
            yield from sentence.values() if isinstance(sentence, dict) else [sentence]


def _permissions() -> Iterator[str]:
    for action in _read(TOP / "casino/staff/permissions.toml")["actions"].values():
        yield from (action[name] for name in TOLD & action.keys())


def _operations() -> Iterator[str]:
    """Yield every command in words, from the first statement of each."""
    for path in (path for app in APPS for path in (TOP / app).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="act" | "post_once"),
                    args=[_, ast.Constant(value=str(verb)), *_],
                ):
                    yield verb.rpartition(".")[2].replace("_", " ").capitalize()


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))
