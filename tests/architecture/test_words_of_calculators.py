"""Whoever asks a calculator reads every word of its form and of its why in their own language."""

from collections.abc import Iterator
from typing import Any

import pytest

from casino.calculators.forms.leaves import Leaf, Node
from casino.calculators.forms.nodes import Kinds
from casino.calculators.forms.question import Question
from casino.calculators.headings import topics
from casino.calculators.labels import Labels
from casino.calculators.registry import answered
from casino.house.rulebook import load_book
from casino.house.vocabulary import label
from casino.messages import Message
from tests.architecture.test_languages import SAME, catalogue

LANGUAGES = ("et", "ru", "lv")


def nodes_of(node: Node) -> Iterator[Node]:
    """Yield a field and all below it, also those that stand under another choice."""
    yield node
    for child in node.children:
        yield from nodes_of(child)
    if isinstance(node, Kinds):
        for value in node.by_value:
            node._choose(value)
            for child in node.children:
                yield from nodes_of(child)


def words_of(topic: str) -> Iterator[str]:
    """Yield what a topic's form shows: labels, choices; what stands in the why of its example."""
    told = topics()[topic]
    labels = Labels(own=told.labels, houses=[], zone="Europe/Tallinn")
    for node in nodes_of(Question(told, labels).root):
        yield templates(node.label)
        if isinstance(node, Leaf) and node.widget == "choice":
            yield from (templates(said) for _, said in node.options)
    yield from facts_of(answered(topic, told.example, house=load_book("olympic")).values)


def templates(said: str) -> str:
    return said.template if isinstance(said, Message) else said


def facts_of(value: Any) -> Iterator[str]:
    """Yield what the facts are called from which a rule had its amount."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name == "inputs" and isinstance(one, dict):
                yield from (label(fact).template for fact in one)
            yield from facts_of(one)
    if isinstance(value, list):
        for one in value:
            yield from facts_of(one)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_calculator_is_said_in_every_language(language: str):
    held = catalogue(language)
    shown = {
        (topic, word)
        for topic in topics()
        for word in words_of(topic)
        if word not in SAME and any(map(str.isalpha, word))
    }
    assert not {(topic, word) for topic, word in shown if word not in held}
