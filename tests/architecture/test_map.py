"""The map leads to what is there: every file and name that it says."""

import re
from pathlib import Path

import pytest

from tests.architecture.test_money_rooms import TOP

FILE = re.compile(r"[\w./-]+\.(?:py|toml|sql|md|jsonl|po)")
FOLDER = re.compile(r"[\w-][\w./-]*/")
NAME = re.compile(r"_?[a-z]\w*_\w+|[A-Z]\w+[a-z]|pin")


def lost(page: str) -> list[str]:
    """Return what a map says that is not there: files of the folder before, names in the file."""
    missing = []
    for line in re.sub(r"(?s)```.*?```", "", page).splitlines():
        folder, text, there = TOP, "", True
        for quoted in re.findall(r"`([^`]+)`", line):
            if FOLDER.fullmatch(quoted):
                folder, text = TOP / quoted, ""
                there = folder.is_dir()
            elif FILE.fullmatch(quoted):
                file = (TOP if "/" in quoted else folder) / quoted
                there, folder = file.is_file(), file.parent
                text = file.read_text("utf-8") if there else ""
            else:
                there = not (text and NAME.fullmatch(quoted)) or quoted in text
            if not there:
                missing.append(quoted)
    return missing


def test_what_the_map_leads_to_is_there():
    assert lost((TOP / "ARCHITECTURE.md").read_text("utf-8")) == []


def test_what_is_not_there_would_be_found():
    page = "`casino/nowhere.py` `tournaments/rules/`: `prizes.py` `prize_structure`, `deals.py`"
    assert lost(page) == ["casino/nowhere.py", "deals.py"]
    assert lost("`tournaments/rules/prizes.py` `no_name`") == ["no_name"]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/internals.md"])
def test_each_file_of_the_other_pages_is_somewhere(page: str):
    text = re.sub(r"(?s)```.*?```", "", (TOP / page).read_text("utf-8"))
    files = [each for each in re.findall(r"`([^`]+)`", text) if FILE.fullmatch(each)]
    known = [each for each in files if not re.search(r"\b(NAME|TOPIC|CODE)\b", each)]
    assert known
    assert [each for each in known if not is_somewhere(Path(each))] == []


def is_somewhere(file: Path) -> bool:
    """Return whether a file is in the project; what other tests make and remove is in var."""
    folders = [each for each in TOP.glob("[!.]*/") if each.name != "var"]
    return (TOP / file).exists() or any(any(each.glob(f"**/{file}")) for each in folders)
