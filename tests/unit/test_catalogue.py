"""
The walk over the catalogue: every paragraph is reached, without consequence, or a gap with a name.

The gaps are lists in catalogue.toml; a gap that was closed has to leave its list.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
APPS = ("casino", "cashgames", "jackpot", "ranking", "tournaments")
ID = re.compile(
    r"\b(?:(?:OLY|VOO|IMG|HOME|ONL|AMB)-[A-Z]?\d+(?:\.\d+)*(?:\.[a-z]\b)?|OLY-PT)", re.ASCII
)
LISTS = ("reached", "untested", "missing", "without_consequence")


def catalogue() -> dict[str, list[str]]:
    texts = tomllib.loads(Path(__file__).with_name("catalogue.toml").read_text("utf-8"))
    return {name: texts[name].split() for name in LISTS}


@cache
def named(*folders: str) -> frozenset[str]:
    """Return the ids that stand in the modules, rule books and vectors of folders."""
    return frozenset(
        found
        for folder in folders
        for path in (TOP / folder).rglob("*")
        if path.suffix in {".py", ".toml", ".json"} and path.name != "catalogue.toml"
        for found in ID.findall(path.read_text("utf-8"))
    )


def lost(ids: Iterable[str], among: frozenset[str]) -> list[str]:
    return [each for each in ids if each not in among]


def test_a_test_or_vector_names_every_paragraph_that_is_reached():
    assert lost(catalogue()["reached"], named("tests")) == []


def test_what_no_test_names_stands_in_the_program_and_leaves_the_list_once_a_test_does():
    untested = catalogue()["untested"]
    assert lost(untested, named(*APPS)) == []
    assert named("tests") & set(untested) == set()


def test_what_is_missing_leaves_the_list_once_the_program_has_it():
    assert named(*APPS, "tests") & set(catalogue()["missing"]) == set()


def test_every_decision_is_cited():
    decisions = [each for ids in catalogue().values() for each in ids if each.startswith("AMB-")]
    assert len(decisions) > 90
    assert lost(decisions, named(*APPS, "tests")) == []


@pytest.mark.parametrize("name", LISTS)
def test_an_id_stands_in_one_list_once(name: str):
    lists = catalogue()
    others = {each for other in LISTS if other != name for each in lists[other]}
    assert len(set(lists[name])) == len(lists[name])
    assert others & set(lists[name]) == set()
