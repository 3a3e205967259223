"""
The order of the tests: what takes long begins first, so that nobody waits for it at the end.

The tests of a file stay on one worker; those of a file that would keep it too long go one by one.
`seconds.json` knows which, and ages well, for only the order depends on it. WEIGH=1 measures the
tests that run anew. What is marked `long` is left to the long commands (LONG=1, see CONTRIBUTING)
and to whoever asks for a test by its name. A test that asks the database begins no later than
minutes before a day ends: what it did before 07:00 would be of yesterday after it.
"""

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

KEPT = Path(__file__).with_name("seconds.json")
MIN_SECONDS, MAX_SECONDS = 2, 30  # what has a place in the order, what one worker takes at a time
OF_TEST_CLUBS = ZoneInfo("Europe/Tallinn")
DAYS_END_AT = (0, 7)  # the date's, the gaming day's
LONGEST_TEST = timedelta(minutes=3)  # on a machine four times slower
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


def seconds_to_the_next_day(now: datetime) -> float:
    """Return how long a test waits that would go on over a day's end, from an aware instant."""
    later = (now + LONGEST_TEST).astimezone(OF_TEST_CLUBS)
    ended = later.replace(minute=0, second=0, microsecond=0)
    ends_meanwhile = later.hour in DAYS_END_AT and later - LONGEST_TEST < ended
    return (ended - now).total_seconds() if ends_meanwhile else 0


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Function) -> None:
    if "django_db_setup" in item.fixturenames:
        time.sleep(seconds_to_the_next_day(datetime.now(OF_TEST_CLUBS)))


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
