"""
What is weighed is there: under a name that is no more, its successor would begin last.

And no test goes on over the end of a day: it began minutes before it, or waits for it.
"""

import os
import subprocess
import sys
from datetime import UTC, datetime

import pytest

from tests.architecture.test_money_rooms import TOP
from tests.scheduling import file_of, known, seconds_to_the_next_day

# What another run was asked for, which is not asked of this one.
APART = {"LONG", "WEIGH", "PYTEST_ADDOPTS"}


def lost(names: set[str]) -> set[str]:
    """Return the names of files and tests that are not there, as pytest itself collects them."""
    files = {name for name in map(file_of, names) if (TOP / name).is_file()}
    single = {name for name in names if "::" in name and file_of(name) in files}
    collect = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0"]
    without = {name: text for name, text in os.environ.items() if name not in APART}
    said = subprocess.run(
        [*collect, *sorted(set(map(file_of, single)))],
        cwd=TOP,
        env=without,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    return names - (files - single) - (single & set(said.splitlines()))


def test_each_name_that_is_weighed_is_a_file_or_a_test_and_another_would_be_found():
    gone = {"tests/nowhere.py", "tests/architecture/test_seconds.py::test_nothing"}
    assert lost(set(known()) | gone) == gone


@pytest.mark.parametrize(
    ("at", "waits"),
    [
        (datetime(2026, 11, 30, 4, 56, 59, tzinfo=UTC), 0),
        (datetime(2026, 11, 30, 4, 57, 1, tzinfo=UTC), 179),
        (datetime(2026, 11, 30, 4, 59, 58, tzinfo=UTC), 2),
        (datetime(2026, 11, 30, 5, 0, 0, tzinfo=UTC), 0),
        (datetime(2026, 11, 30, 21, 58, 30, tzinfo=UTC), 90),
        (datetime(2026, 11, 30, 22, 0, 1, tzinfo=UTC), 0),
        (datetime(2026, 7, 1, 3, 59, 0, tzinfo=UTC), 60),
    ],
)
def test_a_test_waits_for_the_end_of_a_day_that_would_come_meanwhile(at: datetime, waits: int):
    assert seconds_to_the_next_day(at) == waits
