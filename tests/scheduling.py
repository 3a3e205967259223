"""
The order of the tests: what takes long begins first, so that nobody waits for it at the end.

The tests of a file stay on one worker; those of a file that would keep it too long go one by one.
`seconds.json` knows which, and ages well, for only the order depends on it. WEIGH=1 measures the
tests that run anew. What is marked `long` is left to the long commands (LONG=1, see CONTRIBUTING)
and to whoever asks for a test by its name.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

KEPT = Path(__file__).with_name("seconds.json")
MIN_SECONDS, MAX_SECONDS = 2, 30  # what has a place in the order, what one worker takes at a time
measured: Counter[str] = Counter()


@cache
def known() -> dict[str, float]:
    """Return the seconds by file, or by test."""
    return json.loads(KEPT.read_text("utf-8"))


def file_of(test: str) -> str:
    return test.split("::", maxsplit=1)[0]


@cache
def unit(test: str) -> str:
    """Return what goes to one worker with this test: its file, or the test alone."""
    one_by_one = {file_of(name) for name in known() if "::" in name}
    return test if file_of(test) in one_by_one else file_of(test)


class LongestFirst(LoadScopeScheduling):  # type: ignore[misc]
    """Hands the units out in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: Any) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return unit(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LongestFirst:
    return LongestFirst(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Sort what was shuffled: the longest first, what is short at random."""
    yield
    if not os.environ.get("LONG") and not any("::" in asked for asked in config.args):
        later = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    items.sort(key=lambda item: -known().get(unit(item.nodeid), 0))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    measured[report.nodeid] += report.duration


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what was measured, where that is asked for."""
    if not os.environ.get("WEIGH") or hasattr(session.config, "workerinput"):
        return
    files: Counter[str] = Counter()
    for test, seconds in measured.items():
        files[file_of(test)] += seconds
    alone = {test: n for test, n in measured.items() if files[file_of(test)] > max(MAX_SECONDS, n)}
    whole = {file: files[file] for file in files if file not in set(map(file_of, alone))}
    old = {name: n for name, n in known().items() if file_of(name) not in files}
    seconds = {name: round(n) for name, n in (old | whole | alone).items() if n >= MIN_SECONDS}
    order = sorted(seconds.items(), key=lambda each: (-each[1], each[0]))
    KEPT.write_text(json.dumps(dict(order), indent=0, ensure_ascii=False) + "\n", "utf-8")
