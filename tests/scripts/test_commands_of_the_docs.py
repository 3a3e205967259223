"""Every command that README, CONTRIBUTING and the docs name works as it is written there."""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command, execute_from_command_line

from casino.ledger.tasks import deliver_outbox
from chaos import run, upgrade
from script import backup, roles, standby
from script.command import NEED_THE_OWNER
from script.office import TOP
from tests.database import connect_as

PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted(TOP.glob("docs/**/*.md"))]
COMMAND = re.compile(r"(?:\w+=\S+ )*(?:echo .* \| )?script/\w+(?: .*)?", re.DOTALL)
BLOCK = re.compile(r"(?:^ {4}.*\n)+|(?<=^```\n)(?:.*\n)+?(?=```$)", re.MULTILINE)
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
CELLS = TOP / "tests/integration/cells/test_moving.py"
WAREHOUSE = TOP / "tests/integration/cells/test_warehouse.py"
# Where each of these is run as it is written, or what it runs.
ELSEWHERE = {
    "script/server": (TOP / "tests/scripts/test_server.py", '["script/server", *words]'),
    "script/server --standby": (
        TOP / "tests/scripts/test_server.py",
        'opened(checkout, port, "--standby"',
    ),
    "script/typescript": (
        TOP / "tests/scripts/test_typescript.py",
        '"script/typescript", str(target)',
    ),
    "script/manage prepare_database": (
        TOP / "tests/scripts/test_roles.py",
        '"script.command", "prepare_database"',
    ),
    "script/manage prepare_database --new-passwords": (
        TOP / "tests/scripts/test_roles.py",
        'prepare("--new-passwords"',
    ),
    "script/manage set_cell 1": (CELLS, 'call_command("set_cell", "1")'),
    "script/manage move_club tallinn --address https://two.example": (
        CELLS,
        'MOVE = ("move_club", "tallinn", "--address", TWO)',
    ),
    "script/manage move_club tallinn --stay": (
        CELLS,
        'call_command("move_club", "tallinn", "--stay")',
    ),
    "script/manage publish_cell": (WAREHOUSE, 'call_command("publish_cell")'),
    "script/manage follow_cell one": (WAREHOUSE, 'call_command("follow_cell", cell)'),
    "script/audit": (TOP / "tests/architecture/test_supply_chain.py", "audit.ask("),
    "script/pictures": (TOP / "script/pictures", "tests/pages/test_readme.py"),
}
NOT_OURS = shutil.ignore_patterns(".git", ".venv", "var", ".*_cache", ".hypothesis")


def commands(page: str) -> Iterator[str]:
    """Yield the commands of a page in order: the lines of blocks of code, and those in a text."""
    found = {place.start(): place[0] for place in BLOCK.finditer(page)}
    prose = BLOCK.sub(lambda block: " " * len(block[0]), page)
    found |= {place.start(): place[1].replace("\n", " ") for place in SPAN.finditer(prose)}
    for _, text in sorted(found.items()):
        for line in text.replace("\\\n", "").splitlines():
            command = re.sub(r"  +# .*", "", line).strip()
            if COMMAND.fullmatch(command):
                yield command


def of_all_pages() -> list[str]:
    return list(dict.fromkeys(one for page in PAGES for one in commands(page.read_text())))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a clone has, under a path with a blank; the tests' environment stands in for pip."""
    folder = tmp_path / "a clone"
    shutil.copytree(TOP, folder, ignore=NOT_OURS)
    (folder / ".venv").symlink_to(TOP / ".venv")
    return folder


def test_a_page_says_its_commands_in_blocks_and_in_its_text():
    page = (
        "Run `script/manage verify`, `make` or\n\n"
        "    script/server     # starts it\n"
        "    script/manage export journal \\\n        -o var/a.csv\n\n"
        "```\necho '{}' | script/manage calculate rake\n```\n"
        "then `LONG=1 script/test`.\n"
    )
    assert [re.sub(" +", " ", command) for command in commands(page)] == [
        "script/manage verify",
        "script/server",
        "script/manage export journal -o var/a.csv",
        "echo '{}' | script/manage calculate rake",
        "LONG=1 script/test",
    ]


