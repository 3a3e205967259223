"""docs/security.md leaves out no requirement of level 2, and names tests that there are."""

import re
from collections import Counter
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PAGE = (TOP / "docs/security.md").read_text()
ROW = re.compile(r"^\| (\d[^|]*)\|[^|]*\|([^|]*)\|(.*)\|$", re.MULTILINE)
ANSWERS = {"met", "*part*", "**no**", "none here"}
# How many requirements of levels 1 and 2 each section of the standard has, by its last number.
LAST = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 10, "6.3": 4, "6.4": 4, "6.5": 5,
    "6.6": 3, "6.8": 4, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2,
    "8.2": 3, "8.3": 1, "8.4": 1, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1,
    "11.6": 1, "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5,
    "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip
OF_LEVEL_3 = {
    "1.2.10", "2.3.5", "4.1.4", "6.3.8", "6.4.6", "7.5.3", "8.3.2", "13.1.2", "13.1.3", "15.4.2",
    "15.4.3", "16.5.4",
}  # fmt: skip


def numbers(said: str) -> list[str]:
    """Return the requirements of a row; "6.2.1 to 6.2.10" is ten."""
    if " to " in said:
        section, first = said.split(" to ", maxsplit=1)[0].strip().rsplit(".", 1)
        last = said.strip().rsplit(".", 1)[1]
        return [f"{section}.{number}" for number in range(int(first), int(last) + 1)]
    return re.findall(r"\d+\.\d+\.\d+", said)


def test_every_requirement_is_answered_once():
    said = Counter(number for row in ROW.findall(PAGE) for number in numbers(row[0]))
    asked = {f"{part}.{number}" for part, last in LAST.items() for number in range(1, last + 1)}
    assert set(said) == asked | OF_LEVEL_3
    assert max(said.values()) == 1


def test_every_answer_is_one_of_four_and_a_gap_says_what_is_missing():
    for requirement, answer, where in ROW.findall(PAGE):
        assert answer.strip() in ANSWERS, requirement
        assert answer.strip() not in {"*part*", "**no**"} or where.strip(), requirement


def test_what_the_page_names_is_there():
    named = re.findall(r"`([\w./-]+/[\w./-]+|[A-Z]+\.md)`", PAGE)
    paths = [each for each in named if each != "/setup/"]
    assert len(paths) > 60
    missing = {
        each for each in paths if not ((TOP / each).exists() or (TOP / "tests" / each).exists())
    }
    assert missing == set()
