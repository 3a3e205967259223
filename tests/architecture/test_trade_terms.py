"""One thing has one word in each language: what locale/terms.toml says the trade calls it."""

import re
import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tests.architecture.test_languages import LANGUAGES, PLACES, catalogue
from tests.architecture.test_money_rooms import TOP

TERMS: dict[str, dict[str, Any]] = tomllib.loads((TOP / "locale/terms.toml").read_text("utf-8"))
NEVER = TERMS.pop("never")


def found(pattern: str, within: str) -> bool:
    return re.search(pattern, within, re.IGNORECASE) is not None


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


@cache
def texts(language: str) -> list[tuple[str, str, list[str]]]:
    """Return each English text, itself and all forms of a language without the places."""
    return [
        (english, PLACES.sub(" ", english), [PLACES.sub(" ", form) for form in forms(each.string)])
        for each in catalogue(language)
        if each.id
        for english in forms(each.id)[:1]
    ]


@cache
def otherwise(term: str, language: str) -> list[str]:
    """Return the English texts with a term that a language says by another word."""
    named, said = re.compile(TERMS[term]["en"], re.IGNORECASE), TERMS[term][language]
    return [
        english
        for english, bare, in_it in texts(language)
        if named.search(bare) and not all(found(said, form) for form in in_it)
    ]


def second_words(language: str, text: str) -> list[str]:
    return [better for banned, better in NEVER[language].items() if found(banned, text)]


@pytest.mark.parametrize("term", TERMS)
def test_a_term_of_the_trade_is_one_word_in_every_text(term: str):
    but = tuple(TERMS[term].get("but", ()))
    for language in LANGUAGES:
        wrong = [text for text in otherwise(term, language) if not text.startswith(but)]
        assert not wrong, f"{language}: say {TERMS[term][language]!r}, or name the text under but"


def test_each_term_is_in_some_text_and_so_is_what_is_said_otherwise():
    for term, words in TERMS.items():
        assert any(found(words["en"], bare) for _, bare, _ in texts("et")), term
        said = [text for language in LANGUAGES for text in otherwise(term, language)]
        unsaid = [one for one in words.get("but", ()) if not any(map(begins(one), said))]
        assert not unsaid, term


def begins(beginning: str) -> Callable[[str], bool]:
    return lambda text: text.startswith(beginning)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_says_a_second_word_for_one_thing(language: str):
    said = [form for _, _, in_it in texts(language) for form in in_it]
    assert not [(second, form) for form in said if (second := second_words(language, form))]


def test_a_second_word_would_be_found():
    assert second_words("ru", "Пересчитайте ящик.") == ["касса; бокс"]
    assert second_words("et", "Võta sahtel üle.") == ["the polite form, -ge"]
    assert second_words("lv", "Glabātuve") == ["seifs"]
    assert not found(TERMS["drawer"]["ru"], "Пересчитайте ящик.")
