"""The table of controls names tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_control_is_shown_by_a_test_that_is_there():
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "controls.md").read_text()))
    sources = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^def (test_\w+)", sources, re.MULTILINE))
    assert len(named) > 40
    assert named - there == set()


def test_all_forty_four_points_have_a_row():
    rows = re.findall(r"^\| (\d+) \|", (ROOT / "docs" / "controls.md").read_text(), re.MULTILINE)
    assert [int(number) for number in rows] == list(range(1, 45))