# These write into the program's own folders, so they run in the clone's process.
OF_THE_CLONE = ("makemessages", "guards --write", "reserve")


@dataclass(frozen=True)
class Done:
    returncode: object
    said: str


def as_written(command: str, clone: Path, environment: dict[str, str]) -> Done:
    """Run a line as a shell does."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=clone,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Done(done.returncode, done.stdout)


def in_this_process(command: str, clone: Path, environment: dict[str, str]) -> Done:
    """Run a line without the three programs that a shell starts for it."""
    *before, words = command.split(" | ")
    piped = shlex.split(before[0])[1].encode() + b"\n" if before else b""
    arguments = shlex.split(words)[1:] or ["help"]
    said, status = io.StringIO(), 0
    owned = arguments[0] in NEED_THE_OWNER
    connect_as(environment["DATABASE_OWNER_URL" if owned else "DATABASE_URL"])
    with (
        contextlib.chdir(clone),
        mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(piped))),
        redirect_stdout(said),
        redirect_stderr(said),
    ):
        try:
            if arguments[0] == "prepare_database":
                roles.main(*arguments[1:])
            else:
                execute_from_command_line(["manage.py", *arguments])
        except SystemExit as end:
            status = end.code or 0
    connect_as(environment["DATABASE_URL"])
    return Done(status, said.getvalue())


@pytest.mark.timeout(1800)  # some thirty commands, with LONG=1 in three programs each
@pytest.mark.usefixtures("committed_db")
def test_each_command_of_the_docs_works_as_written(
    clone: Path, test_environment: dict[str, str], settings: Any
):
    settings.STATE_DIR = clone / "var"
    settings.STATE_DIR.mkdir(exist_ok=True)
    (settings.STATE_DIR / "reserve").write_bytes(b"0")  # what an open office keeps, for --release
    call_command("demo", weekends=1, verbosity=0)
    named = [each for each in of_all_pages() if "script/manage" in each and each not in ELSEWHERE]
    assert len(named) > 15
    for command in named:
        deliver_outbox()  # what an open office does every minute
        shell = os.environ.get("LONG") or any(each in command for each in OF_THE_CLONE)
        done = (as_written if shell else in_this_process)(command, clone, test_environment)
        if "makemessages" in command and not shutil.which("xgettext"):
            assert "gettext" in done.said
        elif command == "script/manage doctor":
            assert done.returncode == 1, done.said  # no backup, no reserve, nobody to tell
        else:
            assert done.returncode == 0, f"{command}\n{done.said}"


def test_what_takes_its_time_is_run_elsewhere_and_named_as_it_is():
    rest = [each for each in of_all_pages() if "script/manage" not in each or each in ELSEWHERE]
    for command in rest:
        program, *names = re.sub(r"^(\w+=\S+ )+", "", command).split()
        assert (TOP / program).is_file(), command
        if program == "script/bench":
            files = [name for name in names if name[0] != "-"]
            assert all((TOP / "benchmarks" / f"{name}.py").is_file() for name in files), command
        elif program == "script/test":
            assert all((TOP / name).exists() for name in names if "/" in name), command
        elif program == "script/standby":  # carried out by tests/chaos/test_standby*.py
            assert standby.parser().parse_args(names or ["status"]), command
        elif program == "script/chaos":  # a short run: tests/chaos/test_runner.py
            assert run.parser().parse_args(names), command
        elif program == "script/upgrade_drill":  # its parts: tests/chaos/test_upgrade.py
            assert upgrade.parser().parse_args(names), command
        elif program == "script/backup":  # carried out by tests/chaos/test_backup.py
            assert backup.parser().parse_args(names or ["list"]), command
        else:
            file, words = ELSEWHERE[command]
            assert words in file.read_text(), command


def test_links_between_the_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
