"""The map leads to what is there: every path and name that it says."""

import re

import pytest

from tests.architecture.test_money_rooms import TOP

PAGES = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/internals.md"]
QUOTED = re.compile(r"`([^`]+)`")
PATH = re.compile(r"[\w./-]+/|[\w./-]+/[\w.*-]+\.\w+|[\w*-]+\.(?:py|toml|sql|md|jsonl)")


def quoted(page: str) -> list[str]:
    text = re.sub(r"(?s)```.*?```", "", (TOP / page).read_text("utf-8"))
    return QUOTED.findall(text)


def found(path: str) -> bool:
    """Whether a path is there, from the top or, said beside another one, in any folder."""
    if path.isupper() or "<" in path or path != path.strip() or "NAME" in path or "TOPIC" in path:
        return True
    return bool(list(TOP.glob(path)) or list(TOP.glob(f"*/**/{path}")))


@pytest.mark.parametrize("page", PAGES)
def test_every_path_of_the_map_is_there(page: str):
    paths = [each for each in quoted(page) if PATH.fullmatch(each)]
    assert paths
    assert [each for each in paths if not found(each)] == []


def test_every_name_beside_a_file_stands_in_it():
    page = (TOP / "ARCHITECTURE.md").read_text("utf-8")
    missing, seen = [], 0
    for file, name in re.findall(r"`([\w/]+\.py)` `(\w+)`", page):
        seen += 1
        if not re.search(rf"\b{name}\b", (TOP / file).read_text("utf-8")):
            missing.append((file, name))
    assert seen
    assert missing == []


def test_a_path_that_is_not_there_would_be_found():
    assert not found("casino/nowhere.py")
    assert found("casino/clock.py")
