"""A durable server with a club, made once; each test begins with the club as it was then."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from script.source import SLOT
from tests.chaos.backups import Backups
from tests.chaos.harness import Chaos
from tests.chaos.twins import Twins
from tests.database import FOLDERS


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the server's data, the server stopped."""
    home = FOLDERS / str(os.getpid()) / "chaos"
    chaos = Chaos(home=home, logs=tmp_path_factory.mktemp("prepare"))
    chaos.prepare()
    yield home
    shutil.rmtree(home, ignore_errors=True)  # with the servers of this worker it is gone


@pytest.fixture
def chaos(home: Path, tmp_path: Path) -> Chaos:
    chaos = Chaos(home=home, logs=tmp_path)
    with chaos.server():
        chaos.lay_anew()
    return chaos


@pytest.fixture
def twins(chaos: Chaos) -> Iterator[Twins]:
    """The server of a Chaos, copied, and an empty place for its standby."""
    home = FOLDERS / str(os.getpid()) / f"twins-{time.monotonic_ns()}"
    for name in ("postgres", "postgres2"):
        (home / name).mkdir(parents=True)
    subprocess.run(
        ["cp", "-a", chaos.home / "postgres" / "data", home / "postgres" / "data"], check=True
    )
    yield Twins(home=home, logs=chaos.logs)
    shutil.rmtree(home)


@pytest.fixture
def backups(chaos: Chaos) -> Iterator[Backups]:
    """Its folders lie where the server's account may pass."""
    folder = FOLDERS / str(os.getpid()) / f"backups-{time.monotonic_ns()}"
    folder.mkdir(parents=True)
    yield Backups(chaos, folder)
    data = chaos.home / "postgres" / "data"  # other tests begin without slot and without waiting
    shutil.rmtree(data / "pg_replslot" / SLOT, ignore_errors=True)
    (data / "postgresql.auto.conf").write_text("")
    shutil.rmtree(folder)
