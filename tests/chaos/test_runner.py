"""A very short run of the chaos runner, so that it never rots; `script/chaos` runs longer ones."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from chaos.history import History
from chaos.run import Options, Run
from script.office import VAR, collect_static
from tests.database import FOLDERS


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL's own account may enter."""
    collect_static()
    folder = FOLDERS / str(os.getpid()) / "runner"
    shutil.copytree(VAR / "static", folder / "static")
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.long
def test_a_short_run_with_faults_loses_nothing_and_is_taken_up_again(folder: Path):
    options = Options(seed=1, operations=50, episode=50, crews=2, pause=2, folder=folder)
    options.faults = ["kill_web_worker", "cut_people"]
    first = Run(options)
    watch = first.main()
    assert watch.wrong == []
    assert watch.faults.total() > 0
    assert len(first.history.acknowledged) > 30

    # It ended amid a request: nobody knows what became of it.
    kept = History(folder / "history.jsonl")
    row = next(row for row in kept.rows() if row.get("path", "").endswith("/players/"))
    kept.write(**row | {"key": "00000000-0000-4000-8000-000000000001"})
    kept.close()
    options.resume, options.operations = True, kept.operations + 20
    again = Run(options)
    assert again.main().wrong == []
    assert again.history.open == {}
    assert again.history.acknowledged > first.history.acknowledged
