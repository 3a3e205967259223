"""The sentences and labels that the program keeps as data, which no reader of sources finds."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings

from casino.house.rulebook import NAMES, load_book
from casino.house.wording import label, section_title
from casino.ledger.chart import Kind

TOP = Path(settings.BASE_DIR)
APPS = ("casino", "cashgames", "jackpot", "tournaments", "ranking")
TOLD = {"title", "question", "group", "threshold"}
PAID_WITH = ("cash", "chips", "bank", "wire", "notes")


def kept_texts() -> set[str]:
    """Return every text that pages show through the filter `said`."""
    found = {*_paragraphs(), *_labels(), *_calculators(), *_permissions(), *_operations()}
    return (found | {kind.value for kind in Kind} | set(PAID_WITH)) - {""}


def _paragraphs() -> Iterator[str]:
    for path in (TOP / "casino/house/rulebooks").glob("*.toml"):
        yield from _read(path)["paragraphs"].values()


def _labels() -> Iterator[str]:
    for key in {key for name in NAMES for key in load_book(name).sources}:
        yield label(key)
        yield section_title(key.partition(".")[0])


def _calculators() -> Iterator[str]:
    folder = TOP / "casino/office/calculators"
    for table in _read(folder / "words.toml").values():
        yield from table.values()
    for topic in _read(folder / "topics.toml").values():
        yield from (text for name, text in topic.items() if name in TOLD)
        yield from topic.get("labels", {}).values()
        for sentence in topic.get("says", {}).values():
            yield from sentence.values() if isinstance(sentence, dict) else [sentence]


def _permissions() -> Iterator[str]:
    for action in _read(TOP / "casino/staff/permissions.toml")["actions"].values():
        yield from (text for name, text in action.items() if name in TOLD)


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
