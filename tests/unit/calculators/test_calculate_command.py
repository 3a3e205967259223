"""The door `manage.py calculate`, as a shell sees it; no database is there."""

import os
import subprocess
import sys
from pathlib import Path

from script.children import PATIENCE_SECONDS

ROOT = Path(__file__).parents[3]
GOOD = '{"house": "olympic", "base_cents": 250000, "holders": [4]}\n'


def calculate(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    nowhere = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "SECRET_KEY": "x" * 50}
    return subprocess.run(
        [sys.executable, "manage.py", "calculate", *arguments],
        cwd=ROOT,
        env=os.environ | nowhere,
        input=given,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


def test_a_bad_line_costs_the_status_but_not_the_rest() -> None:
    done = calculate("royal_flush_payout", given=GOOD + "{}\n" + GOOD)
    assert done.returncode == 1
    assert [("bad_input" in line) for line in done.stdout.splitlines()] == [False, True, False]
    assert done.stdout.count('"total_cents": 50000') == 2


def test_an_unknown_topic_is_refused_with_the_list_of_topics() -> None:
    done = calculate("horoscope")
    assert done.returncode == 2
    assert "'horoscope'" in done.stderr
    assert "royal_flush_payout" in done.stderr
