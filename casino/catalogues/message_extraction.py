"""The sentences and labels that the program keeps as data, which no reader of sources finds."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

from django.conf import settings

from casino.acts.runner import ACTS
from casino.bookkeeping.models import FileImport, Job
from casino.house import rulebook_format
from casino.house.floor import Breach
from casino.house.rulebook import NAMES, load_book
from casino.house.rules import Game
from casino.house.vocabulary import act_title, label, value_in_words
from casino.ledger.chart import Kind
from casino.messages import Message
from casino.rates.rules import LAWS, TAXES
from casino.staff.models import Role

TOP = Path(settings.BASE_DIR)
APPS = ("casino", "cashgames", "jackpot", "tournaments", "ranking")
TOPICS = TOP / "casino/calculators/topics.toml"
TOLD = {"title", "question", "group", "threshold"}
# What is kept in the database by a word: what was paid with, how far work is, who somebody is.
WORDS = {"cash", "chips", "bank", "wire", "notes", *Job.State.values, *FileImport.State.values}
WORDS |= {*Role.values, *(kind.value for kind in Kind)}


def catalogue_texts() -> dict[str, str]:
    """Return every text that pages show through the filter `said`, with a plural if it counts."""
    books = {*_paragraphs(), *_labels(), *_values()}
    told = books | WORDS | {*_calculators(), *_permissions(), *_operations(), *_reasons()}
    told |= {*_rules(), *_taxes()}
    return {text: "" for text in told if text.strip("0123456789")} | dict(_counts())


def _paragraphs() -> Iterator[str]:
    for path in (TOP / "casino/house/rulebooks").glob("*.toml"):
        yield from _read(path)["paragraphs"].values()


def _labels() -> Iterator[str]:
    for key in {key for name in NAMES for key in load_book(name).sources}:
        yield from _templates(rulebook_format.label(key))
        yield rulebook_format.section_title(key.partition(".")[0])


def _values() -> Iterator[str]:
    """Yield the titles of the books and the words of their values, those that may be, too."""
    for book in map(load_book, NAMES):
        yield book.title
        for key in (key for key in book.sources if not key.startswith("house.")):
            yield from _templates(rulebook_format.text(key, book.values[key]))
            yield from rulebook_format.choices(key)


def _templates(said: Message) -> Iterator[str]:
    """Yield the texts of which one is made that the catalogues hold."""
    if re.search(r"[^\W\d]", re.sub(r"\{\w*\}", "", said.template)) and not said.plural:
        yield said.template
    for value in said.values.values():
        yield from _templates(value) if isinstance(value, Message) else ()


def _rules() -> Iterator[str]:
    """Yield the names of games, of variants of tournaments, of what a penalty is for."""
    variants = {name for book in NAMES for name in load_book(book).variants}
    yield from map(value_in_words, (*get_args(Game), *get_args(Breach), *variants))


def _calculators() -> Iterator[str]:
    for words in _read(TOP / "casino/house/vocabulary.toml").values():
        yield from words.values()
    for topic in _read(TOPICS).values():
        yield from (topic[name] for name in TOLD & topic.keys())
        yield from topic.get("labels", {}).values()
        for sentence in topic["says"].values():
            if not isinstance(sentence, list):
                yield from sentence.values() if isinstance(sentence, dict) else [sentence]


def _taxes() -> Iterator[str]:
    for tax in TAXES.values():
        yield from (tax.title, tax.per, tax.due)
    yield from (law.title for law in LAWS.values())


def _counts() -> Iterator[tuple[str, str]]:
    for topic in _read(TOPICS).values():
        for sentence in topic["says"].values():
            if isinstance(sentence, list):
                one, many = sentence
                yield one, many


def _permissions() -> Iterator[str]:
    for action in _read(TOP / "casino/staff/permissions.toml")["actions"].values():
        yield from (action[name] for name in TOLD & action.keys())


def _operations() -> Iterator[str]:
    """Yield every act in words, from its own name, and what it is told."""
    import_module(settings.ROOT_URLCONF)
    for act in [each for name, each in ACTS.items() if not name.startswith("test.")]:
        yield act_title(act.name)
        yield from map(label, act.arguments)
    for node in _calls():
        match node:
            case ast.Call(
                func=ast.Attribute(attr="act" | "post_once"),
                args=[_, ast.Constant(value=str(verb)), *_],
            ):
                yield act_title(verb)
                yield from _names(node)


def _reasons() -> Iterator[str]:
    """Yield what the facts behind an amount are called."""
    for node in _calls():
        if isinstance(node.func, ast.Attribute) and node.func.attr == "why":
            yield from _names(node)


def _names(call: ast.Call) -> Iterator[str]:
    yield from (label(each.arg) for each in call.keywords if each.arg)


def _calls() -> Iterator[ast.Call]:
    for path in (path for app in APPS for path in (TOP / app).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                yield node


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))
