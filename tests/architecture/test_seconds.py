"""What is weighed is there: under a name that is no more, its successor would begin last."""

import os
import subprocess
import sys

from tests.architecture.test_money_rooms import TOP
from tests.scheduling import file_of, known

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
