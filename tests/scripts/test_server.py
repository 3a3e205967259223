"""The office starts with one command and ends whole, whoever ends it."""

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import psycopg
import pytest

from script.children import PATIENCE_SECONDS
from script.office import KEYS, TOP, collect_static
from script.servers import postgres_url
from tests.database import FOLDERS
from tests.prepared import lay
from tests.waiting import until

PARTS = ["casino.wsgi", "casino worker", "casino beat", "bin/postgres"]
NOT_OURS = shutil.ignore_patterns(".git", ".venv", "var", "tests", ".*_cache")


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    """A copy of the program with the tests' environment, and a database as after a first start."""
    folder = FOLDERS / str(os.getpid()) / "office"  # no other run bars PostgreSQL's way to it
    shutil.copytree(TOP, folder, ignore=NOT_OURS)
    (folder / ".venv").symlink_to(TOP / ".venv")
    collect_static()  # takes its time, so once for all tests
    shutil.copytree(TOP / "var" / "static", folder / "var" / "static")
    shutil.copy(TOP / "var" / "static.stamp", folder / "var")
    lay(folder / "var" / "postgres")
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


class Office:
    """A running script/server of a checkout."""

    def __init__(self, folder: Path, port: int, *words: str, **more: str) -> None:
        self.folder, self.port = folder, port
        self.process = run(folder, port, *words, **more)
        assert self.process.stdout is not None
        self.said = self.hear("is open")

    def hear(self, words: str) -> str:
        """Return what the office says until it says these words."""
        said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            said += line
            if words in line:
                break
        return said

    def answers(self) -> bool:
        """Return whether its pages answer."""
        with suppress(OSError):
            return self.status() == 200
        return False

    def status(self) -> int:
        """Return the answer of the page on which an empty installation begins."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)) as page:
            page.request("GET", "/setup/")
            return page.getresponse().status

    def pid(self, what: str) -> int:
        """Return the oldest process of the office with `what` in its command line."""
        return min(pid for pid, line in processes(self.folder).items() if what in line)

    def end(self) -> tuple[int, str]:
        """Wait for the end; return the exit status and the last words."""
        said, _ = self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode, said


def run(folder: Path, port: int | str, *words: str, **more: str) -> subprocess.Popen[str]:
    names = (
        "DATABASE_URL",
        "DATABASE_OWNER_URL",
        "REDIS_URL",
        "CELERY_BROKER_URL",
        "DATABASE_LIMITS",
        "ANCHOR_DIR",
        *KEYS,
    )
    clean = {key: value for key, value in os.environ.items() if key not in names}
    return subprocess.Popen(
        ["script/server", *words],
        cwd=folder,
        env={**clean, "PORT": str(port), "DEMO": "0", **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def processes(folder: Path) -> dict[int, str]:
    """Return the processes whose command lines name the folder."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if str(folder) in line:
                found[int(path.parent.name)] = line
    return found


@pytest.fixture
def office(checkout: Path, port: int) -> Iterator[Office]:
    running = Office(checkout, port)
    with running.process:
        yield running
        running.process.kill()
    until(lambda: not processes(checkout))


class TestServer:
    def test_makes_its_database_serves_until_a_signal_and_leaves_nobody_behind(
        self, checkout: Path, port: int
    ) -> None:
        shutil.rmtree(checkout / "var" / "postgres")
        office = Office(checkout, port)
        with office.process:
            # As the README says it: a passkey has no place at an address.
            assert f"http://localhost:{port}/" in office.said
            assert office.status() == 200
            assert "with this word, good once and for a day: " in office.said
            dies_and_is_started_again(office, "valkey-server")
            office.process.send_signal(signal.SIGTERM)
            assert office.end() == (0, "The office is closed.\n")
        until(lambda: not processes(checkout))

    @pytest.mark.long
    @pytest.mark.parametrize("part", PARTS)
    def test_starts_again_what_dies_and_ends_whole(self, office: Office, part: str) -> None:
        dies_and_is_started_again(office, part)
        office.process.send_signal(signal.SIGTERM)
        assert office.end()[0] == 0
        until(lambda: not processes(office.folder))

    def test_runs_once_in_a_folder_and_at_a_port_and_leaves_nobody_behind_when_it_is_killed(
        self, office: Office
    ) -> None:
        assert finish(run(office.folder, office.port)) == (
            1,
            f"Another office (version 1.0.0) is open on port {office.port}: end it, or set PORT.\n",
        )
        status, said = finish(run(office.folder, free_port()))
        assert status == 1
        assert said == "Another script/server or script/manage runs in this folder: end it.\n"
        assert office.status() == 200
        office.process.kill()
        until(lambda: not processes(office.folder))


def dies_and_is_started_again(office: Office, part: str) -> None:
    dead = office.pid(part)
    os.kill(dead, signal.SIGKILL)
    told = office.hear("was started again")
    assert re.search(r"The \w+ ended by itself \(signal 9\); it is started again in 1 s", told)
    assert office.pid(part) != dead
    until(office.answers)


PROGRAMS = ("casino.wsgi", "casino worker", "casino beat")
DONE_SINCE = "SELECT EXISTS (SELECT FROM operations_heartbeat WHERE done_at > %s)"


@pytest.mark.long
class TestStandby:
    def test_the_office_follows_promotions_and_leaves_a_former_primary_out(
        self, checkout: Path, port: int
    ) -> None:
        with opened(checkout, port, "--standby", STANDBY_SYNC="1") as office:
            wait_for_duties(checkout / "var" / "postgres")  # now worker and beat are there, too
            programs = [office.pid(each) for each in PROGRAMS]
            lose_the_primary(office)
            come_back(office)
            assert [office.pid(each) for each in PROGRAMS] == programs
        one, other = checkout / "var" / "postgres", checkout / "var" / "postgres2"
        sentence = f"The server in {other}/data is fenced: since "
        with opened(checkout, port) as office:
            assert sentence in office.said
            assert office.status() == 200
        shutil.rmtree(one / "data")
        status, said = finish(run(checkout, port))
        shutil.rmtree(other)
        lay(one)
        assert (status, said.count("\n")) == (1, 1)
        assert said.startswith(sentence)
        assert said.endswith("Make it the standby with script/standby rejoin.\n")


def lose_the_primary(office: Office) -> None:
    """Take server and disk away at once; promote, and see that everything goes on."""
    one, other = office.folder / "var" / "postgres", office.folder / "var" / "postgres2"
    os.killpg(office.pid(f"{one}/data"), signal.SIGKILL)
    shutil.rmtree(one / "data")
    until(lambda: office.status() == 503)
    office.hear("let it lead with script/standby promote")
    assert "var/postgres2 leads in timeline 2" in standby(office.folder, "promote")
    until(office.answers)
    wait_for_duties(other)


def come_back(office: Office) -> None:
    """Make the lost one the standby, then let both change places."""
    assert "follows" in standby(office.folder, "rejoin")  # the office may have done it by itself
    until(lambda: "follows, 0 bytes behind" in standby(office.folder, "status"))
    until(lambda: "wait for casino_standby" in standby(office.folder, "status"))
    assert "var/postgres leads in timeline 3" in standby(office.folder, "promote")
    until(office.answers)


@contextmanager
def opened(folder: Path, port: int, *words: str, **more: str) -> Iterator[Office]:
    """Open an office, and end it in good order; where the test fails, at once."""
    office = Office(folder, port, *words, **more)
    try:
        yield office
        office.process.send_signal(signal.SIGTERM)
        assert office.end()[0] == 0
    finally:
        office.process.kill()
        office.process.wait()
        until(lambda: not processes(folder))


def wait_for_duties(server: Path) -> None:
    """Wait until beat and worker have done something with this server."""
    now = asked(server, "SELECT clock_timestamp()")
    until(lambda: asked(server, DONE_SINCE, now))


def standby(folder: Path, command: str) -> str:
    """Return what script/standby says in a folder."""
    clean = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    done = subprocess.run(
        ["script/standby", command],
        cwd=folder,
        env=clean,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def asked(folder: Path, query: str, *values: object) -> object:
    """Return the answer of the server in a folder."""
    with psycopg.connect(postgres_url(folder, database="casino")) as connection:
        row = connection.execute(query, values).fetchone()
    assert row is not None
    return row[0]


class TestOneSentence:
    def test_when_the_port_is_in_use(self, checkout: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as door, ThreadPoolExecutor() as other:
            used = door.getsockname()[1]
            other.submit(hang_up, door)  # as no office does
            status, said = finish(run(checkout, used))
        assert (status, said) == (1, f"Port {used} is in use: end what uses it, or set PORT.\n")

    @pytest.mark.parametrize("wrong", ["0", "65536", "-1", "eighty", "٨٠٠٠"])
    def test_when_the_port_is_none(self, checkout: Path, wrong: str) -> None:
        expected = f"PORT is {wrong!r}: it must be a number from 1 to 65535.\n"
        assert finish(run(checkout, wrong)) == (1, expected)

    def test_when_there_is_no_python(self, checkout: Path, tmp_path: Path) -> None:
        for tool in ("bash", "dirname", "env"):
            (tmp_path / tool).symlink_to(str(shutil.which(tool)))
        status, said = finish(run(checkout, 1, PATH=str(tmp_path)))
        assert status == 1
        assert said.startswith("Python 3.11 or newer with its venv module is needed")
        assert said.count("\n") == 1

    def test_when_a_named_server_does_not_answer(self, checkout: Path) -> None:
        nobody = "postgresql://casino_app@127.0.0.1:1/casino"
        status, said = finish(run(checkout, free_port(), DATABASE_URL=nobody))
        assert status == 1
        assert said.startswith("The server that DATABASE_URL names does not answer: ")
        assert said.count("\n") == 1


def hang_up(door: socket.socket) -> None:
    door.settimeout(PATIENCE_SECONDS)
    caller, _ = door.accept()
    caller.close()


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    with process:
        said, _ = process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode, said


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])
